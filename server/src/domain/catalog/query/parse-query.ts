import { type FormulatedQuery, formulateQuery } from "@placard/publisher-kit/query";
import type { ProductQuery } from "../../../contract/resources/product.ts";
import type { SearchFilters } from "../engine.ts";
import { wordsOf } from "../index/tokens.ts";
import { priceMicrosFrom } from "../product.ts";
import { type AskedWishes, wearerIn, wishesIn, withWishes } from "./wishes.ts";

const FILTERS = [
  "minPrice",
  "maxPrice",
  "currency",
  "minDiscountPercent",
  "inStockOnly",
  "brand",
  "category",
  "exclude",
] as const satisfies (keyof ProductQuery)[];

/** What a caller may ask for; every field overrules what the words say. */
export type SearchArguments = {
  readonly [Name in (typeof FILTERS)[number] | "sort"]?: ProductQuery[Name] | undefined;
} & AskedWishes & { readonly query?: string | undefined };

/** A bound without a currency, "under 50", is meant in the feed's: it is a US shop's. */
const DEFAULT_CURRENCY = "USD";

/**
 * Joins what the words say with what the arguments say. A type, colour or size stays among the
 * words, or joins them, and is reported: shops write "navy" for blue, so a filter would hide good
 * products. Parsing the result again gives the same.
 */
export function parseQuery(search: SearchArguments): ProductQuery {
  const words = search.query?.trim() ?? "";
  const understood = words === "" ? { q: "" } : formulateQuery(words);
  const merged = { ...inCurrency(understood, search.currency), ...definedOf(search) };
  const hasBound = merged.minPrice !== undefined || merged.maxPrice !== undefined;
  const wearer = merged.q === "" ? undefined : wearerIn(words);
  const q = withWishes(merged.q, { ...search, audience: search.audience ?? wearer });
  const currency = merged.currency ?? (hasBound ? DEFAULT_CURRENCY : undefined);
  return {
    ...merged,
    q,
    ...wishesIn(q),
    ...(currency === undefined ? {} : { currency: currency.toUpperCase() }),
    sort: search.sort ?? understood.sort ?? "relevance",
  };
}

/** Price bounds of the words hold in their own currency only: "under 600 euros" is not 600 USD. */
function inCurrency(words: FormulatedQuery, currency: string | undefined): FormulatedQuery {
  const isSame = words.currency === undefined || words.currency === currency?.toUpperCase();
  if (currency === undefined || isSame) return words;
  const { minPrice: _least, maxPrice: _most, ...rest } = words;
  return rest;
}

/**
 * Adds the brand that the words name, which only the catalogue knows: the longest brand of a found
 * product that stands whole in the query. A filter would hide what fits other brands' goods.
 */
export function withBrandPreference(
  query: ProductQuery,
  found: readonly { readonly brand: string | null }[],
): ProductQuery {
  const words = ` ${wordsOf(query.q).join(" ")} `;
  let brand = "";
  for (const product of found) {
    const name = product.brand ?? "";
    const isNamed = name.length > brand.length && words.includes(` ${wordsOf(name).join(" ")} `);
    if (isNamed) brand = name;
  }
  if (brand === "") return query;
  const named = new Set(wordsOf(brand));
  const { attributes = [], ...rest } = query;
  const others = attributes.filter((word) => !named.has(word));
  return { ...rest, ...(others.length > 0 && { attributes: others }), wishes: { brand } };
}

/** The part of a query that products must satisfy exactly. */
export function filtersOf(query: ProductQuery): SearchFilters {
  const micros = (amount: number | undefined) =>
    amount === undefined ? undefined : priceMicrosFrom(amount, query.currency ?? DEFAULT_CURRENCY);
  return {
    inStockOnly: query.inStockOnly,
    minDiscountPercent: query.minDiscountPercent,
    minPriceMicros: micros(query.minPrice),
    maxPriceMicros: micros(query.maxPrice),
    currency: query.currency,
    brand: query.brand,
    category: query.category,
  };
}

/** Whether there is anything to search by: "hello" must not list the whole catalogue. */
export function isSearchable(query: ProductQuery, search: SearchArguments): boolean {
  if (query.q !== "" || (search.query?.trim() ?? "") === "") return true;
  const { q: _q, sort: _sort, wishes: _wishes, exclude: _exclude, ...filters } = query;
  return Object.keys(filters).length > 0;
}

function definedOf(search: SearchArguments): Pick<ProductQuery, (typeof FILTERS)[number]> {
  const given = FILTERS.filter((name) => search[name] !== undefined);
  return Object.fromEntries(given.map((name): unknown[] => [name, search[name]]));
}
