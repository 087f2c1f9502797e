import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import type { EmbeddedPostgres } from "../../server/src/core/embedded-postgres/index.ts";
import { freePort } from "../../server/src/core/embedded-postgres/postmaster.ts";
import { migrate } from "../../server/src/core/migrate.ts";
import { openMarket, type Wanted } from "../bench/support/market.ts";
import { startWorker } from "../bench/support/worker.ts";
import { makeTestFolder, removeTestFolder, startTestPostgres } from "../setup/postgres.ts";
import { checkBooks, type Finding } from "./books.ts";
import { injectFaults, type ServedExchange, serveExchange } from "./faults.ts";
import { atLeast, type Booked, judge } from "./judge.ts";
import type { LoadOrder } from "./load.ts";
import { readLog } from "./log.ts";
import { createRandom } from "./random.ts";

export interface CrashOptions {
  readonly seconds: number;
  readonly clients: number;
  readonly seed: number;
  /** The server acknowledges before it commits: the judge has to notice. */
  readonly isEarly: boolean;
}

const LOST = "no acknowledged event is lost";
const DAY_MS = 86_400_000;

/** Every unit that is billed by its report, each with money to spare and with little of it. */
const wanted: readonly Wanted[] = [
  { adUnitType: "cpm", budgetCredits: 1_000_000 },
  { adUnitType: "cpm", budgetCredits: 1_000_000 },
  { adUnitType: "cpm", budgetCredits: 333 },
  { adUnitType: "cpm", budgetCredits: 1_000_000, dailyCapCredits: 250 },
  { adUnitType: "cpc", budgetCredits: 10_000_000 },
  { adUnitType: "cpc", budgetCredits: 10_010 },
  { adUnitType: "cpia", budgetCredits: 10_000_000 },
  { adUnitType: "cpia", budgetCredits: 1_000 },
  { adUnitType: "cpr", budgetCredits: 10_000_000 },
  { adUnitType: "cpr", budgetCredits: 5_005 },
];

export interface CrashReport {
  readonly findings: readonly Finding[];
  readonly summary: string;
}

/** One crash test from an empty folder to its verdict. */
export async function runCrash(options: CrashOptions): Promise<CrashReport> {
  const postgres = await startTestPostgres({ isDurable: true });
  const { embedded } = postgres;
  if (embedded === null) throw new Error("The crash test kills its own PostgreSQL alone.");
  const folder = await makeTestFolder();
  try {
    return await runOn(embedded, join(folder, "events.log"), options);
  } finally {
    await postgres.stop();
    await removeTestFolder(folder);
  }
}

async function runOn(
  postgres: EmbeddedPostgres,
  logPath: string,
  options: CrashOptions,
): Promise<CrashReport> {
  const databaseUrl = postgres.databaseUrl();
  await migrate({ databaseUrl });
  const exchange = await serveExchange({
    databaseUrl,
    port: await freePort(),
    ...(options.isEarly
      ? { entry: fileURLToPath(new URL("early-ack-server.ts", import.meta.url)) }
      : {}),
  });
  try {
    return await underLoad({ exchange, postgres, logPath, options });
  } finally {
    await exchange.stop();
  }
}

async function underLoad(run: {
  exchange: ServedExchange;
  postgres: EmbeddedPostgres;
  logPath: string;
  options: CrashOptions;
}): Promise<CrashReport> {
  const { exchange, postgres, logPath, options } = run;
  const { seconds, clients, seed } = options;
  const startedAtMs = Date.now();
  const databaseUrl = postgres.databaseUrl();
  const { baseUrl } = exchange;
  const market = await openMarket({ baseUrl, databaseUrl, wanted });
  const { campaigns, publisherKey: key } = market;
  const load = startWorker<LoadOrder, null>(new URL("load.ts", import.meta.url));
  try {
    const random = createRandom(seed);
    const [, faults] = await Promise.all([
      load.ask({ baseUrl, key, campaigns, logPath, seconds, clients, seed }),
      injectFaults({ exchange, postgres, random, seconds }),
    ]);
    const days = 1 + Math.floor(Date.now() / DAY_MS) - Math.floor(startedAtMs / DAY_MS);
    const booked = campaigns.map(
      ({ campaignId }, index): Booked => ({ ...requireAt(wanted, index), campaignId }),
    );
    await settled(databaseUrl);
    const sent = await readLog(logPath);
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      const findings = [
        ...(await judge(client, sent, { booked, days })),
        ...(await checkBooks(client)),
        atLeast("the exchange was killed", faults.serverKills, killsWanted(seconds)),
        atLeast("PostgreSQL was killed", faults.postgresKills, killsWanted(seconds)),
        atLeast("events were sent", sent.size, seconds * 20),
      ];
      const answers = [...sent.values()].reduce((sum, one) => sum + one.acknowledged.length, 0);
      const { serverKills, postgresKills } = faults;
      const summary =
        `${sent.size} events sent, ${answers} acknowledgements, ${serverKills} kills of the ` +
        `exchange, ${postgresKills} of PostgreSQL, ${clients} clients, seed ${seed}`;
      return { findings, summary };
    } finally {
      await client.end();
    }
  } finally {
    load.stop();
  }
}

/** Whether the judge found the loss that acknowledging before COMMIT must cause. */
export function foundLoss(report: CrashReport): boolean {
  return report.findings.some(({ name, problem }) => name === LOST && problem !== null);
}

function killsWanted(seconds: number): number {
  return Math.max(1, Math.floor(seconds / 20));
}

function requireAt<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new RangeError(`There is no item ${index}.`);
  return item;
}

const SETTLED_TRIES = 100;
const SETTLED_POLL_MS = 50;

/** Requests that were cut off may still be settling: waits until nobody else runs a statement. */
async function settled(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (let tries = 0; tries < SETTLED_TRIES; tries += 1) {
      const { rowCount } = await client.query(
        `select 1 from pg_stat_activity
         where backend_type = 'client backend' and state <> 'idle' and pid <> pg_backend_pid()
           and query like '%settle_%'`,
      );
      if (rowCount === 0) return;
      await sleep(SETTLED_POLL_MS);
    }
  } finally {
    await client.end();
  }
}
