import { ExchangeError } from "../../../contract/errors.ts";
import type { Database } from "../../../core/db.ts";
import { inTime } from "../../../core/deadline.ts";
import type { FoundProducts, ProductFinder, SearchRequest, Sort } from "../engine.ts";
import type { CatalogProduct } from "../product.ts";
import { emptyTally, type Tally } from "../tally.ts";
import {
  browseByDiscount,
  browseByPopularity,
  browseByRating,
  browseCheapest,
  browseDearest,
  browseWithinPrices,
  countWithinPrices,
  findByRank,
  findSorted,
  type ProductPage,
  type WordQueries,
} from "./queries.ts";
import { tallyProducts } from "./tally-queries.ts";
import { excludedWords, pgWordsOf, wordQueriesOf } from "./word-queries.ts";

/** What a search may take of the 800 ms a chat turn has for everything. **Units** milliseconds. */
export const SEARCH_DEADLINE_MS = 250;

/** Connections for searches alone: they never wait behind other work, nor it behind them. */
const SEARCH_CONNECTIONS = 4;

/** More waiting searches than these could not be answered in time anyway. */
const WAITING_MAX = 64;

/**
 * A search reads few products, each by its number or in the order of an index. Left alone the
 * planner takes many matches for a reason to read all products. One plan serves every search.
 */
const PLANS = {
  enable_hashjoin: "off",
  enable_mergejoin: "off",
  enable_seqscan: "off",
  // Compiling a plan takes longer than the search.
  jit: "off",
  plan_cache_mode: "force_generic_plan",
};

const NOTHING: FoundProducts = { products: [], hasMore: false };

/**
 * Searches PostgreSQL's full text: all words first, then most of them. No index to build, so it
 * answers from a process's first second. Ranking is plainer than the memory engine's and typing
 * errors find nothing.
 */
export function createPostgresFinder(options: {
  readonly db: Database;
  /** **Units** milliseconds. */
  readonly deadlineMs?: number | undefined;
}): ProductFinder {
  const { deadlineMs = SEARCH_DEADLINE_MS } = options;
  const db = options.db.lane(SEARCH_CONNECTIONS, {
    statementTimeoutMs: deadlineMs,
    settings: PLANS,
  });
  let waiting = 0;
  const answer = async <T>(work: (db: Database) => Promise<T>): Promise<T | null> => {
    if (waiting >= WAITING_MAX) return null;
    waiting += 1;
    try {
      // The statement's own timeout does not count the wait for a connection.
      return await inTime(work(db), deadlineMs, null);
    } catch (error) {
      if (isLate(error)) return null;
      throw error;
    } finally {
      waiting -= 1;
    }
  };
  return {
    find: (request) => answer((lane) => search(lane, request)),
    tally: (request) => answer((lane) => tally(lane, request)),
  };
}

function pageOf({ filters, offset, count, exclude, soldOutLast = false }: SearchRequest) {
  // One more than asked for tells whether there is a next page.
  const phrases = excludedWords(exclude ?? []);
  return { filters, offset, limit: count + 1, exclude: phrases, soldOutLast };
}

async function tally(db: Database, request: SearchRequest): Promise<Tally> {
  const page = pageOf(request);
  const words = pgWordsOf(request.text);
  if (words.length === 0 && request.text.trim() !== "") return emptyTally();
  if (words.length === 0) return tallyProducts(db, filterWords(request), page);
  const { all, most } = wordQueriesOf(words);
  // A list by relevance goes on with products that have most of the words.
  if (request.sort === "relevance") return tallyProducts(db, most ?? all, page);
  const strict = await tallyProducts(db, all, page);
  return strict.total > 0 || most === null ? strict : tallyProducts(db, most, page);
}

/** A brand, colour or category is found by its words: no index is in the order of names. */
function filterWords({ filters }: SearchRequest): string | null {
  const { brand = "", category = "", color = "" } = filters;
  const words = pgWordsOf(`${brand} ${category} ${color}`);
  return words.length === 0 ? null : wordQueriesOf(words).all;
}

async function search(db: Database, request: SearchRequest): Promise<FoundProducts> {
  const { count } = request;
  const page = pageOf(request);
  const words = pgWordsOf(request.text);
  if (words.length === 0 && request.text.trim() !== "") return NOTHING;
  const find = request.sort === "relevance" ? matchByRank : matchSorted;
  const products =
    words.length === 0
      ? await browse(db, request, page)
      : await find(db, { ...wordQueriesOf(words), sort: request.sort }, page);
  return { products: products.slice(0, count), hasMore: products.length > count };
}

async function browse(db: Database, request: SearchRequest, page: ProductPage) {
  const { sort, filters } = request;
  const query = filterWords(request);
  if (query !== null) return findSorted(db, { query, sort }, page);
  const { brand, category, color } = filters;
  if ([brand, category, color].some((name) => name !== undefined)) return [];
  if (!page.soldOutLast) return browseIn(db, sort, page);
  // An index gives the order, so what is sold out is read behind the rest.
  const others = { ...page, isSoldOut: false };
  const first = await browseIn(db, sort, others);
  if (first.length === page.limit) return first;
  const before =
    first.length > 0 ? page.offset + first.length : (await tallyProducts(db, null, others)).total;
  const offset = Math.max(0, page.offset - before);
  const rest = { ...page, isSoldOut: true, offset, limit: page.limit - first.length };
  return [...first, ...(await browseIn(db, sort, rest))];
}

function browseIn(db: Database, sort: Sort, page: ProductPage): Promise<CatalogProduct[]> {
  if (sort === "rating") return browseByRating(db, page);
  if (sort === "popularity") return browseByPopularity(db, page);
  if (sort === "price_asc") return browseCheapest(db, page);
  return sort === "price_desc" ? browseDearest(db, page) : browseReduced(db, page);
}

/** So few are quicker sorted than looked for among all, in the order of discounts. */
const NARROW_PRODUCTS = 5_000;

async function browseReduced(db: Database, page: ProductPage): Promise<CatalogProduct[]> {
  const { currency, minPriceMicros, maxPriceMicros } = page.filters;
  const isBound = minPriceMicros !== undefined || maxPriceMicros !== undefined;
  if (currency === undefined || !isBound) return browseByDiscount(db, page);
  const count = await countWithinPrices(db, page, NARROW_PRODUCTS + 1);
  return count > NARROW_PRODUCTS ? browseByDiscount(db, page) : browseWithinPrices(db, page);
}

/** Few searches need more than the products with all the words, which are found much faster. */
async function matchByRank(db: Database, queries: WordQueries, page: ProductPage) {
  const strict = await findByRank(db, { ...queries, most: null }, page);
  if (strict.length === page.limit || queries.most === null) return strict;
  return findByRank(db, queries, page);
}

/**
 * A cheaper product is no better answer when it is a worse match: products with most of the words
 * are listed only when none has all of them.
 */
async function matchSorted(
  db: Database,
  { all, most, sort }: WordQueries & { readonly sort: Sort },
  page: ProductPage,
): Promise<CatalogProduct[]> {
  const strict = await findSorted(db, { query: all, sort }, page);
  if (strict.length > 0 || most === null) return strict;
  const isPastTheEnd =
    page.offset > 0 &&
    (await findSorted(db, { query: all, sort }, { ...page, offset: 0, limit: 1 })).length > 0;
  return isPastTheEnd ? [] : findSorted(db, { query: most, sort }, page);
}

function isLate(error: unknown): boolean {
  return (
    error instanceof ExchangeError &&
    (error.code === "deadline_exceeded" || error.code === "unavailable")
  );
}
