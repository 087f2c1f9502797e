import pg from "pg";
import { OWNER } from "./cluster.ts";

/** Advisory locks of the maintenance database: PostgreSQL releases them when their process ends. */
const OWNS = 1;
const USES = 2;

/** Makes this connection the owner of the data folder; false if another connection is. */
export async function takeOwnership(client: pg.Client): Promise<boolean> {
  return takeLock(client, OWNS);
}

/** The process that owns the data folder, such as `process 4711`. */
export async function findOwner(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select activity.application_name as name
       from pg_locks as lock
       join pg_stat_activity as activity using (pid)
      where lock.locktype = 'advisory' and lock.objid = $1 and lock.granted`,
    [OWNS],
  );
  return rows[0]?.name.replace("placard ", "") ?? "another process";
}

/** Counts this connection as a user of the server; waits while the server is being stopped. */
export async function beginUse(client: pg.Client): Promise<void> {
  await client.query("select pg_advisory_lock_shared($1)", [USES]);
}

/** True if there is no other user; none is admitted until this connection closes. */
export async function endUse(client: pg.Client): Promise<boolean> {
  await client.query("select pg_advisory_unlock_shared($1)", [USES]);
  return takeLock(client, USES);
}

async function takeLock(client: pg.Client, lock: number): Promise<boolean> {
  const { rows } = await client.query<{ isTaken: boolean }>(
    'select pg_try_advisory_lock($1) as "isTaken"',
    [lock],
  );
  return rows[0]?.isTaken === true;
}

/** PostgreSQL's codes for a database that exists, and for one that another session just makes. */
const EXISTS = new Set(["42P04", "23505"]);

export async function ensureDatabase(client: pg.Client): Promise<void> {
  const known = await client.query("select 1 from pg_database where datname = $1", [OWNER]);
  if (known.rowCount !== 0) return;
  await client.query(`create database ${pg.escapeIdentifier(OWNER)}`).catch((cause: unknown) => {
    if (!(cause instanceof pg.DatabaseError && EXISTS.has(cause.code ?? ""))) throw cause;
  });
}
