import { DISCOUNT_STEPS, PRICE_EDGES } from "../../contract/resources/tally.ts";
import type { IndexQuery } from "../../domain/catalog/index.ts";
import type { IndexCopies } from "./opensearch-client.ts";

/**
 * The index's settings and fields. Terms come split and stemmed, so the analyzer only splits at
 * spaces. Without automatic refresh, `publish` makes changes visible in one step for each shard.
 *
 * **Source** OpenSearch 2 and 3, "Create index", "Mapping parameters", "Whitespace analyzer".
 */
export function indexBody(format: number, { shards, replicas }: IndexCopies): object {
  const all = { type: "text", analyzer: "whitespace" };
  const terms = { ...all, copy_to: "all" };
  const key = { type: "keyword" };
  return {
    settings: {
      index: {
        number_of_shards: shards,
        ...(replicas === undefined
          ? { auto_expand_replicas: "0-1" }
          : { number_of_replicas: replicas }),
        refresh_interval: "-1",
        // As deep as the contract lets anyone page: 500 pages of 48.
        max_result_window: 24_001,
      },
    },
    mappings: {
      dynamic: "strict",
      _meta: { format },
      // Nothing else is ever read back; documents are replaced whole.
      _source: { includes: ["record"] },
      properties: {
        all,
        title: terms,
        names: terms,
        description: terms,
        id: key,
        brand: key,
        categories: key,
        color: key,
        brandName: key,
        colorName: key,
        path: key,
        currency: key,
        isUsd: { type: "boolean" },
        priceMicros: { type: "long" },
        discountPercent: { type: "integer" },
        ratingPoints: { type: "integer" },
        stars: { type: "integer" },
        ratingCount: { type: "integer" },
        isInStock: { type: "boolean" },
        isSoldOut: { type: "boolean" },
        availability: key,
        record: { type: "keyword", index: false, doc_values: false },
      },
    },
  };
}

/** How much a word says by where it stands; in the proportions of the memory engine. */
const TITLE_BOOST = 5;
const NAMES_BOOST = 2;
/** Above every sum of the others: all words go before most words. */
const ALL_WORDS_BOOST = 1_000;

export type Matching = "all" | "most";

/**
 * The body of a search. `most` also finds what has at least half of the words.
 *
 * **Source** OpenSearch query DSL: bool, match, term, range, constant_score; "Sort results".
 */
export function searchBody(query: IndexQuery, matching: Matching, timeoutMs: number): object {
  return {
    from: query.offset,
    // One more than asked for tells whether there is a next page.
    size: query.count + 1,
    timeout: `${timeoutMs}ms`,
    track_total_hits: false,
    _source: ["record"],
    query: queryOf(query, matching),
    sort: sortOf(query),
  };
}

function queryOf(query: IndexQuery, matching: Matching): object {
  return {
    bool: {
      filter: [...filtersOf(query), ...wordsFilter(query.terms, matching)],
      should: query.sort === "relevance" ? preferences(query.terms) : [],
      must_not: query.exclude.map(phraseFilter),
    },
  };
}

/** More values of one kind than these are not counted. */
const VALUES_MAX = 10_000;

/**
 * The body of a count. The aggregations carry the names of facets.
 *
 * **Source** OpenSearch 2 and 3, "Aggregations": terms, range (`to` is not in the range).
 */
export function tallyBody(query: IndexQuery, matching: Matching, timeoutMs: number): object {
  const terms = (field: string) => ({ terms: { field, size: VALUES_MAX } });
  const prices = PRICE_EDGES.flatMap((to, at) => [
    { key: `${at}`, from: at === 0 ? 0 : (PRICE_EDGES[at - 1] ?? 0) + 1, to },
    { key: `${at}=`, from: to, to: to + 1 },
  ]);
  const above = { key: `${PRICE_EDGES.length}`, from: (PRICE_EDGES.at(-1) ?? 0) + 1 };
  const discounts = [0, ...DISCOUNT_STEPS].map((from, at) => {
    const to = DISCOUNT_STEPS[at];
    return { key: String(from), from, ...(to === undefined ? {} : { to }) };
  });
  return {
    size: 0,
    timeout: `${timeoutMs}ms`,
    track_total_hits: true,
    query: queryOf(query, matching),
    aggs: {
      brand: terms("brandName"),
      category: terms("path"),
      color: terms("colorName"),
      rating: terms("stars"),
      availability: terms("availability"),
      discount: { range: { field: "discountPercent", ranges: discounts } },
      price: {
        ...terms("currency"),
        aggs: { price: { range: { field: "priceMicros", ranges: [...prices, above] } } },
      },
    },
  };
}

function wordsFilter(terms: readonly string[], matching: Matching): object[] {
  if (terms.length === 0) return [];
  const least = matching === "all" ? terms.length : Math.ceil(terms.length / 2);
  return [{ match: { all: { query: terms.join(" "), minimum_should_match: least } } }];
}

/** All terms of a phrase where a product says what it is. */
function phraseFilter(terms: readonly string[]): object {
  const isIn = (query: string) => [
    { match: { title: { query } } },
    { match: { names: { query } } },
  ];
  return { bool: { filter: terms.map((term) => ({ bool: { should: isIn(term) } })) } };
}

function preferences(terms: readonly string[]): object[] {
  if (terms.length === 0) return [];
  const query = terms.join(" ");
  const all = { match: { all: { query, minimum_should_match: terms.length } } };
  return [
    { constant_score: { filter: all, boost: ALL_WORDS_BOOST } },
    { match: { title: { query, boost: TITLE_BOOST } } },
    { match: { names: { query, boost: NAMES_BOOST } } },
    { match: { description: { query } } },
  ];
}

function filtersOf({ filters }: IndexQuery): object[] {
  const { minDiscountPercent = 0, minPriceMicros, maxPriceMicros } = filters;
  const { currency, brand, color, category, minRating = 0 } = filters;
  const price = {
    ...(minPriceMicros === undefined ? {} : { gte: minPriceMicros }),
    ...(maxPriceMicros === undefined ? {} : { lte: maxPriceMicros }),
  };
  return [
    ...(filters.inStockOnly === true ? [{ term: { isInStock: true } }] : []),
    ...(minDiscountPercent > 0
      ? [{ range: { discountPercent: { gte: minDiscountPercent } } }]
      : []),
    ...(Object.keys(price).length > 0 ? [{ range: { priceMicros: price } }] : []),
    ...(currency === undefined ? [] : [{ term: { currency } }]),
    ...(minRating > 0 ? [{ range: { stars: { gte: minRating } } }] : []),
    ...(color === undefined ? [] : [{ term: { color } }]),
    ...(brand === undefined ? [] : [{ term: { brand } }]),
    ...(category === undefined ? [] : [{ term: { categories: category } }]),
  ];
}

/** Prices of different currencies go apart, the shop's own first; no order is left to chance. */
function sortOf({ soldOutLast = false, ...query }: IndexQuery): object[] {
  return soldOutLast ? [{ isSoldOut: "asc" }, ...orderOf(query)] : orderOf(query);
}

function orderOf({ sort, terms }: IndexQuery): object[] {
  const discount = { discountPercent: "desc" };
  const last = [{ isInStock: "desc" }, discount, { id: "asc" }];
  if (sort === "relevance" && terms.length > 0) return [{ _score: "desc" }, ...last];
  if (sort === "popularity") return [{ ratingCount: "desc" }, ...last];
  if (sort === "rating") return [{ ratingPoints: "desc" }, ...last];
  if (sort === "relevance" || sort === "discount") return [discount, ...last];
  const direction = sort === "price_asc" ? "asc" : "desc";
  return [{ isUsd: "desc" }, { currency: "asc" }, { priceMicros: direction }, ...last];
}
