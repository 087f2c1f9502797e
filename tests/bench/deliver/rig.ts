import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { freePort } from "../../../server/src/core/embedded-postgres/postmaster.ts";
import { migrate } from "../../../server/src/core/migrate.ts";
import type { CampaignFacts } from "../../../server/src/domain/delivery/index.ts";
import { startTestPostgres } from "../../setup/postgres.ts";
import {
  type ExchangeProcess,
  startExchangeProcess,
  stopExchangeProcess,
} from "../support/exchange-process.ts";
import { callTool, openMarket, type Wanted } from "../support/market.ts";
import { startWorker, type Worker } from "../support/worker.ts";
import type { LoadOrder, LoadResult } from "./messages.ts";

const CAMPAIGNS = 100;
/** Money never ends during a measurement, but pacing has a plan to keep. */
const wanted: readonly Wanted[] = Array.from({ length: CAMPAIGNS }, () => ({
  adUnitType: "cpc" as const,
  budgetCredits: 500_000_000,
  dailyCapCredits: 450_000_000,
}));

export interface Rig {
  readonly client: pg.Client;
  readonly exchange: ExchangeProcess;
  readonly noop: ExchangeProcess;
  readonly load: Worker<LoadOrder, LoadResult | null>;
  readonly publisherKey: string;
  readonly campaigns: readonly CampaignFacts[];
  close(): Promise<void>;
}

type Closer = () => void | Promise<void>;

/** Durable PostgreSQL of its own, the exchange, the baselines and the load beside it. */
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

async function build(later: (closer: Closer) => void): Promise<Omit<Rig, "close">> {
  const postgres = await startTestPostgres({ isDurable: true, settings: {} });
  later(() => postgres.stop());
  const { embedded } = postgres;
  if (embedded === null) throw new Error("The benchmark measures its own PostgreSQL alone.");
  const databaseUrl = embedded.databaseUrl();
  await migrate({ databaseUrl });
  const serve = async (entry?: string) => {
    const options = { databaseUrl, port: await freePort(), env: { TRUST_PROXY_HOPS: "1" } };
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
  // The first delivery of a campaign is committed before its answer; this is about the others.
  for (const { campaignId } of campaigns) {
    await callTool({ baseUrl, key: publisherKey }, "deliver_ad", { campaignId });
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  later(() => client.end());
  const load = startWorker<LoadOrder, LoadResult | null>(new URL("load.ts", import.meta.url));
  later(() => load.stop());
  return { client, exchange, noop, load, publisherKey, campaigns };
}

/** What a reader needs to repeat the figures. */
export async function settingsOf(rig: Rig): Promise<Record<string, string | number>> {
  const { rows } = await rig.client.query<{ name: string; setting: string }>(
    "select name, current_setting(name) as setting from pg_settings where name = any($1)",
    [["server_version", "fsync", "synchronous_commit"]],
  );
  return {
    ...Object.fromEntries(rows.map((row) => [row.name, row.setting])),
    node: process.version,
    cores: spawnSync("nproc", { encoding: "utf8" }).stdout?.trim() ?? "unknown",
    campaigns: rig.campaigns.length,
  };
}
