import { AD_UNITS } from "../../contract/units.ts";
import { validActionsOf } from "../../domain/campaigns/index.ts";
import {
  bookingCall,
  buyCreditsCall,
  callOf,
  cashoutCall,
  isBookable,
  liveOf,
  reportCallFor,
  type Snapshot,
  type StepCall,
} from "../../domain/guidance/index.ts";
import { schemasOf } from "../schemas.ts";
import type { Tool } from "../tool.ts";

export function mayCall({ access }: Tool, { agent }: Snapshot): boolean {
  return typeof access === "string" || agent.role === "both" || access.includes(agent.role);
}

/** Tools whose calls need more than ids of the caller: credits, a state, what was asked before. */
const CALLS: Readonly<Record<string, (snapshot: Snapshot) => StepCall | undefined>> = {
  register: () => undefined,
  buy_credits: ({ openOrder }) => (openOrder === undefined ? buyCreditsCall(0) : undefined),
  create_campaign: bookingCall,
  buy_placement(snapshot) {
    const { adUnitType: _unit, ...args } = bookingCall(snapshot)?.arguments ?? {};
    return "placementId" in args
      ? callOf("buy_placement", args, "creativeText", "creativeUrl")
      : undefined;
  },
  buy_campaign(snapshot) {
    const booking = bookingCall(snapshot);
    if (booking === undefined || snapshot.isPlatformWallet) return undefined;
    const { adUnitType, placementId: _one, ...args } = booking.arguments;
    const call = { ...args, filter: { adUnitType }, maxPlacements: 1 };
    return callOf("buy_campaign", call, "filter", "creativeText", "creativeUrl");
  },
  request_cashout: cashoutCall,
  cancel_cashout({ cashouts }) {
    const open = cashouts.find(({ status }) => status === "requested" || status === "approved");
    return open && callOf("cancel_cashout", { cashoutId: open.cashoutId });
  },
  // Which coupon is the caller's own choice; list_coupons has them.
  update_coupon: () => undefined,
  request_platform_demand({ placements }) {
    const bookable = placements.find(isBookable);
    return bookable && callOf("request_platform_demand", { placementId: bookable.placementId });
  },
  dispute_events({ disputableId: campaignId }) {
    if (campaignId === undefined) return undefined;
    return callOf("dispute_events", { campaignId }, "reason", "eventIds");
  },
  report_conversion({ sold, booked }) {
    const own = booked.find(({ adUnitType }) => ADVERTISER_UNITS.has(adUnitType));
    const campaign = liveOf(sold) ?? sold[0] ?? own;
    if (campaign === undefined) return undefined;
    const call = reportCallFor(campaign);
    if (call.nextTool === "report_conversion") return call;
    const { campaignId } = campaign;
    return callOf("report_conversion", { campaignId }, "conversionType");
  },
  report_events({ sold }) {
    const campaign = liveOf(sold) ?? sold[0];
    if (campaign === undefined) return undefined;
    const { nextTool, arguments: event, yours } = reportCallFor(campaign);
    const events = [{ type: nextTool.replace("report_", ""), ...event }];
    return callOf("report_events", { events }, ...(yours === undefined ? [] : ["events"]));
  },
};

/** What tools need beyond their required arguments. */
const MORE: Readonly<Record<string, readonly string[]>> = { create_coupon: ["discountValue"] };

const ADVERTISER_UNITS: ReadonlySet<string> = new Set(
  Object.entries(AD_UNITS).flatMap(([unit, { reporters }]) =>
    reporters.includes("advertiser") ? [unit] : [],
  ),
);

/**
 * A call of a tool that succeeds with the caller's own ids, once `yours` are set; nothing when it
 * is not for the caller's role or the caller's state refuses it.
 */
export function readyCall(tool: Tool, snapshot: Snapshot): StepCall | undefined {
  const { name } = tool;
  if (!mayCall(tool, snapshot)) return undefined;
  const isActive = snapshot.agent.status === "active";
  if (!isActive && !tool.hints.readOnly && tool.worksSuspended !== true) return undefined;
  if (Object.hasOwn(CALLS, name)) return CALLS[name]?.(snapshot);
  return filledCall(tool, snapshot);
}

/** Required arguments: ids from the snapshot, choices from the tool's example, the rest `yours`. */
function filledCall(tool: Tool, snapshot: Snapshot): StepCall | undefined {
  const { required = [], properties = {} } = schemasOf(tool).input;
  const example: Record<string, unknown> = tool.examples[0]?.arguments ?? {};
  const ids = idsFor(tool, snapshot);
  const args: Record<string, unknown> = {};
  const yours: string[] = [];
  for (const field of required) {
    const property = properties[field];
    const isChoice = typeof property === "object" && ("enum" in property || "const" in property);
    if (field in ids) {
      if (ids[field] === undefined) return undefined;
      args[field] = ids[field];
    } else if (isChoice && field in example) args[field] = example[field];
    else yours.push(field);
  }
  return callOf(tool.name, args, ...yours, ...(MORE[tool.name] ?? []));
}

/** The caller's own id for each field that names one, undefined where it has none. */
function idsFor(tool: Tool, snapshot: Snapshot): Readonly<Record<string, string | undefined>> {
  const { sold, booked, placements, offers, brands, cashouts, postbackId, agent } = snapshot;
  const { access, name, effect, module } = tool;
  const sells =
    typeof access === "string" ? agent.role !== "advertiser" : access[0] !== "advertiser";
  const isAct = effect !== "read" && access[0] === "advertiser";
  const sides = (sells ? [sold, booked] : [booked]).map((side) =>
    side.filter(({ status }) => !isAct || validActionsOf(status).includes(name)),
  );
  return {
    campaignId: sides.flatMap((side) => liveOf(side) ?? side[0] ?? [])[0]?.campaignId,
    placementId: (module === "buy" ? offers : placements)[0]?.placementId,
    cashoutId: cashouts[0]?.cashoutId,
    brandId: brands[0]?.brandId,
    postbackId,
  };
}
