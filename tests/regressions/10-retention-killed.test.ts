import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../setup/database.ts";

const DAYS = 3;
const EVENTS_A_DAY = 20_000;
const POSTBACKS = 30_000;

let database: TestDatabase;
let client: pg.Client;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "placard-killed-"));
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.databaseUrl });
  await client.connect();
  await client.query("select ensure_partitions(now() - interval '500 days', $1)", [DAYS]);
  await client.query(
    `insert into event (
       campaign_id, id, batch_id, kind, reason, quantity, counted, charged, is_verified
     )
     select gen_random_uuid(), id, id, 1, 0, 1, 1, 1, false
     from generate_series(1, $1 * $2::integer) n
     cross join lateral (
       select overlay(
         gen_random_uuid()::text placing left(uuid_floor(
           now() - interval '500 days' + n * interval '1 day' / $2::integer
         )::text, 13) from 1
       )::uuid as id
     ) u`,
    [DAYS, EVENTS_A_DAY],
  );
  await client.query(
    `insert into postback_attempt (
       id, endpoint_id, event_id, type, attempt, status, duration_ms, created_at
     )
     select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'click.recorded', 1,
       'success', 5, now() - n * interval '1 minute' - interval '91 days'
     from generate_series(1, ${POSTBACKS}) n`,
  );
});
afterAll(async () => {
  await client.end();
  await database.drop();
  await rm(directory, { recursive: true });
});

type Moment = () => Promise<boolean>;
const count = async (text: string): Promise<number> => {
  const { rows } = await client.query<{ n: number }>(`select count(*)::integer as n from ${text}`);
  return rows[0]?.n ?? 0;
};
const isThere = async (pattern: RegExp) =>
  (await readdir(directory)).some((name) => pattern.test(name));
/** Each lies behind another step of a run. */
const MOMENTS: Readonly<Record<string, Moment>> = {
  "a partition is closed": async () => (await count("archive_file")) > 0,
  "a partition is detached": async () =>
    (await count(`archive_file f where to_regclass(f.name) is not null
      and not exists (select from pg_inherits where inhrelid = to_regclass(f.name))`)) > 0,
  "a partition is being exported": () => isThere(/^event_.*\.tmp$/),
  "a partition is gone": async () => (await count("archive_file where rows > 0")) > 0,
  "old rows are being exported": () => isThere(/^postback_attempt_.*\.tmp$/),
  "old rows have their file": () => isThere(/^postback_attempt_.*\.gz$/),
};

/** Runs the operator's command, and kills it at a moment. Says whether it came to its end. */
async function retain(moment?: Moment): Promise<boolean> {
  const run = spawn(process.execPath, ["local/operator.ts", "retention", "run"], {
    env: { ...process.env, DATABASE_URL: database.databaseUrl, RETENTION_DIR: directory },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise<number | null>((resolve) => run.once("exit", resolve));
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  while (moment !== undefined && !isOver && !(await moment())) await delay(5);
  if (moment !== undefined) run.kill("SIGKILL");
  return (await ended) === 0;
}

test("a run that is killed at any step loses and doubles nothing", {
  timeout: 120_000,
}, async () => {
  const killed: string[] = [];
  for (const [name, moment] of Object.entries(MOMENTS)) {
    if (!(await retain(moment))) killed.push(name);
  }
  expect(killed.length).toBeGreaterThanOrEqual(4);
  // A killed process may hold its locks for a moment longer.
  await expect.poll(() => retain(), { timeout: 60_000 }).toBe(true);
  await retain();

  expect(await count("event")).toBe(0);
  expect(await count("postback_attempt")).toBe(0);
  expect(await count("archive_file where archived_at is null")).toBe(0);
  for (const [source, expected] of [
    ["event", DAYS * EVENTS_A_DAY],
    ["postback_attempt", POSTBACKS],
  ] as const) {
    const { rows } = await client.query<{ name: string }>(
      "select name from archive_file where source = $1 and rows > 0",
      [source],
    );
    const lines = new Set<string>();
    let written = 0;
    for (const { name } of rows) {
      const text = await promisify(gunzip)(await readFile(join(directory, `${name}.csv.gz`)));
      const [, ...data] = text.toString("utf8").trimEnd().split("\n");
      for (const line of data) lines.add(line);
      written += data.length;
    }
    expect([written, lines.size], source).toEqual([expected, expected]);
  }
  const { rows: sums } = await client.query<{ events: string }>(
    "select sum(events) as events from closing_balance",
  );
  expect(sums).toEqual([{ events: String(DAYS * EVENTS_A_DAY) }]);
});
