import { freePort } from "../../../local/free-port.ts";
import { systemClock } from "../../../server/src/core/clock.ts";
import { openDatabase } from "../../../server/src/core/db.ts";
import { silentLogger } from "../../../server/src/core/log.ts";
import { migrate } from "../../../server/src/core/migrate.ts";
import { importFeed } from "../../../server/src/domain/catalog/index.ts";
import { readFeed } from "../../../server/src/providers/feed/reader.ts";
import { startExchangeProcess, stopExchangeProcess } from "../../bench/support/exchange-process.ts";
import type { CallTool } from "../../setup/exchange.ts";
import { startTestPostgres } from "../../setup/postgres.ts";
import { openMarket, PRODUCTS, type SoakMarket } from "../soak/market.ts";

export type DurableExchange = {
  baseUrl: string;
  databaseUrl: string;
  market: SoakMarket;
  close(): Promise<void>;
};

/** An exchange in a process of its own, on PostgreSQL with synchronous commit, with a market. */
export async function openDurableExchange(): Promise<DurableExchange> {
  const postgres = await startTestPostgres({ isDurable: true });
  const { adminUrl: databaseUrl } = postgres;
  await migrate({ databaseUrl });
  await importProducts(databaseUrl);
  const exchange = await startExchangeProcess({ databaseUrl, port: await freePort() });
  return {
    baseUrl: exchange.baseUrl,
    databaseUrl,
    market: await openMarket(callerOf(exchange.baseUrl)),
    async close() {
      await stopExchangeProcess(exchange);
      await postgres.stop();
    },
  };
}

/** Imports the products of the soak. */
export async function importProducts(databaseUrl: string): Promise<void> {
  const db = openDatabase({
    connectionString: databaseUrl,
    connections: 2,
    logger: silentLogger,
  });
  async function* rows() {
    for (const row of PRODUCTS) yield Buffer.from(`${JSON.stringify(row)}\n`);
  }
  await importFeed({ reader: readFeed, db, clock: systemClock, feed: "soak", source: rows() });
  await db.close();
}

/** Calls tools of an exchange over HTTP. */
export function callerOf(baseUrl: string): CallTool {
  return async (tool, args, key) => {
    const response = await fetch(`${baseUrl}/api/agent`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({ tool, arguments: args }),
    });
    return { isError: !response.ok, body: await response.json() };
  };
}
