import type { BrowsedList } from "../../src/contract/resources/product.ts";
import { PAGE_MAX, PAGE_SIZE } from "./wish.ts";

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

/** A bound of a filter: "$40" instead of "$40.00". */
export function shortPrice(amount: number, currency: string): string {
  return price(amount, currency).replace(/\.0+(?!\d)/, "");
}

/** "Cycling > Lights" as readers know paths. */
export function categoryPath(category: string): string {
  return category.split(/\s*>\s*/).join(" › ");
}

/** Which products these are, of how many. */
export function countWords({ items, page, hasMore, total }: BrowsedList): string {
  if (items.length === 0) return "No results";
  const first = (page - 1) * PAGE_SIZE + 1;
  const last = first + items.length - 1;
  if (page === 1 && !hasMore) return `${count(last)} ${last === 1 ? "result" : "results"}`;
  const range = `${count(first)}–${count(last)}`;
  return total === undefined ? range : `${range} of ${count(total)} results`;
}

/** How many pages can be reached; `undefined` where there is no total. */
export function pagesOf({ total }: BrowsedList): number | undefined {
  if (total === undefined) return undefined;
  return Math.min(PAGE_MAX, Math.max(1, Math.ceil(total / PAGE_SIZE)));
}

/** The price that the words ask for: "under £150"; `null` for any. */
export function boundWords(query: BrowsedList["query"]): string | null {
  const { minPrice, maxPrice, currency = "USD" } = query;
  const [least, most] = [minPrice, maxPrice].map((amount) =>
    amount === undefined ? null : shortPrice(amount, currency),
  );
  if (least != null && most != null) return `${least} to ${most}`;
  if (most != null) return `under ${most}`;
  return least == null ? null : `over ${least}`;
}
