import type { Queryable, Tx } from "../../core/db.ts";
import { query } from "../../core/sql.ts";

/**
 * The times after `since` at which each target was sent to, oldest first. Locks the targets, in
 * their order, so that two processes cannot deadlock.
 */
export async function lockQuotas(
  tx: Tx,
  targets: readonly string[],
  since: Date,
): Promise<Date[][]> {
  const rows = await query<{ sent_at: Date[] }>(tx, "postbacks.lock_quotas", [targets, since])`
    insert into postback_quota as q (target)
    select target
    from unnest($1::text[]) as t (target)
    order by target
    on conflict (target) do update
    set sent_at = array(select s from unnest(q.sent_at) as s where s > $2 order by s)
    returning sent_at`;
  return rows.map((row) => row.sent_at);
}

export async function countRequest(tx: Tx, targets: readonly string[], now: Date): Promise<void> {
  await query(tx, "postbacks.count_request", [targets, now])`update postback_quota
    set sent_at = sent_at || $2::timestamptz
    where target = any($1)`;
}

/** Deletes the targets that were not sent to after `since`. */
export async function deleteOldQuotas(db: Queryable, since: Date): Promise<void> {
  await query(db, "postbacks.delete_old_quotas", [since])`delete from postback_quota
    where coalesce(sent_at[cardinality(sent_at)] < $1, true)`;
}
