import type { Database } from "../../core/db.ts";
import type { ProductFinder } from "./engine.ts";
import type { Follower } from "./follower.ts";
import type { PageMemory } from "./pages.ts";
import type { CatalogProduct } from "./product.ts";
import { findProductById } from "./queries.ts";
import type { Lifecycle } from "./rounds.ts";

/** How this process reads the catalogue, whatever its engine. */
export interface CatalogReader extends Lifecycle, ProductFinder {
  /** Absent where the engine repairs no spelling. */
  respell?(text: string): string | null;
  getById(id: string): Promise<CatalogProduct | null>;
  linkOf(productNumber: number): string | null;
}

/** Reads the generation in memory; while the first one is being built, PostgreSQL answers. */
export function createMemoryReader(options: {
  readonly follower: Follower;
  readonly db: Database;
  readonly meanwhile: ProductFinder;
  readonly pages: PageMemory;
}): CatalogReader {
  const { follower, db, meanwhile, pages } = options;
  return {
    ...follower,
    async find(request) {
      const generation = follower.current();
      if (generation === null) return meanwhile.find(request);
      const { numbers, hasMore, stored } = await pages.search(generation, request);
      // Before the next wait, during which the generation may change.
      const products = numbers.map((number) => generation.store.get(number));
      await stored;
      return { products: products.filter((product) => product !== null), hasMore };
    },
    async tally(request) {
      return follower.current()?.engine.tally(request) ?? meanwhile.tally(request);
    },
    respell: (text) => follower.current()?.engine.respell(text) ?? null,
    async getById(id) {
      const generation = follower.current();
      return generation === null ? findProductById(db, id) : generation.store.getById(id);
    },
    linkOf: (productNumber) => follower.current()?.store.linkOf(productNumber) ?? null,
  };
}
