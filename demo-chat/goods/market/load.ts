import { join } from "node:path";
import type { Receiver } from "../../console/receiver/receiver.ts";
import type { DemoAdvertiser } from "../advertisers.ts";
import { type DemoAgents, ensureAgents } from "./agents.ts";
import type { ExchangeClient } from "./exchange-client.ts";
import {
  type Catalogue,
  DEMO_FEED,
  type FeedState,
  feedLines,
  isFeedCurrent,
  rememberFeed,
  signatureOf,
} from "./feed.ts";
import { type Keeper, keepMarket } from "./keeper.ts";
import { openKeyFile } from "./key-file.ts";
import { ensureMarket } from "./market.ts";

/** What the demo needs of the exchange it runs in, beyond its public tools. */
export type FeedHost = {
  importFeed(
    feed: string,
    source: AsyncIterable<Uint8Array>,
    onProgress: (progress: { rowsRead: number }) => void,
  ): Promise<unknown>;
  findFeed(name: string): Promise<FeedState | undefined>;
  whenSearchable(): Promise<void>;
  /** Takes a brand file while there is no brand yet. */
  importFirstBrands(text: string): Promise<void>;
  /** Makes an agent pay for platform demand unless another one does. */
  setFirstWallet(agentId: string): Promise<void>;
};

/** How far the loading has come, for the terminal and for the page. */
export type Loading = { text: string; done?: number; total?: number };

/** Makes the demo's agents, placements and bookings, or finds those of an earlier start. */
export async function openMarket(options: {
  client: ExchangeClient;
  dataDir: string;
  advertisers: readonly DemoAdvertiser[];
  receiver?: Receiver;
  onError: (error: unknown) => void;
}): Promise<{ agents: DemoAgents; keeper: Keeper }> {
  const { client, onError } = options;
  const keys = await openKeyFile(join(options.dataDir, "demo-keys.json"));
  const agents = await ensureAgents(client, keys, options.advertisers);
  // Before the bookings, which are the first thing to show.
  await options.receiver?.open(agents, keys);
  const first = await ensureMarket(client, agents);
  return { agents, keeper: keepMarket({ client, agents, first, onError }) };
}

/** Imports the catalogue unless the database holds it already; resolves when it can be searched. */
export async function loadFeed(options: {
  host: FeedHost;
  catalogue: Catalogue;
  dataDir: string;
  signal: AbortSignal;
  onProgress: (loading: Loading) => void;
}): Promise<void> {
  const { host, catalogue, dataDir, signal, onProgress } = options;
  if (catalogue.count === 0) return;
  const signature = signatureOf(catalogue);
  if (!(await isFeedCurrent(dataDir, signature, await host.findFeed(DEMO_FEED)))) {
    await host.importFeed(DEMO_FEED, feedLines(catalogue, signal), ({ rowsRead }) =>
      onProgress({ text: "Loading the catalogue", done: rowsRead, total: catalogue.count }),
    );
    const imported = await host.findFeed(DEMO_FEED);
    if (imported !== undefined) await rememberFeed(dataDir, signature, imported);
  }
  onProgress({ text: "Building the product search" });
  await host.whenSearchable();
}
