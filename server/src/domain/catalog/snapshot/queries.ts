import type { Queryable } from "../../../core/db.ts";

/**
 * Which database this is, and which of its lives: one restored to an earlier moment goes on with
 * another timeline, so that revisions it gives anew are not taken for those it gave before.
 */
export async function findDatabaseIdentity(db: Queryable): Promise<string> {
  const rows = await db.query<{ identity: string }>({
    name: "catalog.find_database_identity",
    text: `select concat_ws(':', s.system_identifier, c.timeline_id, d.oid) as identity
from pg_control_system() s
cross join pg_control_checkpoint() c
join pg_database d on d.datname = current_database()`,
  });
  return rows[0]?.identity ?? "";
}
