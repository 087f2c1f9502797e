import { sharedVocabulary } from "@placard/vocabulary/files";
import { PRODUCT_FACET_MAX, type ProductFacets } from "../../contract/resources/product.ts";
import { createBoundedMap } from "../../core/bounded-map.ts";
import { fold } from "./index/tokens.ts";
import { type CatalogProduct, priceAmountFrom } from "./product.ts";
import { typeOfProduct } from "./types.ts";

/** Into how many bands of prices the products are divided, each about as full. */
const BANDS = 4;
const ROUND = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** Finding out what a product is takes 0.2 ms, so only the best ones are asked, each once. */
const TYPED_MAX = 48;
const KNOWN_MAX = 20_000;
const known = createBoundedMap<string, string>(KNOWN_MAX);

/** The name of a product's type; `null` for none. */
function typeNameOf(product: CatalogProduct): string | null {
  const key = `${product.number} ${product.updatedAt} ${product.title}`;
  let name = known.get(key);
  if (name === undefined) {
    const { type } = typeOfProduct(product);
    name = type === null ? "" : sharedVocabulary().nameOf(type);
    known.set(key, name);
  }
  return name === "" ? null : name;
}

type Facet = ProductFacets["brand"];

/**
 * How products divide by what a reader may choose next.
 *
 * **Shape** the most frequent values first; price bands rise, hold the prices at both of their
 * ends, and are of the most frequent currency.
 */
export function facetsOf(products: readonly CatalogProduct[]): ProductFacets {
  return {
    type: facetOf(products.slice(0, TYPED_MAX).map(typeNameOf)),
    brand: facetOf(products.map(({ brand }) => brand)),
    color: facetOf(products.map(({ color }) => color)),
    price: bandsOf(products),
  };
}

/** One value in several spellings is one; its most frequent one stands for all. */
function facetOf(values: readonly (string | null)[]): Facet {
  const spellings = new Map<string, Map<string, number>>();
  for (const value of values) {
    if (value === null) continue;
    const key = fold(value).trim();
    const counts = spellings.get(key) ?? new Map<string, number>();
    counts.set(value, (counts.get(value) ?? 0) + 1);
    spellings.set(key, counts);
  }
  const facet = [...spellings.values()].map((counts) => {
    const count = [...counts.values()].reduce((sum, one) => sum + one, 0);
    return { value: mostOf(counts), count };
  });
  return facet.sort(byCount).slice(0, PRODUCT_FACET_MAX);
}

function byCount(left: Facet[number], right: Facet[number]): number {
  return right.count - left.count || (left.value < right.value ? -1 : 1);
}

function mostOf(counts: ReadonlyMap<string, number>): string {
  const [first] = [...counts].map(([value, count]) => ({ value, count })).sort(byCount);
  return first?.value ?? "";
}

function bandsOf(products: readonly CatalogProduct[]): ProductFacets["price"] {
  const currency = facetOf(products.map((product) => product.currency))[0]?.value ?? "USD";
  const prices = products
    .filter((product) => product.currency === currency)
    .map(({ priceMicros }) => priceAmountFrom(priceMicros))
    .sort((left, right) => left - right);
  const at = (share: number) => prices[Math.floor((prices.length - 1) * share)] ?? 0;
  const inner = Array.from({ length: BANDS - 1 }, (_, band) => rounded(at((band + 1) / BANDS)));
  const edges = [...new Set([0, ...inner, Math.ceil(at(1))])].sort((left, right) => left - right);
  return edges.slice(1).flatMap((max, band) => {
    const min = edges[band] ?? 0;
    const count = prices.filter((price) => price >= min && price <= max).length;
    return count === 0 ? [] : [{ min, max, currency, count }];
  });
}

/** To a price that people say: 37.49 is 40. */
function rounded(price: number): number {
  if (price <= 0) return 0;
  const power = 10 ** Math.floor(Math.log10(price));
  const [nearest = 1] = ROUND.toSorted(
    (left, right) => Math.abs(left - price / power) - Math.abs(right - price / power),
  );
  return Math.round(nearest * power * 100) / 100;
}
