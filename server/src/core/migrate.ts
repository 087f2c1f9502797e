import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import pg from "pg";
import { type Queryable, sqlStateOf } from "./db.ts";
import { primaryOf } from "./db-session.ts";
import type { Logger } from "./log.ts";

const MIGRATION_NAME = /^\d{4}_[a-z0-9_]+\.sql$/;
const FUNCTION_NAME = /^[a-z0-9_]+\.sql$/;
const FOLDER = new URL("../../../migrations/", import.meta.url);
const FUNCTIONS = new URL("functions/", FOLDER);

/** One number for all processes that migrate the same database at the same time. */
const LOCK_KEY = 7_281_640_311;

/** The database belongs to a version whose migrations this one does not continue. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

const INCOMPATIBLE =
  "The database was created by Placard 0.1.0 or another version and cannot be upgraded: " +
  "set DATABASE_URL to an empty database, or DATA_DIR to a new directory.";

/** A file of the folder: a numbered migration, or the definition of one function. */
interface SqlFile {
  readonly name: string;
  readonly sql: string;
}

/**
 * Brings a database up to date: applies the numbered migrations that it lacks, each in one
 * transaction, then all functions whose file changed, together in one. Several processes may race:
 * an advisory lock lets one work, and the others find nothing left to do.
 *
 * **Errors** `MigrationError` for a database whose migrations differ from these, by name or
 * content; it stays as it is.
 */
export async function migrate(options: {
  databaseUrl: string;
  logger?: Logger;
  /** Runs last, while other processes wait. */
  alsoInstall?: () => Promise<void>;
}) {
  const client = new pg.Client({ connectionString: await primaryOf(options.databaseUrl) });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [LOCK_KEY]);
    await client.query(
      `create table if not exists schema_migration (
         number integer primary key,
         name text not null,
         sha256 bytea not null,
         applied_at timestamptz not null default now()
       )`,
    );
    const migrations = await applyMigrations(client, options.logger);
    const functions = await applyFunctions(client);
    await client.query("grant select on schema_migration, schema_function to placard_app");
    await client.query("select ensure_partitions(now())");
    // From the first moment on, so that every backup tells a restored database from this one.
    await client.query(
      "update payout_state set identity = database_identity() where identity is null",
    );
    await options.alsoInstall?.();
    options.logger?.info({ migrations, functions }, "database_migrated");
    return { migrations, functions };
  } finally {
    // Ending the connection also releases the lock.
    await client.end();
  }
}

/** So that a worker that stood still for weeks leaves no day without its partition. */
const PARTITION_DAYS = 30;

/** Makes the daily partitions of the days around a time; safe at any moment, from anywhere. */
export async function ensurePartitions(db: Queryable, now: Date): Promise<void> {
  await db.query({ name: "core.ensure_partitions", text: "select ensure_partitions($1, $2)" }, [
    now,
    PARTITION_DAYS,
  ]);
}

async function applyMigrations(client: pg.Client, logger: Logger | undefined): Promise<string[]> {
  const done = await migrationsOf(client);
  const files = await readFiles(FOLDER, MIGRATION_NAME);
  const isOther = ({ name, sql }: SqlFile) => {
    const applied = done.get(numberOf(name));
    return applied !== undefined && applied.sha256 !== sha256Of(sql).toString("hex");
  };
  if (files.some(isOther)) throw new MigrationError(INCOMPATIBLE);
  const missing = files.filter(({ name }) => !done.has(numberOf(name)));
  for (const { name, sql } of missing) {
    await transact(client, name, async () => {
      await client.query(sql);
      const row = "insert into schema_migration (number, name, sha256) values ($1, $2, $3)";
      await client.query(row, [numberOf(name), name, sha256Of(sql)]);
    });
    logger?.debug({ migration: name }, "migration_applied");
  }
  return missing.map(({ name }) => name);
}

/** Functions may use each other in any order, so their bodies are not checked one by one. */
async function applyFunctions(client: pg.Client): Promise<string[]> {
  await client.query(
    `create table if not exists schema_function (
       name text primary key,
       sha256 bytea not null,
       applied_at timestamptz not null default now()
     )`,
  );
  const done = await functionsOf(client);
  const files = (await readFiles(FUNCTIONS, FUNCTION_NAME)).map((file) => ({
    ...file,
    sha256: sha256Of(file.sql),
  }));
  const changed = files.filter(({ name, sha256 }) => done.get(name)?.equals(sha256) !== true);
  if (changed.length === 0) return [];
  await transact(client, "functions", async () => {
    await client.query("set local check_function_bodies = off");
    for (const { name, sql, sha256 } of changed) {
      await client.query(sql);
      await client.query(
        `insert into schema_function (name, sha256) values ($1, $2)
         on conflict (name) do update set sha256 = excluded.sha256, applied_at = now()`,
        [name, sha256],
      );
    }
  });
  return changed.map(({ name }) => name);
}

/** Whatever waits behind a statement that waits for a table waits as long. */
const LOCK_TIMEOUT = "2s";
const LOCK_NOT_AVAILABLE = "55P03";
const TRIES_MAX = 15;

async function transact(client: pg.Client, name: string, run: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await client.query("begin");
    try {
      await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
      await run();
      await client.query("commit");
      return;
    } catch (error) {
      await client.query("rollback");
      const isLocked = sqlStateOf(error) === LOCK_NOT_AVAILABLE;
      if (!isLocked || attempt === TRIES_MAX) {
        throw new Error(`Migration ${name} failed.`, { cause: error });
      }
    }
  }
}

interface Applied {
  readonly number: number;
  readonly name: string;
  /** Hexadecimal; absent in the table of 0.1.0, which this query reads too. */
  readonly sha256: string | null;
}

async function migrationsOf(client: pg.Client): Promise<ReadonlyMap<number, Applied>> {
  const text = `select number, name, substr(to_jsonb(m) ->> 'sha256', 3) as sha256
    from schema_migration m`;
  const { rows } = await client.query<Applied>(text);
  return new Map(rows.map((row) => [row.number, row]));
}

async function functionsOf(client: pg.Client): Promise<ReadonlyMap<string, Buffer>> {
  const text = "select name, sha256 from schema_function";
  const { rows } = await client.query<{ name: string; sha256: Buffer }>(text);
  return new Map(rows.map((row) => [row.name, row.sha256]));
}

async function readFiles(folder: URL, pattern: RegExp): Promise<SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => pattern.test(name)).sort();
  return Promise.all(
    names.map(async (name) => ({ name, sql: await readFile(new URL(name, folder), "utf8") })),
  );
}

function numberOf(name: string): number {
  return Number.parseInt(name.slice(0, 4), 10);
}

function sha256Of(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** What a database has of this code, as one statement reads it. */
interface Present {
  readonly migrations: readonly string[];
  readonly functions: readonly string[];
  readonly partitions: boolean;
}

const UNDEFINED = /^(42P01|42703|42883|42501)$/;

/**
 * What the database lacks of this code: `schema` for a migration or function, `partitions` for a
 * day. A function may differ, because a newer version may have replaced it during a rolling
 * deployment.
 */
export async function findMissingParts(db: Queryable): Promise<string[]> {
  const [migrations, functions] = await Promise.all([
    readdir(FOLDER).then((names) => names.filter((name) => MIGRATION_NAME.test(name))),
    readdir(FUNCTIONS).then((names) => names.filter((name) => FUNCTION_NAME.test(name))),
  ]);
  const rows = await db.query<Present>(READ_PRESENT).catch((error: unknown) => {
    if (UNDEFINED.test(sqlStateOf(error) ?? "")) return [];
    throw error;
  });
  const [present] = rows;
  if (present === undefined) return ["schema"];
  const isWhole =
    migrations.every((name) => present.migrations.includes(name)) &&
    functions.every((name) => present.functions.includes(name));
  return [...(isWhole ? [] : ["schema"]), ...(present.partitions ? [] : ["partitions"])];
}

/** The partitions of today and tomorrow: at midnight the second becomes the first. */
const READ_PRESENT = {
  name: "core.read_present",
  text: `select
      array(
        select name from schema_migration where number = left(name, 4)::integer
      ) as migrations,
      array(select name from schema_function) as functions,
      not exists (
        select from generate_series(0, 1) d, unnest(array['event', 'delivery']) parent
        where to_regclass(
          parent || '_' || to_char((now() at time zone 'UTC')::date + d, 'YYYYMMDD')
        ) is null
      ) as partitions`,
};
