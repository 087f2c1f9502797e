import type { CatalogProduct } from "../../../server/src/domain/catalog/product.ts";
import { typesOf } from "../../../server/src/domain/catalog/types.ts";
import { linesOfFiles } from "../../../vocabulary/src/files.ts";
import { openEngine, productsOf } from "./shop.ts";

/** A type of which a feed has fewer is not asked for there: they may all be typed wrongly. */
const OF_TYPE_MIN = 3;

export interface NameScore {
  readonly asked: number;
  /** The first result is of the type, or of a kind of it. */
  readonly right: number;
  /** The other names, with what stands first. */
  readonly wrong: readonly string[];
}

/** Each type of which a feed has products certainly, asked for by each of its names. */
export async function scoreNames(data: string, feeds: readonly string[]): Promise<NameScore> {
  let asked = 0;
  const wrong: string[] = [];
  for (const feed of feeds) {
    const products = productsOf(data, [feed]);
    const byId = new Map(products.map((product) => [product.id, product]));
    const shop = await openEngine(feed, data, [feed]);
    for (const { type, name } of namesAsked(products)) {
      asked += 1;
      const [first] = await shop.find({ query: name });
      const found = first && byId.get(first.id);
      if (found !== undefined && typesOf(found).types.includes(type)) continue;
      wrong.push(`${feed}, ${type}, ${name}: ${found?.title ?? "nothing"}`);
    }
  }
  return { asked, right: asked - wrong.length, wrong };
}

/** The names of the types that products are often enough; product lines name more than a type. */
function namesAsked(products: readonly CatalogProduct[]) {
  const counts = new Map<string, number>();
  for (const { types, isCertain } of products.map(typesOf)) {
    for (const type of isCertain ? types : []) counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  const lines = linesOfFiles().filter(({ id }) => (counts.get(id) ?? 0) >= OF_TYPE_MIN);
  return lines.flatMap(({ id, names }) =>
    names.flatMap(({ text, isLine }) => (isLine ? [] : [{ type: id, name: text }])),
  );
}
