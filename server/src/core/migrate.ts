import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import type { Queryable } from "./db.ts";
import type { Logger } from "./log.ts";

const FOLDER = fileURLToPath(new URL("../../../migrations/", import.meta.url));
const FILE_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/;

/** One number for all processes that migrate the same database at the same time. */
const LOCK_KEY = 7_281_640_311;

interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
}

/**
 * Brings a database up to date. Forward only; each file is one transaction. Several processes may
 * race: an advisory lock lets one work, and the others find nothing left to do.
 */
export async function migrate(options: {
  databaseUrl: string;
  logger?: Logger;
}): Promise<{ applied: string[] }> {
  const client = new pg.Client({ connectionString: options.databaseUrl });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [LOCK_KEY]);
    await client.query(
      `create table if not exists schema_migration (
         number integer primary key,
         name text not null,
         applied_at timestamptz not null default now()
       )`,
    );
    const applied = await applyMissing(client, options.logger);
    await client.query("select ensure_partitions(now())");
    return { applied };
  } finally {
    // Ending the connection also releases the lock.
    await client.end();
  }
}

/** Makes the daily partitions of the days around a time; safe at any moment, from anywhere. */
export async function ensurePartitions(db: Queryable, now: Date): Promise<void> {
  await db.query({ name: "core.ensure_partitions", text: "select ensure_partitions($1)" }, [now]);
}

async function applyMissing(client: pg.Client, logger: Logger | undefined): Promise<string[]> {
  const done = await client.query<{ number: number }>("select number from schema_migration");
  const numbers = new Set(done.rows.map((row) => row.number));
  const applied: string[] = [];
  for (const migration of await readMigrations()) {
    if (numbers.has(migration.number)) continue;
    await applyOne(client, migration);
    logger?.info({ migration: migration.name }, "migrated");
    applied.push(migration.name);
  }
  return applied;
}

async function applyOne(client: pg.Client, migration: Migration): Promise<void> {
  await client.query("begin");
  try {
    await client.query(migration.sql);
    await client.query("insert into schema_migration (number, name) values ($1, $2)", [
      migration.number,
      migration.name,
    ]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw new Error(`Migration ${migration.name} failed.`, { cause: error });
  }
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(FOLDER)).filter((name) => FILE_NAME.test(name)).sort();
  return Promise.all(
    names.map(async (name) => ({
      number: Number.parseInt(name.slice(0, 4), 10),
      name,
      sql: await readFile(new URL(`../../../migrations/${name}`, import.meta.url), "utf8"),
    })),
  );
}

/** Whether every migration file of this code has been applied: part of `/readyz`. */
export async function isMigrated(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl });
  try {
    await client.connect();
    const done = await client.query<{ number: number }>("select number from schema_migration");
    const numbers = new Set(done.rows.map((row) => row.number));
    return (await readMigrations()).every((migration) => numbers.has(migration.number));
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
