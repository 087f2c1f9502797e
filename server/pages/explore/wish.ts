import type { BrowsedList } from "../../src/contract/resources/product.ts";

export type Sort = BrowsedList["query"]["sort"];

/** What the reader wants to see; the address bar holds all of it. */
export interface Wish {
  readonly q: string;
  readonly inStockOnly: boolean;
  /** Null: reduced or not. */
  readonly minDiscountPercent: number | null;
  /** **Units** US dollars. */
  readonly minPrice: number | null;
  readonly maxPrice: number | null;
  readonly brand: string;
  /** A name or a path: "Cycling > Lights". */
  readonly category: string;
  readonly onlyColor: string;
  /** **Units** whole stars; null: rated or not. */
  readonly minRating: number | null;
  /** A kind of thing, chosen among those found. */
  readonly type: string;
  /** Texts between commas. */
  readonly exclude: string;
  /** Of the bounds, where the words named one; empty: US dollars. */
  readonly currency: string;
  readonly sort: Sort;
  /** 1-based. */
  readonly page: number;
  /** The id of the product whose details are open. */
  readonly product: string;
}

export const NO_WISH: Wish = {
  q: "",
  inStockOnly: false,
  minDiscountPercent: null,
  minPrice: null,
  maxPrice: null,
  brand: "",
  category: "",
  onlyColor: "",
  minRating: null,
  type: "",
  exclude: "",
  currency: "",
  sort: "relevance",
  page: 1,
  product: "",
};

export const SORTS: readonly (readonly [Sort, string])[] = [
  ["relevance", "Best match"],
  ["popularity", "Popularity (number of ratings)"],
  ["rating", "Rating"],
  ["price_asc", "Price: low to high"],
  ["price_desc", "Price: high to low"],
  ["discount", "Discount"],
];

/** As many as the public list gives at once. */
export const PAGE_SIZE = 48;

/** The public list refuses what lies beyond these. */
const QUERY_LENGTH_MAX = 500;
const NAME_LENGTH_MAX = 200;
const PRICE_MAX = 100_000_000;
export const PAGE_MAX = 500;

/** Sent with every search, so that its clicks are distinguished from those of a chat. */
export const ORIGIN = "explore";

/** Reads an address that may be typed or shortened: invalid parts are left out. */
export function wishOf(search: string): Wish {
  const given = new URLSearchParams(search);
  const text = (name: string, max: number) => (given.get(name) ?? "").trim().slice(0, max);
  const sort = SORTS.find(([known]) => known === given.get("sort"))?.[0] ?? "relevance";
  const page = numberOf(given.get("page") ?? "", PAGE_MAX) ?? 1;
  return {
    q: (given.get("q") ?? "").slice(0, QUERY_LENGTH_MAX),
    inStockOnly: given.get("inStockOnly") === "true",
    minDiscountPercent: numberOf(given.get("minDiscountPercent") ?? "", 100),
    minPrice: priceOf(given.get("minPrice") ?? ""),
    maxPrice: priceOf(given.get("maxPrice") ?? ""),
    brand: text("brand", NAME_LENGTH_MAX),
    category: text("category", NAME_LENGTH_MAX),
    onlyColor: text("onlyColor", NAME_LENGTH_MAX),
    minRating: starsOf(given.get("minRating") ?? ""),
    type: text("type", NAME_LENGTH_MAX),
    exclude: text("exclude", NAME_LENGTH_MAX),
    currency: /^[A-Z]{3}$/.exec(text("currency", 3).toUpperCase())?.[0] ?? "",
    sort,
    page: Math.max(1, Math.trunc(page)),
    product: /^[A-Za-z0-9._~:-]{1,128}$/.exec(given.get("product") ?? "")?.[0] ?? "",
  };
}

function starsOf(text: string): number | null {
  const stars = numberOf(text, 5);
  return stars === null || stars < 1 ? null : Math.trunc(stars);
}

/** A price as a reader writes it, `1,250.50`; null when it is none. **Units** US dollars. */
export function priceOf(text: string): number | null {
  const isGrouped = /^\$?\s*\d{1,3}(,\d{3})+(\.\d+)?$/.test(text.trim());
  const plain = text.trim().replace(/^\$\s*/, "");
  return numberOf(isGrouped ? plain.replaceAll(",", "") : plain, PRICE_MAX);
}

function numberOf(text: string, max: number): number | null {
  if (!/^\d+(\.\d+)?$/.test(text)) return null;
  const value = Number(text);
  return value <= max ? value : null;
}

/** The address of a wish, without what is as it is anyway. */
export function addressOf(wish: Wish): string {
  const fields = fieldsOf(wish).toString();
  return fields === "" ? "/explore" : `/explore?${fields}`;
}

/** The question to the public list; its parameters are called as in the page's own address. */
export function questionOf(wish: Wish): string {
  const fields = fieldsOf({ ...wish, product: "" });
  fields.set("soldOutLast", "true");
  fields.set("pageSize", String(PAGE_SIZE));
  fields.set("origin", ORIGIN);
  fields.set("include", "total,facets,nearest,browse");
  return `/api/public/shopfeed-products?${fields}`;
}

export function fieldsOf(wish: Wish): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...wish, q: wish.q.trim() })) {
    if (isKnownName(name) && value !== NO_WISH[name] && value !== null) {
      fields.set(name, String(value));
    }
  }
  return fields;
}

function isKnownName(name: string): name is keyof Wish {
  return name in NO_WISH;
}

/** How many filters are set, besides the words and the order. */
export function filterCountOf(wish: Wish): number {
  const { inStockOnly, minDiscountPercent, minPrice, maxPrice, minRating, type } = wish;
  const names = [wish.brand, wish.category, wish.onlyColor, type, wish.exclude];
  const set = [inStockOnly, ...names.map((name) => name !== "")];
  const bounds = [minDiscountPercent, minPrice, maxPrice, minRating].map((bound) => bound !== null);
  return [...set, ...bounds].filter(Boolean).length;
}

/** The same words and order, any product. */
export function withoutFilters({ q, sort }: Wish): Wish {
  return { ...NO_WISH, q, sort };
}
