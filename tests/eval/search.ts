import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";
import { parseJsonRow } from "../../server/src/domain/catalog/feed/row.ts";
import type { CatalogProduct } from "../../server/src/domain/catalog/product.ts";
import { createMemoryEngine } from "../../server/src/domain/catalog/search/memory-engine.ts";
import { filtersOf, understandSearch } from "../../server/src/domain/catalog/understand.ts";

/** Answers the ids of the first ten products for a query. */
export type TopTen = (query: string) => Promise<readonly string[]>;

interface JudgedSet {
  readonly name: string;
  readonly judgments: string;
  readonly feed: string;
  /** What a rating is worth. Source: the README of the data. */
  gainOf(rating: number): number;
}

const SETS: readonly JudgedSet[] = [
  {
    name: "esci-us",
    judgments: "judgments-esci-us-dev.jsonl.gz",
    feed: "feed-esci-us.jsonl.gz",
    gainOf: (rating) => rating,
  },
  {
    name: "icecat",
    judgments: "judgments-icecat-dev.jsonl.gz",
    feed: "feed-icecat.jsonl.gz",
    gainOf: (rating) => 2 ** rating - 1,
  },
];

const ALL_FEEDS = ["feed-esci-us", "feed-icecat", "feed-bestbuy", "feed-discounts"];
const RANKS = 10;

interface Judgment {
  readonly query: string;
  readonly ratings: Readonly<Record<string, number>>;
}

export interface SetScore {
  readonly set: string;
  readonly catalogue: string;
  readonly queries: number;
  readonly ndcgAt10: number;
  /** **Units** standard error of the mean over the queries. */
  readonly standardError: number;
  readonly zeroResults: number;
}

/**
 * `npm run eval -- search --data DIR [--url BASE] [--json]`: how well the search ranks judged
 * queries. With `--url` through the public list of a running exchange that holds the feeds, else
 * through the engine in this process: each set alone, then all feeds side by side.
 */
export async function evaluateSearch(words: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      data: { type: "string" },
      url: { type: "string" },
      json: { type: "boolean", default: false },
    },
  });
  const { data, url, json } = values;
  if (data === undefined) {
    process.stderr.write("eval search: --data DIR is required\n");
    return 2;
  }
  const scores = url === undefined ? await scoreEngine(data) : await scoreExchange(data, url);
  if (json) process.stdout.write(`${JSON.stringify({ scores })}\n`);
  else for (const score of scores) process.stdout.write(`${lineOf(score)}\n`);
  return 0;
}

async function scoreEngine(data: string): Promise<SetScore[]> {
  const scores: SetScore[] = [];
  for (const set of SETS) {
    scores.push(await scoreSet(data, set, "own feed", await engineOver(data, [set.feed])));
  }
  const all = await engineOver(
    data,
    ALL_FEEDS.map((feed) => `${feed}.jsonl.gz`),
  );
  for (const set of SETS) scores.push(await scoreSet(data, set, "all feeds", all));
  return scores;
}

async function scoreExchange(data: string, baseUrl: string): Promise<SetScore[]> {
  const topTen: TopTen = async (query) => {
    const url = new URL("/api/public/shopfeed-products", baseUrl);
    url.search = new URLSearchParams({ q: query, limit: String(RANKS) }).toString();
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${response.status} for ${query}`);
    const body: unknown = await response.json();
    return idsOf(body);
  };
  const scores: SetScore[] = [];
  for (const set of SETS) scores.push(await scoreSet(data, set, baseUrl, topTen));
  return scores;
}

function idsOf(body: unknown): string[] {
  const hasItems = typeof body === "object" && body !== null && "items" in body;
  const items: unknown = hasItems ? body.items : undefined;
  if (!Array.isArray(items)) throw new Error("The answer is not a product list.");
  return items.map((item: { id: string }) => item.id);
}

/** The engine as the exchange uses it, with the words of a query understood, but no database. */
async function engineOver(data: string, feeds: readonly string[]): Promise<TopTen> {
  const engine = createMemoryEngine();
  const products: CatalogProduct[] = [];
  for (const feed of feeds) {
    for (const line of linesOf(data, feed)) {
      const parsed = parseJsonRow(line);
      if (!("product" in parsed)) continue;
      products.push({ ...parsed.product, number: products.length, updatedAt: "" });
    }
  }
  const changes = products.map((after) => ({ before: null, after }));
  const commit = await engine.prepare(changes, () => undefined);
  commit();
  await engine.settle(() => undefined);
  return async (text) => {
    const query = understandSearch({ query: text });
    const page = await engine.search({
      text: query.q,
      filters: filtersOf(query),
      sort: "relevance",
      offset: 0,
      count: RANKS,
    });
    return page.numbers.map((number) => products[number]?.id ?? "");
  };
}

async function scoreSet(
  data: string,
  set: JudgedSet,
  catalogue: string,
  topTen: TopTen,
): Promise<SetScore> {
  const scores: number[] = [];
  let zeroResults = 0;
  for (const line of linesOf(data, set.judgments)) {
    const judgment: Judgment = JSON.parse(line);
    const ids = await topTen(judgment.query);
    if (ids.length === 0) zeroResults += 1;
    scores.push(ndcgOf(ids, judgment.ratings, set.gainOf));
  }
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const variance = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / scores.length;
  return {
    set: set.name,
    catalogue,
    queries: scores.length,
    ndcgAt10: mean,
    standardError: Math.sqrt(variance / scores.length),
    zeroResults,
  };
}

/** NDCG@10: log2 discount, the ideal from all judged products, unjudged ones count nothing. */
export function ndcgOf(
  ids: readonly string[],
  ratings: Readonly<Record<string, number>>,
  gainOf: (rating: number) => number,
): number {
  const found = ids.slice(0, RANKS).map((id) => gainOf(ratings[id] ?? 0));
  const ideal = Object.values(ratings)
    .map(gainOf)
    .toSorted((left, right) => right - left)
    .slice(0, RANKS);
  const best = discounted(ideal);
  return best === 0 ? 0 : discounted(found) / best;
}

function discounted(gains: readonly number[]): number {
  return gains.reduce((sum, gain, index) => sum + gain / Math.log2(index + 2), 0);
}

function linesOf(data: string, file: string): string[] {
  return gunzipSync(readFileSync(join(data, file)))
    .toString("utf8")
    .trim()
    .split("\n");
}

function lineOf(score: SetScore): string {
  const ndcg = `${score.ndcgAt10.toFixed(4)} ± ${score.standardError.toFixed(3)}`;
  const of = `${score.queries} queries, ${score.zeroResults} without a result`;
  return `${score.set} (${score.catalogue}): NDCG@10 ${ndcg} over ${of}`;
}
