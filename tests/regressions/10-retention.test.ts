import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "../../server/src/core/db.ts";
import { silentLogger } from "../../server/src/core/log.ts";
import { copy } from "../../server/src/core/pg-copy.ts";
import { sweepNew } from "../../server/src/domain/ledger/index.ts";
import { rollUp } from "../../server/src/domain/reports/index.ts";
import {
  planRetention,
  RETENTION_LANE,
  runRetention,
} from "../../server/src/domain/retention/index.ts";
import { type Ledger, openLedger } from "../integration/domain/ledger/verify-market.ts";
import { bookPair, DAY_MS, type Pair } from "../integration/tools/market.ts";

const DAYS = { events: 400, postbackLog: 90, texts: 730 };

let ledger: Ledger;
let owner: Database;
let directory: string;
let late: Pair;
/** What the first run was expected to remove, and what reports said before it. */
let planned: Awaited<ReturnType<typeof planRetention>>;
let reported: unknown;
let first: Awaited<ReturnType<typeof runRetention>>;

const sql = (text: string, values?: unknown[]) => ledger.market.sql(text, values);
const now = () => ledger.market.clock.now();

async function retain(more: Partial<Parameters<typeof runRetention>[0]> = {}) {
  const deps = { db: owner, directory, days: DAYS, now: now(), logger: silentLogger };
  return runRetention({ ...deps, ...more });
}

/** The days with the earliest events, whose rows go. */
async function reportOf({ advertiser }: Pair): Promise<unknown> {
  const from = new Date(now().getTime() - 480 * DAY_MS).toISOString().slice(0, 10);
  const to = now().toISOString().slice(0, 10);
  const args = { from: `${from}T00:00:00Z`, to: `${to}T00:00:00Z`, period: "monthly" };
  const { status, body } = await ledger.market.call("get_advertiser_report", args, advertiser.key);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "placard-archive-"));
  ledger = await openLedger();
  const { market } = ledger;
  owner = openDatabase({
    connectionString: market.databaseUrl,
    connections: 1,
    logger: silentLogger,
    ...RETENTION_LANE,
  });
  await ledger.run();
  await market.travel(430 * DAY_MS);
  late = await bookPair(market, "cpc");
  await late.deliver();
  await late.report("report_click");
  await market.travel(10 * DAY_MS);
  await sql(
    `insert into ticket (id, agent_id, kind, severity, content, created_at)
     select gen_random_uuid(), a.id, 'bug', 'low', '{"text": "old\\nand \\"quoted\\""}',
       $1::timestamptz - d * interval '1 day'
     from (select id from agent limit 1) a, (values (731), (729)) as t (d)`,
    [now()],
  );
  // Journal rows that are not swept and rolled up are kept.
  await sweepNew(market.exchange.db, { ids: market.exchange.services.ids, now: now() });
  await rollUp(market.exchange.db, now());
  reported = await reportOf(ledger.clicks);
  planned = await planRetention({ db: owner, days: DAYS, now: now() });
  first = await retain();
});
afterAll(async () => {
  await owner.close();
  await ledger.close();
  await rm(directory, { recursive: true });
});

test("what is older than its age is exported and gone, the rest stays", async () => {
  const names = first.archived.map(({ name }) => name);
  for (const source of ["event", "delivery", "journal", "session_charge", "ticket"]) {
    expect(
      names.filter((name) => name.startsWith(`${source}_`)),
      source,
    ).not.toEqual([]);
  }
  expect(first.delayed).toEqual([]);
  expect(planned.partitions.filter((name) => !names.includes(name))).toEqual([]);
  expect(planned.rows).toMatchObject({ ticket: 1 });
  const [left] = await sql(
    `select (select count(*)::integer from event) as events,
       (select count(*)::integer from event where id < uuid_floor($1)) as old_events,
       (select count(*)::integer from ticket) as tickets`,
    [new Date(now().getTime() - 401 * DAY_MS)],
  );
  expect(left).toEqual({ events: 1, old_events: 0, tickets: 1 });
  expect(await retain()).toEqual({ archived: [], delayed: [] });
});

test("the books are proven from closing balances and what remains", async () => {
  expect(await ledger.differing()).toEqual({});
  expect(await ledger.newlyFound("select 1")).toEqual({});
  expect((await ledger.run())?.findings).toBe(0);
  await late.deliver();
  await late.report("report_click");
  expect(await ledger.run()).toMatchObject({ findings: 0, checked: { batches: 1 } });
});

// A wrong number of any kind of row differs from the other side's.
test.each([
  ["charged = charged + 1", "kind = 0", ["books", "closing_balances"]],
  ["earned = earned + 1", "kind = 0", ["books"]],
  ["charged = charged + 1", "kind = 2", ["closing_balances"]],
  ["units = units - 1", "kind = 1", ["closing_balances"]],
  ["counted_events = 0", "counted_events > 0", ["coupons"]],
])("a closing balance with %s where %s is found", async (change, rows, checks) => {
  const found = await ledger.differing(`update closing_balance set ${change} where ${rows}`);
  expect(Object.keys(found).sort()).toEqual(checks);
});

test("no later row escapes the checks because older ones are archived", async () => {
  const found = await ledger.differing("update event set charged = charged + 1");
  expect(Object.keys(found)).toEqual(["journal"]);
});

test("reports of archived days answer as before, from the rollups", async () => {
  expect(await reportOf(ledger.clicks)).toEqual(reported);
});

test("rollups are built again from what remains, and keep what is archived", async () => {
  const of = [ledger.clicks, late];
  const before = await Promise.all(of.map(reportOf));
  await sql("update report_cursor set cluster = 0");
  await rollUp(ledger.market.exchange.db, now());
  expect(await sql("select cluster = cluster_identifier() as ok from report_cursor")).toEqual([
    { ok: true },
  ]);
  expect(await Promise.all(of.map(reportOf))).toEqual(before);
  expect(await ledger.differing()).toEqual({});
});

test("a conversion that names an archived delivery harms nobody", async () => {
  const [archived] = await sql(
    "select to_jsonb(c) as touch from (select 1) o, find_touch(jsonb_populate_record(" +
      "null::reported_event, $1), $2) c",
    [
      {
        campaign_id: late.uuid,
        delivery_id: "01890000-0000-7000-8000-000000000001",
        click_window: "7 days",
        context_window: "24 hours",
      },
      now(),
    ],
  );
  const [reason] = await sql("select event_reason('outside_window') as code");
  expect(archived?.touch).toMatchObject({ delivery_id: null, reason: reason?.code });
});

test("a file is what its row says, and can be read back", async () => {
  const files = await sql(
    "select name, rows::integer, bytes::integer, sha256, source from archive_file where rows > 0",
  );
  const client = new pg.Client({ connectionString: ledger.market.databaseUrl });
  await client.connect();
  for (const { name, bytes, sha256, source, rows } of files) {
    const packed = await readFile(join(directory, `${name}.csv.gz`));
    const hash = createHash("sha256").update(packed).digest("hex");
    expect({ bytes: packed.length, hash }).toEqual({ bytes, hash: sha256 });
    await client.query(`create temp table read_back (like ${source})`);
    const plain = await promisify(gunzip)(packed);
    await copy(client, "copy read_back from stdin with (format csv, header)", plain);
    const { rows: counted } = await client.query("select count(*)::integer as n from read_back");
    expect(counted, String(name)).toEqual([{ n: rows }]);
    await client.query("drop table read_back");
  }
  await client.end();
});

const hasPsql = spawnSync("psql", ["--version"]).status === 0;
test.runIf(hasPsql)("the commands of the documentation read a file back", async () => {
  const document = await readFile("server/docs/operations.md", "utf8");
  const [, commands = ""] = /```sh\n(psql [\s\S]*?archive[\s\S]*?)```/.exec(document) ?? [];
  expect(commands).toContain("archive/event_20261123.csv.gz");
  const [file] = await sql(
    "select name, rows from archive_file where source = 'event' and rows > 0",
  );
  const script = commands.replace("archive/event_20261123", join(directory, String(file?.name)));
  const env = { ...process.env, DATABASE_URL: ledger.market.databaseUrl };
  execFileSync("sh", ["-ec", script], { env });
  expect(await sql("select count(*) as rows from old_event")).toEqual([{ rows: file?.rows }]);
});

test("a run waits for nobody, and nobody for a run", { timeout: 60_000 }, async () => {
  const { market } = ledger;
  await late.deliver();
  await late.report("report_click");
  await market.travel(420 * DAY_MS);
  await sweepNew(market.exchange.db, { ids: market.exchange.services.ids, now: now() });
  await rollUp(market.exchange.db, now());
  const next = await bookPair(market, "cpc");
  const reader = new pg.Client({ connectionString: market.databaseUrl });
  await reader.connect();
  // A verification in an older snapshot still counts with the rows of the table.
  await reader.query("begin isolation level repeatable read; select count(*) from campaign");
  const behindSnapshot = await retain();
  expect(behindSnapshot.archived.filter(({ name }) => name.startsWith("event"))).toEqual([]);
  expect((await reader.query("select count(*)::integer as n from event")).rows[0]?.n).toBe(3);
  await reader.query("commit; begin; select count(*) from event");
  const running = retain();
  await next.deliver();
  await next.report("report_click");
  const behindReader = await running;
  expect(behindReader.delayed.filter((name) => name.startsWith("event"))).not.toEqual([]);
  await next.deliver();
  await next.report("report_click");
  await reader.query("commit");
  await reader.end();
  expect((await retain()).delayed).toEqual([]);
  expect(await sql("select count(*)::integer as n from event")).toEqual([{ n: 2 }]);
  expect(await ledger.differing()).toEqual({});
  expect((await ledger.run())?.findings).toBe(0);
});
