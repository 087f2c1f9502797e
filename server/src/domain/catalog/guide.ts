import type { Browse, BrowsedList, ProductRecord } from "../../contract/resources/product.ts";
import { createBoundedMap } from "../../core/cache.ts";
import type { Clock } from "../../core/clock.ts";
import type { SearchFilters, SearchRequest } from "./engine.ts";
import { browseFacetsOf, facetsOf, TYPED_MAX, typeFacetOf } from "./facets.ts";
import { fold } from "./index/tokens.ts";
import type { CatalogProduct } from "./product.ts";
import type { CatalogReader } from "./reader.ts";
import { emptyTally, PATH_SEPARATOR, TALLIED, type Tallied, type Tally } from "./tally.ts";
import { typeNamesFor, typeNamesWith } from "./types.ts";

type Asked = Omit<SearchRequest, "offset" | "count">;
type Include = readonly string[] | undefined;
interface Instead {
  /** The name of a type. */
  readonly nearest: string;
  readonly products: readonly CatalogProduct[];
}
type Suggestion = Browse["suggestions"][number];

/** Which filters a facet sets: it is counted without them, so that the others stay to choose. */
const FILTERS: Readonly<Record<Tallied, readonly (keyof SearchFilters)[]>> = {
  brand: ["brand"],
  category: ["category"],
  color: ["color"],
  price: ["minPriceMicros", "maxPriceMicros"],
  rating: ["minRating"],
  discount: ["minDiscountPercent"],
  availability: ["inStockOnly"],
};

const SUGGESTIONS_MAX = 8;
const SUGGESTED_MAX = 6;
/** Types are tried until enough of them have products. */
const TRIED_MAX = 6;
/** One letter begins everything. */
const TYPED_MIN = 2;
/** What is suggested may be so old. **Units** ms. */
const KNOWN_MS = 60_000;
const TYPES_KNOWN_MAX = 5_000;

/** What helps a reader on: counts, what else to choose, how a word is spelt. */
export function createGuide(
  reader: Pick<CatalogReader, "find" | "tally" | "respell">,
  clock: Clock,
) {
  const { find, respell } = reader;
  const tally = (request: Asked) => reader.tally({ ...request, offset: 0, count: 1 });
  const suggest = createSuggester(find, tally, clock);
  /** One count for all that is said about a request. */
  const tallied = new WeakMap<Asked, Promise<Tally | null>>();
  const tallyOnce = (request: Asked) => {
    const known = tallied.get(request) ?? tally(request);
    tallied.set(request, known);
    return known;
  };
  const findInstead = createInstead(find);
  return {
    /** `include`: `total` and `facets`, of all pages of a list. */
    async count(request: Asked, include: Include): Promise<Pick<BrowsedList, "total" | "facets">> {
      const wants = (name: string) => include?.includes(name) === true;
      if (!wants("total") && !wants("facets")) return {};
      const found = await tallyOnce(request);
      if (found === null) return {};
      const best = wants("facets") ? await find({ ...request, offset: 0, count: TYPED_MAX }) : null;
      return {
        ...(wants("total") && { total: found.total }),
        ...(best !== null && {
          facets: { type: typeFacetOf(best.products, request.text), ...facetsOf(found) },
        }),
      };
    },
    /** With `nearest` in `include`. */
    async nearest(request: Asked, include: Include): Promise<Pick<BrowsedList, "nearest">> {
      const found = include?.includes("nearest") === true ? await findInstead(request) : null;
      return found === null ? {} : { nearest: found.nearest };
    },
    /** With `browse` in `include`; `query`: the words as they were typed. */
    async browse(
      { query: text = "", include }: { query?: string | undefined; include?: Include },
      request: Asked,
      recordOf: (product: CatalogProduct) => ProductRecord,
    ): Promise<Pick<BrowsedList, "browse">> {
      if (include?.includes("browse") !== true) return {};
      const all = (await tallyOnce(request)) ?? emptyTally();
      const others = new Map<Tallied, Tally>();
      for (const name of TALLIED) {
        const found = await tallyWithout(request, name, tally);
        if (found !== null) others.set(name, found);
      }
      const facets = browseFacetsOf(
        (name) => others.get(name) ?? all,
        request.filters.category ?? "",
      );
      const spelling = respell?.(text) ?? undefined;
      const suggested = all.total > 0 ? [] : ((await findInstead(request))?.products ?? []);
      const browse = {
        ...facets,
        suggestions: await suggest(text),
        ...(spelling === undefined ? {} : { spelling }),
        suggested: suggested.map(recordOf),
      };
      return { browse };
    },
  };
}

/**
 * What there is instead of an empty list: the nearest type around the one asked for, within the
 * bounds; else where it has products without them, which are not shown.
 */
function createInstead(find: CatalogReader["find"]) {
  return async ({ text, filters, exclude }: Asked): Promise<Instead | null> => {
    const rest = { exclude, soldOutLast: true, offset: 0, count: SUGGESTED_MAX };
    const [name = "", ...wider] = typeNamesFor(text);
    const names = [name, ...wider.filter((other) => name.endsWith(` ${other}`))];
    for (const within of [filters, {}]) {
      for (const nearest of names.filter((one) => one !== "")) {
        const found = await find({ ...rest, sort: "relevance", text: nearest, filters: within });
        if (found === null || found.products.length === 0) continue;
        return { nearest, products: within === filters ? found.products : [] };
      }
    }
    return null;
  };
}

/** Counts without the filters of a facet; `null` when there is none. */
async function tallyWithout({ filters, ...request }: Asked, name: Tallied, tally: Counting) {
  const own = FILTERS[name];
  if (!own.some((filter) => filters[filter])) return null;
  const without = Object.fromEntries(own.map((filter) => [filter, undefined]));
  return tally({ ...request, filters: { ...filters, ...without } });
}

function beginsIn(name: string, typed: string): boolean {
  return ` ${fold(name)}`.includes(` ${typed}`);
}

type Counting = (request: Asked) => Promise<Tally | null>;

/** What the typed text may be the beginning of. */
function createSuggester(find: CatalogReader["find"], tally: Counting, clock: Clock) {
  const ofTypes = createBoundedMap<string, { isFound: boolean; atMs: number }>(TYPES_KNOWN_MAX);
  let whole: { tally: Tally; atMs: number } | undefined;

  const wholeTally = async (): Promise<Tally> => {
    if (whole !== undefined && clock.monotonicMs() - whole.atMs < KNOWN_MS) return whole.tally;
    const found = await tally({ text: "", filters: {}, sort: "relevance" });
    if (found !== null && found.total > 0) whole = { tally: found, atMs: clock.monotonicMs() };
    return found ?? emptyTally();
  };

  const hasProducts = async (name: string): Promise<boolean> => {
    const known = ofTypes.get(name);
    if (known !== undefined && clock.monotonicMs() - known.atMs < KNOWN_MS) return known.isFound;
    const asked = { text: name, filters: {}, sort: "relevance", offset: 0, count: 1 } as const;
    const found = await find(asked);
    if (found === null) return false;
    const isFound = found.products.length > 0;
    ofTypes.set(name, { isFound, atMs: clock.monotonicMs() });
    return isFound;
  };

  const suggest = async (text: string): Promise<Suggestion[]> => {
    const typed = fold(text).trim();
    if (typed.length < TYPED_MIN) return [];
    const { brand, category } = (await wholeTally()).values;
    const types: Suggestion[] = [];
    for (const value of typeNamesWith(typed).slice(0, TRIED_MAX)) {
      if (types.length === SUGGESTIONS_MAX - 2) break;
      if (await hasProducts(value)) types.push({ kind: "type", value });
    }
    const paths = pathsWith(category, typed);
    const brands = [...brand].filter(([name]) => fold(name).startsWith(typed));
    const first = (counts: Iterable<[string, number]>, kind: Suggestion["kind"]) =>
      [...counts]
        .sort((left, right) => right[1] - left[1])
        .slice(0, 2)
        .map(([value, count]) => ({ kind, value, count }));
    const others = [...first(paths, "category"), ...first(brands, "brand")];
    return [...types, ...others].slice(0, SUGGESTIONS_MAX);
  };
  return suggest;
}

/** Categories with the typed text at the beginning of a word of their own name. */
function pathsWith(category: ReadonlyMap<string, number>, typed: string): Map<string, number> {
  const paths = new Map<string, number>();
  for (const [path, count] of category) {
    const names = path.split(PATH_SEPARATOR);
    names.forEach((name, at) => {
      const value = names.slice(0, at + 1).join(" > ");
      if (beginsIn(name, typed)) paths.set(value, (paths.get(value) ?? 0) + count);
    });
  }
  return paths;
}
