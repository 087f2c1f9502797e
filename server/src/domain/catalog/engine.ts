import type { PRODUCT_SORTS } from "../../contract/resources/product.ts";
import type { CatalogProduct } from "./product.ts";
import type { Pace, PartsWriter } from "./snapshot/parts.ts";
import type { Tally } from "./tally.ts";

export type Sort = (typeof PRODUCT_SORTS)[number];

/** What a product must satisfy before its text is even looked at. */
export interface SearchFilters {
  readonly inStockOnly?: boolean | undefined;
  readonly minDiscountPercent?: number | undefined;
  /** **Units** millionths of `currency`; a bound always comes with its currency. */
  readonly minPriceMicros?: number | undefined;
  readonly maxPriceMicros?: number | undefined;
  readonly currency?: string | undefined;
  /** Compared whole, in any case and with or without accents. */
  readonly brand?: string | undefined;
  readonly color?: string | undefined;
  /** Names that follow each other in a product's path, split at `>`. */
  readonly category?: string | undefined;
  /** **Units** whole stars. */
  readonly minRating?: number | undefined;
}

/** The names of a category as it is asked for: "Cycling > Lights". */
export function categoryNames(category: string): string[] {
  const names = category.split(">").map((name) => name.trim());
  return names.some((name) => name !== "") ? names.filter((name) => name !== "") : [category];
}

export interface SearchRequest {
  /** Empty: every product that passes the filters. */
  readonly text: string;
  readonly filters: SearchFilters;
  /** Phrases: no product shown has one in its title, brand, category or colour. */
  readonly exclude?: readonly string[] | undefined;
  readonly sort: Sort;
  /** Whatever the sort: products that are sold out go behind all others. */
  readonly soldOutLast?: boolean | undefined;
  /** The list ends with the products of the type asked for, or else with the good matches. */
  readonly isNarrow?: boolean | undefined;
  /** 0-based. */
  readonly offset: number;
  readonly count: number;
}

export interface SearchPage {
  /** Product numbers, best first. */
  readonly numbers: readonly number[];
  readonly hasMore: boolean;
}

export interface FoundProducts {
  /** Best first. */
  readonly products: readonly CatalogProduct[];
  readonly hasMore: boolean;
}

/**
 * What finds products, in this process or without an index in it: in PostgreSQL, in a search
 * server. All of one answer is of one moment. `null` when there is no answer in time.
 */
export interface ProductFinder {
  find(request: SearchRequest): Promise<FoundProducts | null>;
  /** Counts everything that all pages of the request list. */
  tally(request: SearchRequest): Promise<Tally | null>;
}

export interface ProductChange {
  readonly before: CatalogProduct | null;
  readonly after: CatalogProduct | null;
}

/**
 * What finds products by text. The catalogue keeps it up to date; products themselves live in the
 * store, so an engine answers with numbers only.
 */
export interface SearchEngine {
  search(request: SearchRequest): Promise<SearchPage>;
  tally(request: SearchRequest): Tally;
  /** The words as the catalogue spells them; `null` when it has them as they are. */
  respell(text: string): string | null;
  /**
   * Does the slow part of a change in slices, then returns the quick part: calling it makes all of
   * the change visible at once. One change at a time.
   */
  prepare(changes: readonly ProductChange[], pace: Pace): Promise<() => void>;
  /** Tidies up after changes, in slices; searching goes on meanwhile. */
  settle(pace: Pace): Promise<void>;
  size(): number;
  /** Whether so many products were replaced that a fresh engine would be better. */
  isWorn(): boolean;
  /** Writes all it holds, for another process; nothing may change until the writer is finished. */
  pack(writer: PartsWriter): void;
}
