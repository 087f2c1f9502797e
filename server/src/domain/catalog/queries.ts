import type { Queryable } from "../../core/db.ts";
import type { Availability, CatalogProduct, RetiredProduct } from "./product.ts";

/** Told when a feed's new version is visible; the payload is the feed's name. */
export const CATALOG_CHANNEL = "placard_catalog";

export interface ProductRow {
  number: string;
  external_id: string;
  title: string;
  description: string | null;
  brand: string | null;
  category: string[];
  price_micros: string;
  compare_at_micros: string | null;
  currency: string;
  availability: Availability;
  image_url: string | null;
  link: string;
  gtin: string | null;
  color: string | null;
  rating_value: number | null;
  rating_count: number | null;
  seller: string | null;
  rev: string;
  updated_at: Date;
  is_retired: boolean;
}

export const PRODUCT_FIELDS = `number, external_id, title, description, brand, category,
       price_micros, compare_at_micros, currency, availability, image_url, link, gtin, color,
       rating_value, rating_count, seller, rev, updated_at`;

const PRODUCT_COLUMNS = `${PRODUCT_FIELDS}, retired_at is not null as is_retired`;

/** One step of a change log: a product as it is now, or the news that it is gone. */
export type ProductRevision =
  | { readonly rev: bigint; readonly product: CatalogProduct }
  | { readonly rev: bigint; readonly retired: RetiredProduct };

/** Pages over the live products in the order of their numbers (`product_pkey`). */
export async function findLiveProducts(
  db: Queryable,
  page: { after: number; limit: number },
): Promise<CatalogProduct[]> {
  const rows = await db.query<ProductRow>(
    {
      name: "catalog.find_live_products",
      text: `select ${PRODUCT_COLUMNS}
from product
where number > $1
  and retired_at is null
order by number
limit $2`,
    },
    [page.after, page.limit],
  );
  return rows.map(productFrom);
}

/** Pages over products that left the catalogue lately: clicks on old cards still arrive. */
export async function findRetiredProducts(
  db: Queryable,
  page: { after: number; limit: number; since: Date },
): Promise<RetiredProduct[]> {
  const rows = await db.query<{ number: string; external_id: string; link: string }>(
    {
      name: "catalog.find_retired_products",
      text: `select number, external_id, link
from product
where number > $1
  and retired_at > $3
order by number
limit $2`,
    },
    [page.after, page.limit, page.since],
  );
  return rows.map((row) => ({ number: Number(row.number), id: row.external_id, link: row.link }));
}

/** Pages over changes after a revision, oldest first (`product_rev_idx`). */
export async function findChanges(
  db: Queryable,
  page: { after: bigint; upTo: bigint; limit: number },
): Promise<ProductRevision[]> {
  const rows = await db.query<ProductRow>(
    {
      name: "catalog.find_changes",
      text: `select ${PRODUCT_COLUMNS}
from product
where rev > $1
  and rev <= $2
order by rev
limit $3`,
    },
    [page.after, page.upTo, page.limit],
  );
  return rows.map((row) => {
    const rev = BigInt(row.rev);
    const product = productFrom(row);
    return row.is_retired ? { rev, retired: product } : { rev, product };
  });
}

/** The newest revision that is visible now; 0 for an empty catalogue. */
export async function findNewestRev(db: Queryable): Promise<bigint> {
  const rows = await db.query<{ rev: string }>({
    name: "catalog.find_newest_rev",
    text: `select coalesce(max(rev), 0) as rev
from product`,
  });
  return BigInt(rows[0]?.rev ?? 0);
}

/** How many products changed after a revision (`product_rev_idx`). */
export async function countChanges(db: Queryable, after: bigint): Promise<number> {
  const rows = await db.query<{ count: number }>(
    {
      name: "catalog.count_changes",
      text: `select count(*)::integer as count
from product
where rev > $1`,
    },
    [after],
  );
  return rows[0]?.count ?? 0;
}

/** A live product by its public id (`product_external_id_key`). */
export async function findProductById(db: Queryable, id: string): Promise<CatalogProduct | null> {
  const rows = await db.query<ProductRow>(
    {
      name: "catalog.find_product_by_id",
      text: `select ${PRODUCT_COLUMNS}
from product
where external_id = $1
  and retired_at is null`,
    },
    [id],
  );
  const row = rows[0];
  return row === undefined ? null : productFrom(row);
}

/** Where a product's clicks lead, on sale or not (`product_pkey`). */
export async function findLink(db: Queryable, productNumber: bigint): Promise<string | null> {
  const rows = await db.query<{ link: string }>(
    {
      name: "catalog.find_link",
      text: `select link
from product
where number = $1`,
    },
    [productNumber],
  );
  return rows[0]?.link ?? null;
}

export function productFrom(row: Omit<ProductRow, "is_retired">): CatalogProduct {
  return {
    number: Number(row.number),
    id: row.external_id,
    title: row.title,
    description: row.description,
    brand: row.brand,
    category: row.category,
    priceMicros: Number(row.price_micros),
    compareAtMicros: row.compare_at_micros === null ? null : Number(row.compare_at_micros),
    currency: row.currency,
    availability: row.availability,
    imageUrl: row.image_url,
    link: row.link,
    gtin: row.gtin,
    color: row.color,
    ratingValue: row.rating_value,
    ratingCount: row.rating_count,
    seller: row.seller,
    updatedAt: row.updated_at.toISOString(),
  };
}
