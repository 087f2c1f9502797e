import type { Outage } from "../wire.ts";
import type { Target } from "./relay.ts";

/** Where a store answers, or why nothing can stand between it and us. */
export type Reach = { target: Target } | { why: string };

type Environment = Readonly<Record<string, string | undefined>>;

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Whether the store is reached by plain TCP on this machine. Encrypted, the relay's address
 * would not be the one in the certificate; elsewhere, others may use the same store.
 *
 * `environment` is what PostgreSQL's client reads beside the address.
 */
export function reachOf(store: Outage, address: string, environment: Environment): Reach {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url === undefined
    ? { why: `The ${NAMES[store]} has an address that a relay cannot read.` }
    : READERS[store](url, environment);
}

/** The same address with the relay in the store's place. */
export function addressThrough(address: string, port: number): string {
  const url = new URL(address);
  url.hostname = "127.0.0.1";
  url.port = String(port);
  return url.href;
}

const NAMES: Readonly<Record<Outage, string>> = { database: "database", redis: "Redis" };
const READERS = { database: databaseReach, redis: redisReach } as const;

function databaseReach(url: URL, environment: Environment): Reach {
  const { searchParams } = url;
  if (url.hostname === "" || searchParams.has("host") || /^%2f/i.test(url.hostname)) {
    return { why: "The database is reached by a socket file, which has no wire to cut." };
  }
  const mode = searchParams.get("sslmode") ?? environment.PGSSLMODE ?? "disable";
  const isEncrypted = mode !== "disable" || /^(true|1)$/.test(searchParams.get("ssl") ?? "");
  if (isEncrypted) return { why: "The database is reached by TLS, which a relay would break." };
  return onThisMachine("database", url, environment.PGPORT ?? "5432");
}

function redisReach(url: URL): Reach {
  if (url.protocol !== "redis:") {
    return { why: "Redis is reached by TLS, which a relay would break." };
  }
  return onThisMachine("redis", url, "6379");
}

function onThisMachine(store: Outage, url: URL, defaultPort: string): Reach {
  if (!LOOPBACK.test(url.hostname)) {
    return { why: `The ${NAMES[store]} runs on another machine, where others may need it.` };
  }
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return { target: { host, port: Number(url.port || defaultPort) } };
}
