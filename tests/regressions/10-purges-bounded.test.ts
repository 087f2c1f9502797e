import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "../../server/src/core/db.ts";
import { silentLogger } from "../../server/src/core/log.ts";
import { forgetOldCalls } from "../../server/src/domain/idempotency/index.ts";
import { deleteOldPostbacks } from "../../server/src/domain/postbacks/index.ts";
import { createTestDatabase, type TestDatabase } from "../setup/database.ts";
import { execute } from "../setup/postgres.ts";

const OLD = 12_000;
const STATEMENT_MAX = 5_000;

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  // What one statement deletes is what one trigger counts.
  await execute(
    database.databaseUrl,
    `create table purged (source text, rows integer);
     create function note_purged() returns trigger language plpgsql security definer as $$
     begin
       insert into purged select tg_table_name, count(*) from gone;
       return null;
     end $$;
     create trigger noted after delete on idempotency referencing old table as gone
       for each statement execute function note_purged();
     create trigger noted after delete on postback_message referencing old table as gone
       for each statement execute function note_purged();
     set session_replication_role = replica;
     insert into idempotency (agent_id, key, tool, request_hash, created_at)
     select gen_random_uuid(), n::text, 'wallet', '', now() - interval '31 days'
     from generate_series(1, ${OLD}) n;
     insert into idempotency (agent_id, key, tool, request_hash, created_at)
     values (gen_random_uuid(), 'young', 'wallet', '', now() - interval '29 days');
     insert into postback_message (endpoint_id, event_id, type, body, status, created_at)
     select gen_random_uuid(), gen_random_uuid(), 'click.recorded', '', s,
       now() - interval '8 days'
     from generate_series(1, ${OLD}) n, (values ('delivered'), ('dead')) as t (s)`,
  );
  const role = "placard_app";
  const connection = { connectionString: database.databaseUrl, connections: 1, role };
  db = openDatabase({ ...connection, logger: silentLogger });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

test.each([
  ["idempotency", () => forgetOldCalls(db), 1],
  ["postback_message", () => deleteOldPostbacks(db, new Date()), OLD],
] as const)("no statement deletes many rows of %s, and none stays", async (table, run, left) => {
  await run();
  const count = { name: "", text: `select count(*)::integer as n from ${table}` };
  expect(await db.query(count)).toEqual([{ n: left }]);
  const purged = await counted(table);
  expect(purged.reduce((sum, rows) => sum + rows, 0)).toBe(OLD);
  expect(Math.max(...purged)).toBeLessThanOrEqual(STATEMENT_MAX);
});

async function counted(table: string): Promise<number[]> {
  const owner = openDatabase({
    connectionString: database.databaseUrl,
    connections: 1,
    logger: silentLogger,
  });
  const text = "select rows from purged where source = $1";
  const rows = await owner.query<{ rows: number }>({ name: "", text }, [table]);
  await owner.close();
  return rows.map((row) => row.rows);
}
