import type { Queryable, Tx } from "../../../core/db.ts";
import type { FeedProduct } from "../product.ts";
import { CATALOG_CHANNEL } from "../queries.ts";

/**
 * Waits for nobody: `false` when another import of the same feed is running. Held to the end of
 * the transaction, so a process that dies gives it back.
 */
export async function tryLockFeed(tx: Tx, feed: string): Promise<boolean> {
  const rows = await tx.query<{ locked: boolean }>(
    {
      name: "catalog.try_lock_feed",
      text: `select pg_try_advisory_xact_lock(hashtextextended('catalog.feed:' || $1, 0))
  as locked`,
    },
    [feed],
  );
  return rows[0]?.locked === true;
}

/**
 * Lets one transaction at a time change products. Without it a smaller `rev` could become visible
 * after a larger one, and readers who follow changes would miss it.
 */
export async function lockCatalog(tx: Tx): Promise<void> {
  await tx.query({
    name: "catalog.lock_catalog",
    text: "select pg_advisory_xact_lock(hashtextextended('catalog.switch', 0))",
  });
}

/**
 * Fixes how the next statements of this transaction join, by index or by hash. The staging table is
 * empty whenever PostgreSQL gathers its statistics, so left alone the planner expects one row and
 * compares every row with every other: 2,500 changed rows took 10 s, this way under one.
 */
export async function planJoins(tx: Tx, kind: "index" | "hash"): Promise<void> {
  const [byIndex, byHash] = kind === "index" ? ["on", "off"] : ["off", "on"];
  await tx.query(
    {
      name: "catalog.plan_joins",
      text: `select set_config('enable_nestloop', $1, true),
       set_config('enable_hashjoin', $2, true),
       set_config('enable_mergejoin', 'off', true),
       set_config('enable_seqscan', $2, true)`,
    },
    [byIndex, byHash],
  );
}

/** Makes sure the feed exists and returns the version an import of it will have. */
export async function openFeedVersion(tx: Tx, feed: string): Promise<number> {
  const rows = await tx.query<{ version: string }>(
    {
      name: "catalog.open_feed_version",
      text: `insert into feed (name)
values ($1)
on conflict (name) do update set name = excluded.name
returning version + 1 as version`,
    },
    [feed],
  );
  return Number(rows[0]?.version ?? 1);
}

export interface StagedRow {
  readonly line: number;
  readonly product: FeedProduct;
  /** **Units** hexadecimal, 16 bytes. */
  readonly contentHash: string;
}

/** Stages rows; returns the lines it took. The others repeat an id of this import. */
export async function stageRows(
  tx: Tx,
  feed: string,
  rows: readonly StagedRow[],
): Promise<Set<number>> {
  const records = rows.map((row) => stagingRecord(feed, row));
  const taken = await tx.query<{ line: number }>(
    {
      name: "catalog.stage_rows",
      text: `insert into feed_staging (
  feed_name, external_id, line, title, description, brand, category, price_micros,
  compare_at_micros, currency, availability, image_url, link, gtin, color, rating_value,
  rating_count, seller, content_hash
)
select feed_name, external_id, line, title, description, brand, category, price_micros,
       compare_at_micros, currency, availability, image_url, link, gtin, color, rating_value,
       rating_count, seller, content_hash
from json_populate_recordset(null::feed_staging, $1::json)
order by line
on conflict (feed_name, external_id) do nothing
returning line`,
    },
    [JSON.stringify(records)],
  );
  return new Set(taken.map((row) => row.line));
}

/** Takes rows out of the import whose id lives in another feed, and says which they were. */
export async function unstageForeignRows(
  tx: Tx,
  feed: string,
): Promise<{ line: number; id: string; owner: string }[]> {
  const rows = await tx.query<{ line: number; external_id: string; feed_name: string }>(
    {
      name: "catalog.unstage_foreign_rows",
      text: `delete from feed_staging s
using product p
where s.feed_name = $1
  and p.external_id = s.external_id
  and p.feed_name <> s.feed_name
  and p.retired_at is null
returning s.line, s.external_id, p.feed_name`,
    },
    [feed],
  );
  return rows.map((row) => ({ line: row.line, id: row.external_id, owner: row.feed_name }));
}

/**
 * Inserts and updates the products whose content differs, for one range of staged lines, and
 * returns how many. An unchanged product is not touched at all.
 */
export async function applyStagedRows(
  tx: Tx,
  range: { feed: string; version: number; now: Date; fromLine: number; toLine: number },
): Promise<number> {
  const rows = await tx.query<{ count: number }>(
    {
      name: "catalog.apply_staged_rows",
      text: `with applied as (
  insert into product (
    external_id, feed_name, feed_version, title, description, brand, category, price_micros,
    compare_at_micros, currency, availability, image_url, link, gtin, color, rating_value,
    rating_count, seller, content_hash, rev, updated_at
  )
  select s.external_id, s.feed_name, $2, s.title, s.description, s.brand, s.category,
         s.price_micros, s.compare_at_micros, s.currency, s.availability, s.image_url, s.link,
         s.gtin, s.color, s.rating_value, s.rating_count, s.seller, s.content_hash,
         nextval('product_rev'), $3
  from feed_staging s
  left join product p on p.external_id = s.external_id
  where s.feed_name = $1
    and s.line between $4 and $5
    and (
      p.content_hash is distinct from s.content_hash
      or p.retired_at is not null
      or p.feed_name <> s.feed_name
    )
  on conflict (external_id) do update
  set feed_name = excluded.feed_name,
      feed_version = excluded.feed_version,
      title = excluded.title,
      description = excluded.description,
      brand = excluded.brand,
      category = excluded.category,
      price_micros = excluded.price_micros,
      compare_at_micros = excluded.compare_at_micros,
      currency = excluded.currency,
      availability = excluded.availability,
      image_url = excluded.image_url,
      link = excluded.link,
      gtin = excluded.gtin,
      color = excluded.color,
      rating_value = excluded.rating_value,
      rating_count = excluded.rating_count,
      seller = excluded.seller,
      content_hash = excluded.content_hash,
      rev = excluded.rev,
      updated_at = excluded.updated_at,
      retired_at = null
  returning 1
)
select count(*)::integer as count
from applied`,
    },
    [range.feed, range.version, range.now, range.fromLine, range.toLine],
  );
  return rows[0]?.count ?? 0;
}

/** Retires the feed's products that the new version no longer has, and returns how many. */
export async function retireMissing(tx: Tx, feed: string, now: Date): Promise<number> {
  const rows = await tx.query<{ count: number }>(
    {
      name: "catalog.retire_missing",
      text: `with retired as (
  update product p
  set retired_at = $2,
      rev = nextval('product_rev')
  where p.feed_name = $1
    and p.retired_at is null
    and not exists (
      select 1
      from feed_staging s
      where s.feed_name = $1
        and s.external_id = p.external_id
    )
  returning 1
)
select count(*)::integer as count
from retired`,
    },
    [feed, now],
  );
  return rows[0]?.count ?? 0;
}

export async function clearStaging(tx: Tx, feed: string): Promise<void> {
  await tx.query(
    {
      name: "catalog.clear_staging",
      text: `delete from feed_staging
where feed_name = $1`,
    },
    [feed],
  );
}

export interface FeedStatus {
  readonly name: string;
  readonly version: number;
  readonly products: number;
  readonly rowsRead: number;
  readonly rowsRejected: number;
  readonly rowsChanged: number;
  readonly rowsRetired: number;
  readonly durationMs: number;
  readonly importedAt: string | null;
}

/** Makes the import the feed's version and tells every process; both happen at commit. */
export async function closeFeedVersion(tx: Tx, feed: FeedStatus): Promise<void> {
  await tx.query(
    {
      name: "catalog.close_feed_version",
      text: `update feed
set version = $2,
    products = $3,
    rows_read = $4,
    rows_rejected = $5,
    rows_changed = $6,
    rows_retired = $7,
    duration_ms = $8,
    imported_at = $9
where name = $1`,
    },
    [
      feed.name,
      feed.version,
      feed.products,
      feed.rowsRead,
      feed.rowsRejected,
      feed.rowsChanged,
      feed.rowsRetired,
      feed.durationMs,
      feed.importedAt,
    ],
  );
  await tx.query({ name: "catalog.notify", text: "select pg_notify($1, $2)" }, [
    CATALOG_CHANNEL,
    feed.name,
  ]);
}

export interface Rejection {
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
  await tx.query(
    {
      name: "catalog.clear_rejections",
      text: `delete from feed_rejection
where feed_name = $1`,
    },
    [version.feed],
  );
  await tx.query(
    {
      name: "catalog.save_rejections",
      text: `insert into feed_rejection (feed_name, version, line, external_id, reason)
select $1, $2, r.line, r.id, r.reason
from json_to_recordset($3::json) as r(line integer, id text, reason text)`,
    },
    [version.feed, version.version, JSON.stringify(rejections)],
  );
}

interface FeedRow {
  name: string;
  version: string;
  products: number;
  rows_read: number;
  rows_rejected: number;
  rows_changed: number;
  rows_retired: number;
  duration_ms: string;
  imported_at: Date | null;
}

/** All feeds by name; there are never many. */
export async function listFeeds(db: Queryable): Promise<FeedStatus[]> {
  const rows = await db.query<FeedRow>({
    name: "catalog.list_feeds",
    text: `select name, version, products, rows_read, rows_rejected, rows_changed, rows_retired,
       duration_ms, imported_at
from feed
order by name
limit 1000`,
  });
  return rows.map((row) => ({
    name: row.name,
    version: Number(row.version),
    products: row.products,
    rowsRead: row.rows_read,
    rowsRejected: row.rows_rejected,
    rowsChanged: row.rows_changed,
    rowsRetired: row.rows_retired,
    durationMs: Number(row.duration_ms),
    importedAt: row.imported_at?.toISOString() ?? null,
  }));
}

/** What the newest import of a feed refused, by line (`feed_rejection_pkey`). */
export async function listRejections(
  db: Queryable,
  feed: string,
  limit: number,
): Promise<Rejection[]> {
  const rows = await db.query<{ line: number; external_id: string | null; reason: string }>(
    {
      name: "catalog.list_rejections",
      text: `select line, external_id, reason
from feed_rejection
where feed_name = $1
order by version, line
limit $2`,
    },
    [feed, limit],
  );
  return rows.map((row) => ({ line: row.line, id: row.external_id, reason: row.reason }));
}

function stagingRecord(feed: string, { line, product, contentHash }: StagedRow) {
  return {
    feed_name: feed,
    external_id: product.id,
    line,
    title: product.title,
    description: product.description,
    brand: product.brand,
    category: product.category,
    price_micros: product.priceMicros,
    compare_at_micros: product.compareAtMicros,
    currency: product.currency,
    availability: product.availability,
    image_url: product.imageUrl,
    link: product.link,
    gtin: product.gtin,
    color: product.color,
    rating_value: product.ratingValue,
    rating_count: product.ratingCount,
    seller: product.seller,
    content_hash: `\\x${contentHash}`,
  };
}
