import type { CatalogProduct } from "../../../server/src/domain/catalog/product.ts";
import { seeded } from "./noise.ts";

/** Source: the figure the search is asked for among 117,000 rows. */
export const CROWD_SIZE = 117_000;

const SEED = 117;
const COLORS = "black white red blue green grey silver gold pink purple orange brown".split(" ");
const PACKS = ["pack of 2", "pack of 3", "set of 4", "6 pack", "12 pack", "twin pack"];

/**
 * So many variations of products, each in turn: the same thing in another colour and pack for half
 * to one and a half of its price. They compete with real products for every place but are none, so
 * only the score of a set whose products are not among `products` means something beside them.
 */
export function variationsOf(products: readonly CatalogProduct[], count: number): CatalogProduct[] {
  const random = seeded(SEED);
  const pick = (words: readonly string[]): string =>
    words[Math.floor(random() * words.length)] ?? "";
  return Array.from({ length: Math.max(0, count) }, (_, index) => index % products.length).flatMap(
    (at, index) => {
      const original = products[at];
      if (original === undefined) return [];
      const color = pick(COLORS);
      return {
        ...original,
        id: `${original.id}-${index}`,
        title: `${original.title}, ${color}, ${pick(PACKS)}`,
        color,
        priceMicros: Math.round(original.priceMicros * (0.5 + random())),
        compareAtMicros: null,
      };
    },
  );
}
