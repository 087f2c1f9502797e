import { ExchangeError } from "../../contract/errors.ts";
import type { Tx } from "../../core/db.ts";
import { placementNotFound } from "../placements/index.ts";
import { type Candidate, findLive, lockCandidate } from "./demand-queries.ts";
import { refusalOf } from "./match.ts";
import type { Reason } from "./reasons.ts";
import { type DemandRequest, findRequest, putBooked, putQueued } from "./request-queries.ts";
import { findWallet } from "./wallet-queries.ts";

export interface Asked {
  readonly request: DemandRequest;
  /** What stands in the way: as it was decided, or, while it is queued, as things are. */
  readonly obstacle: Reason | undefined;
}

/**
 * Queues a publisher's placement for the next pass, once: from then on every pass looks at it. One
 * that a campaign of a brand serves answers `booked`. One that was declined answers so, and is
 * queued again only when it was changed since, or when what was booked for it is over.
 *
 * **Errors** `not_found`, also for a placement of another agent; `placement_not_bookable`.
 */
export async function requestDemand(
  tx: Tx,
  own: { placementId: string; publisherId: string },
  now: Date,
): Promise<Asked> {
  const placement = await lockCandidate(tx, own.placementId);
  if (placement?.publisherId !== own.publisherId) throw placementNotFound("list_placements");
  if (!placement.isOpen) {
    throw new ExchangeError("placement_not_bookable", {
      suggestion: "Make it active with update_placement, or wait for its review.",
      nextTools: ["list_placements", "update_placement"],
    });
  }
  const campaignId = await findLive(tx, own.placementId);
  if (campaignId !== undefined) {
    return { request: await putBooked(tx, { ...own, campaignId, now }), obstacle: undefined };
  }
  const before = await findRequest(tx, own.placementId);
  if (before !== undefined && isStillDeclined(before, placement)) {
    return { request: before, obstacle: before.reason };
  }
  const wallet = await findWallet(tx);
  return {
    request: await putQueued(tx, { ...own, now }),
    obstacle: refusalOf(placement, wallet?.agentId),
  };
}

function isStillDeclined({ status, decidedAt }: DemandRequest, placement: Candidate): boolean {
  return status === "declined" && decidedAt !== undefined && placement.updatedAt <= decidedAt;
}
