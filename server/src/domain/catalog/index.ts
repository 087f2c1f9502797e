import type { ProductList, ProductRecord } from "../../contract/resources/product.ts";
import type { Clock } from "../../core/clock.ts";
import type { Database } from "../../core/db.ts";
import type { Logger } from "../../core/log.ts";
import { createFollower } from "./follower.ts";
import { findLink, findProductById } from "./queries.ts";
import { type Attribution, type RecordOptions, toProductRecord } from "./record.ts";
import { createMemoryEngine } from "./search/memory-engine.ts";
import type { SearchEngine } from "./search/port.ts";
import { filtersOf, isSearchable, type SearchArguments, understandSearch } from "./understand.ts";

export { type FeedFile, feedNameOf, openFeedFile } from "./feed/file.ts";
export {
  type FeedImportOptions,
  type FeedImportResult,
  type FeedProgress,
  importFeed,
} from "./feed/import.ts";
export { type FeedStatus, listFeeds, listRejections, type Rejection } from "./feed/queries.ts";
export { CATALOG_CHANNEL } from "./queries.ts";
export type { Attribution } from "./record.ts";

export interface CatalogOptions extends RecordOptions {
  readonly db: Database;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Calls the listener whenever a feed's new version became visible; returns how to stop. */
  readonly subscribe?: (listener: () => void) => () => void;
  /** Default: the engine inside this process. */
  readonly createEngine?: () => SearchEngine;
}

export interface ProductSearch extends SearchArguments, Attribution {
  /** 1-based. */
  readonly page: number;
  readonly limit: number;
}

export interface Catalog {
  search(search: ProductSearch): Promise<ProductList>;
  /** `null` when there is no such product on sale. */
  getProduct(id: string, attribution: Attribution): Promise<ProductRecord | null>;
  /** Where a product's clicks lead. From memory, so it works while the database is down. */
  destinationOf(productNumber: bigint): { url: string } | null;
  /**
   * The same, asking the database for what memory does not know: a product another process has
   * seen a moment earlier, or any product while the first build runs.
   */
  resolveDestination(productNumber: bigint): Promise<{ url: string } | null>;
  /** Starts building in the background and returns at once. */
  start(): void;
  /** Resolves when the first build is done. */
  whenReady(): Promise<void>;
  ready(): boolean;
  /** How many products can be found now. */
  size(): number;
  /** Looks for changes now instead of at the next second. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The catalogue as this process sees it: built from PostgreSQL at the start, then following its
 * changes within a second. Searching touches neither the database nor the cache.
 */
export function createCatalog(options: CatalogOptions): Catalog {
  const follower = createFollower({
    db: options.db,
    clock: options.clock,
    logger: options.logger,
    subscribe: options.subscribe,
    createEngine: options.createEngine ?? createMemoryEngine,
  });

  const search = async (asked: ProductSearch): Promise<ProductList> => {
    const { page, limit } = asked;
    const query = understandSearch(asked);
    const nothing = { items: [], page, limit, hasMore: false, query };
    const generation = follower.current();
    if (generation === null) return { status: "feed_pending", ...nothing };
    if (!isSearchable(query, asked)) return { status: "empty", ...nothing };
    const found = await generation.engine.search({
      text: query.q,
      filters: filtersOf(query),
      sort: query.sort,
      offset: (page - 1) * limit,
      count: limit,
    });
    const products = found.numbers.map((number) => generation.shelf.get(number));
    const items = products
      .filter((product) => product !== null)
      .map((product) => toProductRecord(product, attributionOf(asked), options));
    if (items.length === 0) return { status: "empty", ...nothing };
    return { status: "ok", items, page, limit, hasMore: found.hasMore, query };
  };

  const destinationOf = (productNumber: bigint) => {
    const link = follower.current()?.shelf.linkOf(Number(productNumber)) ?? null;
    return link === null ? null : { url: link };
  };

  return {
    search,
    async getProduct(id, attribution) {
      const generation = follower.current();
      // While the first build runs, the database still knows single products.
      const product =
        generation === null ? await findProductById(options.db, id) : generation.shelf.getById(id);
      return product === null ? null : toProductRecord(product, attribution, options);
    },
    destinationOf,
    async resolveDestination(productNumber) {
      const known = destinationOf(productNumber);
      if (known !== null) return known;
      const link = await findLink(options.db, productNumber);
      return link === null ? null : { url: link };
    },
    start: follower.start,
    whenReady: follower.whenReady,
    ready: () => follower.current() !== null,
    size: () => follower.current()?.engine.size() ?? 0,
    refresh: follower.refresh,
    close: follower.close,
  };
}

function attributionOf({ publisherId, origin }: Attribution): Attribution {
  return { publisherId, origin };
}
