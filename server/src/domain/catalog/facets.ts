import { typeOfQuery } from "@placard/vocabulary";
import { sharedVocabulary } from "@placard/vocabulary/files";
import {
  type Browse,
  PRODUCT_FACET_MAX,
  type ProductFacets,
} from "../../contract/resources/product.ts";
import { createBoundedMap } from "../../core/cache.ts";
import { categoryNames } from "./engine.ts";
import { fold } from "./index/tokens.ts";
import { type CatalogProduct, priceAmountFrom } from "./product.ts";
import {
  addTo,
  DISCOUNT_STEPS,
  PATH_SEPARATOR,
  PRICE_EDGES,
  type Tallied,
  type Tally,
} from "./tally.ts";
import { typeOfProduct } from "./types.ts";

/** Into how many bands of prices the products are divided at most, each about as full. */
const BANDS = 5;
const STARS = [4, 3, 2];
const CATEGORIES_MAX = 40;

/** Finding out what a product is takes 0.2 ms, so only the best ones are asked, each once. */
export const TYPED_MAX = 48;
/** A kind that nearly all of the best are of narrows nothing. */
const NARROWING_MAX = 0.9;
const KNOWN_MAX = 20_000;
const known = createBoundedMap<string, string>(KNOWN_MAX);

type Facet = ProductFacets["brand"];
type Counts = ReadonlyMap<string, number>;

/**
 * The kinds among products that a reader may narrow a list to, the most frequent first: of the type
 * that the words ask for, if any; more than one product, and not nearly all.
 */
export function typeFacetOf(products: readonly CatalogProduct[], q: string): Facet {
  const vocabulary = sharedVocabulary();
  const asked = typeOfQuery(vocabulary, q).type;
  const counts = new Map<string, number>();
  for (const type of products.map(typeIdOf)) {
    const isKind = asked === null || (type !== asked && vocabulary.isKindOf(type, asked));
    if (type !== "" && isKind) counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  const most = products.length * NARROWING_MAX;
  const narrowing = [...counts].filter(([, count]) => count > 1 && count < most);
  return facetOf(new Map(narrowing.map(([type, count]) => [vocabulary.nameOf(type), count])));
}

/** Empty for none. */
function typeIdOf(product: CatalogProduct): string {
  const key = `${product.number} ${product.updatedAt} ${product.title}`;
  const type = known.get(key) ?? typeOfProduct(product).type ?? "";
  known.set(key, type);
  return type;
}

/**
 * How a result divides by what a reader may choose next.
 *
 * **Shape** the most frequent values first; price bands rise, hold the prices at both of their
 * ends, and are of the most frequent currency.
 */
export function facetsOf(tally: Tally): Omit<ProductFacets, "type"> {
  return {
    brand: facetOf(tally.values.brand, answerIn(tally, "brand")),
    color: facetOf(tally.values.color, answerIn(tally, "color")),
    price: bandsOf(tally.values.price, answerIn(tally, "price")),
  };
}

/** Whether choosing a value lists anything. */
type HasAnswer = (value: string) => boolean;

function answerIn({ answering }: Tally, name: Tallied): HasAnswer {
  return (value) => answering === undefined || answering[name].has(value);
}

/** `tallyFor`: what to count a facet in. `category`: the one chosen, or empty. */
export function browseFacetsOf(
  tallyFor: (name: Tallied) => Tally,
  category: string,
): Pick<Browse, Tallied> {
  const countsOf = (name: Tallied) => tallyFor(name).values[name];
  const answersOf = (name: Tallied) => answerIn(tallyFor(name), name);
  const atLeast = (name: Tallied, steps: readonly number[]) =>
    steps.flatMap((step) => {
      const reached = [...countsOf(name)].filter(([value]) => Number(value) >= step);
      const count = reached.reduce((sum, [, one]) => sum + one, 0);
      const isListed = reached.some(([value]) => answersOf(name)(value));
      return isListed ? [{ value: String(step), count }] : [];
    });
  return {
    category: categoriesOf(countsOf("category"), answersOf("category"), category),
    brand: facetOf(countsOf("brand"), answersOf("brand")),
    color: facetOf(countsOf("color"), answersOf("color")),
    price: bandsOf(countsOf("price"), answersOf("price")),
    rating: atLeast("rating", STARS),
    discount: atLeast("discount", DISCOUNT_STEPS),
    availability: [...countsOf("availability")]
      .filter(([value]) => answersOf("availability")(value))
      .map(([value, count]) => ({ value, count }))
      .sort(byCount),
  };
}

/** One value in several spellings is one; its most frequent one stands for all. */
export function facetOf(values: Counts, hasAnswer: HasAnswer = () => true): Facet {
  const groups = new Map<string, { value: string; count: number; most: number }>();
  const answered = new Set<string>();
  for (const [value, count] of values) {
    const key = fold(value).trim();
    const { value: other = value, count: sum = 0, most = 0 } = groups.get(key) ?? {};
    if (hasAnswer(value)) answered.add(key);
    const isMost = count > most || (count === most && value < other);
    groups.set(key, {
      value: isMost ? value : other,
      count: sum + count,
      most: Math.max(most, count),
    });
  }
  const facet = [...groups].flatMap(([key, { value, count }]) =>
    answered.has(key) ? [{ value, count }] : [],
  );
  return facet.sort(byCount).slice(0, PRODUCT_FACET_MAX);
}

function byCount(left: Facet[number], right: Facet[number]): number {
  return right.count - left.count || (left.value < right.value ? -1 : 1);
}

/** The levels that lead to the chosen category, and the next one below it. */
function categoriesOf(paths: Counts, hasAnswer: HasAnswer, category: string): Facet {
  const chosen = category === "" ? [] : categoryNames(category).map(keyOf);
  const nodes = new Map<string, { value: string; count: number; level: number }>();
  const answered = new Set<string>();
  for (const [path, count] of paths) {
    if (path === "") continue;
    const names = path.split(PATH_SEPARATOR);
    const keys = names.map(keyOf);
    const isBelow = chosen.every((name, at) => name === keys[at]);
    const levels = isBelow ? chosen.length + 1 : 1;
    for (let level = 1; level <= Math.min(levels, names.length); level += 1) {
      const key = keys.slice(0, level).join(PATH_SEPARATOR);
      if (hasAnswer(path)) answered.add(key);
      const value = nodes.get(key)?.value ?? names.slice(0, level).join(" > ");
      nodes.set(key, { value, count: (nodes.get(key)?.count ?? 0) + count, level });
    }
  }
  const isOnWay = (key: string, level: number) =>
    level <= chosen.length && key === chosen.slice(0, level).join(PATH_SEPARATOR);
  const all = [...nodes].flatMap(([key, node]) => (answered.has(key) ? [{ ...node, key }] : []));
  const isTree = all.some(({ key, level }) => isOnWay(key, level));
  return all
    .filter(({ key, level }) => !isTree || level > chosen.length || isOnWay(key, level))
    .sort((left, right) => left.level - right.level || byCount(left, right))
    .slice(0, CATEGORIES_MAX)
    .map(({ value, count }) => ({ value, count }));
}

function keyOf(name: string): string {
  return fold(name).trim();
}

function bandsOf(values: Counts, hasAnswer: HasAnswer): ProductFacets["price"] {
  const [first] = currenciesOf(values);
  if (first === undefined) return [];
  const [currency, all] = first;
  const countAt = (at: number) => values.get(`${currency} ${at}`) ?? 0;
  const countOn = (at: number) => values.get(`${currency} ${at}=`) ?? 0;
  const hasAnswerAt = (at: number) =>
    [`${currency} ${at}`, `${currency} ${at}=`].some((key) => values.has(key) && hasAnswer(key));
  const bands: ProductFacets["price"] = [];
  let [from, count, isAnswered] = [0, 0, false];
  for (let at = 0; at <= PRICE_EDGES.length; at += 1) {
    const own = countAt(at) + countOn(at);
    count += own;
    isAnswered ||= hasAnswerAt(at);
    const isLast = at === PRICE_EDGES.length;
    if (count === 0 || (count < all / BANDS && !isLast)) continue;
    // A bound that a reader chooses holds the prices at both ends.
    const onLower = from === 0 ? 0 : countOn(from - 1);
    const edge = (index: number) => priceAmountFrom(PRICE_EDGES[index] ?? 0);
    const min = from === 0 ? 0 : edge(from - 1);
    isAnswered ||= from > 0 && hasAnswer(`${currency} ${from - 1}=`);
    const max = isLast ? 100_000_000 : edge(at);
    if (isAnswered) bands.push({ min, max, currency, count: count + onLower });
    [from, count, isAnswered] = [at + 1, 0, false];
  }
  return bands;
}

/** The most frequent first. */
function currenciesOf(values: Counts): [string, number][] {
  const currencies = new Map<string, number>();
  for (const [key, count] of values) addTo(currencies, key.split(" ")[0] ?? "", count);
  return [...currencies].sort((left, right) => right[1] - left[1]);
}
