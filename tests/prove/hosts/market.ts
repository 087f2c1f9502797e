import pg from "pg";
import { freePort } from "../../../local/free-port.ts";
import { uuidFromId } from "../../../server/src/contract/ids.ts";
import { systemClock } from "../../../server/src/core/clock.ts";
import { openDatabase } from "../../../server/src/core/db.ts";
import { silentLogger } from "../../../server/src/core/log.ts";
import { migrate } from "../../../server/src/core/migrate.ts";
import { importFeed } from "../../../server/src/domain/catalog/index.ts";
import { readFeed } from "../../../server/src/providers/feed/reader.ts";
import {
  type ExchangeProcess,
  startExchangeProcess,
  stopExchangeProcess,
} from "../../bench/support/exchange-process.ts";
import { PRODUCTS } from "../../kit/soak/market.ts";
import {
  bookCampaign,
  fundedAdvertiser,
  listTestPlacement,
  registerAgent,
} from "../../setup/agents.ts";
import type { CallTool } from "../../setup/exchange.ts";
import { startTestPostgres } from "../../setup/postgres.ts";

/** A publisher of its own for each host, whose views and citations are counted apart. */
export interface Publisher {
  readonly apiKey: string;
  /** Events at the exchange by unit, counted ones and others. */
  events(): Promise<{ views: number; citations: number; uncounted: number }>;
}

export interface Market {
  readonly baseUrl: string;
  openPublisher(): Promise<Publisher>;
  /** Ends the exchange's process; its database stays. */
  stopExchange(): Promise<void>;
  startExchange(): Promise<void>;
  close(): Promise<void>;
}

/** An exchange in a process of its own, on a real PostgreSQL with products. */
export async function openMarket(): Promise<Market> {
  const postgres = await startTestPostgres();
  const databaseUrl = postgres.adminUrl;
  await migrate({ databaseUrl });
  await importProducts(databaseUrl);
  const port = await freePort();
  const start = () => startExchangeProcess({ databaseUrl, port });
  let exchange: ExchangeProcess | undefined = await start();
  const { baseUrl } = exchange;
  const call = callerOf(baseUrl);
  const advertiser = await fundedAdvertiser(call, "fleet");
  const stopExchange = async () => {
    if (exchange) await stopExchangeProcess(exchange);
    exchange = undefined;
  };
  return {
    baseUrl,
    async openPublisher() {
      const publisher = await registerAgent(call, "publisher");
      const book = async (unit: "cpm" | "cpr", fields: object) => {
        const placement = await listTestPlacement(call, publisher, unit, fields);
        const creativeText = `Northwind ${unit}: made for the outdoors, to last for years.`;
        return (await bookCampaign(call, advertiser, placement, { creativeText })).campaignId;
      };
      const views = uuidFromId(await book("cpm", {}));
      const citations = uuidFromId(await book("cpr", { citations: true }));
      const events = () => countEvents(databaseUrl, { views, citations });
      return { apiKey: publisher.key, events };
    },
    stopExchange,
    async startExchange() {
      exchange ??= await start();
    },
    async close() {
      await stopExchange();
      await postgres.stop();
    },
  };
}

async function countEvents(databaseUrl: string, campaigns: { views: string; citations: string }) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ campaign_id: string; counted: number }>(
      "select campaign_id, counted from event where campaign_id = any($1)",
      [Object.values(campaigns)],
    );
    const of = (id: string) => rows.filter(({ campaign_id }) => campaign_id === id).length;
    return {
      views: of(campaigns.views),
      citations: of(campaigns.citations),
      uncounted: rows.filter(({ counted }) => counted !== 1).length,
    };
  } finally {
    await client.end();
  }
}

async function importProducts(databaseUrl: string): Promise<void> {
  const db = openDatabase({ connectionString: databaseUrl, connections: 2, logger: silentLogger });
  async function* rows() {
    for (const row of PRODUCTS) yield Buffer.from(`${JSON.stringify(row)}\n`);
  }
  await importFeed({ reader: readFeed, db, clock: systemClock, feed: "hosts", source: rows() });
  await db.close();
}

function callerOf(baseUrl: string): CallTool {
  return async (tool, args, key) => {
    const response = await fetch(`${baseUrl}/api/agent`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({ tool, arguments: args }),
    });
    return { isError: !response.ok, body: await response.json() };
  };
}
