import { PRICE_EDGES } from "../../contract/resources/tally.ts";
import type { CatalogProduct } from "./product.ts";

export * from "../../contract/resources/tally.ts";

/** `USD 3` lies between the third edge and the one before it; `USD 3=` is the edge itself. */
export function priceKeyOf(currency: string, micros: number): string {
  const at = PRICE_EDGES.findIndex((edge) => edge >= micros);
  if (at < 0) return `${currency} ${PRICE_EDGES.length}`;
  return `${currency} ${at}${PRICE_EDGES[at] === micros ? "=" : ""}`;
}

/** Whole stars of a product; 0 for none. A rating means nothing without how many gave it. */
export function starsOf({ ratingValue, ratingCount }: CatalogProduct): number {
  return ratingValue === null || ratingCount === null ? 0 : Math.floor(ratingValue);
}
