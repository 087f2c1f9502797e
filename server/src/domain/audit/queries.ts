import type { Queryable } from "../../core/db.ts";

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
  await db.query(
    {
      name: "audit.insert",
      text: `insert into audit (id, actor, action, subject, detail) values ($1, $2, $3, $4, $5)`,
    },
    [record.uuid, record.actor, record.action, record.subject, JSON.stringify(record.detail)],
  );
}
