import { fileURLToPath } from "node:url";
import type pg from "pg";
import type { CampaignFacts } from "../../../server/src/domain/delivery/index.ts";
import { makeTestFolder, removeTestFolder } from "../../setup/postgres.ts";
import type { ExchangeProcess } from "../support/exchange-process.ts";
import { openMarket, type Wanted } from "../support/market.ts";
import { openPgbench, type Pgbench } from "../support/pgbench.ts";
import {
  type Later,
  machineSettings,
  standing,
  startDatabase,
  startServer,
} from "../support/rig.ts";
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
/** Enough for every event of every round; money never ends during a measurement. */
const HOT_BUDGET_CREDITS = 50_000_000;
const UNIFORM_BUDGET_CREDITS = 500_000;

const wantedWith = (uniformCampaigns: number): readonly Wanted[] => [
  { adUnitType: "cpm", budgetCredits: HOT_BUDGET_CREDITS },
  { adUnitType: "cpm", budgetCredits: HOT_BUDGET_CREDITS },
  ...Array.from({ length: uniformCampaigns }, () => ({
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

/** Durable PostgreSQL in a folder of its own, the exchange, the baseline and the load beside it. */
export function openRig(uniformCampaigns: number): Promise<Rig> {
  return standing((later) => build(later, wantedWith(uniformCampaigns)));
}

async function build(later: Later, wanted: readonly Wanted[]): Promise<Omit<Rig, "close">> {
  const { databaseUrl, client } = await startDatabase(later, POSTGRES_SETTINGS);
  const folder = await makeTestFolder();
  later(() => removeTestFolder(folder));
  const exchange = await startServer(later, { databaseUrl });
  const entry = fileURLToPath(new URL("noop.ts", import.meta.url));
  const noop = await startServer(later, { databaseUrl, entry });
  const { baseUrl } = exchange;
  const { campaigns, publisherKey } = await openMarket({ baseUrl, databaseUrl, wanted });
  const [hot, callersCampaign, ...uniform] = campaigns;
  if (hot === undefined || callersCampaign === undefined) throw new Error("Nothing was booked.");
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
  const settings = await machineSettings(rig.client, [
    ...["server_version", "fsync", "synchronous_commit", "full_page_writes", "data_checksums"],
    ...["shared_buffers", "max_wal_size", "wal_compression"],
  ]);
  return { ...settings, pgbench: rig.pgbench.version, pgbenchClients: rig.pgbench.clients };
}
