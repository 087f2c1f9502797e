import type { ProductQuery } from "../../../server/src/contract/resources/product.ts";

export interface Bounds {
  readonly minPrice: number | null;
  readonly maxPrice: number | null;
}

/**
 * The price bounds a sentence states, read in the simplest way that holds for a text whose amounts
 * all carry a dollar sign: two amounts are a range, one is an upper bound unless "over" or "at
 * least" goes before. The search has no such help, so the two can be compared.
 */
export function statedBounds(sentence: string): Bounds {
  const marked = /\$\s?(\d[\d,]*(?:\.\d+)?)(?:\s?(?:-|–|to)\s?\$?(\d[\d,]*(?:\.\d+)?))?/g;
  const amounts = [...sentence.matchAll(marked)].flatMap(([, first, second]) =>
    [first, second].flatMap((text) => (text === undefined ? [] : [amountOf(text)])),
  );
  const [low, high] = [Math.min(...amounts), Math.max(...amounts)];
  if (amounts.length === 0) return { minPrice: null, maxPrice: null };
  if (amounts.length > 1) return { minPrice: low, maxPrice: high };
  const isFloor = /(?<!not (?:cost )?|no )\b(?:over|above|more than|at least|from) \$/i;
  return isFloor.test(sentence)
    ? { minPrice: low, maxPrice: null }
    : { minPrice: null, maxPrice: high };
}

export function readBounds(query: ProductQuery): Bounds {
  return { minPrice: query.minPrice ?? null, maxPrice: query.maxPrice ?? null };
}

export function hasBound({ minPrice, maxPrice }: Bounds): boolean {
  return minPrice !== null || maxPrice !== null;
}

export function isSame(left: Bounds, right: Bounds): boolean {
  return left.minPrice === right.minPrice && left.maxPrice === right.maxPrice;
}

export function isWithin({ minPrice, maxPrice }: Bounds, price: number): boolean {
  return (minPrice === null || price >= minPrice) && (maxPrice === null || price <= maxPrice);
}

function amountOf(text: string): number {
  return Number(text.replaceAll(",", ""));
}
