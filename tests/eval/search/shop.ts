import { checkRow } from "../../../server/src/domain/catalog/feed/row.ts";
import type { Fields } from "../../../server/src/domain/catalog/index/fields.ts";
import { createMemoryEngine } from "../../../server/src/domain/catalog/index/memory-engine.ts";
import type { CatalogProduct } from "../../../server/src/domain/catalog/product.ts";
import {
  filtersOf,
  isSearchable,
  parseQuery,
  type SearchArguments,
} from "../../../server/src/domain/catalog/query/parse-query.ts";
import { CROWD_SIZE, variationsOf } from "./crowd.ts";
import { ALL_FEEDS, linesOf } from "./data.ts";
import { RANKS } from "./metric.ts";

export interface FoundProduct {
  readonly id: string;
  readonly price: number;
  readonly currency: string;
}

/** Where queries are asked: the first ten products for the words and arguments of a search. */
export interface Shop {
  readonly name: string;
  find(search: SearchArguments): Promise<readonly FoundProduct[]>;
  /** `null` when the shop does not tell. */
  priceOf(id: string): number | null;
}

/** The engine as the exchange uses it, with the words of a query understood, but no database. */
export async function openEngine(
  name: string,
  data: string,
  feeds: readonly string[],
): Promise<Shop> {
  return openShop(name, productsOf(data, feeds));
}

/** All feeds, and variations of all rows but those of `feed` until there are `CROWD_SIZE`. */
export async function openCrowd(data: string, feed: string): Promise<Shop> {
  const judged = productsOf(data, [feed]);
  const others = productsOf(
    data,
    ALL_FEEDS.filter((name) => name !== feed),
  );
  const products = [
    ...judged,
    ...others,
    ...variationsOf(others, CROWD_SIZE - judged.length - others.length),
  ];
  const numbered = products.map((product, number) => ({ ...product, number }));
  return openShop(`among ${numbered.length} rows, most of them variations`, numbered);
}

/** `fields`: other weights than the chosen ones, to compare them. */
export async function openShop(
  name: string,
  products: readonly CatalogProduct[],
  fields?: Fields,
): Promise<Shop> {
  const engine = createMemoryEngine(undefined, { fields });
  const changes = products.map((after) => ({ before: null, after }));
  const commit = await engine.prepare(changes, () => undefined);
  commit();
  await engine.settle(() => undefined);
  const prices = new Map(products.map((product) => [product.id, product.priceMicros / 1e6]));
  return {
    name,
    priceOf: (id) => prices.get(id) ?? null,
    async find(search) {
      const query = parseQuery(search);
      if (!isSearchable(query, search)) return [];
      const page = await engine.search({
        text: query.q,
        filters: filtersOf(query),
        exclude: query.exclude,
        sort: query.sort,
        offset: 0,
        count: RANKS,
      });
      return page.numbers.flatMap((number) => {
        const product = products[number];
        return product === undefined ? [] : [foundOf(product)];
      });
    },
  };
}

export function productsOf(data: string, feeds: readonly string[]): CatalogProduct[] {
  const products: CatalogProduct[] = [];
  for (const feed of feeds) {
    for (const line of linesOf(data, feed)) {
      const fields = JSON.parse(line);
      const parsed = checkRow({ id: fields.id, fields: () => fields, names: {} });
      if (!("product" in parsed)) continue;
      products.push({ ...parsed.product, number: products.length, updatedAt: "" });
    }
  }
  return products;
}

function foundOf({ id, priceMicros, currency }: CatalogProduct): FoundProduct {
  return { id, price: priceMicros / 1e6, currency };
}

/** The public list of a running exchange that holds the feeds. */
export function openExchange(baseUrl: string): Shop {
  return {
    name: baseUrl,
    priceOf: () => null,
    async find({ query = "", maxPrice, minPrice }) {
      const url = new URL("/api/public/shopfeed-products", baseUrl);
      url.searchParams.set("q", query);
      url.searchParams.set("limit", String(RANKS));
      if (maxPrice !== undefined) url.searchParams.set("maxPrice", String(maxPrice));
      if (minPrice !== undefined) url.searchParams.set("minPrice", String(minPrice));
      const response = await fetch(url);
      if (!response.ok) throw new Error(`${response.status} for ${query}`);
      const body: unknown = await response.json();
      return itemsOf(body).map(({ id, price }) => ({
        id,
        price: price.amount,
        currency: price.currency,
      }));
    },
  };
}

interface Item {
  readonly id: string;
  readonly price: { readonly amount: number; readonly currency: string };
}

function itemsOf(body: unknown): Item[] {
  const hasItems = typeof body === "object" && body !== null && "items" in body;
  const items: unknown = hasItems ? body.items : undefined;
  if (!Array.isArray(items)) throw new Error("The answer is not a product list.");
  return items;
}
