import { Writable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { ExchangeError } from "../contract/errors.ts";
import {
  beginSession,
  createHosts,
  type Hosts,
  keepListening,
  patienceOf,
  SOCKET,
  STATEMENT_TIMEOUT_MS,
  settersOf,
} from "./db-session.ts";
import type { Logger } from "./log.ts";
import { type ArrayType, encodeArray } from "./pg-arrays.ts";
import { copy } from "./pg-copy.ts";
import type { Queryable, SqlValue, Statement, Tx } from "./sql.ts";

export type { Queryable, Statement, Tx } from "./sql.ts";

export interface Database extends Queryable {
  /** Runs the work again when a deadlock undid it, so it must have no effect but the database's. */
  tx<T>(run: (tx: Tx) => Promise<T>): Promise<T>;
  /** Reads that all see the same moment. */
  snapshot<T>(run: (db: Queryable) => Promise<T>): Promise<T>;
  /** Calls back for each notification; reconnects after a failure, then calls `onGap` once. */
  listen(channel: string, onNotify: (payload: string) => void, onGap?: () => void): () => void;
  /**
   * A pool of its own for one kind of work, so that other work can never starve it; with a limit
   * for each statement and settings of its own where given.
   */
  lane(connections: number, options?: LaneOptions): Database;
  close(): Promise<void>;
}

export interface LaneOptions {
  /** How long one statement may take. **Units** milliseconds. */
  readonly statementTimeoutMs?: number;
  readonly settings?: Readonly<Record<string, string>>;
  /** Open from the start and never closed for idleness, so that other clients cannot take them. */
  readonly isReserved?: true;
}

export interface DatabaseOptions extends LaneOptions {
  /** May name several hosts, with commas between: the primary among them is used. */
  readonly connectionString: string;
  /**
   * PostgreSQL itself where `connectionString` leads through a pooler in transaction mode. Such a
   * pooler knows neither session settings nor prepared statements nor LISTEN.
   */
  readonly directConnectionString?: string | undefined;
  readonly connections: number;
  readonly logger: Logger;
  /** The role whose rights all statements run with; absent: the login's own. */
  readonly role?: string;
  readonly applicationName?: string;
  /** Given once for each pool, lanes too: how to read how busy it is. */
  readonly onPool?: (use: () => PoolUse) => void;
}

export interface PoolUse {
  readonly busy: number;
  readonly idle: number;
  readonly waiting: number;
}

const CONNECT_TIMEOUT_MS = 5_000;
/** With several hosts, so that one that does not answer delays nobody for long. */
const HOST_TIMEOUT_MS = 2_000;
/** Longer than a statement of the settlement may take; its connections close when it is over. */
const CLOSE_TIMEOUT_MS = 5_000;

// `bigint` columns arrive as text by default, which the `Micros` mapping relies on; dates as Date.
/**
 * Opens a pool of connections. It connects with the first query, and `close` ends it.
 *
 * **Units** time limits in milliseconds.
 * **Errors** of its queries: `unavailable` when PostgreSQL cannot be reached or is too slow.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const { logger } = options;
  const connections = openConnections(options);
  const lanes: Database[] = [];
  const listeners = new Set<() => Promise<void>>();
  const direct = createHosts(options.directConnectionString ?? options.connectionString);
  return {
    query: connections.query,
    tx: (work) => repeated(() => connections.transaction("begin", work)),
    snapshot: (work) => connections.transaction(BEGIN_SNAPSHOT, work),
    listen(channel, onNotify, onGap) {
      const config = {
        application_name: options.applicationName ?? "placard",
        ...SOCKET,
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      };
      const stop = keepListening(config, direct, { channel, onNotify, onGap, logger });
      listeners.add(stop);
      return () => {
        listeners.delete(stop);
        void stop();
      };
    },
    lane(laneConnections, more = {}) {
      const { directConnectionString: own } = options;
      // A pooler could give connections of this process to others.
      const address =
        more.isReserved === true && own !== undefined
          ? { connectionString: own, directConnectionString: undefined }
          : {};
      const lane = openDatabase({ ...options, ...address, ...more, connections: laneConnections });
      lanes.push(lane);
      return lane;
    },
    async close() {
      const parts = [...[...listeners].map((stop) => stop()), ...lanes.map((lane) => lane.close())];
      // A connection whose other end is silent never answers its end.
      const late = delay(CLOSE_TIMEOUT_MS, undefined, { ref: false });
      await Promise.race([Promise.all([...parts, connections.close()]), late]);
    },
  };
}

function openPool(options: DatabaseOptions, hosts: Hosts): pg.Pool {
  const { role, isReserved, directConnectionString } = options;
  const timeoutMs = options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS;
  const session = {
    role,
    isPooled: directConnectionString !== undefined,
    isPrimaryOnly: hosts.count > 1,
    settings: settingsOf(options),
  };
  return new pg.Pool({
    Client: class extends pg.Client {
      constructor(config: pg.ClientConfig = {}) {
        super({ ...config, connectionString: hosts.current() });
        // One that breaks while nothing waits for it would end the process.
        this.on("error", () => undefined);
      }
    },
    max: options.connections,
    ...(isReserved === true ? { min: options.connections, idleTimeoutMillis: 0 } : {}),
    connectionTimeoutMillis: hosts.count > 1 ? HOST_TIMEOUT_MS : CONNECT_TIMEOUT_MS,
    ...patienceOf(timeoutMs),
    application_name: options.applicationName ?? "placard",
    onConnect: (client) => beginSession(client, session),
  });
}

/** The settings of a connection; behind a pooler those of each transaction. */
function settingsOf({ statementTimeoutMs = STATEMENT_TIMEOUT_MS, settings }: DatabaseOptions) {
  return { statement_timeout: String(statementTimeoutMs), ...settings };
}

function openConnections(options: DatabaseOptions) {
  const hosts = createHosts(options.connectionString);
  const pool = openPool(options, hosts);
  const isPooled = options.directConnectionString !== undefined;
  options.onPool?.(() => ({
    busy: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  }));
  // An idle connection that breaks is replaced by the pool; without a listener it would crash us.
  // The pool does not wait for the server to see that it is closing: what comes then is no fault.
  let isClosing = false;
  pool.on("error", (error) => {
    if (!isClosing) options.logger.warn({ err: error.message }, "database_connection_lost");
  });
  const acquire = async () => {
    for (let attempt = 1; ; attempt += 1) {
      const address = hosts.current();
      try {
        return await pool.connect();
      } catch (error) {
        if (!isQueueTimeout(error)) hosts.leave(address);
        if (attempt >= hosts.count || isQueueTimeout(error)) throw transientIfSo(error);
      }
    }
  };
  const use = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const client = await acquire();
    let broken: Error | undefined;
    try {
      return await work(client);
    } catch (error) {
      broken = lossOf(error);
      throw error;
    } finally {
      client.release(broken);
    }
  };
  const setters = isPooled ? settersOf(settingsOf(options), "set local") : [];
  const transaction = <T>(begin: string, work: (tx: Tx) => Promise<T>) => {
    const start = [begin, ...setters].join(";");
    return use((client) => transact(client, { start, isPooled }, work));
  };
  // The role's own time limit is enough for single statements without settings of their own.
  const { statementTimeoutMs, settings } = options;
  const isSet = isPooled && (statementTimeoutMs !== undefined || settings !== undefined);
  const query: Database["query"] = <Row extends object>(
    statement: Statement,
    values?: readonly SqlValue[],
  ) =>
    isSet
      ? transaction("begin", (tx) => tx.query<Row>(statement, values))
      : use((client) => run<Row>(client, bare(statement, isPooled), values));
  if (options.isReserved === true) use(async () => undefined).catch(() => undefined);
  return {
    query,
    transaction,
    close() {
      isClosing = true;
      return pool.end();
    },
  };
}

/** Without a name it is not prepared. */
function bare(statement: Statement, isPooled: boolean): Statement {
  return isPooled ? { ...statement, name: "" } : statement;
}

async function run<Row extends object>(
  client: pg.PoolClient,
  statement: Statement,
  values: readonly SqlValue[] = statement.values ?? [],
): Promise<Row[]> {
  try {
    const { name, text, arrays } = statement;
    if (statement.isCopy === true) return await copied(client, text, values[0]);
    const encoded = values.map((value, place) => encodedValue(value, arrays?.[place]));
    const result = await client.query<Row>({ name, text, values: encoded });
    return result.rows;
  } catch (error) {
    throw transientIfSo(error);
  }
}

async function copied(client: pg.PoolClient, text: string, rows: SqlValue): Promise<never[]> {
  const isCopied = rows instanceof Writable || Buffer.isBuffer(rows);
  if (!isCopied) throw new TypeError("A copy needs its rows as bytes or a stream for them.");
  await copy(client, text, rows);
  return [];
}

function encodedValue(value: SqlValue, type: ArrayType | undefined): SqlValue {
  return type !== undefined && Array.isArray(value) ? encodeArray(type, value) : value;
}

/** PostgreSQL ends one of two transactions that wait for each other; nothing of it has happened. */
const DEADLOCK = "40P01";
const TRIES_MAX = 3;

async function repeated<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (sqlStateOf(error) !== DEADLOCK || attempt === TRIES_MAX) throw error;
    }
  }
}

const BEGIN_SNAPSHOT = "begin isolation level repeatable read read only";

async function transact<T>(
  client: pg.PoolClient,
  { start, isPooled }: { start: string; isPooled: boolean },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  await run(client, { name: "", text: start });
  try {
    const result = await work({
      inTransaction: true,
      query: (statement, values) => run(client, bare(statement, isPooled), values),
    });
    await run(client, { name: "", text: "commit" });
    return result;
  } catch (error) {
    // Nothing can be sent over a connection that is silent.
    if (lossOf(error) === undefined) await run(client, { name: "", text: "rollback" });
    throw error;
  }
}

/** PostgreSQL's and the socket's codes for "not there now": the caller may simply try again. */
const GONE = /^(08|57P|53|3D|25006)/;
const GONE_SOCKET = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ENOENT", "ETIMEDOUT"]);
/** Out of resources, or no such database: the connection itself is whole. */
const WHOLE = /^(53|3D)/;
const QUEUE_TIMEOUT = "timeout exceeded when trying to connect";
const LOST_MESSAGE =
  /^(Connection terminated|timeout exceeded|Query read timeout|Client has encountered a conn)/;

/** A statement that ran out of its time, or was stopped; it has changed nothing. */
const CANCELED = "57014";

function transientIfSo(error: unknown): unknown {
  const code = sqlStateOf(error) ?? "";
  if (code === CANCELED) {
    return new ExchangeError("deadline_exceeded", {
      message: "The database did not answer in time.",
      retryAfterSeconds: 1,
      cause: error,
    });
  }
  const message = error instanceof Error ? error.message : "";
  const isGone = GONE.test(code) || GONE_SOCKET.has(code) || LOST_MESSAGE.test(message);
  if (!isGone) return error;
  return new ExchangeError("unavailable", {
    message: "The database is not reachable.",
    retryAfterSeconds: 1,
    cause: error,
  });
}

function lossOf(error: unknown): Error | undefined {
  if (!(error instanceof ExchangeError) || error.code !== "unavailable") return undefined;
  const { cause } = error;
  if (!(cause instanceof Error) || WHOLE.test(sqlStateOf(cause) ?? "")) return undefined;
  return transientIfSo(cause) === cause ? undefined : cause;
}

function isQueueTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === QUEUE_TIMEOUT;
}

/** The five-character SQLSTATE (or socket code) of a failed statement. */
export function sqlStateOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
