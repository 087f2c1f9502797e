import type { SearchRequest } from "../engine.ts";
import type { Tally } from "../tally.ts";

/** A product as a remote index stores it. */
export interface IndexDocument {
  readonly number: number;
  readonly id: string;
  /** Our own index terms in the order of the words: every engine then splits and stems alike. */
  readonly title: string;
  readonly names: string;
  readonly description: string;
  /** Folded: compared whole, in any case and with or without accents. */
  readonly brand: string | undefined;
  /** Each run of names in the path, folded, joined by `PATH_SEPARATOR`. */
  readonly categories: readonly string[];
  readonly color: string | undefined;
  /** As the shop writes them, to be counted. */
  readonly brandName: string | undefined;
  readonly colorName: string | undefined;
  readonly path: string;
  readonly currency: string;
  readonly isUsd: boolean;
  /** **Units** millionths of the currency. */
  readonly priceMicros: number;
  /** **Units** whole percent; 0 for none. */
  readonly discountPercent: number;
  /** **Units** thousandths of a star; 0 for none. */
  readonly ratingPoints: number;
  /** Whole stars; 0 for none. */
  readonly stars: number;
  readonly ratingCount: number;
  readonly isInStock: boolean;
  readonly isSoldOut: boolean;
  readonly availability: string;
  /** The product itself as JSON; the index only stores it. */
  readonly record: string;
}

/**
 * One step of an index. `version` never falls for a product: an index keeps the highest, so that
 * writing a step twice, or after a later one, changes nothing.
 */
export type IndexChange =
  | { readonly version: bigint; readonly document: IndexDocument }
  | { readonly version: bigint; readonly gone: number };

/** A search whose brand, category and currency are folded as those of documents are. */
export interface IndexQuery extends Omit<SearchRequest, "text" | "exclude"> {
  /** Terms as documents have them; empty: everything that passes the filters. */
  readonly terms: readonly string[];
  /** The terms of each phrase that is ruled out. */
  readonly exclude: readonly (readonly string[])[];
}

export interface IndexPage {
  /** The documents' records, best first. */
  readonly records: readonly string[];
  readonly hasMore: boolean;
}

export interface IndexState {
  /** Which index searches see now. */
  readonly name: string;
  /** Every change up to here is in. */
  readonly rev: bigint;
  readonly products: number;
}

/**
 * A search index outside this process, which several processes share. All calls but `search` throw
 * when the index cannot be reached.
 */
export interface SearchIndex {
  /** `null` when there is none that this version of us can search. */
  state(): Promise<IndexState | null>;
  /** `null` when it does not answer in time, or there is nothing to search yet. */
  search(query: IndexQuery): Promise<IndexPage | null>;
  /** Counts all that the pages of a search list; `null` as for `search`. */
  tally(query: IndexQuery): Promise<Tally | null>;
  /** Makes an empty index that no search sees, and returns its name. */
  create(): Promise<string>;
  /**
   * Writes changes that no search sees before `publish`; `false` when the index does not take such
   * documents, because its mapping was changed: then it must be rebuilt.
   */
  write(name: string, changes: readonly IndexChange[]): Promise<boolean>;
  /** Shows all that was written at once, notes the revision, and removes every other index. */
  publish(name: string, rev: bigint): Promise<void>;
  discard(name: string): Promise<void>;
}
