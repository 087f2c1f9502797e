import type { Writable } from "node:stream";
import type { Database, Queryable, Tx } from "../../core/db.ts";
import { column, finds, only, query, select } from "../../core/sql.ts";
import type { Archived } from "./archive.ts";

/** A partition whose rows are all older than their age. */
export interface ExpiredPartition {
  readonly source: string;
  readonly name: string;
  /** The smallest id behind it. */
  readonly until: string;
  /** A detachment began and has not ended. */
  readonly isDetaching: boolean;
}

/** Whether the login may detach and drop partitions. */
export function ownsTables(db: Queryable): Promise<boolean> {
  return finds(db, "retention.owns_tables")`select 1
    from pg_class c
    where c.oid = 'event'::regclass and pg_has_role(c.relowner, 'usage')`;
}

/** Events come first: deliveries may go only after the events that they served. */
export async function findExpiredPartitions(db: Queryable, of: { now: Date; days: number }) {
  return query<ExpiredPartition>(db, "retention.find_expired_partitions", [of.now, of.days])`
    select i.inhparent::regclass::text as source, i.inhrelid::regclass::text as name,
      b.until::text as until, i.inhdetachpending as "isDetaching"
    from pg_inherits i
    join pg_class c on c.oid = i.inhrelid
    cross join lateral (
      select (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \\(''(.{36})''\\)'))[1]::uuid
        as until
    ) b
    where i.inhparent in ('event'::regclass, 'journal'::regclass, 'delivery'::regclass)
      and b.until <= uuid_floor(exchange_now($1) - make_interval(days => $2))
    order by i.inhparent = 'event'::regclass desc, i.inhparent::regclass::text desc,
      i.inhdetachpending desc, b.until`;
}

/** False while some of its rows are still needed. */
export function closePartition(tx: Tx, partition: ExpiredPartition): Promise<boolean> {
  const { source, name, until } = partition;
  const values = [source, name, until];
  return only.flag.one(tx, "retention.close_partition", values)`
    select close_partition($1, $2, $3)`;
}

/** Whether a snapshot is still open that may be older than the closing of a partition. */
export function isSeenBefore(db: Queryable, name: string): Promise<boolean> {
  return finds(db, "retention.is_seen_before", [name])`select 1
    from archive_file f
    join pg_stat_activity s on s.datname = current_database()
    where f.name = $1 and s.pid <> pg_backend_pid() and s.backend_type = 'client backend'
      and age(s.backend_xmin) >= age(f.xmin)`;
}

/** Writers do not wait for it. It cannot run in a transaction. */
export async function detachPartition(db: Database, partition: ExpiredPartition): Promise<void> {
  const how = partition.isDetaching ? "finalize" : "concurrently";
  const text = `alter table ${partition.source} detach partition ${partition.name} ${how}`;
  await db.query({ name: "", text });
}

export function findDetached(db: Queryable): Promise<string[]> {
  return only.text.all(db, "retention.find_detached")`select f.name
    from archive_file f
    where f.archived_at is null
      and not exists (select from pg_inherits i where i.inhrelid = to_regclass(f.name))
    order by f.name`;
}

/** Nobody else exports or reads it until the end of the transaction. */
export async function lockDetached(tx: Tx, name: string): Promise<void> {
  await query(tx, "")`lock table ${name} in access exclusive mode`;
}

const FORMAT = "with (format csv, header)";

/** Writes the rows of a table, as CSV with a header. */
export async function exportTable(tx: Tx, name: string, sink: Writable): Promise<void> {
  await tx.query({ name: "", text: `copy ${name} to stdout ${FORMAT}`, isCopy: true }, [sink]);
}

export async function dropExported(tx: Tx, file: Archived): Promise<void> {
  await query(tx, "")`drop table ${file.name}`;
  await query(tx, "retention.record_partition", [file.name, file.rows, file.bytes, file.sha256])`
    update archive_file
    set rows = $2, bytes = $3, sha256 = $4, archived_at = now()
    where name = $1`;
}

export interface AgedTable {
  readonly source: string;
  /** The column that says how old a row is. */
  readonly column: string;
}

/** **Units** `blocks` of the table at the moment; `before` as text. */
export function measureTable(
  db: Queryable,
  { source }: AgedTable,
  { now, days }: { now: Date; days: number },
) {
  return SIZE.one(db, "retention.measure_table", [source, now, days])`select ${SIZE.list}`;
}

const SIZE = select({
  blocks: column.count("pg_relation_size($1::regclass) / current_setting('block_size')::integer"),
  before: column.text("(exchange_now($2) - make_interval(days => $3))::text"),
});

export function countExpired(db: Queryable, { source, column }: AgedTable, before: string) {
  const text = `select count(*)::integer from ${source} where ${column} < $1`;
  return only.number.one(db, { name: "", text }, [before]);
}

/** The next free file name of a table; reserved until the end of the transaction. */
export async function takeFileName(tx: Tx, { source }: AgedTable): Promise<string> {
  await query(tx, "")`lock table ${source} in share update exclusive mode`;
  return only.text.one(tx, "retention.take_file_name", [source])`
    select $1 || '_' || lpad((count(*) + 1)::text, 6, '0')
    from archive_file
    where source = $1`;
}

/** Deletes the old rows of a stretch of blocks and writes them, as CSV with a header. */
export async function exportDeleted(
  tx: Tx,
  { source, column }: AgedTable,
  of: { before: string; from: number; to: number; sink: Writable },
): Promise<void> {
  const text = `copy (
      delete from ${source} t
      where t.ctid >= '(${of.from},0)' and t.ctid < '(${of.to},0)' and t.${column} < '${of.before}'
      returning t.*
    ) to stdout ${FORMAT}`;
  await tx.query({ name: "", text, isCopy: true }, [of.sink]);
}

export async function recordFile(tx: Tx, { source }: AgedTable, file: Archived): Promise<void> {
  await query(tx, "retention.record_file", [file.name, source, file.rows, file.bytes, file.sha256])`
    insert into archive_file (name, source, rows, bytes, sha256, archived_at)
    values ($1, $2, $3, $4, $5, now())`;
}
