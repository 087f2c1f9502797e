import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { type Database, openDatabase } from "../../../server/src/core/db.ts";
import { silentLogger } from "../../../server/src/core/log.ts";
import type { SearchEngine } from "../../../server/src/domain/catalog/engine.ts";
import type { ExchangeProcess } from "../support/exchange-process.ts";
import { type Later, standing, startDatabase, startServer } from "../support/rig.ts";
import { startWorker, type Worker } from "../support/worker.ts";
import { openSnapshotBoot, rebuild, type SnapshotBoot } from "./boot.ts";
import { type Corpus, type CorpusOptions, openCorpus } from "./corpus.ts";
import type { ImportOrder, ImportResult, LoadOrder, LoadResult } from "./messages.ts";
import { createBaseline, openBaselineClients } from "./postgres.ts";

/** All that PostgreSQL can use here: its tables in memory, no compiling, no lossy bitmaps. */
const POSTGRES_SETTINGS = { shared_buffers: "768MB", work_mem: "32MB", jit: "off" };
export const SETTING_NAMES: readonly string[] = [
  "server_version",
  "fsync",
  ...Object.keys(POSTGRES_SETTINGS),
];

export const CLIENTS = 32;
const READY_TIMEOUT_MS = 120_000;
const READY_POLL_MS = 100;

export interface RigOptions extends CorpusOptions {
  readonly queriesMax: number;
  say(text: string): void;
}

export interface Rig {
  readonly databaseUrl: string;
  readonly client: pg.Client;
  readonly db: Database;
  readonly corpus: Corpus;
  readonly queries: readonly string[];
  /** The engine in this process. */
  readonly engine: SearchEngine;
  readonly snapshot: SnapshotBoot;
  readonly baseline: readonly pg.Client[];
  readonly exchange: ExchangeProcess;
  readonly load: Worker<LoadOrder, LoadResult>;
  importVersion(version: number): Promise<ImportResult>;
  close(): Promise<void>;
}

/** One catalogue three times: our engine here, PostgreSQL's full text, a server process. */
export function openRig(options: RigOptions): Promise<Rig> {
  return standing((later) => build(later, options));
}

async function build(later: Later, options: RigOptions): Promise<Omit<Rig, "close">> {
  const { say, queriesMax, ...corpusOptions } = options;
  const corpus = openCorpus(corpusOptions);
  const queries = everyNth(corpus.queries, queriesMax);
  const { databaseUrl, client } = await startDatabase(later, POSTGRES_SETTINGS);
  const importer = startWorker<ImportOrder, ImportResult>(new URL("importer.ts", import.meta.url));
  later(() => importer.stop());
  const importVersion = (version: number) =>
    importer.ask({ databaseUrl, version, ...corpusOptions });
  const { durationMs } = await importVersion(1);
  say(`imported ${options.products} products in ${durationMs} ms`);
  await createBaseline(client);
  const db = openDatabase({ connectionString: databaseUrl, connections: 2, logger: silentLogger });
  later(() => db.close());
  const { engine } = await rebuild(db);
  const snapshot = await openSnapshotBoot(later, db);
  const baseline = await openBaselineClients(databaseUrl, { connections: CLIENTS, queries });
  later(() => baseline.close());
  const exchange = await startServer(later, { databaseUrl });
  await untilReady(exchange.baseUrl);
  const load = startWorker<LoadOrder, LoadResult>(new URL("load.ts", import.meta.url));
  later(() => load.stop());
  const shared = { databaseUrl, client, db, corpus, queries, engine, snapshot, exchange, load };
  return { ...shared, baseline: baseline.clients, importVersion };
}

/** Spread over all of them: the sets of queries lie one after the other. */
function everyNth<Item>(items: readonly Item[], count: number): readonly Item[] {
  const step = Math.max(1, Math.floor(items.length / count));
  return items.filter((_, index) => index % step === 0);
}

async function untilReady(baseUrl: string): Promise<void> {
  const deadline = performance.now() + READY_TIMEOUT_MS;
  while (performance.now() < deadline) {
    const answer = await fetch(`${baseUrl}/readyz`).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok === true) return;
    await sleep(READY_POLL_MS);
  }
  throw new Error("The exchange was not ready in time.");
}
