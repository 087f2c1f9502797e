import type { CampaignStatus } from "../../contract/enums.ts";
import type { Tx } from "../../core/db.ts";
import { invariant } from "../../core/invariant.ts";
import { setStatus } from "./change-queries.ts";
import { invalidState } from "./errors.ts";
import { mayGo } from "./states.ts";

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
