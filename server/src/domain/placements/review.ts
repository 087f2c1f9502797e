import { ExchangeError, notFound } from "../../contract/errors.ts";
import type { Queryable, Tx } from "../../core/db.ts";
import type { IdSource } from "../../core/ids.ts";
import { enqueuePostback } from "../outbox/index.ts";
import {
  decideOnPlacement,
  findPlacement,
  type PlacementRecord,
  type PlacementVerdict,
} from "./queries.ts";

/** **Errors** `not_found`. */
export async function requirePlacement(db: Queryable, placementId: string) {
  const found = await findPlacement(db, placementId);
  if (found !== undefined) return found;
  throw notFound("placement");
}

/**
 * The reviewer's word on a placement that waits: it can be booked and delivers, or neither.
 *
 * **Errors** `not_found`; `invalid_state` when it does not wait for a decision; `conflict` when the
 * publisher has changed it since it was read.
 */
export async function reviewPlacement(
  tx: Tx,
  verdict: PlacementVerdict,
  deps: { ids: IdSource; now: Date },
): Promise<PlacementRecord> {
  const isDecided = await decideOnPlacement(tx, verdict, deps.now);
  const placement = await requirePlacement(tx, verdict.placementId);
  if (!isDecided) throw notDecided(placement);
  const { publisherId } = placement;
  const { placementId, to: reviewStatus, reason } = verdict;
  await tellOfReview(tx, { publisherId, placementId, reviewStatus, reason }, deps);
  return placement;
}

function notDecided(placement: PlacementRecord): ExchangeError {
  const { revision, reviewStatus } = placement;
  const status = placement.status === "archived" ? placement.status : reviewStatus;
  if (status === "pending_review") {
    return new ExchangeError("conflict", {
      message: `The publisher has changed it: this is revision ${revision}.`,
      details: { revision },
    });
  }
  return new ExchangeError("invalid_state", {
    message: `The placement is ${status} already.`,
    details: { status, validActions: [] },
  });
}

export async function tellOfReview(
  tx: Tx,
  verdict: {
    publisherId: string;
    placementId: string;
    reviewStatus: PlacementRecord["reviewStatus"];
    reason: string | undefined;
  },
  deps: { ids: IdSource },
): Promise<void> {
  const { publisherId, placementId, reviewStatus, reason } = verdict;
  await enqueuePostback(tx, deps, {
    type: "placement.reviewed",
    agentId: publisherId,
    data: { placementId, reviewStatus, reason },
  });
}
