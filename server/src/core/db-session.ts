import pg from "pg";
import { ExchangeError } from "../contract/errors.ts";
import type { Logger } from "./log.ts";

/** What every connection of a running exchange may do at most. */
export const APP_ROLE = "placard_app";

export const STATEMENT_TIMEOUT_MS = 30_000;
const SILENCE_MS = 500;
/** Finds a broken connection although nothing is sent. */
export const SOCKET = { keepAlive: true, keepAliveInitialDelayMillis: 5_000 };

/**
 * How long a connection is waited for: PostgreSQL ends a late statement itself, and one that is
 * silent even then is lost.
 */
export function patienceOf(statementTimeoutMs: number) {
  return { query_timeout: statementTimeoutMs + SILENCE_MS, ...SOCKET };
}

/** What a connection is set to before its first statement. */
export interface SessionOptions {
  /** The role whose rights all statements run with; absent: the login's own. */
  readonly role?: string | undefined;
  /** Behind a pooler in transaction mode the session belongs to other clients as well. */
  readonly isPooled: boolean;
  /** With several hosts only the primary is used. */
  readonly isPrimaryOnly: boolean;
  readonly settings: Readonly<Record<string, string>>;
}

/** The login lacks a right that every statement needs; an operator has to grant it. */
export class SessionError extends Error {
  override readonly name = "SessionError";
}

interface Checked {
  readonly name: string;
  readonly timeout: string;
  readonly standby: boolean;
}

/**
 * Sets up a new connection and checks that its statements will run as the role.
 *
 * **Errors** `SessionError` for a wrong role; `unavailable` for a standby.
 */
export async function beginSession(client: pg.ClientBase, options: SessionOptions): Promise<void> {
  const { role, isPooled, isPrimaryOnly } = options;
  const setters = [
    ...(role === undefined ? [] : [`set role ${pg.escapeIdentifier(role)}`]),
    ...settersOf(options.settings, "set"),
  ];
  // One message of several statements: PostgreSQL answers it in one round trip.
  const text = [...(isPooled ? [] : setters), CHECK].join(";");
  const answer = await client.query<Checked>(text).catch((error: unknown) => {
    throw isDenied(error) ? new SessionError(deniedText(role, error.message)) : error;
  });
  const [row] = [answer].flat().at(-1)?.rows ?? [];
  if (row === undefined) throw new SessionError("the connection was not set up");
  if (role !== undefined && row.name !== role) {
    throw new SessionError(`statements run as ${row.name}; log in as ${role} behind a pooler`);
  }
  if (isPooled && role !== undefined && row.timeout === "0") {
    throw new SessionError(`behind a pooler: alter role ${role} set statement_timeout = '30s'`);
  }
  if (isPrimaryOnly && row.standby) {
    throw new ExchangeError("unavailable", { message: "The database is a standby." });
  }
}

const CHECK = `select current_user as name, current_setting('statement_timeout') as timeout,
  pg_is_in_recovery() as standby`;

/** `set` for a session, `set local` for a transaction. */
export function settersOf(settings: Readonly<Record<string, string>>, set: "set" | "set local") {
  return Object.entries(settings).map(
    ([name, value]) => `${set} ${name} = ${pg.escapeLiteral(value)}`,
  );
}

const INSUFFICIENT_PRIVILEGE = "42501";
const UNDEFINED_ROLE = "22023";

function isDenied(error: unknown): error is pg.DatabaseError {
  const codes: unknown[] = [INSUFFICIENT_PRIVILEGE, UNDEFINED_ROLE];
  return error instanceof pg.DatabaseError && codes.includes(error.code);
}

function deniedText(role = "", problem: string): string {
  return `${problem}: run \`npm run migrate\`, or log in as ${role}`;
}

const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s;

/** The addresses of a URL that names several hosts with commas between, in their order. */
function addressesOf(url: string): string[] {
  const [, start = "", hosts = "", end = ""] = ADDRESS.exec(url) ?? [];
  return hosts.includes(",") ? hosts.split(",").map((host) => start + host + end) : [url];
}

export type Hosts = ReturnType<typeof createHosts>;

/** Which of several hosts is used; the next one when it fails or turns out to be a standby. */
export function createHosts(url: string) {
  const addresses = addressesOf(url);
  let at = 0;
  const current = () => addresses[at % addresses.length] ?? url;
  return {
    count: addresses.length,
    current,
    /** Turns to the next host unless another caller has turned from this one already. */
    leave(address: string): void {
      if (address === current()) at += 1;
    },
  };
}

const LISTEN_RETRY_MS = 500;

export interface Listening {
  readonly channel: string;
  readonly onNotify: (payload: string) => void;
  readonly onGap: (() => void) | undefined;
  readonly logger: Logger;
}

/** Holds one connection for LISTEN, outside the pool, and opens it again whenever it breaks. */
export function keepListening(
  config: pg.ClientConfig,
  hosts: Hosts,
  listening: Listening,
): () => Promise<void> {
  let stopped = false;
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  const open = async (isRetry: boolean) => {
    const connectionString = hosts.current();
    const next = new pg.Client({ ...config, connectionString });
    client = next;
    const again = () => {
      if (stopped || client !== next) return;
      client = undefined;
      hosts.leave(connectionString);
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

/** The primary among the hosts of an address; the last of them when none answers as one. */
export async function primaryOf(url: string): Promise<string> {
  const addresses = addressesOf(url);
  for (const address of addresses.slice(0, -1)) {
    const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: 5_000 });
    client.on("error", () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query("select where not pg_is_in_recovery()");
      if (rows.length > 0) return address;
    } catch {
      // The next host.
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  return addresses.at(-1) ?? url;
}

/**
 * What a package that opens a pool of its own needs to follow the primary among several hosts. The
 * pool begins at the primary; it repeats by itself what fails while the primary changes.
 */
export async function poolOptionsOf(url: string) {
  const hosts = createHosts(url);
  const patience = patienceOf(STATEMENT_TIMEOUT_MS);
  if (hosts.count === 1) return { connectionString: url, ...patience };
  const primary = await primaryOf(url);
  while (hosts.current() !== primary) hosts.leave(hosts.current());
  const accepted = new WeakSet<pg.ClientBase>();
  return {
    ...patience,
    Client: class extends pg.Client {
      constructor(config: pg.ClientConfig = {}) {
        const connectionString = hosts.current();
        super({ ...config, connectionString });
        this.on("error", () => undefined);
        this.once("end", () => {
          if (!accepted.has(this)) hosts.leave(connectionString);
        });
      }
    },
    async onConnect(client: pg.ClientBase): Promise<void> {
      await beginSession(client, { isPooled: false, isPrimaryOnly: true, settings: {} });
      accepted.add(client);
    },
  };
}
