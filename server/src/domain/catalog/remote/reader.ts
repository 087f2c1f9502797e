import { randomUUID } from "node:crypto";
import { createBoundedMap } from "../../../core/cache.ts";
import type { Database } from "../../../core/db.ts";
import type { Foundation } from "../../../core/foundation.ts";
import type { FoundProducts, ProductFinder } from "../engine.ts";
import { countProducts } from "../postgres/queries.ts";
import { findProductById } from "../queries.ts";
import type { CatalogReader } from "../reader.ts";
import { createRounds, type Lifecycle } from "../rounds.ts";
import { emptyTally } from "../tally.ts";
import { indexQueryOf, productOf } from "./document.ts";
import { createIndexKeeper } from "./keeper.ts";
import type { SearchIndex } from "./port.ts";

export interface RemoteOptions extends Pick<Foundation, "db" | "clock" | "logger"> {
  readonly subscribe: ((listener: () => void) => () => void) | undefined;
}

/** Clicks on products shown lately find their shop while the database is down. */
const LINKS_MAX = 50_000;

/** Searches PostgreSQL itself: ready as soon as it answers. */
export function createPostgresReader(finder: ProductFinder, options: RemoteOptions): CatalogReader {
  const { db } = options;
  const rounds = createRounds({ ...options, look: () => countProducts(db) });
  return createRemoteReader({ db, finder, rounds });
}

/** Searches an index outside, which one of the processes that share it keeps up to date. */
export function createIndexReader(index: SearchIndex, options: RemoteOptions): CatalogReader {
  const look = createIndexKeeper({ ...options, index, holder: randomUUID() });
  const rounds = createRounds({
    ...options,
    look: async () => (await look())?.products ?? null,
  });
  return createRemoteReader({ db: options.db, finder: createIndexFinder(index), rounds });
}

const NOTHING: FoundProducts = { products: [], hasMore: false };

function createIndexFinder(index: SearchIndex): ProductFinder {
  return {
    async find(request) {
      const query = indexQueryOf(request);
      if (query === null) return NOTHING;
      const page = await index.search(query);
      return page && { products: page.records.map(productOf), hasMore: page.hasMore };
    },
    async tally(request) {
      const query = indexQueryOf(request);
      return query === null ? emptyTally() : index.tally(query);
    },
  };
}

function createRemoteReader(options: {
  readonly db: Database;
  readonly finder: ProductFinder;
  readonly rounds: Lifecycle;
}): CatalogReader {
  const { db, finder, rounds } = options;
  const links = createBoundedMap<number, string>(LINKS_MAX);
  return {
    ...rounds,
    tally: finder.tally,
    async find(request) {
      const found = await finder.find(request);
      for (const { number, link } of found?.products ?? []) links.set(number, link);
      return found;
    },
    async getById(id) {
      const product = await findProductById(db, id);
      if (product !== null) links.set(product.number, product.link);
      return product;
    },
    linkOf: (number) => links.get(number) ?? null,
  };
}
