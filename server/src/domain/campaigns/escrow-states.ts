import type { CampaignStatus, ESCROW_STATUSES } from "../../contract/enums.ts";

export type EscrowStatus = (typeof ESCROW_STATUSES)[number];

/**
 * Every state of an escrow and where it may go. The state is not stored: it follows from two
 * amounts of the campaign's book, so that it can never say anything else than the money. `settled`
 * leads back because an exhausted campaign may be given more budget.
 */
export const TRANSITIONS: Readonly<Record<EscrowStatus, readonly EscrowStatus[]>> = {
  held: ["partially_settled", "settled", "refunded"],
  partially_settled: ["settled"],
  settled: ["partially_settled"],
  refunded: [],
};

/**
 * In which states of its campaign each movement of an escrow may happen: the guard of the statement
 * that makes it. Settlement's own guard stands in `settle_impressions` and `settle_events`.
 */
export const MOVES = {
  /** From `available` or back to it: more budget, or less of what is unspent. */
  hold: ["pending_start", "active", "paused", "exhausted"],
  /** To the publisher and us: reports. */
  settle: ["active", "paused", "exhausted", "refunding", "completing"],
  /** Back to `available`: what is left in the end, or all of it when the creative is rejected. */
  release: ["refunding", "completing", "pending_review"],
} as const satisfies Record<string, readonly CampaignStatus[]>;

/** Where an escrow stands: with nothing left of it settled, or refunded when nothing was spent. */
export function escrowStatusOf(book: { escrow: bigint; spent: bigint }): EscrowStatus {
  if (book.escrow === 0n) return book.spent > 0n ? "settled" : "refunded";
  return book.spent > 0n ? "partially_settled" : "held";
}
