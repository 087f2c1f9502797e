import { parseQuery } from "../../../server/src/domain/catalog/query/parse-query.ts";
import { hasBound, isSame, isWithin, readBounds, statedBounds } from "./bounds.ts";
import {
  type JudgedSet,
  type Judgment,
  judgmentsOf,
  offCatalogueQueries,
  queriesOf,
} from "./data.ts";
import { meanOf, ndcgOf, standardErrorOf } from "./metric.ts";
import { seeded, WRAPPINGS, type Wrapping, withTypo } from "./noise.ts";
import type { Shop } from "./shop.ts";

export interface SetScore {
  readonly set: string;
  readonly catalogue: string;
  readonly queries: number;
  readonly ndcgAt10: number;
  /** **Units** standard error of the mean over the queries. */
  readonly standardError: number;
  readonly zeroResults: number;
}

export async function scoreSet(data: string, set: JudgedSet, shop: Shop): Promise<SetScore> {
  const scores: number[] = [];
  let zeroResults = 0;
  for (const judgment of judgmentsOf(data, set)) {
    const ids = await idsFor(shop, judgment.query);
    if (ids.length === 0) zeroResults += 1;
    scores.push(ndcgOf(ids, judgment.ratings, set.gainOf));
  }
  return {
    set: set.name,
    catalogue: shop.name,
    queries: scores.length,
    ndcgAt10: meanOf(scores),
    standardError: standardErrorOf(scores),
    zeroResults,
  };
}

export interface NoiseScore {
  readonly set: string;
  readonly noise: string;
  /** What is left of the NDCG of the same queries without the noise. */
  readonly kept: number;
  readonly queries: number;
  readonly zeroResults: number;
}

/** Several slips per query: where the one letter falls is luck. */
const TYPO_SEEDS: readonly number[] = [42, 43, 44, 45, 46];

export async function scoreTypos(data: string, set: JudgedSet, shop: Shop): Promise<NoiseScore> {
  const clean: number[] = [];
  const noisy: number[] = [];
  let zeroResults = 0;
  for (const seed of TYPO_SEEDS) {
    const random = seeded(seed);
    for (const judgment of judgmentsOf(data, set)) {
      const typo = withTypo(judgment.query, random);
      if (typo === null) continue;
      const ids = await idsFor(shop, typo);
      if (ids.length === 0) zeroResults += 1;
      noisy.push(ndcgOf(ids, judgment.ratings, set.gainOf));
      const plain = await idsFor(shop, judgment.query);
      clean.push(ndcgOf(plain, judgment.ratings, set.gainOf));
    }
  }
  const kept = meanOf(noisy) / meanOf(clean);
  return { set: set.name, noise: "one typo", kept, queries: noisy.length, zeroResults };
}

export async function scoreWrappings(
  data: string,
  set: JudgedSet,
  shop: Shop,
): Promise<NoiseScore[]> {
  const scores: NoiseScore[] = [];
  for (const wrapping of WRAPPINGS) scores.push(await scoreWrapping(data, set, shop, wrapping));
  return scores;
}

/** A wrapping that states a price is compared with the plain query under that price. */
async function scoreWrapping(
  data: string,
  set: JudgedSet,
  shop: Shop,
  wrapping: Wrapping,
): Promise<NoiseScore> {
  const { before, after, ...bounds } = wrapping;
  const clean: number[] = [];
  const noisy: number[] = [];
  let zeroResults = 0;
  for (const judgment of judgmentsOf(data, set)) {
    const ratings = ratingsWithin(judgment, wrapping, shop);
    const found = await shop.find({ query: `${before}${judgment.query}${after}` });
    const plain = await shop.find({ query: judgment.query, ...bounds });
    if (found.length === 0 && plain.length > 0) zeroResults += 1;
    noisy.push(ndcgOf(idsOf(found), ratings, set.gainOf));
    clean.push(ndcgOf(idsOf(plain), ratings, set.gainOf));
  }
  return {
    set: set.name,
    noise: `${before}…${after}`,
    kept: meanOf(noisy) / meanOf(clean),
    queries: noisy.length,
    zeroResults,
  };
}

function ratingsWithin(judgment: Judgment, wrapping: Wrapping, shop: Shop) {
  const bounds = { minPrice: wrapping.minPrice ?? null, maxPrice: wrapping.maxPrice ?? null };
  const kept = Object.entries(judgment.ratings).filter(([id]) => {
    const price = shop.priceOf(id);
    return price === null || isWithin(bounds, price);
  });
  return Object.fromEntries(kept);
}

export interface BoundScore {
  readonly stated: number;
  readonly read: number;
  /** Bounds read where none is stated. */
  readonly invented: number;
  readonly results: number;
  readonly resultsOutside: number;
  readonly misread: readonly string[];
}

/** Price bounds in real chat sentences: read, not invented, and kept to. */
export async function scoreBounds(data: string, shop: Shop): Promise<BoundScore> {
  const score = { stated: 0, read: 0, invented: 0, results: 0, resultsOutside: 0 };
  const misread: string[] = [];
  for (const query of queriesOf(data, "queries-chat-phones-dev.jsonl.gz")) {
    const stated = statedBounds(query);
    const read = readBounds(parseQuery({ query }));
    if (!isSame(stated, read)) misread.push(query);
    if (!hasBound(stated)) {
      if (hasBound(read)) score.invented += 1;
      continue;
    }
    score.stated += 1;
    if (isSame(stated, read)) score.read += 1;
    for (const product of await shop.find({ query })) {
      score.results += 1;
      if (!isWithin(stated, product.price)) score.resultsOutside += 1;
    }
  }
  return { ...score, misread };
}

export interface EmptyScore {
  readonly queries: string;
  readonly asked: number;
  readonly empty: number;
  /** The ones that went the other way than they should. */
  readonly wrong: readonly string[];
}

/** What no shop here sells must find nothing. */
export async function scoreOffCatalogue(shop: Shop): Promise<EmptyScore[]> {
  const scores: EmptyScore[] = [];
  for (const part of ["tune", "held"]) {
    const queries = offCatalogueQueries().flatMap((line) =>
      line.part === part ? [line.query] : [],
    );
    const empty = await emptyOf(shop, queries);
    const wrong = queries.filter((query) => !empty.includes(query));
    const name = `off-catalogue, ${part}`;
    scores.push({ queries: name, asked: queries.length, empty: empty.length, wrong });
  }
  return scores;
}

/** What people type into a shop's search box must find something. */
export async function scoreTyped(data: string, shop: Shop): Promise<EmptyScore> {
  const queries = queriesOf(data, "queries-algolia-instantsearch.jsonl.gz");
  const wrong = await emptyOf(shop, queries);
  return { queries: "typed into a shop", asked: queries.length, empty: wrong.length, wrong };
}

async function emptyOf(shop: Shop, queries: readonly string[]): Promise<string[]> {
  const empty: string[] = [];
  for (const query of queries) {
    const found = await shop.find({ query });
    if (found.length === 0) empty.push(query);
  }
  return empty;
}

async function idsFor(shop: Shop, query: string): Promise<string[]> {
  return idsOf(await shop.find({ query }));
}

function idsOf(products: readonly { id: string }[]): string[] {
  return products.map(({ id }) => id);
}
