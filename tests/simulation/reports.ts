import { base32FromUuid, idFromUuid } from "../../server/src/contract/ids.ts";
import { AD_UNITS } from "../../server/src/contract/units.ts";
import type { Report } from "../../server/src/domain/events/index.ts";
import type { Binding } from "./actions.ts";
import type { Command, ReportPlan } from "./commands.ts";
import { at, type KnownCampaign, type KnownDelivery, type SentEvent } from "./market.ts";

type NewEvent = Omit<SentEvent, "reporterId">;
type ReportCommand = Extract<Command, { do: "report" }>;

/** The reports of one call: all by the same agent, each with a client-made id. */
export function planReports(
  command: ReportCommand,
  binding: Binding,
): { events: SentEvent[]; reporterId: string } {
  const { market } = binding;
  const first = at(market.campaigns, command.reports[0]?.campaign ?? 0);
  const reporterId = command.byAdvertiser ? first.advertiserId : first.placement.publisherId;
  const events = command.reports.map((plan) => {
    const event = repeatOf(plan, binding) ?? newEvent(plan, binding);
    return { ...event, reporterId };
  });
  market.sent.push(...events);
  return { events, reporterId };
}

/** An earlier event once more: the same, or with another content under the same id. */
function repeatOf({ repeats }: ReportPlan, { market }: Binding): NewEvent | undefined {
  if (repeats === null || market.sent.length === 0) return undefined;
  const earlier = at(market.sent, repeats.event);
  if (!repeats.isOther) return earlier;
  const { report } = earlier;
  const other: Report =
    report.type === "impression"
      ? { ...report, count: ((report.count ?? 1) % 9_000) + 1 }
      : { type: "impression", campaignId: report.campaignId, eventId: report.eventId };
  const deliveryUuid = report.type === "impression" ? earlier.deliveryUuid : null;
  return { ...earlier, report: other, deliveryUuid };
}

function newEvent(plan: ReportPlan, { market, ids, clock }: Binding): NewEvent {
  const campaign = at(market.campaigns, plan.campaign);
  const uuid = ids.uuid();
  const delivery = deliveryOf(plan, campaign, market.deliveries);
  const kind = kindOf(plan, campaign);
  const isClickKnown = plan.namesClick && delivery !== undefined && kind.type === "conversion";
  const report: Report = {
    ...kind,
    campaignId: campaign.campaignId,
    eventId: idFromUuid("evt", uuid),
    deliveryId: delivery?.deliveryId,
    clickId: isClickKnown ? `clk_${base32FromUuid(delivery.uuid)}` : undefined,
    sessionKey: plan.session ?? undefined,
    orderId: plan.order ?? undefined,
    couponCode: kind.conversionType === "coupon_redeemed" ? "save" : undefined,
    occurredAt:
      plan.agoMs === null ? undefined : new Date(clock.now().getTime() - plan.agoMs).toISOString(),
  };
  return {
    uuid,
    campaignId: campaign.campaignId,
    report,
    deliveryUuid: delivery?.uuid ?? null,
  };
}

/** Mostly a delivery of the campaign; sometimes one of another, which proves nothing here. */
function deliveryOf(
  { delivery }: ReportPlan,
  { campaignId }: KnownCampaign,
  deliveries: readonly KnownDelivery[],
): KnownDelivery | undefined {
  if (delivery === null || deliveries.length === 0) return undefined;
  const own = deliveries.filter((known) => known.campaignId === campaignId);
  return at(own.length === 0 || delivery % 29 === 0 ? deliveries : own, delivery);
}

type Kind = Pick<Report, "type" | "count" | "conversionType">;

function kindOf({ type, count }: ReportPlan, { placement }: KnownCampaign): Kind {
  const unit = AD_UNITS[placement.unit];
  if (type === "billing" && unit.reportTool === "report_impression") {
    return { type: "impression", count: placement.unit === "cpm" ? count : undefined };
  }
  if (type === "billing" && unit.reportTool === "report_click") return { type: "click" };
  if (type === "billing") return { type: "conversion", conversionType: unit.conversionType };
  if (type === "impression") return { type, count };
  if (type === "click") return { type };
  return { type: "conversion", conversionType: type };
}
