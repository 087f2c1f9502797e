import { column, type Queryable, query, type Selected, select } from "../../core/sql.ts";

export interface AuditRecord {
  readonly uuid: string;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly detail: object;
}

/** Adds one row; the table takes no update and no delete. */
export async function insertAudit(db: Queryable, record: AuditRecord): Promise<void> {
  const { uuid, actor, action, subject, detail } = record;
  const values = [uuid, actor, action, subject, JSON.stringify(detail)];
  await query(db, "audit.insert", values)`
    insert into audit (id, actor, action, subject, detail) values ($1, $2, $3, $4, $5)`;
}

/** Why an action was last taken on each of these subjects, where its row says so. */
export async function findLatestReasons(
  db: Queryable,
  of: { action: string; subjects: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  const rows = await query<{ subject: string; reason: string | null }>(
    db,
    "audit.find_latest_reasons",
    [of.action, of.subjects],
  )`select s.subject, a.reason
    from unnest($2::text[]) as s (subject)
    cross join lateral (
      select r.detail ->> 'reason' as reason
      from audit r
      where r.subject = s.subject and r.action = $1
      order by r.id desc
      limit 1
    ) a`;
  return new Map(
    rows.flatMap(({ subject, reason }) => (reason === null ? [] : [[subject, reason]])),
  );
}

const ROW = select({
  at: column.date("created_at"),
  actor: column.text("actor"),
  action: column.text("action"),
  subject: column.nullable(column.text("subject")),
  detail: column.plain<object>("detail"),
});

/** Newest first: all rows, or those of an actor, of a subject, or whose action begins so. */
export async function listAudit(
  db: Queryable,
  of: { actor?: string; subject?: string; action?: string; limit: number },
): Promise<Selected<typeof ROW>[]> {
  const { actor, subject, action, limit } = of;
  const values = [actor ?? null, subject ?? null, action ?? null, limit];
  return ROW.all(db, "audit.list", values)`select ${ROW.list}
    from audit
    where ($1::text is null or actor = $1)
      and ($2::text is null or subject = $2)
      and ($3::text is null or starts_with(action, $3))
    order by id desc
    limit $4`;
}
