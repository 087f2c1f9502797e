import { createMemoryEngine } from "../../../server/src/domain/catalog/index/memory-engine.ts";
import type { CatalogProduct } from "../../../server/src/domain/catalog/product.ts";
import {
  filtersOf,
  isSearchable,
  parseQuery,
} from "../../../server/src/domain/catalog/query/parse-query.ts";
import { productsOf } from "../search/shop.ts";

/** How many cards a reader sees. */
export const SHOWN = 3;

/** Products as a chat reader searches them: whole sentences, the first cards. */
export interface Shelf {
  readonly products: readonly CatalogProduct[];
  find(query: string): Promise<readonly CatalogProduct[]>;
  productOf(id: string): CatalogProduct | undefined;
}

/** The engine as the exchange uses it, but no database. */
export async function openShelf(data: string, feeds: readonly string[]): Promise<Shelf> {
  const products = productsOf(data, feeds);
  const engine = createMemoryEngine();
  const changes = products.map((after) => ({ before: null, after }));
  const commit = await engine.prepare(changes, () => undefined);
  commit();
  await engine.settle(() => undefined);
  const byId = new Map(products.map((product) => [product.id, product]));
  return {
    products,
    productOf: (id) => byId.get(id),
    async find(text) {
      const query = parseQuery({ query: text });
      if (!isSearchable(query, { query: text })) return [];
      const { numbers } = await engine.search({
        text: query.q,
        filters: filtersOf(query),
        exclude: query.exclude,
        sort: query.sort,
        offset: 0,
        count: SHOWN,
      });
      return numbers.flatMap((number) => products[number] ?? []);
    },
  };
}
