import { fileURLToPath } from "node:url";
import type pg from "pg";
import type { CampaignFacts } from "../../../server/src/domain/delivery/index.ts";
import type { ExchangeProcess } from "../support/exchange-process.ts";
import { callTool, openMarket, type Wanted } from "../support/market.ts";
import {
  type Later,
  machineSettings,
  standing,
  startDatabase,
  startServer,
} from "../support/rig.ts";
import { startWorker, type Worker } from "../support/worker.ts";
import type { LoadOrder, LoadResult } from "./messages.ts";

const CAMPAIGNS = 100;
/** Money never ends during a measurement, but pacing has a plan to keep. */
const wanted: readonly Wanted[] = Array.from({ length: CAMPAIGNS }, () => ({
  adUnitType: "cpc" as const,
  budgetCredits: 500_000_000,
  dailyCapCredits: 450_000_000,
}));

/** Behind a proxy no call is exempt from limits, and the load is more than one caller may send. */
const ENV = {
  TRUST_PROXY_HOPS: "1",
  RATE_LIMITS: "write=1000000/1000000, report=1000000/1000000",
};

export interface Rig {
  readonly client: pg.Client;
  readonly exchange: ExchangeProcess;
  readonly noop: ExchangeProcess;
  readonly load: Worker<LoadOrder, LoadResult | null>;
  readonly publisherKey: string;
  readonly campaigns: readonly CampaignFacts[];
  close(): Promise<void>;
}

/** Durable PostgreSQL of its own, the exchange, the baselines and the load beside it. */
export function openRig(): Promise<Rig> {
  return standing(build);
}

async function build(later: Later): Promise<Omit<Rig, "close">> {
  const { databaseUrl, client } = await startDatabase(later);
  const options = { databaseUrl, env: ENV };
  const exchange = await startServer(later, options);
  const entry = fileURLToPath(new URL("noop.ts", import.meta.url));
  const noop = await startServer(later, { ...options, entry });
  const { baseUrl } = exchange;
  const { campaigns, publisherKey } = await openMarket({ baseUrl, databaseUrl, wanted });
  // The first delivery of a campaign is committed before its answer; this is about the others.
  for (const { campaignId } of campaigns) {
    await callTool({ baseUrl, key: publisherKey }, "deliver_ad", { campaignId });
  }
  const load = startWorker<LoadOrder, LoadResult | null>(new URL("load.ts", import.meta.url));
  later(() => load.stop());
  return { client, exchange, noop, load, publisherKey, campaigns };
}

/** What a reader needs to repeat the figures. */
export async function settingsOf(rig: Rig): Promise<Record<string, string | number>> {
  const names = ["server_version", "fsync", "synchronous_commit"];
  return { ...(await machineSettings(rig.client, names)), campaigns: rig.campaigns.length };
}
