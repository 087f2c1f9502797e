import { systemClock } from "../server/src/core/clock.ts";
import { type Env, readEnv } from "../server/src/core/env.ts";
import { createLogger, type Logger } from "../server/src/core/log.ts";
import { migrate } from "../server/src/core/migrate.ts";
import { startTracing } from "../server/src/core/tracing.ts";
import { importFirstBrands } from "../server/src/domain/brands/index.ts";
import {
  type FeedImportResult,
  type FeedProgress,
  type FeedStatus,
  importFeed,
  listFeeds,
} from "../server/src/domain/catalog/index.ts";
import { chooseWallet, findPlatformState } from "../server/src/domain/platform/index.ts";
import { readFeed } from "../server/src/providers/feed/reader.ts";
import {
  createExchange,
  type Exchange,
  type ExchangeOptions,
} from "../server/src/wiring/exchange.ts";
import { isCorrectable, StartError } from "../server/src/wiring/program.ts";
import { startWorker } from "../server/src/wiring/work.ts";
import { freePort } from "./free-port.ts";
import { startEmbeddedPostgres } from "./postgres/start.ts";

export type { FeedProgress, FeedStatus } from "../server/src/domain/catalog/index.ts";

export interface LocalOptions extends Pick<ExchangeOptions, "mounted" | "isDemoLoaded"> {
  readonly env: Env;
  readonly logger: Logger;
  /** What stands between exchange and worker and their stores, once the database is migrated. */
  readonly way?: {
    addressFor(store: "database" | "redis", address: string): Promise<string>;
    /** Resolves when what was sent has arrived. */
    drain(): Promise<void>;
  };
}

/** An exchange with its worker and its database in one process tree. */
export interface LocalExchange {
  readonly exchange: Exchange;
  /** Starts answering. */
  listen(): Promise<void>;
  importFeed(
    feed: string,
    source: AsyncIterable<Uint8Array>,
    onProgress: (progress: FeedProgress) => void,
  ): Promise<FeedImportResult>;
  findFeed(name: string): Promise<FeedStatus | undefined>;
  /** Resolves when the search index of this process is built. */
  whenSearchable(): Promise<void>;
  /** Takes a brand file while there is no brand yet: what was changed since is left alone. */
  importFirstBrands(text: string): Promise<void>;
  /** Makes an agent pay for platform demand unless another one does. */
  setFirstWallet(agentId: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * The environment of a start on one's own machine: the demo unless `DEMO=0`, a free port for
 * `PORT=0`, and a quiet log unless a level is named.
 *
 * **Errors** `StartError` naming the variable, or the port when it is taken.
 */
export async function readLocalEnv(
  source: Readonly<Record<string, string | undefined>>,
): Promise<{ env: Env; logger: Logger }> {
  const withDefaults = { DEMO: "1", LOG_LEVEL: "warn", ...withoutEmpty(source) };
  try {
    const { HOST, PORT } = readEnv(withDefaults);
    // Every address is known before anything starts.
    const port = await freePort(PORT, HOST).catch((error: unknown) => {
      throw new StartError(portProblem(error, HOST, PORT));
    });
    const env = allowingItself(readEnv({ ...withDefaults, PORT: String(port) }));
    // The terminal's own lines go to the standard output; the log stays apart from them.
    return { env, logger: createLogger({ level: env.LOG_LEVEL, stream: process.stderr }) };
  } catch (error) {
    throw explained(error);
  }
}

/**
 * Starts PostgreSQL unless `DATABASE_URL` names one, migrates, and wires exchange and worker
 * together. Nothing answers yet: `listen()` does that.
 *
 * **Errors** `StartError` when the database cannot be had.
 */
export async function startLocal(options: LocalOptions): Promise<LocalExchange> {
  const { env, logger } = options;
  const postgres = await startPostgres(env, logger);
  try {
    return await startOn(postgres, options);
  } catch (error) {
    await postgres.stop();
    throw explained(error);
  }
}

interface Postgres {
  readonly url: string;
  stop(): Promise<void>;
}

async function startPostgres(env: Env, logger: Logger): Promise<Postgres> {
  if (env.DATABASE_URL !== undefined) {
    return { url: env.DATABASE_URL, stop: () => Promise.resolve() };
  }
  try {
    const embedded = await startEmbeddedPostgres({ dataDir: env.DATA_DIR, logger });
    return { url: embedded.databaseUrl(), stop: () => embedded.stop() };
  } catch (error) {
    throw explained(error);
  }
}

async function startOn(postgres: Postgres, options: LocalOptions): Promise<LocalExchange> {
  const { logger } = options;
  await migrate({ databaseUrl: postgres.url, logger });
  const databaseUrl = (await options.way?.addressFor("database", postgres.url)) ?? postgres.url;
  const endpoint = options.env.OTEL_EXPORTER_OTLP_ENDPOINT;
  const stopTracing = await startTracing({ endpoint, service: "placard" });
  const exchange = await createExchange({ ...options, env: await envOf(options), databaseUrl });
  // The queue makes its tables on the first start; answering need not wait for that.
  const jobs = startWorker(options.env, databaseUrl, logger).catch((error: unknown) => {
    logger.error({ err: String(error) }, "job_queue_not_started");
    return undefined;
  });
  const { db, services } = exchange;
  return {
    exchange,
    async listen() {
      await exchange.listen();
    },
    importFeed: (feed, source, onProgress) =>
      importFeed({ db, clock: systemClock, reader: readFeed, feed, source, onProgress }),
    findFeed: async (name) => (await listFeeds(db)).find((feed) => feed.name === name),
    async whenSearchable() {
      await services.catalog.whenReady();
      await services.catalog.refresh();
    },
    importFirstBrands: (text) =>
      db.tx((tx) => importFirstBrands(tx, text, { ids: services.ids, now: systemClock.now() })),
    setFirstWallet: (agentId) =>
      db.tx(async (tx) => {
        const now = systemClock.now();
        const { wallet } = await findPlatformState(tx, now);
        if (wallet === undefined) await chooseWallet(tx, agentId, now);
      }),
    async close() {
      await Promise.all([exchange.close(), jobs.then((running) => running?.stop())]);
      await stopTracing();
      await options.way?.drain();
      await postgres.stop();
    },
  };
}

async function envOf({ env, way }: LocalOptions): Promise<Env> {
  const { REDIS_URL: address } = env;
  if (address === undefined || way === undefined) return env;
  return { ...env, REDIS_URL: await way.addressFor("redis", address) };
}

const LOOPBACK_HOST = /^(?:127(?:\.\d{1,3}){3}|localhost|\[?::1\]?)$/;

/**
 * The demo's agents receive their postbacks in this very process. At a public address that needs no
 * leave; at a loopback one only who is on this machine anyway can ask for more of them.
 */
function allowingItself(env: Env): Env {
  const { hostname } = new URL(env.PUBLIC_BASE_URL);
  const isPrivate = [hostname, env.HOST].every((host) => LOOPBACK_HOST.test(host));
  if (!env.DEMO || !isPrivate) return env;
  const named = env.POSTBACK_ALLOW_HOSTS;
  return { ...env, POSTBACK_ALLOW_HOSTS: named === undefined ? hostname : `${named},${hostname}` };
}

function portProblem(error: unknown, host: string, port: number): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") {
    return `Port ${port} of ${host} is in use: stop what runs there, or choose another PORT.`;
  }
  if (code === "EACCES") return `Port ${port} needs more rights: choose a PORT above 1023.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return `HOST: ${host} is no address of this machine.`;
  }
  return `Port ${port} of ${host} cannot be opened: ${String(error)}`;
}

function withoutEmpty(source: Readonly<Record<string, string | undefined>>) {
  return Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ""),
  );
}

/** A correctable error as one line; any other error keeps its stack. */
function explained(error: unknown): unknown {
  if (isCorrectable(error)) return new StartError(error.message);
  return unreachable(error) ?? error;
}

const UNREACHABLE = new Set(["ECONNREFUSED", "ENOTFOUND", "EHOSTUNREACH", "ETIMEDOUT", "28P01"]);

function unreachable(error: unknown): StartError | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  const isKnown = typeof error.code === "string" && UNREACHABLE.has(error.code);
  return isKnown
    ? new StartError(`DATABASE_URL: the database cannot be reached: ${error.message || error.code}`)
    : undefined;
}
