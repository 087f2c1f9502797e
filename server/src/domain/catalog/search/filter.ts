import type { Columns } from "./columns.ts";
import type { SearchFilters } from "./port.ts";

/** Says whether a slot may be shown at all. */
export type SlotFilter = (slot: number) => boolean;

/**
 * Turns filters into one check on the columns, made before a product's text is scored. A brand,
 * category or currency nobody has lets nothing through.
 */
export function createSlotFilter(columns: Columns, filters: SearchFilters): SlotFilter {
  const isLive: SlotFilter = (slot) => columns.isLive(slot);
  const checks: SlotFilter[] = [isLive];
  if (filters.inStockOnly === true) checks.push((slot) => columns.isInStock(slot));
  const discountMin = filters.minDiscountPercent ?? 0;
  if (discountMin > 0) checks.push((slot) => columns.discountOf(slot) >= discountMin);
  if (filters.currency !== undefined) {
    const currency = columns.findName("currency", filters.currency);
    checks.push((slot) => columns.currencyOf(slot) === currency);
  }
  const { minPriceMicros, maxPriceMicros } = filters;
  if (minPriceMicros !== undefined) checks.push((slot) => columns.priceOf(slot) >= minPriceMicros);
  if (maxPriceMicros !== undefined) checks.push((slot) => columns.priceOf(slot) <= maxPriceMicros);
  if (filters.brand !== undefined) {
    const brand = columns.findName("brand", filters.brand);
    checks.push((slot) => columns.brandOf(slot) === brand);
  }
  if (filters.category !== undefined) {
    const category = columns.findName("category", filters.category);
    checks.push((slot) => columns.categoriesOf(slot).includes(category));
  }
  if (checks.length === 1) return isLive;
  return (slot) => {
    for (const passes of checks) {
      if (!passes(slot)) return false;
    }
    return true;
  };
}
