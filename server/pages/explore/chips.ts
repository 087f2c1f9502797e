import type { ProductList } from "../../src/contract/resources/product.ts";
import { NO_WISH, SORTS, type Wish } from "./wish.ts";
import { price } from "./words.ts";

/** A part of a search as the exchange understood it. */
export interface Chip {
  readonly words: string;
  /** The same search without it. */
  readonly without: Wish;
}

/**
 * What the exchange read in the words, one chip for each part that can be taken away. The words
 * become those of the parsed query, and what they said beside them becomes filters.
 */
export function chipsOf({ query }: ProductList, wish: Wish): Chip[] {
  if (wish.q.trim() === "" && wish.exclude === "" && wish.type === "") return [];
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
    currency: query.currency === undefined || query.currency === "USD" ? "" : query.currency,
  };
  const parts = [
    ...wordParts(query, wish),
    ...exclude.map((text): Part => {
      return [`not ${text}`, { exclude: exclude.filter((one) => one !== text).join(",") }];
    }),
    ...filterParts(query, wish),
  ];
  return parts.map(([words, change]) => ({ words, without: { ...parsed, ...change } }));
}

type Part = readonly [words: string, change: Partial<Wish>];
type Query = ProductList["query"];

function wordParts(query: Query, wish: Wish): Part[] {
  const { type, attributes = [], color, size, audience, occasion } = query;
  const said = [type, ...attributes, color, size, audience, occasion];
  return said.flatMap((text): Part[] => {
    const q = text === undefined ? query.q : withoutWords(query.q, text);
    if (text === undefined || q === query.q) return [];
    return [[text, { q, type: withoutWords(wish.type, text) }]];
  });
}

/** Without those of the form's own fields, which show what was set there. */
function filterParts(query: Query, wish: Wish): Part[] {
  const { minPrice, maxPrice, minDiscountPercent: discount, currency = "USD", sort } = query;
  const order = SORTS.find(([known]) => known === sort)?.[1] ?? sort;
  const parts: readonly (readonly [isRead: boolean, ...Part])[] = [
    [wish.minPrice === null, `from ${price(minPrice ?? 0, currency)}`, { minPrice: null }],
    [wish.maxPrice === null, `up to ${price(maxPrice ?? 0, currency)}`, { maxPrice: null }],
    [
      wish.minDiscountPercent === null,
      (discount ?? 0) > 1 ? `at least ${discount}% off` : "reduced",
      { minDiscountPercent: null },
    ],
    [!wish.inStockOnly, "in stock", { inStockOnly: false }],
    [wish.sort !== sort, order.toLowerCase(), { sort: NO_WISH.sort }],
  ];
  const has = [minPrice, maxPrice, discount, query.inStockOnly || undefined, sort];
  return parts.flatMap(([isRead, words, change], at): Part[] =>
    isRead && has[at] !== undefined ? [[words, change]] : [],
  );
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
