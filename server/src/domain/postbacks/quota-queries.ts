import type { Database, Queryable, Tx } from "../../core/db.ts";
import { query } from "../../core/sql.ts";

const HOUR_MS = 3_600_000;

/**
 * Counts a request to each of these targets, over all agents and processes. Returns when the next
 * one is possible if a target has had `perHour` requests in the last hour; then none is counted.
 */
export function reserveRequest(
  db: Database,
  targets: readonly string[],
  { now, perHour }: { now: Date; perHour: number },
): Promise<Date | undefined> {
  return db.tx(async (tx) => {
    const sent = await lockQuotas(tx, targets, new Date(now.getTime() - HOUR_MS));
    const freeAtMs = sent
      .filter((times) => times.length >= perHour)
      .map(([oldest = now]) => oldest.getTime() + HOUR_MS);
    if (freeAtMs.length > 0) return new Date(Math.max(...freeAtMs));
    await countRequest(tx, targets, now);
    return undefined;
  });
}

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
