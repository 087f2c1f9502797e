import type { AdUnitType } from "../../contract/enums.ts";
import { uuidFromId, uuidOrNull } from "../../contract/ids.ts";
import type { Queryable, Tx } from "../../core/db.ts";
import { column, only, query, type Selected, select } from "../../core/sql.ts";
import type { BrandDraft } from "./file.ts";

/**
 * A brand as the domain works with it: the wire form, with the cap in micro-credits. A retired
 * brand is not active: it is not listed, and its cap counts as 0.
 */
export type BrandRecord = Selected<typeof BRAND>;

const BRAND = select({
  brandId: column.id("brd", "b.id"),
  name: column.text("b.name"),
  domain: column.text("b.domain"),
  categories: column.plain<string[]>("b.categories"),
  maxRate: column.micros("b.max_rate"),
  adUnitTypes: column.plain<AdUnitType[]>("b.ad_unit_types"),
  deepLink: column.optional(column.text("b.deep_link")),
  disclosure: column.text("b.disclosure"),
  isActive: column.flag("b.is_active"),
  updatedAt: column.time("b.updated_at"),
});

/** Also a retired one. */
export async function findBrand(db: Queryable, brandId: string): Promise<BrandRecord | undefined> {
  return BRAND.first(db, "brands.find", [uuidFromId(brandId)])`
    select ${BRAND.list} from brand b where b.id = $1`;
}

/** A shared lock: a booking must not race an import that lowers the cap. Also a retired one. */
export async function lockBrand(tx: Tx, brandId: string): Promise<BrandRecord | undefined> {
  return BRAND.first(tx, "brands.lock", [uuidFromId(brandId)])`
    select ${BRAND.list} from brand b where b.id = $1 for share`;
}

/** The same lock, by a campaign; nothing when the campaign has no brand. */
export async function lockBrandOf(tx: Tx, campaignId: string): Promise<BrandRecord | undefined> {
  return BRAND.first(tx, "brands.lock_of_campaign", [uuidFromId(campaignId)])`select ${BRAND.list}
    from brand b
    where b.id = (select c.brand_id from campaign c where c.id = $1)
    for share`;
}

export interface BrandFilter {
  readonly q?: string | undefined;
  readonly category?: string | undefined;
  /** Lists what comes after this brand, also when that one is retired. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/**
 * The listed brands by name. Every word of `q` must occur in name, domain or categories: the table
 * is small enough to be read, and people search for parts of names, which an index of words
 * would not find.
 */
export async function listBrands(db: Queryable, filter: BrandFilter): Promise<BrandRecord[]> {
  const words = (filter.q ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const { category, after, limit } = filter;
  const values = [words, category ?? null, uuidOrNull(after), limit];
  return BRAND.all(db, "brands.list", values)`select ${BRAND.list}
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
      and ($3::uuid is null
        or (lower(b.name), b.id) > (select lower(a.name), a.id from brand a where a.id = $3))
    order by lower(b.name), b.id
    limit $4`;
}

/** The names of the listed brands; a name of an agent must not look like one. */
export function findBrandNames(db: Queryable): Promise<string[]> {
  return only.text.all(db, "brands.find_names")`
    select b.name from brand b where b.is_active`;
}

/** All brands, also retired ones, by name: for the operator. */
export async function listAllBrands(db: Queryable, limit: number): Promise<BrandRecord[]> {
  return BRAND.all(db, "brands.list_all", [limit])`select ${BRAND.list}
    from brand b
    order by lower(b.name), b.id
    limit $1`;
}

export interface KnownBrand {
  readonly brandId: string;
  readonly domain: string;
}

/** A row under the id it is stored by. */
export interface SavedBrand extends Omit<BrandDraft, "brandId"> {
  readonly brandId: string;
}

/** One import at a time; bookings go on, and wait only for a brand that is being changed. */
export async function lockForImport(tx: Tx): Promise<void> {
  await query(tx, "brands.lock_for_import")`
    select pg_advisory_xact_lock(lock_key('brands.import', ''))`;
}

export async function findForImport(
  db: Queryable,
  named: { brandIds: readonly string[]; domains: readonly string[] },
): Promise<KnownBrand[]> {
  const values = [named.brandIds.map(uuidFromId), named.domains];
  return KNOWN.all(db, "brands.find_for_import", values)`select ${KNOWN.list}
    from brand
    where id = any ($1::uuid[]) or domain = any ($2::text[])`;
}

const KNOWN = select({ brandId: column.id("brd", "id"), domain: column.text("domain") });

const RECORDS = `json_to_recordset($1::json) as d (
    id uuid, name text, domain text, categories text[], max_rate bigint, ad_unit_types text[],
    deep_link text, disclosure text, is_active boolean
  )`;

export async function insertBrands(tx: Tx, brands: readonly SavedBrand[], now: Date) {
  if (brands.length === 0) return;
  await query(tx, "brands.insert", [recordsOf(brands), now])`insert into brand (
      id, name, domain, categories, max_rate, ad_unit_types, deep_link, disclosure, is_active,
      created_at, updated_at
    )
    select d.id, d.name, d.domain, d.categories, d.max_rate, d.ad_unit_types, d.deep_link,
      d.disclosure, d.is_active, $2, $2
    from ${RECORDS}`;
}

/** Answers how many really changed; the others are not touched, so that readers keep them. */
export async function updateBrands(tx: Tx, brands: readonly SavedBrand[], now: Date) {
  if (brands.length === 0) return 0;
  const rows = await query<{ id: string }>(tx, "brands.update", [recordsOf(brands), now])`
    update brand b
    set name = d.name, domain = d.domain, categories = d.categories, max_rate = d.max_rate,
      ad_unit_types = d.ad_unit_types, deep_link = d.deep_link, disclosure = d.disclosure,
      is_active = d.is_active, updated_at = $2
    from ${RECORDS}
    where b.id = d.id
      and (b.name, b.domain, b.categories, b.max_rate, b.ad_unit_types, b.deep_link,
          b.disclosure, b.is_active)
        is distinct from (d.name, d.domain, d.categories, d.max_rate, d.ad_unit_types,
          d.deep_link, d.disclosure, d.is_active)
    returning b.id`;
  return rows.length;
}

function recordsOf(brands: readonly SavedBrand[]): string {
  return JSON.stringify(
    brands.map((brand) => ({
      id: uuidFromId(brand.brandId),
      name: brand.name,
      domain: brand.domain,
      categories: brand.categories,
      max_rate: String(brand.maxRate),
      ad_unit_types: brand.adUnitTypes,
      deep_link: brand.deepLink,
      disclosure: brand.disclosure,
      is_active: brand.isActive,
    })),
  );
}
