import type { Queryable, Tx } from "../../../core/db.ts";
import { column, only, query, type Selected, select } from "../../../core/sql.ts";
import { CATALOG_CHANNEL } from "../queries.ts";

/**
 * Does not wait: `false` when another import of the same feed is running. Held to the end of
 * the transaction, so a process that dies gives it back.
 */
export function tryLockFeed(tx: Tx, feed: string): Promise<boolean> {
  return only.flag.one(tx, "catalog.try_lock_feed", [feed])`
    select pg_try_advisory_xact_lock(lock_key('catalog.feed', $1))`;
}

/** Makes `findFeedState` see the import until the transaction ends. */
export async function announceImport(tx: Tx): Promise<void> {
  await query(tx, "catalog.announce_import")`
    select pg_advisory_xact_lock_shared(hashtextextended('catalog.loading', 0))`;
}

/**
 * Lets one transaction at a time change products. Without it a smaller `rev` could become visible
 * after a larger one, and readers who follow changes would miss it.
 */
export async function lockCatalog(tx: Tx): Promise<void> {
  await query(tx, "catalog.lock_catalog")`
    select pg_advisory_xact_lock(lock_key('catalog.switch', ''))`;
}

/**
 * Fixes how the next statements of this transaction join, by index or by hash. The staging table is
 * empty whenever PostgreSQL gathers its statistics, so left alone the planner expects one row and
 * compares every row with every other.
 */
export async function planJoins(tx: Tx, kind: "index" | "hash"): Promise<void> {
  const [byIndex, byHash] = kind === "index" ? ["on", "off"] : ["off", "on"];
  await query(tx, "catalog.plan_joins", [byIndex, byHash])`
    select set_config('enable_nestloop', $1, true),
    set_config('enable_hashjoin', $2, true),
    set_config('enable_mergejoin', 'off', true),
    set_config('enable_seqscan', $2, true)`;
}

/** Makes sure the feed exists and returns the version an import of it will have. */
export function openFeedVersion(tx: Tx, feed: string): Promise<number> {
  return only.count.one(tx, "catalog.open_feed_version", [feed])`
    insert into feed (name)
    values ($1)
    on conflict (name) do update set name = excluded.name
    returning version + 1`;
}

const FEED = select({
  name: column.text("name"),
  version: column.count("version"),
  products: column.plain<number>("products"),
  rowsRead: column.plain<number>("rows_read"),
  rowsRejected: column.plain<number>("rows_rejected"),
  rowsChanged: column.plain<number>("rows_changed"),
  rowsRetired: column.plain<number>("rows_retired"),
  durationMs: column.count("duration_ms"),
  importedAt: column.nullable(column.time("imported_at")),
  /** What the newest import read; `null` for those before it was noted. */
  format: column.nullable(column.text("format")),
});

export type FeedStatus = Selected<typeof FEED>;

/** Makes the import the feed's version and notifies every process; both happen at commit. */
export async function closeFeedVersion(tx: Tx, feed: FeedStatus): Promise<void> {
  await query(tx, "catalog.close_feed_version", [
    feed.name,
    feed.version,
    feed.products,
    feed.rowsRead,
    feed.rowsRejected,
    feed.rowsChanged,
    feed.rowsRetired,
    feed.durationMs,
    feed.importedAt,
    feed.format,
  ])`update feed
    set version = $2,
        products = $3,
        rows_read = $4,
        rows_rejected = $5,
        rows_changed = $6,
        rows_retired = $7,
        duration_ms = $8,
        imported_at = $9,
        format = $10
    where name = $1`;
  await query(tx, "catalog.notify", [CATALOG_CHANNEL, feed.name])`select pg_notify($1, $2)`;
}

export interface Rejection {
  /** The line of the file that the row begins in; for XML and JSON documents the item's number. */
  readonly line: number;
  readonly id: string | null;
  readonly reason: string;
}

/** Replaces what earlier imports of the feed refused by what this one did. */
export async function saveRejections(
  tx: Tx,
  version: { feed: string; version: number },
  rejections: readonly Rejection[],
): Promise<void> {
  await query(tx, "catalog.clear_rejections", [version.feed])`delete from feed_rejection
    where feed_name = $1`;
  await query(tx, "catalog.save_rejections", [
    version.feed,
    version.version,
    JSON.stringify(rejections),
  ])`insert into feed_rejection (feed_name, version, line, external_id, reason)
    select $1, $2, r.line, r.id, r.reason
    from json_to_recordset($3::json) as r(line integer, id text, reason text)`;
}

/** Every feed, by name. */
export function listFeeds(db: Queryable): Promise<FeedStatus[]> {
  return FEED.all(db, "catalog.list_feeds")`
    select ${FEED.list} from feed order by name limit 1000`;
}

/** What the newest import of a feed refused, by line (`feed_rejection_pkey`). */
export async function listRejections(db: Queryable, feed: string, limit: number) {
  return query<Rejection>(db, "catalog.list_rejections", [feed, limit])`
    select line, external_id as id, reason
    from feed_rejection
    where feed_name = $1
    order by version, line
    limit $2`;
}
