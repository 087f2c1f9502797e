import { setTimeout as sleep } from "node:timers/promises";
import type { Generation } from "../../../server/src/domain/catalog/generation.ts";
import type { BenchOptions, BenchResult } from "../bench.ts";
import { machineSettings } from "../support/rig.ts";
import { mean, median, quantile, rounded } from "../support/statistics.ts";
import { startWorker } from "../support/worker.ts";
import { rebuild } from "./boot.ts";
import {
  askOurs,
  askPostgres,
  runClosedLoop,
  type Throughput,
  timeOurs,
  timeQueries,
} from "./engine.ts";
import type { MemoryOrder, MemoryResult } from "./messages.ts";
import { CLIENTS, openRig, type Rig, SETTING_NAMES } from "./rig.ts";

/** How much of everything: a full run supports claims, a quick one shows that it works. */
const FULL = { products: 117_000, rounds: 5, queriesMax: 1_000, windowMs: 3_000 };
const QUICK = { products: 2_000, rounds: 1, queriesMax: 20, windowMs: 100 };

/**
 * The search engine against PostgreSQL's full text over the same products, the public list of a
 * real server, and what an import beside it costs. With `--data DIR` over real feeds and queries.
 */
export async function benchSearch(options: BenchOptions): Promise<BenchResult> {
  const size = options.isQuick ? QUICK : FULL;
  const { say, data } = options;
  const rig = await openRig({ ...size, data, say });
  try {
    say("warming up");
    await timeQueries(rig);
    await loadFor(rig, size.windowMs);
    const rounds: Round[] = [];
    for (let number = 1; number <= size.rounds; number += 1) {
      const round = await runRound(rig, { windowMs: size.windowMs, number });
      rounds.push(round);
      say(`round ${number}: ${JSON.stringify(ratiosOf(round))}`);
    }
    const memory = await measureMemory(rig);
    return {
      products: rig.engine.size(),
      ...mediansOf(rounds),
      indexMb: rounded(memory.indexBytes / 1e6),
      raw: { ...rawOf(rounds), shelfMb: rounded(memory.shelfBytes / 1e6) },
      settings: await settingsOf(rig, size),
    };
  } finally {
    await rig.close();
  }
}

/** **Units** milliseconds where nothing else is said. */
interface Round {
  readonly p50: Sides;
  readonly p99: Sides;
  readonly filteredP99: number;
  readonly ours: Throughput;
  readonly postgres: readonly Throughput[];
  readonly http: Load;
  readonly quiet: readonly Load[];
  readonly reimport: Load & { readonly importMs: number };
  readonly boots: Boots;
}

interface Boots {
  readonly rebuildMs: number;
  readonly snapshotMs: number;
}

interface Sides {
  readonly ours: number;
  readonly fullPage: number;
  readonly anyAnswer: number;
}

interface Load {
  readonly perSecond: number;
  readonly p99Ms: number;
}

async function runRound(rig: Rig, of: { windowMs: number; number: number }): Promise<Round> {
  const { queries } = rig;
  const { windowMs } = of;
  const latencies = await timeQueries(rig);
  const sidesAt = (rank: number): Sides => ({
    ours: quantile(latencies.ours, rank),
    fullPage: quantile(latencies.fullPage, rank),
    anyAnswer: quantile(latencies.anyAnswer, rank),
  });
  const loop = { queries, durationMs: windowMs };
  const before = await runClosedLoop(askPostgres(rig), loop);
  const ours = await runClosedLoop(askOurs(rig), loop);
  const after = await runClosedLoop(askPostgres(rig), loop);
  const http = await loadFor(rig, windowMs);
  // Versions take turns, so that every import changes the price of every product.
  const reimport = await loadDuringImport(rig, (of.number % 2) + 1);
  const quietAfter = await loadFor(rig, windowMs);
  return {
    p50: sidesAt(0.5),
    p99: sidesAt(0.99),
    filteredP99: quantile(latencies.filtered, 0.99),
    ours,
    postgres: [before, after],
    http,
    quiet: [http, quietAfter],
    reimport,
    boots: await timeBoots(rig),
  };
}

/** To the first answer: once built from PostgreSQL, once opened from a snapshot in Redis. */
async function timeBoots({ db, snapshot, queries }: Rig): Promise<Boots> {
  const timed = async (boot: () => Promise<Generation>) => {
    const startedAt = performance.now();
    const generation = await boot();
    await timeOurs(generation.engine, queries[0] ?? "", {});
    return { generation, durationMs: performance.now() - startedAt };
  };
  const built = await timed(() => rebuild(db));
  await snapshot.keep(built.generation);
  const opened = await timed(() => snapshot.boot());
  return { rebuildMs: built.durationMs, snapshotMs: opened.durationMs };
}

async function loadFor(rig: Rig, durationMs: number): Promise<Load> {
  const latencies = await sendFor(rig, durationMs);
  return loadOf(latencies, durationMs);
}

async function sendFor({ load, exchange, queries }: Rig, durationMs: number) {
  const port = Number(new URL(exchange.baseUrl).port);
  const { latenciesMs } = await load.ask({ port, queries, connections: CLIENTS, durationMs });
  return [...latenciesMs];
}

function loadOf(latenciesMs: readonly number[], durationMs: number): Load {
  const perSecond = (latenciesMs.length / durationMs) * 1_000;
  return { perSecond, p99Ms: quantile(latenciesMs, 0.99) };
}

const SLICE_MS = 500;
const FOLLOW_TIMEOUT_MS = 120_000;

/** The same load from the start of an import until the server shows its prices. */
async function loadDuringImport(rig: Rig, version: number) {
  const latenciesMs: number[] = [];
  const startedAt = performance.now();
  const state = { isShown: false, importMs: 0 };
  const imported = (async () => {
    const { durationMs } = await rig.importVersion(version);
    state.importMs = durationMs;
    await untilShown(rig, version);
  })().finally(() => {
    state.isShown = true;
  });
  while (!state.isShown) latenciesMs.push(...(await sendFor(rig, SLICE_MS)));
  await imported;
  const load = loadOf(latenciesMs, performance.now() - startedAt);
  return { ...load, importMs: state.importMs };
}

async function untilShown({ exchange, corpus }: Rig, version: number): Promise<void> {
  const deadline = performance.now() + FOLLOW_TIMEOUT_MS;
  const line = corpus.lines(version).next().value ?? "{}";
  const row: { id?: string; price?: number } = JSON.parse(line);
  const url = `${exchange.baseUrl}/api/public/shopfeed-products/${row.id}`;
  while (performance.now() < deadline) {
    const answer: { price?: { amount?: number } } = Object(await (await fetch(url)).json());
    if (answer.price?.amount === row.price) return;
    await sleep(SLICE_MS);
  }
  throw new Error("The server did not follow the import in time.");
}

async function measureMemory({ databaseUrl }: Rig): Promise<MemoryResult> {
  const worker = startWorker<MemoryOrder, MemoryResult>(new URL("memory.ts", import.meta.url));
  try {
    return await worker.ask({ databaseUrl });
  } finally {
    worker.stop();
  }
}

function ratiosOf(round: Round) {
  return {
    p50VsPostgres: rounded(round.p50.fullPage / round.p50.ours),
    p99VsPostgres: rounded(round.p99.fullPage / round.p99.ours),
    qpsVsPostgres: rounded(round.ours.perSecond / mean(round.postgres.map((run) => run.perSecond))),
    httpP99Ms: rounded(round.http.p99Ms),
    bootVsRebuild: rounded(round.boots.rebuildMs / round.boots.snapshotMs),
    filteredP99VsUnfiltered: rounded(round.filteredP99 / round.p99.ours),
    reimportP99VsQuiet: rounded(round.reimport.p99Ms / mean(round.quiet.map((run) => run.p99Ms))),
  };
}

function mediansOf(rounds: readonly Round[]) {
  const rows = rounds.map(ratiosOf);
  const middle = (name: keyof ReturnType<typeof ratiosOf>) => median(rows.map((row) => row[name]));
  return {
    p50VsPostgres: middle("p50VsPostgres"),
    p99VsPostgres: middle("p99VsPostgres"),
    qpsVsPostgres: middle("qpsVsPostgres"),
    httpP99Ms: middle("httpP99Ms"),
    bootVsRebuild: middle("bootVsRebuild"),
    filteredP99VsUnfiltered: middle("filteredP99VsUnfiltered"),
    reimportP99VsQuiet: middle("reimportP99VsQuiet"),
  };
}

/** **Shape** one value for each round, in order; baselines one for each run. */
function rawOf(rounds: readonly Round[]): Record<string, readonly number[]> {
  const all = (pick: (round: Round) => number | readonly number[]) =>
    rounds.flatMap(pick).map((value) => rounded(value, 4));
  return {
    engineP50Ms: all((round) => round.p50.ours),
    engineP99Ms: all((round) => round.p99.ours),
    engineFilteredP99Ms: all((round) => round.filteredP99),
    postgresP50Ms: all((round) => round.p50.fullPage),
    postgresP99Ms: all((round) => round.p99.fullPage),
    postgresAnyAnswerP50Ms: all((round) => round.p50.anyAnswer),
    postgresAnyAnswerP99Ms: all((round) => round.p99.anyAnswer),
    enginePerSecond: all((round) => round.ours.perSecond),
    postgresPerSecond: all((round) => round.postgres.map((run) => run.perSecond)),
    postgres32P99Ms: all((round) => round.postgres.map((run) => run.p99Ms)),
    httpPerSecond: all((round) => round.http.perSecond),
    quietP99Ms: all((round) => round.quiet.map((run) => run.p99Ms)),
    reimportP99Ms: all((round) => round.reimport.p99Ms),
    reimportPerSecond: all((round) => round.reimport.perSecond),
    importMs: all((round) => round.reimport.importMs),
    rebuildMs: all((round) => round.boots.rebuildMs),
    snapshotBootMs: all((round) => round.boots.snapshotMs),
  };
}

async function settingsOf(rig: Rig, { rounds, windowMs }: { rounds: number; windowMs: number }) {
  return {
    ...(await machineSettings(rig.client, SETTING_NAMES)),
    source: rig.corpus.source,
    queries: rig.queries.length,
    rounds,
    windowMs,
    clients: CLIENTS,
    baseline: "all words (ts_rank_cd); any word (ts_rank) when the page of 10 is not full; GIN",
    index: "heap and external memory of segments, vocabulary, columns and scoring arrays",
  };
}
