import type { CampaignStatus } from "../../contract/enums.ts";
import { ExchangeError, notFound } from "../../contract/errors.ts";
import type { Campaign } from "../../contract/resources/campaign.ts";
import type { Tx } from "../../core/db.ts";
import { invariant } from "../../core/invariant.ts";
import type { LedgerDeps } from "../ledger/index.ts";
import { setStatus } from "./change-queries.ts";

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

/**
 * Takes a campaign to another state, as the table allows. The caller holds the lock of its book and
 * has read `from` under it.
 *
 * **Errors** `invalid_state` when the table has no such transition.
 */
export async function moveCampaign(
  tx: Tx,
  move: { campaignId: string; from: CampaignStatus; to: CampaignStatus; drainsUntil?: Date },
  now: Date,
): Promise<void> {
  if (!mayGo(move.from, move.to)) throw invalidState(move.from);
  const isMoved = await setStatus(tx, { ...move, drainsUntil: move.drainsUntil ?? null, now });
  invariant(isMoved, "a campaign stays in its state while its book is locked");
}

/** A missing row and one of another agent get the same answer. */
export function campaignNotFound(): ExchangeError {
  return notFound("campaign", {
    suggestion: "Take a campaignId that list_campaigns shows.",
    nextTools: ["list_campaigns"],
  });
}

/** The answer to a transition that the present state does not allow. */
export function invalidState(status: CampaignStatus): ExchangeError {
  const validActions = validActionsOf(status);
  return new ExchangeError("invalid_state", {
    message: `The campaign is ${status}.`,
    details: { status, validActions },
    suggestion:
      validActions.length === 0
        ? "It is over; look at another one with list_campaigns."
        : `What is possible now: ${validActions.join(", ")}.`,
    nextTools: ["get_campaign"],
  });
}

/** How campaigns are booked and closed on one exchange. */
export interface CampaignSettings {
  readonly feeBps: number;
  readonly reviewPolicy: "auto" | "manual";
  readonly refundDrainSeconds: number;
  /** The product types that a creative's text names, with their names. */
  readonly readOffer: (creativeText: string) => Campaign["offer"];
  /** The demo shop's origin, which may be http on this machine; absent in production. */
  readonly allowedDestinationOrigin: string | undefined;
}

export interface CampaignDeps extends CampaignSettings, LedgerDeps {}
