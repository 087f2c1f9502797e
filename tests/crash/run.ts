import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import { freePort } from "../../local/free-port.ts";
import type { Queryable } from "../../server/src/core/db.ts";
import { migrate } from "../../server/src/core/migrate.ts";
import { verifyLedger } from "../../server/src/domain/ledger/index.ts";
import { openMarket } from "../bench/support/market.ts";
import { makeTestFolder, removeTestFolder } from "../setup/postgres.ts";
import { checkBooks, type Finding } from "./books.ts";
import { canMount } from "./disk.ts";
import { type ServedExchange, serveExchange } from "./exchange.ts";
import type { FaultKind, Scene } from "./faults.ts";
import { type FaultCounts, injectFaults, type ToldFault } from "./inject.ts";
import { type Case, judge, none, type Verdict } from "./judge.ts";
import { type LoadOrder, type LoadReport, startLoad } from "./load-process.ts";
import { at, type Booked, STANDING, unitMicrosOf, wantedMarket } from "./market.ts";
import type { Target } from "./messages.ts";
import { type DatabaseNode, makeNode, waitForRow, withClient } from "./node.ts";
import { startProxy } from "./proxy.ts";
import { createRandom } from "./random.ts";
import { endingsFor } from "./script.ts";

export interface CrashOptions {
  /** It takes longer when not every kind of fault has happened by then. */
  readonly seconds: number;
  readonly clients: number;
  readonly seed: number;
  /** Which faults happen; those that need root are left out without it, and said to be. */
  readonly kinds: readonly FaultKind[];
  /** The longest rest between two faults. */
  readonly pauseMaxMs: number;
  /** The load goes no faster on the whole. */
  readonly eventsPerSecond: number;
  /**
   * Repeated ids and ended campaigns send the whole batch they are in down the slow path, so a long
   * run has fewer of them for each event, and still more of them.
   */
  readonly oddOneIn: number;
  readonly stretchBits: number;
  /** A server that is wrong on purpose, in place of the exchange: the judge has to notice. */
  readonly server?: "early-ack" | "doubling";
  /** Told of each fault when it is over. */
  tell(fault: ToldFault): void;
}

export interface CrashReport {
  readonly findings: readonly Finding[];
  readonly verdict: Verdict;
  readonly load: LoadReport;
  readonly faults: FaultCounts;
  /** Differences that `ledger verify` lists. */
  readonly differences: number;
  readonly verifySeconds: number;
  /** Kinds that could not be run here. */
  readonly leftOut: readonly FaultKind[];
}

const DAY_MS = 86_400_000;
/** Nothing is hurt in the last moments, so that the load ends on a server that works. */
const QUIET_SECONDS = 2;
const NEEDS_ROOT: readonly FaultKind[] = ["disk of the log full"];
/** Copying the database takes longer the more there is of it. */
const RARE = {
  kinds: ["failover to the standby", "failover after cancelled waits"] satisfies FaultKind[],
  everyRounds: 6,
};

/** The primary of the moment. */
interface Database {
  readonly node: Pick<DatabaseNode, "url">;
}

/** One crash test from an empty folder to its verdict. */
export async function runCrash(options: CrashOptions): Promise<CrashReport> {
  const wantsDisk = options.kinds.some((kind) => NEEDS_ROOT.includes(kind));
  const hasSmallDisk = wantsDisk && (await canMount());
  const kinds = options.kinds.filter((kind) => hasSmallDisk || !NEEDS_ROOT.includes(kind));
  const leftOut = options.kinds.filter((kind) => !kinds.includes(kind));
  // A failover puts another database in this place.
  const database: Scene["database"] = { node: await makeNode({ hasSmallDisk }) };
  const folder = await makeTestFolder();
  const undo: (() => Promise<void> | void)[] = [
    () => removeTestFolder(folder),
    () => database.node.remove(),
  ];
  try {
    const run = runOn(database, { ...options, kinds }, { folder, undo });
    return { ...(await Promise.race([run, interruption()])), leftOut };
  } finally {
    for (const step of undo.reverse()) await step();
  }
}

async function runOn(
  database: Scene["database"],
  options: CrashOptions,
  { folder, undo }: { folder: string; undo: (() => Promise<void> | void)[] },
): Promise<Omit<CrashReport, "leftOut">> {
  await migrate({ databaseUrl: database.node.url() });
  const proxy = await startProxy(database.node.port);
  undo.push(() => proxy.close());
  const exchange = await serveExchange({
    databaseUrl: withPort(database.node.url(), proxy.port),
    port: await freePort(),
    entry: fileURLToPath(new URL(`servers/${options.server ?? "honest"}.ts`, import.meta.url)),
  });
  undo.push(() => exchange.stop());
  const { booked, order } = await prepareLoad({ exchange, database, options, folder });
  const startedAtMs = Date.now();
  const load = startLoad(order);
  undo.push(() => load.stop());
  const scene: Scene = { exchange, load, proxy, random: createRandom(options.seed), database };
  const faults = await underFaults(scene, options);
  const report = await load.done;
  const days = daysSince(startedAtMs);
  const outcomes = new Uint8Array(readFileSync(order.outcomesPath));
  const known = { script: order.script, booked, outcomes, load: report, days };
  return { ...(await verdictOf(scene, known)), load: report, faults };
}

/** Calendar days (UTC) from then until now. */
export function daysSince(startedAtMs: number): number {
  return 1 + Math.floor(Date.now() / DAY_MS) - Math.floor(startedAtMs / DAY_MS);
}

/** Rejects when the run is told to end, so that it still takes down what it put up. */
export function interruption(): Promise<never> {
  return new Promise((_, reject) => {
    for (const name of ["SIGINT", "SIGTERM"]) {
      process.once(name, () => reject(new Error(`The run was ended by ${name}.`)));
    }
  });
}

/** When the load breaks, the faults need not go on. */
async function underFaults(scene: Scene, options: CrashOptions): Promise<FaultCounts> {
  const { kinds, seconds, pauseMaxMs, tell } = options;
  const random = createRandom(options.seed + 1);
  const faults = async () => {
    const hurt = { scene, kinds, random, rare: RARE, seconds: seconds - QUIET_SECONDS };
    const counts = await injectFaults({ ...hurt, pauseMaxMs, tell });
    await sleep(QUIET_SECONDS * 1_000);
    scene.load.finish();
    return counts;
  };
  const [counts] = await Promise.all([faults(), scene.load.done]);
  return counts;
}

/** Books the market and describes the load on it. */
export async function prepareLoad(run: {
  exchange: Pick<ServedExchange, "baseUrl">;
  database: Database;
  options: Pick<
    CrashOptions,
    "seconds" | "clients" | "eventsPerSecond" | "oddOneIn" | "stretchBits" | "seed"
  >;
  folder: string;
}): Promise<{ booked: readonly Booked[]; order: LoadOrder }> {
  const { exchange, database, options, folder } = run;
  const { seconds, clients, eventsPerSecond, oddOneIn, stretchBits, seed } = options;
  const endings = endingsFor(seconds * eventsPerSecond, stretchBits);
  const wanted = wantedMarket(endings);
  const databaseUrl = database.node.url();
  const { baseUrl } = exchange;
  const { campaigns, publisherKey: key } = await openMarket({ baseUrl, databaseUrl, wanted });
  const isEnding = (place: number) => place >= STANDING.length;
  const booked = campaigns.map(({ campaignId }, place): Booked => {
    return { ...at(wanted, place), campaignId, isEnding: isEnding(place) };
  });
  const targets = campaigns.map((facts, place): Target => {
    return { ...facts, unitMicros: unitMicrosOf(at(wanted, place)), isEnding: isEnding(place) };
  });
  const port = Number(new URL(baseUrl).port);
  const script = { seed, startMs: Date.now(), stretchBits, endings };
  const outcomesPath = join(folder, "outcomes");
  const pace = { clients, eventsPerSecond, oddOneIn };
  return { booked, order: { script, targets, port, key, ...pace, outcomesPath } };
}

/** The books, the ledger checks and what the clients were told against what is there. */
export async function verdictOf(
  { exchange, database }: { exchange: Pick<ServedExchange, "endedAlone">; database: Database },
  known: Case,
): Promise<Pick<CrashReport, "findings" | "verdict" | "differences" | "verifySeconds">> {
  const databaseUrl = database.node.url();
  await waitForRow(databaseUrl, NOBODY_SETTLES);
  return withClient(databaseUrl, async (client) => {
    const verdict = await judge(client, known);
    const books = await checkBooks(client);
    const beganMs = performance.now();
    const verifications = await verifyLedger(queryableOf(client));
    const verifySeconds = (performance.now() - beganMs) / 1_000;
    const differences = verifications.reduce((sum, { findings }) => sum + findings.length, 0);
    const first = verifications.find(({ findings }) => findings.length > 0);
    const problem =
      first === undefined
        ? null
        : `${differences} differences, such as ${JSON.stringify([first.check, first.findings[0]])}`;
    const findings = [
      ...verdict.findings,
      ...books,
      { name: "ledger verify finds no difference", problem },
      none("the exchange never ends by itself", exchange.endedAlone()),
    ];
    return { findings, verdict, differences, verifySeconds };
  });
}

/** Whether the judge found the loss that acknowledging before COMMIT must cause. */
export function foundLoss({ verdict }: CrashReport): boolean {
  return verdict.lost > 0;
}

/** Whether it found what must be booked twice when a repeated settlement gets new ids. */
export function foundDoubles({ verdict }: CrashReport): boolean {
  return verdict.doubled > 0;
}

function withPort(databaseUrl: string, port: number): string {
  const url = new URL(databaseUrl);
  url.port = String(port);
  return url.href;
}

function queryableOf(client: pg.Client): Queryable {
  return {
    async query(statement, values = statement.values ?? []) {
      const { rows } = await client.query({ ...statement, values: [...values] });
      return rows;
    },
  };
}

/** Requests that were cut off may still be settling. */
const NOBODY_SETTLES = `select 1
  where not exists (
    select 1 from pg_stat_activity
    where backend_type = 'client backend' and state <> 'idle' and pid <> pg_backend_pid()
      and query like '%settle_%'
  )`;
