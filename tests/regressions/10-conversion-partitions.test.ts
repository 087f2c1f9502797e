import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../setup/database.ts";

let database: TestDatabase;
let client: pg.Client;

const CAMPAIGN = "01890000-0000-7000-8000-000000000001";
const DAYS_BACK = [8, 29, 50, 71];

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.databaseUrl });
  await client.connect();
  for (const days of DAYS_BACK) {
    await client.query(`select ensure_partitions(now() - interval '${days} days', 12)`);
  }
  // A delivery and its click on each day: the search must choose, not only find.
  await client.query(
    `insert into delivery (campaign_id, id, creative_version, clicked_at)
     select $1, uuid_floor(now() - d * interval '1 day' - interval '3 hours'), 1,
       now() - d * interval '1 day'
     from generate_series(2, 78) d`,
    [CAMPAIGN],
  );
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

interface Looked {
  readonly delivery: string | null;
  readonly reason: number;
  /** Partitions that were read, by name. */
  readonly partitions: string[];
}

/** How often each partition was read, counting also what the statistics do not show yet. */
async function countReads(): Promise<Map<string, number>> {
  const { rows } = await client.query<{ name: string; reads: number }>(
    `select relname as name, (coalesce(idx_scan, 0) + seq_scan)::integer as reads
     from pg_stat_xact_user_tables
     where relname like 'delivery_2%'`,
  );
  return new Map(rows.map(({ name, reads }) => [name, reads]));
}

/** Finds the touch of a conversion without ids, as settlement does, and says what that read. */
async function findTouch(clickDays: number, contextHours: number): Promise<Looked> {
  await client.query("begin");
  await client.query("set local plan_cache_mode = force_generic_plan; set enable_seqscan = off");
  const before = await countReads();
  const event = {
    campaign_id: CAMPAIGN,
    click_window: `${clickDays} days`,
    context_window: `${contextHours} hours`,
  };
  const found = await client.query<{ delivery: string | null; reason: number }>(
    `select t.delivery_id as delivery, t.reason
     from find_touch(jsonb_populate_record(null::reported_event, $1), now()) t`,
    [event],
  );
  const after = await countReads();
  await client.query("rollback");
  const [row] = found.rows;
  return {
    delivery: row?.delivery ?? null,
    reason: row?.reason ?? -1,
    partitions: [...after.keys()].filter((name) => after.get(name) !== before.get(name)),
  };
}

test("a conversion without ids finds its click in the partitions of its window alone", async () => {
  const { delivery, partitions } = await findTouch(7, 24);
  const { rows } = await client.query<{ id: string }>(
    "select id from delivery where clicked_at = (select max(clicked_at) from delivery)",
  );
  expect(delivery).toBe(rows[0]?.id);
  expect(partitions.length).toBeGreaterThan(0);
  expect(partitions.length).toBeLessThanOrEqual(11);
});

test("what lies before its window is neither read nor found", async () => {
  const { delivery, reason, partitions } = await findTouch(1, 24);
  const { rows } = await client.query<{ code: number }>(
    "select event_reason('not_delivered') as code",
  );
  expect({ delivery, reason }).toEqual({ delivery: null, reason: rows[0]?.code });
  expect(partitions.length).toBeLessThanOrEqual(5);
});
