import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../setup/database.ts";

let database: TestDatabase;
const clients: pg.Client[] = [];
async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.databaseUrl });
  clients.push(client);
  await client.connect();
  await client.query("set statement_timeout = '5s'");
  return client;
}
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  for (const client of clients) await client.end();
  await database.drop();
});

const LATER = "now() + interval '10 days'";
const partitions = async (client: pg.Client) =>
  (
    await client.query<{ name: string; indexes: string; triggers: string }>(
      `select c.relname as name,
         (select count(*) from pg_index x where x.indrelid = c.oid) as indexes,
         (select count(*) from pg_trigger t where t.tgrelid = c.oid) as triggers
       from pg_inherits i
       join pg_class c on c.oid = i.inhrelid
       where i.inhparent = 'event'::regclass
       order by c.relname`,
    )
  ).rows;

test("partitions are made beside a reader, and reports never wait for them", async () => {
  const [reader, writer, maker] = [await connect(), await connect(), await connect()];
  const before = await partitions(maker);
  await reader.query("begin; select count(*) from event; select count(*) from delivery");
  await writer.query("begin");
  await writer.query(
    `insert into event (
       campaign_id, id, batch_id, kind, reason, quantity, counted, charged, is_verified
     )
     values (
       gen_random_uuid(), uuid_floor(now()), gen_random_uuid(), 1, 0, 1, 1, 0, false
     )`,
  );
  const { rows } = await maker.query(`select ensure_partitions(${LATER}) as made`);
  expect(Number(rows[0]?.made)).toBeGreaterThan(10);
  await writer.query("rollback");
  await reader.query("rollback");
  const after = await partitions(maker);
  expect(after.length).toBeGreaterThan(before.length);
  const shapes = new Set(after.map(({ indexes, triggers }) => `${indexes} ${triggers}`));
  expect([...shapes]).toHaveLength(1);
});

test("a new partition is append-only like the others", async () => {
  const client = await connect();
  await client.query(`select ensure_partitions(${LATER})`);
  await client.query(
    `insert into event (
       campaign_id, id, batch_id, kind, reason, quantity, counted, charged, is_verified
     )
     values (
       gen_random_uuid(), uuid_floor(${LATER}), gen_random_uuid(), 1, 0, 1, 1, 0, false
     )`,
  );
  const change = client.query("update event set charged = 1");
  await expect(change).rejects.toMatchObject({ code: "23001" });
});
