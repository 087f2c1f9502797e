import type { CampaignStatus } from "../../contract/enums.ts";

/** Every state of a campaign and the states that may follow it (server/docs/contract.md). */
export const TRANSITIONS: Readonly<Record<CampaignStatus, readonly CampaignStatus[]>> = {
  pending_review: ["pending_start", "active", "rejected", "refunding"],
  pending_start: ["active", "paused", "completing", "refunding"],
  active: ["paused", "exhausted", "completing", "refunding"],
  paused: ["active", "pending_start", "completing", "refunding"],
  exhausted: ["active", "completing", "refunding"],
  refunding: ["canceled"],
  completing: ["completed"],
  canceled: [],
  completed: [],
  rejected: [],
};

/** What was delivered can be judged for as long as its earnings are pending. */
const SETTLED_ACTIONS = ["confirm_delivery", "dispute_events"] as const;
const OPEN_ACTIONS = [
  "update_campaign",
  "create_coupon",
  ...SETTLED_ACTIONS,
  "request_refund",
] as const;

/** The tools that do something to a campaign in each state. */
const ACTIONS: Readonly<Record<CampaignStatus, readonly string[]>> = {
  pending_review: ["create_coupon", "request_refund"],
  pending_start: ["update_campaign", "create_coupon", "confirm_delivery", "request_refund"],
  active: [...OPEN_ACTIONS],
  paused: [...OPEN_ACTIONS],
  exhausted: [...OPEN_ACTIONS],
  refunding: [...SETTLED_ACTIONS],
  completing: [...SETTLED_ACTIONS],
  canceled: [...SETTLED_ACTIONS],
  completed: [...SETTLED_ACTIONS],
  rejected: [],
};

/**
 * The tools of a side that do something to a campaign in a state, for `validActions` of answers and
 * errors. A publisher can deliver it, and nothing else.
 */
export function validActionsOf(
  status: CampaignStatus,
  side: "advertiser" | "publisher" = "advertiser",
): string[] {
  if (side === "publisher") return status === "active" ? ["deliver_ad"] : [];
  return [...ACTIONS[status]];
}

export function mayGo(from: CampaignStatus, to: CampaignStatus): boolean {
  return TRANSITIONS[from].includes(to);
}
