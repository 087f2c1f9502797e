import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { freePort } from "../../../server/src/core/embedded-postgres/postmaster.ts";
import { migrate } from "../../../server/src/core/migrate.ts";
import type { CampaignFacts } from "../../../server/src/domain/delivery/index.ts";
import { makeTestFolder, removeTestFolder, startTestPostgres } from "../../setup/postgres.ts";
import {
  type ExchangeProcess,
  startExchangeProcess,
  stopExchangeProcess,
} from "../support/exchange-process.ts";
import { openMarket, type Wanted } from "../support/market.ts";
import { openPgbench, type Pgbench } from "../support/pgbench.ts";
import { startWorker, type Worker } from "../support/worker.ts";
import type { CallerResult } from "./batcher.ts";
import type { CallersOrder } from "./callers.ts";
import type { LoadOrder, LoadResult } from "./messages.ts";

/** PostgreSQL as it is deployed, but with checkpoints outside of what is measured. */
const POSTGRES_SETTINGS = {
  shared_buffers: "1GB",
  max_wal_size: "16GB",
  checkpoint_timeout: "30min",
  max_connections: "200",
};
const UNIFORM_CAMPAIGNS = 1_000;
/** Enough for every event of every round; money never ends during a measurement. */
const HOT_BUDGET_CREDITS = 50_000_000;
const UNIFORM_BUDGET_CREDITS = 500_000;

const wanted: readonly Wanted[] = [
  { adUnitType: "cpm", budgetCredits: HOT_BUDGET_CREDITS },
  { adUnitType: "cpm", budgetCredits: HOT_BUDGET_CREDITS },
  ...Array.from({ length: UNIFORM_CAMPAIGNS }, () => ({
    adUnitType: "cpm" as const,
    budgetCredits: UNIFORM_BUDGET_CREDITS,
  })),
];

export interface Rig {
  readonly databaseUrl: string;
  readonly client: pg.Client;
  readonly pgbench: Pgbench;
  readonly exchange: ExchangeProcess;
  readonly noop: ExchangeProcess;
  readonly load: Worker<LoadOrder, LoadResult | null>;
  readonly callers: Worker<CallersOrder, CallerResult>;
  readonly publisherKey: string;
  readonly hot: readonly CampaignFacts[];
  /** The same load as `hot`, for the measurement at the batcher. */
  readonly callersCampaign: CampaignFacts;
  readonly uniform: readonly CampaignFacts[];
  close(): Promise<void>;
}

type Closer = () => void | Promise<void>;

/** Durable PostgreSQL in a folder of its own, the exchange, the baseline and the load beside it. */
export async function openRig(): Promise<Rig> {
  const closers: Closer[] = [];
  const close = async () => {
    for (const closer of closers.reverse()) await closer();
  };
  try {
    return { ...(await build((closer) => closers.push(closer))), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Hands over how to take each part down again as soon as it stands. */
async function build(later: (closer: Closer) => void): Promise<Omit<Rig, "close">> {
  const postgres = await startTestPostgres({ isDurable: true, settings: POSTGRES_SETTINGS });
  later(() => postgres.stop());
  const { embedded } = postgres;
  if (embedded === null) throw new Error("The benchmark measures its own PostgreSQL alone.");
  const folder = await makeTestFolder();
  later(() => removeTestFolder(folder));
  const databaseUrl = embedded.databaseUrl();
  await migrate({ databaseUrl });
  const serve = async (entry?: string) => {
    const options = { databaseUrl, port: await freePort() };
    const process = await startExchangeProcess(
      entry === undefined ? options : { ...options, entry },
    );
    later(() => stopExchangeProcess(process));
    return process;
  };
  const exchange = await serve();
  const noop = await serve(fileURLToPath(new URL("noop.ts", import.meta.url)));
  const { baseUrl } = exchange;
  const { campaigns, publisherKey } = await openMarket({ baseUrl, databaseUrl, wanted });
  const [hot, callersCampaign, ...uniform] = campaigns;
  if (hot === undefined || callersCampaign === undefined) throw new Error("Nothing was booked.");
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  later(() => client.end());
  const load = startWorker<LoadOrder, LoadResult | null>(new URL("load.ts", import.meta.url));
  later(() => load.stop());
  const callers = startWorker<CallersOrder, CallerResult>(new URL("callers.ts", import.meta.url));
  later(() => callers.stop());
  const pgbench = await openPgbench(databaseUrl, folder);
  const market = { publisherKey, hot: [hot], callersCampaign, uniform };
  return { databaseUrl, client, pgbench, exchange, noop, load, callers, ...market };
}

/** What a reader needs to repeat the figures. */
export async function settingsOf(rig: Rig): Promise<Record<string, string | number>> {
  const names = [
    ...["server_version", "fsync", "synchronous_commit", "full_page_writes", "data_checksums"],
    ...["shared_buffers", "max_wal_size", "wal_compression"],
  ];
  const { rows } = await rig.client.query<{ name: string; setting: string }>(
    "select name, current_setting(name) as setting from pg_settings where name = any($1)",
    [names],
  );
  const cores = spawnSync("nproc", { encoding: "utf8" }).stdout?.trim() ?? "unknown";
  return {
    ...Object.fromEntries(rows.map((row) => [row.name, row.setting])),
    node: process.version,
    pgbench: rig.pgbench.version,
    pgbenchClients: rig.pgbench.clients,
    cores,
  };
}
