import type { Queryable } from "../../core/db.ts";

export interface PostbackGauges {
  /** Batches whose events are still to be told. */
  readonly marks: number;
  readonly pending: number;
  readonly dead: number;
  /** How long the message that should have gone first is overdue. **Units** milliseconds. */
  readonly lagMs: number;
}

/** For `/metrics` and the operator; counting stops at 100,000 rows of each. */
export async function measurePostbacks(db: Queryable, now: Date): Promise<PostbackGauges> {
  const rows = await db.query<{
    marks: number;
    pending: number;
    dead: number;
    due_at: Date | null;
  }>(
    {
      name: "postbacks.measure",
      text: `select
          (select count(*)::integer from (select 1 from postback_mark limit 100000) k) as marks,
          (select count(*)::integer from (
            select 1 from postback_message where status = 'pending' limit 100000
          ) p) as pending,
          (select count(*)::integer from (
            select 1 from postback_message where status = 'dead' limit 100000
          ) d) as dead,
          (select min(m.due_at)
            from postback_message m
            join postback_endpoint e on e.id = m.endpoint_id
            where m.status = 'pending' and m.due_at <= $1 and e.status = 'active') as due_at`,
    },
    [now],
  );
  const { marks = 0, pending = 0, dead = 0, due_at: dueAt = null } = rows[0] ?? {};
  return {
    marks,
    pending,
    dead,
    lagMs: dueAt === null ? 0 : Math.max(0, now.getTime() - dueAt.getTime()),
  };
}
