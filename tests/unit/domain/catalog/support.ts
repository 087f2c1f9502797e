import type {
  ProductChange,
  SearchEngine,
  SearchFilters,
  Sort,
} from "../../../../server/src/domain/catalog/engine.ts";
import { createMemoryEngine } from "../../../../server/src/domain/catalog/index/memory-engine.ts";
import type { CatalogProduct } from "../../../../server/src/domain/catalog/product.ts";

/** Never gives way: unit tests have nobody to give way to. */
export const noPace = () => undefined;

export function product(number: number, changes: Partial<CatalogProduct> = {}): CatalogProduct {
  return {
    number,
    id: `p-${String(number).padStart(4, "0")}`,
    title: `Thing ${number}`,
    description: null,
    brand: null,
    category: [],
    priceMicros: 10_000_000,
    compareAtMicros: null,
    currency: "USD",
    availability: "in_stock",
    imageUrl: null,
    link: `https://shop.test/${number}`,
    gtin: null,
    color: null,
    ratingValue: null,
    ratingCount: null,
    seller: null,
    updatedAt: "2026-01-01T00:00:00.000Z",
    ...changes,
  };
}

/** Products by title alone, numbered from 1. */
export function titled(...titles: string[]): CatalogProduct[] {
  return titles.map((title, index) => product(index + 1, { title }));
}

export async function engineOf(products: readonly CatalogProduct[]): Promise<SearchEngine> {
  const engine = createMemoryEngine();
  await change(
    engine,
    products.map((after) => ({ before: null, after })),
  );
  return engine;
}

export async function change(engine: SearchEngine, changes: ProductChange[]): Promise<void> {
  const commit = await engine.prepare(changes, noPace);
  commit();
  await engine.settle(noPace);
}

export interface Find {
  readonly filters?: SearchFilters;
  readonly sort?: Sort;
  readonly offset?: number;
  readonly count?: number;
}

export async function find(engine: SearchEngine, text: string, more: Find = {}): Promise<number[]> {
  const page = await engine.search({
    text,
    filters: more.filters ?? {},
    sort: more.sort ?? "relevance",
    offset: more.offset ?? 0,
    count: more.count ?? 20,
  });
  return [...page.numbers];
}
