import type { CampaignStatus } from "../../contract/enums.ts";

/** Every state a campaign can be in and where it may go from there (CONTRACT section 5). */
export const TRANSITIONS: Readonly<Record<CampaignStatus, readonly CampaignStatus[]>> = {
  pending_review: ["pending_start", "active", "rejected", "refunding"],
  pending_start: ["active", "completing", "refunding"],
  active: ["paused", "exhausted", "completing", "refunding"],
  paused: ["active", "completing", "refunding"],
  exhausted: ["active", "completing", "refunding"],
  refunding: ["canceled"],
  completing: ["completed"],
  canceled: [],
  completed: [],
  rejected: [],
};

/** The tools that do something to a campaign in each state. */
const ACTIONS: Readonly<Record<CampaignStatus, readonly string[]>> = {
  pending_review: ["create_coupon", "request_refund"],
  pending_start: ["update_campaign", "create_coupon", "confirm_delivery", "request_refund"],
  active: ["update_campaign", "create_coupon", "confirm_delivery", "request_refund"],
  paused: ["update_campaign", "create_coupon", "confirm_delivery", "request_refund"],
  exhausted: ["update_campaign", "create_coupon", "confirm_delivery", "request_refund"],
  refunding: ["confirm_delivery"],
  completing: ["confirm_delivery"],
  canceled: ["confirm_delivery"],
  completed: ["confirm_delivery"],
  rejected: [],
};

export function validActionsOf(status: CampaignStatus): string[] {
  return [...ACTIONS[status]];
}

export function mayGo(from: CampaignStatus, to: CampaignStatus): boolean {
  return TRANSITIONS[from].includes(to);
}
