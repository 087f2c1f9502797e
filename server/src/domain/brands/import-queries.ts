import { idFromUuid, uuidFromId } from "../../contract/ids.ts";
import type { Queryable, Tx } from "../../core/db.ts";
import { query } from "../../core/sql.ts";
import type { BrandDraft } from "./row.ts";

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
  const rows = await query<{ id: string; domain: string }>(db, "brands.find_for_import", [
    named.brandIds.map(uuidFromId),
    named.domains,
  ])`select id, domain
    from brand
    where id = any ($1::uuid[]) or domain = any ($2::text[])`;
  return rows.map((row) => ({ brandId: idFromUuid("brd", row.id), domain: row.domain }));
}

const RECORDS = `json_to_recordset($1::json) as d (
    id uuid, name text, domain text, categories text[], max_rate bigint, ad_unit_types text[],
    deep_link text, disclosure text, is_active boolean
  )`;

export async function insertBrands(
  tx: Tx,
  brands: readonly SavedBrand[],
  now: Date,
): Promise<void> {
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
export async function updateBrands(
  tx: Tx,
  brands: readonly SavedBrand[],
  now: Date,
): Promise<number> {
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
