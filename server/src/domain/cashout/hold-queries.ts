import type { Queryable, Tx } from "../../core/db.ts";
import { query } from "../../core/sql.ts";

/** Why no payout leaves: an operator paused them, or the database was restored or promoted. */
export type PayoutHold = "paused" | "recovery";

/** Absent when payouts may leave. */
export async function findPayoutHold(db: Queryable): Promise<PayoutHold | undefined> {
  const rows = await query<{ hold: PayoutHold | null }>(db, "cashout.find_hold")`
    select payout_hold() as hold`;
  return rows[0]?.hold ?? undefined;
}

/** From now on no payout is submitted or released, in any process. */
export async function pausePayouts(
  tx: Tx,
  pause: { actor: string; reason: string; now: Date },
): Promise<void> {
  await query(tx, "cashout.pause", [pause.now, pause.actor, pause.reason])`
    update payout_state set paused_at = $1, paused_by = $2, paused_reason = $3`;
}

/** Ends an operator's pause; a recovery is ended by `endRecovery` alone. */
export async function resumePayouts(tx: Tx): Promise<void> {
  await query(tx, "cashout.resume")`
    update payout_state set paused_at = null, paused_by = null, paused_reason = null`;
}

/** The books were compared with the providers: they are those of this database. */
export async function endRecovery(tx: Tx): Promise<void> {
  await query(tx, "cashout.end_recovery")`update payout_state set identity = database_identity()`;
}
