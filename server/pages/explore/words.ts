import type { ProductList } from "../../src/contract/resources/product.ts";
import { PAGE_SIZE } from "./wish.ts";

const COUNT = new Intl.NumberFormat("en-US");
const RATING = new Intl.NumberFormat("en-US", {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const money = new Map<string, Intl.NumberFormat>();

export function count(value: number): string {
  return COUNT.format(value);
}

export function rating(value: number): string {
  return RATING.format(value);
}

/** A price in the currency's own form; a currency the browser does not know stays a code. */
export function price(amount: number, currency: string): string {
  try {
    const known = money.get(currency);
    const format = known ?? new Intl.NumberFormat("en-US", { style: "currency", currency });
    money.set(currency, format);
    return format.format(amount);
  } catch {
    return `${COUNT.format(amount)} ${currency}`;
  }
}

/** The exchange counts no further. */
const COUNTED_MAX = 500;

/** Which products these are, of how many. */
export function countWords({ items, page, hasMore, total }: ProductList): string {
  if (items.length === 0) return "No products";
  const first = (page - 1) * PAGE_SIZE + 1;
  const last = first + items.length - 1;
  if (page === 1 && !hasMore) return `${count(last)} ${last === 1 ? "result" : "results"}`;
  const range = `${count(first)}–${count(last)}`;
  if (total === undefined || total < last) return `${range} of more results`;
  return `${range} of ${count(total)}${total >= COUNTED_MAX ? "+" : ""} results`;
}

/** Pages of a list whose end is known. */
export function pagesOf({ total }: ProductList): number | undefined {
  if (total === undefined || total >= COUNTED_MAX) return undefined;
  return Math.max(1, Math.ceil(total / PAGE_SIZE));
}
