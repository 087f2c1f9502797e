import type { Queryable } from "../../core/db.ts";
import { query } from "../../core/sql.ts";

export interface PostbackGauges {
  /** Settled batches that the dispatcher has not turned into messages yet. */
  readonly marks: number;
  readonly pending: number;
  readonly dead: number;
  /** How long the most overdue message has been due. **Units** milliseconds. */
  readonly lagMs: number;
}

/** For `/metrics` and the operator; counting stops at 100,000 rows of each. */
export async function measurePostbacks(db: Queryable, now: Date): Promise<PostbackGauges> {
  const rows = await query<Omit<PostbackGauges, "lagMs"> & { dueAt: Date | null }>(
    db,
    "postbacks.measure",
    [now],
  )`select
    (select count(*)::integer from (select 1 from postback_batch limit 100000) k) as marks,
    (select count(*)::integer from (
      select 1 from postback_message where status in ('waiting', 'queued') limit 100000
    ) p) as pending,
    (select count(*)::integer from (
      select 1 from postback_message where status = 'dead' limit 100000
    ) d) as dead,
    (select min(m.due_at)
      from postback_message m
      join postback_endpoint e on e.id = m.endpoint_id
      where m.status in ('waiting', 'queued') and m.due_at <= $1
        and e.status = 'active') as "dueAt"`;
  const { marks = 0, pending = 0, dead = 0, dueAt = null } = rows[0] ?? {};
  const lagMs = dueAt === null ? 0 : Math.max(0, now.getTime() - dueAt.getTime());
  return { marks, pending, dead, lagMs };
}
