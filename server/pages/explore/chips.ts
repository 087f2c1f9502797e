import type { BrowsedList } from "../../src/contract/resources/product.ts";
import { NO_WISH, SORTS, type Wish } from "./wish.ts";
import { categoryPath, shortPrice } from "./words.ts";

/** A part of a search as the exchange understood it. */
export interface Chip {
  readonly words: string;
  /** The same search without it. */
  readonly without: Wish;
}

type Part = readonly [words: string, change: Partial<Wish>];
type Query = BrowsedList["query"];

/**
 * The parsed query and the filters, one chip for each part that can be removed. The words become
 * those of the parsed query, and its other parts become filters.
 */
export function chipsOf({ query }: BrowsedList, wish: Wish): Chip[] {
  const { currency } = query;
  const exclude = query.exclude ?? [];
  const parsed: Wish = {
    ...wish,
    page: 1,
    q: query.q,
    exclude: exclude.join(","),
    minPrice: query.minPrice ?? null,
    maxPrice: query.maxPrice ?? null,
    minDiscountPercent: query.minDiscountPercent ?? null,
    inStockOnly: query.inStockOnly ?? false,
    sort: query.sort,
    currency: currency === undefined || currency === "USD" ? "" : currency,
  };
  const parts = [
    ...wordParts(query, wish),
    ...exclude.map((text): Part => {
      return [`Not ${text}`, { exclude: exclude.filter((one) => one !== text).join(",") }];
    }),
    ...filterParts(query, wish),
  ];
  return parts.map(([words, change]) => ({ words, without: { ...parsed, ...change } }));
}

function wordParts(query: Query, wish: Wish): Part[] {
  const { type, attributes = [], color, size, audience, occasion, wishes } = query;
  const said = [type, wishes?.brand, ...attributes, color, size, audience, occasion];
  return said.flatMap((text): Part[] => {
    const q = text === undefined ? query.q : withoutWords(query.q, text);
    if (text === undefined || q === query.q) return [];
    return [[text, { q, type: withoutWords(wish.type, text) }]];
  });
}

function filterParts(query: Query, wish: Wish): Part[] {
  const { minPrice, maxPrice, minDiscountPercent: discount, currency = "USD", sort } = query;
  const { brand, category, onlyColor, minRating } = wish;
  const order = SORTS.find(([known]) => known === sort)?.[1] ?? sort;
  const isOpen = (bound: number | undefined) => bound === undefined;
  const parts: readonly (readonly [isSet: boolean, ...Part])[] = [
    [category !== "", categoryPath(category), { category: "" }],
    [brand !== "", `Brand: ${brand}`, { brand: "" }],
    [onlyColor !== "", `Color: ${onlyColor}`, { onlyColor: "" }],
    [!isOpen(minPrice), `Over ${shortPrice(minPrice ?? 0, currency)}`, { minPrice: null }],
    [!isOpen(maxPrice), `Under ${shortPrice(maxPrice ?? 0, currency)}`, { maxPrice: null }],
    [minRating !== null, `${minRating} stars or more`, { minRating: null }],
    [
      !isOpen(discount),
      (discount ?? 0) > 1 ? `${discount}% off or more` : "Reduced",
      { minDiscountPercent: null },
    ],
    [query.inStockOnly === true, "In stock", { inStockOnly: false }],
    [wish.sort !== sort, `Sorted by: ${order}`, { sort: NO_WISH.sort }],
  ];
  return parts.flatMap(([isSet, ...part]): Part[] => (isSet ? [part] : []));
}

/** A query without the words of a text; the same when it does not have all of them. */
export function withoutWords(q: string, text: string): string {
  const bare = (word: string) => word.toLowerCase().replace(/^\W+|\W+$|s$/g, "");
  const gone = text.split(/\s+/).map(bare);
  const words = q.split(/\s+/);
  if (!gone.every((word) => words.some((one) => bare(one) === word))) return q;
  const left = words.filter((word) => !gone.includes(bare(word))).join(" ");
  // "For women" leaves no "for" behind.
  return left.replace(/\b(?:for|with|in|of|and|an?)(?= (?:for|with|in)\b|$)/gi, "").trim();
}
