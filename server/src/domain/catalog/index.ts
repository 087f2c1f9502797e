import {
  type BrowsedList,
  type PRODUCT_INCLUDES,
  PRODUCT_PAGE_MAX,
  type ProductRecord,
} from "../../contract/resources/product.ts";
import type { Cache } from "../../core/cache.ts";
import type { Foundation } from "../../core/foundation.ts";
import { createFollower } from "./follower.ts";
import { buildGeneration, packGeneration } from "./generation.ts";
import { createGuide } from "./guide.ts";
import { createMemoryEngine } from "./index/memory-engine.ts";
import { createPageMemory } from "./pages.ts";
import { createPostgresFinder } from "./postgres/engine.ts";
import type { CatalogProduct } from "./product.ts";
import { findFeedState, findLink } from "./queries.ts";
import {
  filtersOf,
  isSearchable,
  type SearchArguments,
  withBrandPreference,
} from "./query/parse-query.ts";
import { parseAsked } from "./query/personal.ts";
import { type CatalogReader, createMemoryReader } from "./reader.ts";
import { type Attribution, type RecordOptions, toProductRecord } from "./record.ts";
import type { SearchIndex } from "./remote/port.ts";
import { createIndexReader, createPostgresReader } from "./remote/reader.ts";
import type { Lifecycle } from "./rounds.ts";
import type { IndexBuilder } from "./source.ts";

export { type FeedFile, feedNameOf, openFeedFile } from "./feed/file.ts";
export {
  type FeedImportOptions,
  type FeedImportResult,
  type FeedProgress,
  importFeed,
} from "./feed/import.ts";
export {
  FEED_FORMATS,
  type FeedFormat,
  type FeedReader,
  type FeedReading,
  type FeedRow,
  type FieldNames,
  type Fields,
  placeWord,
  type ReadOptions,
  type ReadRow,
  type Shop,
} from "./feed/port.ts";
export { type FeedStatus, listFeeds, listRejections, type Rejection } from "./feed/queries.ts";
export { eachTerm, isStopWord } from "./index/tokens.ts";
export { findPictureOrigins } from "./picture-queries.ts";
export { SEARCH_DEADLINE_MS } from "./postgres/engine.ts";
export { CATALOG_CHANNEL } from "./queries.ts";
export type { Attribution } from "./record.ts";
export { DOCUMENT_FORMAT } from "./remote/document.ts";
export type {
  IndexChange,
  IndexPage,
  IndexQuery,
  IndexState,
  SearchIndex,
} from "./remote/port.ts";
export type { IndexBuilder } from "./source.ts";

export interface CatalogOptions extends RecordOptions, Pick<Foundation, "db" | "clock" | "logger"> {
  /** Calls the listener whenever a feed's new version became visible; returns how to stop. */
  readonly subscribe?: (listener: () => void) => () => void;
  /** What answers searches; default: memory, the index inside this process. */
  readonly engine?: "memory" | "postgres" | SearchIndex;
  /** Replaced only by tests that measure something else on a busy machine. **Units** ms. */
  readonly searchDeadlineMs?: number;
  /** Where snapshots of the index are kept for other processes and for the next start. */
  readonly cache?: Cache;
  /** Builds the index elsewhere; absent: in this thread, in slices. */
  readonly builder?: IndexBuilder;
}

export interface ProductSearch extends SearchArguments, Attribution {
  /** 1-based. */
  readonly page: number;
  readonly limit: number;
  readonly include?: readonly ((typeof PRODUCT_INCLUDES)[number] | "browse")[] | undefined;
  readonly soldOutLast?: boolean | undefined;
  /** Unlike the colour asked for in words, others are not shown. */
  readonly onlyColor?: string | undefined;
  /** **Units** whole stars. */
  readonly minRating?: number | undefined;
}

export interface Catalog extends Lifecycle {
  search(search: ProductSearch): Promise<BrowsedList>;
  /** `null` when there is no such product on sale. */
  getProduct(id: string, attribution: Attribution): Promise<ProductRecord | null>;
  /** Where a product's clicks lead. From memory, so it works while the database is down. */
  destinationOf(productNumber: bigint): { url: string } | null;
  /**
   * The same, but looks in the database for what is not in memory: a product another process has
   * seen a moment earlier, or any product while the first build runs.
   */
  resolveDestination(productNumber: bigint): Promise<{ url: string } | null>;
}

/**
 * The catalogue as this process sees it. With the memory engine it is built from PostgreSQL at the
 * start and then follows its changes within a second: searching touches neither the database nor
 * the cache.
 */
export function createCatalog(options: CatalogOptions): Catalog {
  const { find, tally, respell, getById, linkOf, ...lifecycle } = openReader(options);
  const guide = createGuide({ find, tally, respell }, options.clock);

  /** Whether what was not found may be found soon: an empty answer would be cached. */
  const isPending = async (): Promise<boolean> => {
    if (!lifecycle.ready() || lifecycle.loading()) return true;
    if (lifecycle.size() > 0) return false;
    const { isLoading, hasProducts } = await findFeedState(options.db);
    return isLoading || hasProducts;
  };

  const search = async (asked: ProductSearch): Promise<BrowsedList> => {
    const { page, limit, publisherId, origin } = asked;
    const isNarrow = asked.include?.includes("browse") === true;
    const query = parseAsked(asked, isNarrow);
    const nothing = { items: [], page, limit, hasMore: false, query, ...noTotal(asked) };
    if (!isSearchable(query, asked)) return { status: "empty", ...nothing };
    const request = {
      text: query.q,
      filters: { ...filtersOf(query), color: asked.onlyColor, minRating: asked.minRating },
      exclude: query.exclude,
      sort: query.sort,
      soldOutLast: asked.soldOutLast,
      isNarrow,
    };
    const recordOf = (product: CatalogProduct) =>
      toProductRecord(product, { publisherId, origin }, options);
    const counted = await guide.count(request, asked.include);
    const browse = await guide.browse(asked, request, recordOf);
    const found = await find({ ...request, offset: (page - 1) * limit, count: limit });
    if (found === null) return { status: "feed_pending", ...nothing };
    const items = found.products.map(recordOf);
    if (items.length === 0) {
      const status = (await isPending()) ? "feed_pending" : "empty";
      const nearest = await guide.nearest(request, asked.include);
      return { status, ...nothing, ...counted, ...nearest, ...browse };
    }
    return {
      status: "ok",
      ...nothing,
      items,
      hasMore: found.hasMore && page < PRODUCT_PAGE_MAX,
      query: withBrandPreference(query, found.products),
      ...counted,
      ...browse,
    };
  };

  const destinationOf = (productNumber: bigint) => {
    const link = linkOf(Number(productNumber));
    return link === null ? null : { url: link };
  };

  return {
    ...lifecycle,
    search,
    async getProduct(id, attribution) {
      const product = await getById(id);
      return product === null ? null : toProductRecord(product, attribution, options);
    },
    destinationOf,
    async resolveDestination(productNumber) {
      const known = destinationOf(productNumber);
      if (known !== null) return known;
      const link = await findLink(options.db, productNumber);
      return link === null ? null : { url: link };
    },
  };
}

const noTotal = ({ include }: ProductSearch) => (include?.includes("total") ? { total: 0 } : {});

function openReader({ engine = "memory", ...options }: CatalogOptions): CatalogReader {
  const { db, clock, logger, subscribe } = options;
  const follow = { db, clock, logger, subscribe };
  if (typeof engine === "object") return createIndexReader(engine, follow);
  const finder = createPostgresFinder({ db, deadlineMs: options.searchDeadlineMs });
  if (engine === "postgres") return createPostgresReader(finder, follow);
  const { cache, builder } = options;
  const follower = createFollower({
    ...follow,
    createEngine: createMemoryEngine,
    cache,
    builder,
  });
  const pages = createPageMemory({ clock, cache });
  return createMemoryReader({ follower, db, meanwhile: finder, pages });
}

/**
 * Builds the index of the memory engine from the whole catalogue, in the form in which it is handed
 * from thread to thread. Takes all of the thread it runs in.
 */
export async function buildPackedIndex(
  options: Pick<Foundation, "db" | "clock">,
): Promise<ArrayBuffer> {
  const generation = await buildGeneration({ ...options, createEngine: createMemoryEngine });
  return packGeneration(generation, () => undefined);
}
