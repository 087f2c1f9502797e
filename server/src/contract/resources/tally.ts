import { recordOf } from "../records.ts";

export const TALLIED = [
  "brand",
  "category",
  "color",
  "price",
  "rating",
  "discount",
  "availability",
] as const;
export type Tallied = (typeof TALLIED)[number];

/** How many products of a whole result have each value, as every engine counts them. */
export interface Tally {
  readonly total: number;
  /**
   * **Shape** brands and colours as shops write them; categories as paths joined by
   * `PATH_SEPARATOR`; prices as `priceKeyOf` has them; whole stars; the highest of
   * `DISCOUNT_STEPS` that the discount reaches.
   */
  readonly values: Readonly<Record<Tallied, ReadonlyMap<string, number>>>;
  /**
   * Those of the values that a product has which answers the words: a list without such a product
   * is empty, however many match weakly. Absent: all of them.
   */
  readonly answering?: Readonly<Record<Tallied, ReadonlySet<string>>>;
}

export const PATH_SEPARATOR = "\u001f";

export const DISCOUNT_STEPS = [10, 20, 30, 50, 70] as const;

/** Prices that people say. **Units** millionths of the currency, rising. */
export const PRICE_EDGES = Array.from({ length: 7 }, (_, power) =>
  [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8].map((digit) => digit * 10 ** (power + 6)),
).flat();

/** Nothing counted yet, to be filled. */
export function emptyTally() {
  return { total: 0, values: perFacet(() => new Map<string, number>()) };
}

/** Makes one of a kind for each facet. */
export function perFacet<Value>(make: () => Value): Record<Tallied, Value> {
  return recordOf(TALLIED, (facet) => [facet, make()]);
}

/** Raises the count of a value. */
export function addTo(counts: Map<string, number>, value: string, count = 1): void {
  counts.set(value, (counts.get(value) ?? 0) + count);
}
