import { uuidFromId } from "../../contract/ids.ts";
import type { CashoutStatus } from "../../contract/resources/wallet.ts";
import type { Queryable, Tx } from "../../core/db.ts";
import { column, finds, only, query, type Selected, select } from "../../core/sql.ts";
import { CASHOUT, CASHOUT_COLUMNS, type CashoutRecord, IS_SHARED } from "./queries.ts";

const MAY_BE_APPROVED = `c.status = 'requested'
  and a.status = 'active'
  and not is_frozen(a.id)
  and (c.is_cleared or (c.waits_until <= exchange_now($2) and not ${IS_SHARED}))`;

/**
 * Whose work it is. A cashout belongs to the provider it was requested under: sandbox credits are
 * never paid by a real one that was configured later, nor the other way round.
 */
export interface Due {
  readonly provider: string;
  readonly now: Date;
  readonly limit: number;
}

/** Requests that nothing holds back. Those of suspended and of frozen agents wait. */
export function findApprovable(db: Queryable, due: Due): Promise<string[]> {
  const { limit, now, provider } = due;
  const values = [limit, now, provider];
  return only.id("csh").all(db, "cashout.find_approvable", values)`select c.id
    from cashout c
    join agent a on a.id = c.agent_id
    where c.provider = $3 and ${MAY_BE_APPROVED}
    order by c.id
    limit $1`;
}

/** Looks again under lock: since the list was read the address or the agent may have changed. */
export function lockApprovable(tx: Tx, cashoutId: string, now: Date): Promise<boolean> {
  return finds(tx, "cashout.lock_approvable", [uuidFromId(cashoutId), now])`select c.id
    from cashout c
    join agent a on a.id = c.agent_id
    where c.id = $1 and ${MAY_BE_APPROVED}
    for no key update of c
    for share of a`;
}

export function findApproved(db: Queryable, due: Omit<Due, "now">): Promise<string[]> {
  return only.id("csh").all(db, "cashout.find_approved", [due.limit, due.provider])`
    select c.id
    from cashout c
    join agent a on a.id = c.agent_id
    where c.provider = $2 and c.status = 'approved' and a.status = 'active'
      and not is_frozen(a.id)
    order by c.id
    limit $1`;
}

/** Submitted ones whose process never came back, and those the provider has to be asked about. */
export async function findToFollow(
  db: Queryable,
  due: Omit<Due, "now"> & { submittedBefore: Date; checkedBefore: Date },
): Promise<CashoutRecord[]> {
  const { submittedBefore, checkedBefore, limit, provider } = due;
  const values = [submittedBefore, checkedBefore, limit, provider];
  return CASHOUT.all(db, "cashout.find_to_follow", values)`select ${CASHOUT.list}
    from cashout c
    where c.provider = $4
      and ((c.status = 'submitted' and c.submitted_at <= $1)
        or (c.status in ('unknown', 'in_progress')
          and (c.checked_at is null or c.checked_at <= $2)))
    order by c.checked_at nulls first, c.id
    limit $3`;
}

export async function touchChecked(db: Queryable, cashoutId: string, now: Date): Promise<void> {
  await query(db, "cashout.touch_checked", [uuidFromId(cashoutId), now])`
    update cashout set checked_at = $2 where id = $1`;
}

/** The operator's word: nothing but the agent's standing holds the request back any more. */
export async function clearCashout(tx: Tx, cashoutId: string, now: Date) {
  return CASHOUT.first(tx, "cashout.clear", [uuidFromId(cashoutId), now])`update cashout c
    set is_cleared = true, updated_at = $2
    where c.id = $1 and c.status = 'requested'
    returning ${CASHOUT.list}`;
}

const REVIEWED = select({
  ...CASHOUT_COLUMNS,
  isCleared: column.flag("c.is_cleared"),
  isShared: column.flag(IS_SHARED),
  agentStatus: column.text("a.status"),
});

export type ReviewRecord = Selected<typeof REVIEWED>;

/** Oldest first, because they wait longest. Without a status: those that are not over. */
export async function findForReview(
  db: Queryable,
  filter: { status?: CashoutStatus; limit: number },
): Promise<ReviewRecord[]> {
  return REVIEWED.all(db, "cashout.find_for_review", [filter.status ?? null, filter.limit])`
    select ${REVIEWED.list}
    from cashout c
    join agent a on a.id = c.agent_id
    where case
      when $1::text is not null then c.status = $1
      else c.status in ('requested', 'approved', 'submitted', 'unknown', 'in_progress')
    end
    order by c.id
    limit $2`;
}

/** Why no payout leaves: an operator paused them, or the database was restored or promoted. */
export type PayoutHold = "paused" | "recovery";

/** Absent when payouts may leave. */
export async function findPayoutHold(db: Queryable): Promise<PayoutHold | undefined> {
  const hold = await only.plain<PayoutHold | null>().one(db, "cashout.find_hold")`
    select payout_hold()`;
  return hold ?? undefined;
}

/** From now on no payout is submitted or released, in any process. */
export async function pausePayouts(tx: Tx, pause: { actor: string; reason: string; now: Date }) {
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
