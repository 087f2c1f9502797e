import { categoryNames, type SearchFilters } from "../engine.ts";
import { type Columns, type NameKind, NO_NAME } from "./columns.ts";

export interface SlotFilter {
  passes(slot: number): boolean;
}

/**
 * Turns filters into one check on the columns, made before a product's text is scored. A brand,
 * category or currency that no product has lets nothing through.
 *
 * One function for all filters: it is asked about every product that holds a word of the query, and
 * calling a list of functions cost more than all of the comparisons.
 */
export function createSlotFilter(columns: Columns, filters: SearchFilters): SlotFilter {
  const { minPriceMicros, maxPriceMicros } = filters;
  const inStockOnly = filters.inStockOnly === true;
  const discountMin = filters.minDiscountPercent ?? 0;
  const priceMin = minPriceMicros ?? Number.NEGATIVE_INFINITY;
  const priceMax = maxPriceMicros ?? Number.POSITIVE_INFINITY;
  const currency = numberOf(columns, "currency", filters.currency);
  const brand = numberOf(columns, "brand", filters.brand);
  const color = numberOf(columns, "color", filters.color);
  const starsMin = filters.minRating ?? 0;
  const paths =
    filters.category === undefined ? null : columns.findPaths(categoryNames(filters.category));
  const hasPrice = minPriceMicros !== undefined || maxPriceMicros !== undefined;
  const hasName = currency !== ANY || brand !== ANY || color !== ANY || paths !== null;
  const isPriced = (slot: number) =>
    columns.priceOf(slot) >= priceMin && columns.priceOf(slot) <= priceMax;
  const isNamed = (slot: number) =>
    (currency === ANY || columns.currencyOf(slot) === currency) &&
    (brand === ANY || columns.brandOf(slot) === brand) &&
    (color === ANY || columns.colorOf(slot) === color) &&
    (paths === null || paths[columns.pathOf(slot)] === true);
  return {
    // A column that no filter is about is not even read.
    passes: (slot) =>
      columns.isLive(slot) &&
      (!inStockOnly || columns.isInStock(slot)) &&
      (starsMin <= 0 || columns.starsOf(slot) >= starsMin) &&
      (discountMin <= 0 || columns.discountOf(slot) >= discountMin) &&
      (!hasPrice || isPriced(slot)) &&
      (!hasName || isNamed(slot)),
  };
}

/** No filter; equal to no number of a name, nor to `NO_NAME`. */
const ANY = NO_NAME - 1;

function numberOf(columns: Columns, kind: NameKind, name: string | undefined): number {
  return name === undefined ? ANY : columns.findName(kind, name);
}
