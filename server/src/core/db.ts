import { Writable } from "node:stream";
import pg from "pg";
import { ExchangeError } from "../contract/errors.ts";
import type { Logger } from "./log.ts";
import { type ArrayType, encodeArray } from "./pg-arrays.ts";
import { copyIn, copyOut } from "./pg-copy.ts";

/** A named statement: prepared once per connection, and found by its name in PostgreSQL's views. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  /** Those of the call win over these. */
  readonly values?: readonly SqlValue[];
  /** Which values are arrays to be sent in binary, by their place; 0 is `$1`. */
  readonly arrays?: Readonly<Record<number, ArrayType>>;
  /**
   * `copy ... from stdin`, whose one value holds the rows, or `to stdout`, whose one value is a
   * stream that takes them; in a transaction only.
   */
  readonly isCopy?: true;
}

export type SqlValue = unknown;

export interface Queryable {
  query<Row extends object>(statement: Statement, values?: readonly SqlValue[]): Promise<Row[]>;
}

/** A transaction. Nothing may await the network inside one. */
export interface Tx extends Queryable {
  readonly inTransaction: true;
}

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
  ping(): Promise<boolean>;
  close(): Promise<void>;
}

export interface LaneOptions {
  /** How long one statement may take. **Units** milliseconds. */
  readonly statementTimeoutMs?: number;
  /** PostgreSQL's settings of these connections, such as how to plan. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface DatabaseOptions extends LaneOptions {
  readonly connectionString: string;
  readonly connections: number;
  readonly logger: Logger;
  /** The role whose rights all statements run with; absent: the login's own. */
  readonly role?: string;
  readonly applicationName?: string;
  /** True for work that may be done again: a crash of the server may undo its last moments. */
  readonly mayForget?: boolean;
  /** Given once for each pool, lanes too: how to read how busy it is. */
  readonly onPool?: (use: () => PoolUse) => void;
}

/** Connections of one pool at a moment, and those who wait for one. */
export interface PoolUse {
  readonly busy: number;
  readonly idle: number;
  readonly waiting: number;
}

const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 30_000;
const LISTEN_RETRY_MS = 500;

// `bigint` columns arrive as text by default, which the `Micros` mapping relies on; dates as Date.
/**
 * Opens a pool of connections. It connects with the first query, and `close` ends it.
 *
 * **Units** time limits in milliseconds.
 * **Errors** of its queries: `unavailable` when PostgreSQL cannot be reached or is too slow.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const config: pg.PoolConfig = {
    connectionString: options.connectionString,
    max: options.connections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
    application_name: options.applicationName ?? "placard",
    options: sessionOf(options),
  };
  const pool = new pg.Pool(config);
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
  const lanes: Database[] = [];
  const listeners = new Set<() => Promise<void>>();
  return {
    query: (statement, values) => run(pool, statement, values),
    tx: (work) => repeated(() => transaction(pool, "begin", work)),
    snapshot: (work) => transaction(pool, BEGIN_SNAPSHOT, work),
    listen(channel, onNotify, onGap) {
      const stop = keepListening(config, { channel, onNotify, onGap, logger: options.logger });
      listeners.add(stop);
      return () => {
        listeners.delete(stop);
        void stop();
      };
    },
    lane(connections, more = {}) {
      const lane = openDatabase({ ...options, ...more, connections });
      lanes.push(lane);
      return lane;
    },
    async ping() {
      return pool.query("select 1").then(
        () => true,
        () => false,
      );
    },
    async close() {
      isClosing = true;
      await Promise.all([...listeners].map((stop) => stop()));
      await Promise.all(lanes.map((lane) => lane.close()));
      await pool.end();
    },
  };
}

function sessionOf({ role, mayForget, settings: more = {} }: DatabaseOptions): string {
  const settings = [
    ...(role === undefined ? [] : [`role=${role}`]),
    ...(mayForget === true ? ["synchronous_commit=off"] : []),
    ...Object.entries(more).map(([name, value]) => `${name}=${value}`),
  ];
  return settings.map((setting) => `-c ${setting}`).join(" ");
}

async function run<Row extends object>(
  client: pg.Pool | pg.PoolClient,
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

/** A copy that breaks off must undo what it has read, so there is none outside a transaction. */
async function copied(
  client: pg.Pool | pg.PoolClient,
  text: string,
  rows: SqlValue,
): Promise<never[]> {
  const isOut = rows instanceof Writable;
  if (client instanceof pg.Pool || !(isOut || Buffer.isBuffer(rows))) {
    throw new TypeError("A copy needs a transaction and its rows as bytes or a stream for them.");
  }
  await (isOut ? copyOut(client, text, rows) : copyIn(client, text, rows));
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

async function transaction<T>(
  pool: pg.Pool,
  begin: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw transientIfSo(error);
  });
  // A lost connection inside a transaction surfaces at the next statement; without a listener the
  // event alone would end the process.
  const ignore = () => undefined;
  client.on("error", ignore);
  let broken: Error | undefined;
  try {
    await run(client, { name: "", text: begin });
    const result = await work({
      inTransaction: true,
      query: (statement, values) => run(client, statement, values),
    });
    await run(client, { name: "", text: "commit" });
    return result;
  } catch (error) {
    await run(client, { name: "", text: "rollback" }).catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.off("error", ignore);
    client.release(broken);
  }
}

interface Listening {
  readonly channel: string;
  readonly onNotify: (payload: string) => void;
  readonly onGap: (() => void) | undefined;
  readonly logger: Logger;
}

/** Holds one connection for LISTEN, outside the pool, and opens it again whenever it breaks. */
function keepListening(config: pg.ClientConfig, listening: Listening): () => Promise<void> {
  let stopped = false;
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  const open = async (isRetry: boolean) => {
    const next = new pg.Client({ ...config, statement_timeout: 0 });
    client = next;
    const again = () => {
      if (stopped || client !== next) return;
      client = undefined;
      retry = setTimeout(() => void open(true), LISTEN_RETRY_MS);
    };
    next.on("error", again);
    next.on("end", again);
    next.on("notification", (message) => listening.onNotify(message.payload ?? ""));
    try {
      await next.connect();
      await next.query(`listen ${pg.escapeIdentifier(listening.channel)}`);
      if (isRetry) listening.onGap?.();
    } catch (error) {
      listening.logger.debug({ err: String(error) }, "database_listen_failed");
      again();
    }
  };
  void open(false);
  return async () => {
    stopped = true;
    clearTimeout(retry);
    await client?.end().catch(() => undefined);
  };
}

/** PostgreSQL's and the socket's codes for "not there now": the caller may simply try again. */
const GONE = /^(08|57P|53|3D)/;
const GONE_SOCKET = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ENOENT", "ETIMEDOUT"]);

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
  const isGone =
    GONE.test(code) ||
    GONE_SOCKET.has(code) ||
    /^(Connection terminated|timeout exceeded)/.test(message);
  if (!isGone) return error;
  return new ExchangeError("unavailable", {
    message: "The database is not reachable.",
    retryAfterSeconds: 1,
    cause: error,
  });
}

/** The five-character SQLSTATE (or socket code) of a failed statement. */
export function sqlStateOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
