import type { Database, Queryable } from "../../core/db.ts";

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
    // Sorted, so that two processes cannot deadlock.
    const rows = await tx.query<{ sent_at: Date[] }>(
      {
        name: "postbacks.lock_quotas",
        text: `insert into postback_quota as q (target)
          select target from unnest($1::text[]) as t (target) order by target
          on conflict (target) do update
          set sent_at = array(select s from unnest(q.sent_at) as s where s > $2 order by s)
          returning sent_at`,
      },
      [targets, new Date(now.getTime() - HOUR_MS)],
    );
    const freeAtMs = rows
      .filter((row) => row.sent_at.length >= perHour)
      .map((row) => (row.sent_at[0] ?? now).getTime() + HOUR_MS);
    if (freeAtMs.length > 0) return new Date(Math.max(...freeAtMs));
    await tx.query(
      {
        name: "postbacks.count_request",
        text: `update postback_quota
          set sent_at = sent_at || $2::timestamptz
          where target = any($1)`,
      },
      [targets, now],
    );
    return undefined;
  });
}

/** Deletes the targets that had no request in the last hour. */
export async function deleteOldQuotas(db: Queryable, now: Date): Promise<void> {
  await db.query(
    {
      name: "postbacks.delete_old_quotas",
      text: `delete from postback_quota
        where coalesce(sent_at[cardinality(sent_at)] < $1, true)`,
    },
    [new Date(now.getTime() - HOUR_MS)],
  );
}
