import { spawnSync } from "node:child_process";
import pg from "pg";
import { freePort } from "../../../local/free-port.ts";
import { migrate } from "../../../server/src/core/migrate.ts";
import { startTestPostgres } from "../../setup/postgres.ts";
import {
  type ExchangeProcess,
  startExchangeProcess,
  stopExchangeProcess,
} from "./exchange-process.ts";

export type Closer = () => void | Promise<void>;
/** Hands over how to take a part down again as soon as it stands. */
export type Later = (closer: Closer) => void;

/** What `build` puts up, taken down in reverse order by `close` or by a failure on the way. */
export async function standing<Rig extends object>(
  build: (later: Later) => Promise<Rig>,
): Promise<Rig & { close(): Promise<void> }> {
  const closers: Closer[] = [];
  const close = async () => {
    for (const closer of closers.reverse()) await closer();
  };
  try {
    return { ...(await build((closer) => closers.push(closer))), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A durable, migrated PostgreSQL of the benchmark's own, and a connection to look at it. */
export async function startDatabase(
  later: Later,
  settings: Readonly<Record<string, string>> = {},
): Promise<{ databaseUrl: string; client: pg.Client }> {
  const postgres = await startTestPostgres({ isDurable: true, settings });
  later(() => postgres.stop());
  const { embedded } = postgres;
  if (embedded === null) throw new Error("The benchmark measures its own PostgreSQL alone.");
  const databaseUrl = embedded.databaseUrl();
  await migrate({ databaseUrl });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  later(() => client.end());
  return { databaseUrl, client };
}

/** An exchange, or with an `entry` of its own the baseline beside it, on a free port. */
export async function startServer(
  later: Later,
  options: { databaseUrl: string; entry?: string; env?: Record<string, string> },
): Promise<ExchangeProcess> {
  const process = await startExchangeProcess({ ...options, port: await freePort() });
  later(() => stopExchangeProcess(process));
  return process;
}

/** What a reader needs to repeat the figures: these settings of PostgreSQL, Node and the cores. */
export async function machineSettings(
  client: pg.Client,
  names: readonly string[],
): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    "select name, current_setting(name) as setting from pg_settings where name = any($1)",
    [names],
  );
  return {
    ...Object.fromEntries(rows.map((row) => [row.name, row.setting])),
    node: process.version,
    cores: spawnSync("nproc", { encoding: "utf8" }).stdout?.trim() ?? "unknown",
  };
}
