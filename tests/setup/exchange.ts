import { randomBytes } from "node:crypto";
import { freePort } from "../../local/free-port.ts";
import type { Clock } from "../../server/src/core/clock.ts";
import { systemClock } from "../../server/src/core/clock.ts";
import { readEnv } from "../../server/src/core/env.ts";
import { type Logger, silentLogger } from "../../server/src/core/log.ts";
import { importFeed } from "../../server/src/domain/catalog/index.ts";
import { readFeed } from "../../server/src/providers/feed/reader.ts";
import {
  createExchange,
  type Exchange,
  type ExchangeOptions,
} from "../../server/src/wiring/exchange.ts";
import { createTestDatabase } from "./database.ts";

/** What a tool answered, over whichever transport. `body` is the result or the error body. */
export interface ToolAnswer {
  readonly isError: boolean;
  readonly body: unknown;
}

/** Calls one tool, over HTTP or by an MCP client; `agents.ts` works over any of them. */
export type CallTool = (tool: string, args: object, key?: string) => Promise<ToolAnswer>;

export interface HttpAnswer extends ToolAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The body as it came, for comparing bytes. */
  readonly text: string;
}

export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent beside `arguments`, not among them. */
  readonly idempotencyKey?: string;
}

export interface TestExchange {
  readonly exchange: Exchange;
  readonly baseUrl: string;
  /** As the owner of the tables: for looking, and for what no tool can bring about. */
  readonly databaseUrl: string;
  /** One `POST /api/agent`. Never throws for an error answer. */
  call(tool: string, args: object, key?: string, options?: CallOptions): Promise<HttpAnswer>;
  /** Imports rows of a JSONL feed and waits until a search finds them. */
  loadProducts(feed: string, rows: readonly object[]): Promise<void>;
  /** Stops it and drops its database. */
  close(): Promise<void>;
}

export interface StartOptions {
  /** Variables on top of `DEMO=1` with sandbox money; rate limits spare this machine. */
  readonly env?: Readonly<Record<string, string>>;
  readonly clock?: Clock;
  readonly logger?: Logger;
  readonly stripe?: ExchangeOptions["stripe"];
  readonly redisTimeoutMs?: number;
  /** Served beside the exchange, as the demo is. */
  readonly mounted?: ExchangeOptions["mounted"];
  /** Another exchange whose database this one shares, as its processes do. Close this one first. */
  readonly beside?: Pick<TestExchange, "databaseUrl">;
}

/**
 * A whole exchange on a free port with an empty database of its own. Call it in `beforeAll` and
 * `close` it in `afterAll`; agents made by different tests do not disturb each other.
 */
export async function startExchange(options: StartOptions = {}): Promise<TestExchange> {
  const { databaseUrl, drop } =
    options.beside === undefined
      ? await createTestDatabase()
      : { ...options.beside, drop: () => Promise.resolve() };
  // Known before the start, because addresses that the server hands out contain it.
  const port = await freePort();
  const env = readEnv({
    DEMO: "1",
    PORT: String(port),
    SIGNING_KEYS: `1:${randomBytes(32).toString("base64url")}`,
    ...options.env,
  });
  const exchange = await createExchange({
    env,
    databaseUrl,
    logger: options.logger ?? silentLogger,
    ...(options.clock === undefined ? {} : { clock: options.clock }),
    ...(options.stripe === undefined ? {} : { stripe: options.stripe }),
    ...(options.mounted === undefined ? {} : { mounted: options.mounted }),
    ...(options.redisTimeoutMs === undefined ? {} : { redisTimeoutMs: options.redisTimeoutMs }),
  }).catch(async (error: unknown) => {
    await drop();
    throw error;
  });
  await exchange.listen();
  const { catalog } = exchange.services;
  await catalog.whenReady();
  // The address that was opened, which PUBLIC_BASE_URL may differ from.
  const baseUrl = `http://${env.HOST}:${port}`;
  return {
    exchange,
    baseUrl,
    databaseUrl,
    call: (tool, args, key, more) => callOverHttp(baseUrl, { tool, args, key, ...more }),
    async loadProducts(feed, rows) {
      const source = linesOf(rows);
      await importFeed({ reader: readFeed, db: exchange.db, clock: systemClock, feed, source });
      await catalog.refresh();
    },
    async close() {
      await exchange.close();
      await drop();
    },
  };
}

interface HttpCall extends CallOptions {
  readonly tool: string;
  readonly args: object;
  readonly key?: string | undefined;
}

async function callOverHttp(baseUrl: string, call: HttpCall): Promise<HttpAnswer> {
  const response = await fetch(`${baseUrl}/api/agent`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      ...(call.key === undefined ? {} : { Authorization: `Bearer ${call.key}` }),
      ...call.headers,
    },
    body: JSON.stringify({
      tool: call.tool,
      arguments: call.args,
      ...(call.idempotencyKey === undefined ? {} : { idempotencyKey: call.idempotencyKey }),
    }),
  });
  const text = await response.text();
  const { status, headers } = response;
  return { isError: !response.ok, status, headers, text, body: JSON.parse(text) };
}

async function* linesOf(rows: readonly object[]) {
  for (const row of rows) yield Buffer.from(`${JSON.stringify(row)}\n`);
}
