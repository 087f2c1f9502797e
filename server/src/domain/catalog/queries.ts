import type { Queryable, Statement } from "../../core/db.ts";
import { column, only, query, select } from "../../core/sql.ts";
import { type CatalogProduct, CONTENT_FIELDS, type RetiredProduct } from "./product.ts";

/** Told when a feed's new version is visible; the payload is the feed's name. */
export const CATALOG_CHANNEL = "placard_catalog";

/** The columns of what a feed says about a product. */
export const CONTENT_COLUMNS = CONTENT_FIELDS.map((field) =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
);

/** Prices and product numbers are safe integers; as `bigint` they would arrive as texts. */
const SELECTED = CONTENT_FIELDS.map((field, index) => {
  const column = `${CONTENT_COLUMNS[index]}${field.endsWith("Micros") ? "::float8" : ""}`;
  return `${column} as "${field}"`;
});

/** A product's columns under the names of its fields. */
export const PRODUCT_FIELDS = `number::float8, external_id as id, ${SELECTED.join(", ")},
       updated_at as "updatedAt"`;

export interface ProductRow extends Omit<CatalogProduct, "updatedAt"> {
  readonly updatedAt: Date;
}

/** One step of a change log: a product as it is now, or the news that it is gone. */
export type ProductRevision =
  | { readonly rev: bigint; readonly product: CatalogProduct }
  | { readonly rev: bigint; readonly retired: RetiredProduct };

/** Pages over the live products in the order of their numbers (`product_pkey`). */
export async function findLiveProducts(db: Queryable, page: { after: number; limit: number }) {
  const rows = await findProducts(
    db,
    {
      name: "catalog.find_live_products",
      text: `select ${PRODUCT_FIELDS}
from product
where number > $1
  and retired_at is null
order by product.number
limit $2`,
    },
    [page.after, page.limit],
  );
  return rows;
}

/** Pages over products that left the catalogue lately: clicks on old cards still arrive. */
export async function findRetiredProducts(
  db: Queryable,
  page: { after: number; limit: number; since: Date },
): Promise<RetiredProduct[]> {
  const { after, limit, since } = page;
  const values = [after, limit, since];
  return query<RetiredProduct>(db, "catalog.find_retired_products", values)`
    select number::float8, external_id as id, link
    from product
    where number > $1
      and retired_at > $3
    order by product.number
    limit $2`;
}

/** Pages over changes after a revision, oldest first (`product_rev_idx`). */
export async function findChanges(
  db: Queryable,
  page: { after: bigint; upTo: bigint; limit: number },
): Promise<ProductRevision[]> {
  const rows = await query<ProductRow & { rev: string; is_retired: boolean }>(
    db,
    "catalog.find_changes",
    [page.after, page.upTo, page.limit],
  )`select ${PRODUCT_FIELDS}, rev, retired_at is not null as is_retired
    from product
    where rev > $1
      and rev <= $2
    order by rev
    limit $3`;
  return rows.map(({ rev, is_retired, ...row }) => {
    const product = productFrom(row);
    return is_retired ? { rev: BigInt(rev), retired: product } : { rev: BigInt(rev), product };
  });
}

/** The newest revision that is visible now; 0 for an empty catalogue. */
export function findNewestRev(db: Queryable): Promise<bigint> {
  return only.bigint.one(db, "catalog.find_newest_rev")`
    select coalesce(max(rev), 0)
    from product`;
}

const FEED_STATE = select({
  /** Whether any process imports a feed right now. */
  isLoading: column.flag(`exists (
    select 1
    from pg_locks
    where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())
      and (classid::bigint << 32) | objid::bigint = hashtextextended('catalog.loading', 0)
  )`),
  hasProducts: column.flag("exists (select 1 from feed where products > 0)"),
});

/** Imports hold `catalog.loading` shared, until they commit or fail; `pg_locks` shows it. */
export function findFeedState(db: Queryable) {
  return FEED_STATE.one(db, "catalog.find_feed_state")`select ${FEED_STATE.list}`;
}

/** How many products changed after a revision (`product_rev_idx`). */
export function countChanges(db: Queryable, after: bigint): Promise<number> {
  return only.number.one(db, "catalog.count_changes", [after])`
    select count(*)::integer
    from product
    where rev > $1`;
}

/** A live product by its public id (`product_external_id_key`). */
export async function findProductById(db: Queryable, id: string): Promise<CatalogProduct | null> {
  const rows = await findProducts(
    db,
    {
      name: "catalog.find_product_by_id",
      text: `select ${PRODUCT_FIELDS}
from product
where external_id = $1
  and retired_at is null`,
    },
    [id],
  );
  return rows[0] ?? null;
}

/** Where a product's clicks lead, on sale or not (`product_pkey`). */
export async function findLink(db: Queryable, productNumber: bigint): Promise<string | null> {
  const link = await only.text.first(db, "catalog.find_link", [productNumber])`select link
    from product
    where number = $1`;
  return link ?? null;
}

/** Runs a statement that selects `PRODUCT_FIELDS` alone. */
export async function findProducts(
  db: Queryable,
  statement: Statement,
  values: readonly unknown[],
): Promise<CatalogProduct[]> {
  const rows = await db.query<ProductRow>(statement, values);
  return rows.map(productFrom);
}

function productFrom(row: ProductRow): CatalogProduct {
  return { ...row, updatedAt: row.updatedAt.toISOString() };
}

/**
 * Which database this is, and which of its lives: one restored to an earlier moment goes on with
 * another timeline, so that revisions it repeats are not taken for the earlier ones.
 */
export function findDatabaseIdentity(db: Queryable): Promise<string> {
  return only.text.one(db, "catalog.find_database_identity")`
    select concat_ws(':', s.system_identifier, c.timeline_id, d.oid)
    from pg_control_system() s
    cross join pg_control_checkpoint() c
    join pg_database d on d.datname = current_database()`;
}
