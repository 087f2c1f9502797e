import { timeOfUuid, uuidFromId } from "../../server/src/contract/ids.ts";
import type { Market, Placement, SentEvent } from "./market.ts";
import type { EventRow } from "./model/schema.ts";
import type { Reported } from "./reference.ts";

/** The kinds of events by their number in SQL. */
export const KINDS = [
  "",
  "impression",
  "click",
  "recommendation",
  "decision",
  "coupon_redeemed",
  "cpa",
  "cpl",
  "cpi",
  "insertion",
];
function campaignOf(market: Market, campaignId: string) {
  const campaign = market.campaigns.find((known) => known.campaignId === campaignId);
  if (campaign === undefined) throw new Error(`Nobody booked ${campaignId}.`);
  return campaign;
}

export function placementOf(market: Market, { campaignId }: SentEvent): Placement {
  return campaignOf(market, campaignId).placement;
}

export function mayReport(market: Market, { campaignId, reporterId, report }: SentEvent): boolean {
  const { placement, advertiserId } = campaignOf(market, campaignId);
  const isAtAdvertiser = ["cpa", "cpl", "cpi"].includes(report.conversionType ?? "");
  return reporterId === placement.publisherId || (isAtAdvertiser && reporterId === advertiserId);
}

function isByAdvertiser(market: Market, { campaignId, reporterId }: SentEvent): boolean {
  return reporterId === campaignOf(market, campaignId).advertiserId;
}

/** Which of the contents that were sent under its id an event was recorded with. */
export function contentOf(market: Market, row: EventRow): SentEvent | undefined {
  return market.sent.find((sent) => {
    if (sent.uuid !== row.id || uuidFromId(sent.campaignId) !== row.campaign_id) return false;
    if (!mayReport(market, sent)) return false;
    // Both sides may send the same conversion; what the advertiser says is verified by that.
    if (isByAdvertiser(market, sent) !== row.is_verified) return false;
    return isContentOf(sent, row);
  });
}

function isContentOf({ report, deliveryUuid }: SentEvent, row: EventRow): boolean {
  const kind = KINDS[row.kind];
  const isSame =
    report.type === "conversion"
      ? kind === report.conversionType
      : kind === report.type || (kind === "insertion" && report.type === "impression");
  const quantity = kind === "impression" ? (report.count ?? 1) : 1;
  const isNamed = deliveryUuid === null || [deliveryUuid, null].includes(row.delivery_id);
  return isSame && quantity === row.quantity && (isNamed || report.clickId !== undefined);
}

export function reportedOf(market: Market, sent: SentEvent): Reported {
  const { report, deliveryUuid, campaignId } = sent;
  const delivery = market.deliveries.find((known) => known.uuid === deliveryUuid);
  const isOwn = delivery?.campaignId === campaignId;
  return {
    type: report.type,
    conversion: report.conversionType,
    count: report.count ?? 1,
    delivery:
      deliveryUuid === null
        ? null
        : { id: deliveryUuid, issuedAtMs: timeOfUuid(deliveryUuid), isOwn },
    click: report.clickId === undefined ? null : uuidFromId(report.clickId),
    session: report.sessionKey ?? null,
    order: report.orderId ?? null,
    byAdvertiser: isByAdvertiser(market, sent),
    atMs: report.occurredAt === undefined ? null : Date.parse(report.occurredAt),
  };
}
