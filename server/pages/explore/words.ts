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

/** How many products there are, as far as the list tells. */
export function countWords(list: ProductList): string {
  const { items, page, hasMore } = list;
  if (items.length === 0) return "No products";
  const first = (page - 1) * PAGE_SIZE + 1;
  const last = first + items.length - 1;
  const more = hasMore ? ", more on the next page" : "";
  if (page > 1) return `Products ${count(first)} to ${count(last)}${more}`;
  return `${count(items.length)} ${items.length === 1 ? "product" : "products"}${more}`;
}
