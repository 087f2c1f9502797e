import type { Queryable } from "../../core/db.ts";
import { query } from "../../core/sql.ts";

export interface AuditRecord {
  readonly uuid: string;
  /** The operating-system user who ran the command. */
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly detail: object;
}

/** Adds one row; the table takes no update and no delete. */
export async function insertAudit(db: Queryable, record: AuditRecord): Promise<void> {
  await query(db, "audit.insert", [
    record.uuid,
    record.actor,
    record.action,
    record.subject,
    JSON.stringify(record.detail),
  ])`insert into audit (id, actor, action, subject, detail) values ($1, $2, $3, $4, $5)`;
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
