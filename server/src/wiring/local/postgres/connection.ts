import pg from "pg";

/** The server is on this machine and was just seen ready: silence means it is not ours. */
const CONNECT_TIMEOUT_MS = 5_000;
const UNKNOWN_DATABASE = "3D000";

export interface Address {
  readonly port: number;
  readonly password: string;
  readonly name: string;
}

export function urlOf(address: Address): string {
  const { port, password, name } = address;
  return `postgres://placard:${password}@127.0.0.1:${port}/${encodeURIComponent(name)}`;
}

/** Whether a server answers at this address with this password. */
export async function answers(databaseUrl: string): Promise<boolean> {
  try {
    await withClient(databaseUrl, (client) => client.query("select 1"));
    return true;
  } catch {
    return false;
  }
}

/** Makes the database unless it exists; the common case costs one connection. */
export async function ensureDatabase(
  maintenanceUrl: string,
  databaseUrl: string,
  name: string,
): Promise<void> {
  try {
    await withClient(databaseUrl, (client) => client.query("select 1"));
  } catch (cause) {
    if (!(cause instanceof pg.DatabaseError) || cause.code !== UNKNOWN_DATABASE) throw cause;
    const create = `create database ${pg.escapeIdentifier(name)}`;
    await withClient(maintenanceUrl, (client) => client.query(create));
  }
}

async function withClient<T>(
  connectionString: string,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
  });
  // Without a listener, a server that goes away while we talk would end the process.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await use(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
