import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type pg from "pg";
import { SIGNING_KEYS } from "../bench/support/exchange-process.ts";
import { standing, startDatabase, startServer } from "../bench/support/rig.ts";
import { readCpu, type Used } from "./sweeps/cpu.ts";
import { addMarket, SETTLE } from "./sweeps/market.ts";

/**
 * `npm run prove -- sweeps`: 10,000 active campaigns, idle and with a trickle of billed events,
 * cost less than a tenth of one core in sweeps, maturity, reports and checks, Node and PostgreSQL
 * together. The settlement of the events is not counted.
 */
const { values } = parseArgs({
  options: {
    campaigns: { type: "string", default: "10000" },
    seconds: { type: "string", default: "120" },
    events: { type: "string", default: "50" },
  },
});
const CAMPAIGNS = Number(values.campaigns);
const SECONDS = Number(values.seconds);
const EVENTS_PER_SECOND = Number(values.events);
const SHARE_MAX = 0.1;
const PAST_PER_ACTIVE = 10;
const SETTLED_AT_ONCE = 500;
const SWEPT_WITHIN_MS = 90_000;
const WORK = fileURLToPath(new URL("../../server/src/work.ts", import.meta.url));

/** $2 earnings fall due over $1 seconds. */
const DUE = `update earning e
  set matures_at = now() + make_interval(secs => $1::float8 * d.place / $2::float8),
    late_until = null
  from (
    select campaign_id, id, row_number() over (order by id) as place from earning limit $2
  ) d
  where e.campaign_id = d.campaign_id and e.id = d.id`;

const results: boolean[] = [];
const rig = await standing(async (later) => {
  const { databaseUrl, client } = await startDatabase(later);
  await addMarket(client, { active: CAMPAIGNS, past: CAMPAIGNS * PAST_PER_ACTIVE });
  // Without the demo's exception for unproven publishers.
  const env = { DEMO: "1", UNPROVEN_DAY_CREDITS: "2000" };
  const serve = await startServer(later, { databaseUrl, env });
  const work = startWork({ ...env, DATABASE_URL: databaseUrl, SIGNING_KEYS });
  later(() => void work.kill("SIGTERM"));
  const { rows } = await client.query<{ id: string }>(
    "select campaign_id as id from campaign_book where status = 'active'",
  );
  return { client, pids: { serve: serve.pid, work: work.pid ?? 0 }, ids: rows.map(({ id }) => id) };
});
try {
  await untilQuiet(rig.client);
  await measure("idle", () => sleep(SECONDS * 1_000));
  for (let at = 0; at < rig.ids.length; at += SETTLED_AT_ONCE) {
    await rig.client.query(SETTLE, [rig.ids.slice(at, at + SETTLED_AT_ONCE)]);
  }
  await untilSwept(rig.client);
  // As many earnings fall due as arise.
  await rig.client.query(DUE, [SECONDS, SECONDS * EVENTS_PER_SECOND]);
  await untilQuiet(rig.client);
  await measure(`${EVENTS_PER_SECOND} events/s`, trickle);
  await untilSwept(rig.client);
  const { rows } = await rig.client.query<{ count: string }>(
    "select count(*) from earning where status = 'matured'",
  );
  const matured = Number(rows[0]?.count);
  check(
    `${matured} earnings matured`,
    matured > 0.9 * Math.min(CAMPAIGNS, SECONDS * EVENTS_PER_SECOND),
  );
} finally {
  await rig.close();
}
const failed = results.filter((holds) => !holds).length;
process.stdout.write(`${results.length - failed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;

function check(what: string, holds: boolean): void {
  results.push(holds);
  process.stdout.write(`${holds ? "ok  " : "FAIL"} ${what}\n`);
}

function startWork(env: Readonly<Record<string, string>>): ChildProcess {
  return spawn(process.execPath, [WORK], {
    env: { ...process.env, NODE_ENV: "production", LOG_LEVEL: "warn", ...env },
    stdio: ["ignore", "inherit", "inherit"],
  });
}

/** Counts everything but this program's own connection, which settles the events. */
async function measure(name: string, during: () => Promise<unknown>): Promise<void> {
  const before = await readCpu(rig.client, rig.pids);
  const startedAt = performance.now();
  await during();
  const seconds = (performance.now() - startedAt) / 1_000;
  const shares = sharesOf(before, await readCpu(rig.client, rig.pids), seconds);
  shares.delete("test");
  const sum = [...shares.values()].reduce((total, share) => total + share, 0);
  const percent = (share: number) => `${(share * 100).toFixed(2)} %`;
  const parts = [...shares].filter(([, share]) => share > 0.0005).sort(([, a], [, b]) => b - a);
  const list = parts.map(([part, share]) => `${part} ${percent(share)}`).join(", ");
  check(`${CAMPAIGNS} campaigns, ${name}: ${percent(sum)} of a core (${list})`, sum < SHARE_MAX);
}

/** What a backend used before it ended moves from its name to `other`. */
function sharesOf(before: Used, after: Used, seconds: number): Map<string, number> {
  const names = new Set([...before.keys(), ...after.keys()]);
  const usedBy = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
  return new Map([...names].map((name) => [name, usedBy(name) / seconds]));
}

/** Every campaign has the same chance at every moment. */
async function trickle(): Promise<void> {
  const until = performance.now() + SECONDS * 1_000;
  for (let nextAt = performance.now(); nextAt < until; nextAt += 1_000) {
    await sleep(Math.max(0, nextAt - performance.now()));
    const chosen = Array.from(
      { length: EVENTS_PER_SECOND },
      () => rig.ids[Math.floor(Math.random() * rig.ids.length)],
    );
    await rig.client.query(SETTLE, [[...new Set(chosen)]]);
  }
}

async function untilSwept(client: pg.Client): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += 1_000) {
    const { rows } = await client.query<{ count: string }>(
      "select count(*) from campaign_book where earned > swept_earned",
    );
    if (rows[0]?.count === "0") return;
    if (waitedMs > SWEPT_WITHIN_MS) throw new Error(`${rows[0]?.count} campaigns are not swept.`);
    await sleep(1_000);
  }
}

/** The first verification reads the whole market, and starting is not what is measured. */
async function untilQuiet(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ at: Date }>("select now() as at");
  for (;;) {
    const run = await client.query("select from recon_run where started_at > $1", [rows[0]?.at]);
    if (run.rowCount !== 0) return;
    await sleep(1_000);
  }
}
