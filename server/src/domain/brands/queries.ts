import type { AdUnitType } from "../../contract/enums.ts";
import { idFromUuid, uuidFromId } from "../../contract/ids.ts";
import { type Micros, micros } from "../../contract/money.ts";
import type { Brand } from "../../contract/resources/brand.ts";
import type { Queryable, Tx } from "../../core/db.ts";

/** A brand as the domain works with it: the wire form, with the cap in micro-credits. */
export interface BrandRecord extends Omit<Brand, "maxRateCredits"> {
  readonly maxRate: Micros;
  /** False once it is retired: not listed, and its cap counts as 0. */
  readonly isActive: boolean;
}

interface BrandRow {
  readonly id: string;
  readonly name: string;
  readonly domain: string;
  readonly categories: string[];
  readonly max_rate: string;
  readonly ad_unit_types: AdUnitType[];
  readonly deep_link: string | null;
  readonly disclosure: string;
  readonly is_active: boolean;
  readonly updated_at: Date;
}

const COLUMNS = `b.id, b.name, b.domain, b.categories, b.max_rate, b.ad_unit_types, b.deep_link,
  b.disclosure, b.is_active, b.updated_at`;

/** Also a retired one. */
export async function findBrand(db: Queryable, brandId: string): Promise<BrandRecord | undefined> {
  const rows = await db.query<BrandRow>(
    { name: "brands.find", text: `select ${COLUMNS} from brand b where b.id = $1` },
    [uuidFromId(brandId)],
  );
  return rows[0] === undefined ? undefined : recordOf(rows[0]);
}

/** A shared lock: a booking must not race an import that lowers the cap. Also a retired one. */
export async function lockBrand(tx: Tx, brandId: string): Promise<BrandRecord | undefined> {
  const rows = await tx.query<BrandRow>(
    { name: "brands.lock", text: `select ${COLUMNS} from brand b where b.id = $1 for share` },
    [uuidFromId(brandId)],
  );
  return rows[0] === undefined ? undefined : recordOf(rows[0]);
}

/** The same lock, by a campaign; nothing when the campaign has no brand. */
export async function lockBrandOf(tx: Tx, campaignId: string): Promise<BrandRecord | undefined> {
  const rows = await tx.query<BrandRow>(
    {
      name: "brands.lock_of_campaign",
      text: `select ${COLUMNS}
        from brand b
        where b.id = (select c.brand_id from campaign c where c.id = $1)
        for share`,
    },
    [uuidFromId(campaignId)],
  );
  return rows[0] === undefined ? undefined : recordOf(rows[0]);
}

export interface BrandFilter {
  readonly q?: string | undefined;
  readonly category?: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

/**
 * The listed brands by name. Every word of `q` must occur in name, domain or categories: the table
 * is small enough to be read, and people search for parts of names, which an index of words
 * would not find.
 */
export async function listBrands(db: Queryable, filter: BrandFilter): Promise<BrandRecord[]> {
  const words = (filter.q ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const rows = await db.query<BrandRow>(
    {
      name: "brands.list",
      text: `select ${COLUMNS}
        from brand b
        where b.is_active
          and not exists (
            select from unnest($1::text[]) as w (word)
            where position(w.word in
              lower(concat_ws(' ', b.name, b.domain, array_to_string(b.categories, ' ')))) = 0
          )
          and ($2::text is null or exists (
            select from unnest(b.categories) as c (category) where lower(c.category) = lower($2)
          ))
        order by lower(b.name), b.id
        offset $3
        limit $4`,
    },
    [words, filter.category ?? null, filter.offset, filter.limit],
  );
  return rows.map(recordOf);
}

/** All brands, also retired ones, by name: for the operator. */
export async function listAllBrands(db: Queryable, limit: number): Promise<BrandRecord[]> {
  const rows = await db.query<BrandRow>(
    {
      name: "brands.list_all",
      text: `select ${COLUMNS}
        from brand b
        order by lower(b.name), b.id
        limit $1`,
    },
    [limit],
  );
  return rows.map(recordOf);
}

function recordOf(row: BrandRow): BrandRecord {
  return {
    brandId: idFromUuid("brd", row.id),
    name: row.name,
    domain: row.domain,
    categories: row.categories,
    maxRate: micros(row.max_rate),
    adUnitTypes: row.ad_unit_types,
    ...(row.deep_link === null ? {} : { deepLink: row.deep_link }),
    disclosure: row.disclosure,
    isActive: row.is_active,
    updatedAt: row.updated_at.toISOString(),
  };
}
