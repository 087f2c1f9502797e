import { existsSync, readFileSync } from "node:fs";
import { createMemoryEngine } from "../../server/src/domain/catalog/index/memory-engine.ts";
import { FIRST } from "../../server/src/domain/catalog/index/score.ts";
import type { CatalogProduct } from "../../server/src/domain/catalog/product.ts";
import { filtersOf, parseQuery } from "../../server/src/domain/catalog/query/parse-query.ts";
import { ALL_FEEDS, judgmentsOf, offCatalogueQueries, SETS } from "../eval/search/data.ts";
import { productsOf } from "../eval/search/shop.ts";
import { isRight, type SearchCase } from "../eval/understanding/scores.ts";

/** The parts that may be learnt from. */
const PARTS = ["tune", "tune2", "tune4", "final"] as const;
const CLASSES = ["negation", "synonym", "accessory", "attribute", "brand-and-type"] as const;
/** What a second and a third result count beside a first one. */
const LATER = 0.4;
/** Pull towards zero. */
const DECAY = 0.3;
const ROUNDS = 30;

interface Example {
  readonly evidence: readonly number[];
  readonly label: 0 | 1;
  readonly worth: number;
}

/** Of a result; `undefined` if it is unknown. */
type LabelOf = (product: CatalogProduct, rank: number) => boolean | undefined;

/**
 * `npm run train -- answer --data DIR`: the weights of `evidenceOf`. The first results of searches
 * off the catalogue are no answers; those of judged queries and of searches for what is there are;
 * those in the words of a chat are when the patterns of their search say so.
 */
export async function trainAnswer(data: string): Promise<string> {
  const examples: Example[] = [];
  for (const feed of ALL_FEEDS) await askFeed(data, feed, examples);
  const ask = await openAsk(productsOf(data, ALL_FEEDS), examples);
  const off = offCatalogueQueries().filter(({ part }) => part === "tune");
  for (const { query } of [...off, ...linesOf("off-catalogue")]) await ask(query, () => false);
  for (const { query } of linesOf("on-catalogue")) await ask(query, isFirst);
  const weights = logistic(examples).map((weight) => weight.toFixed(2));
  const [bias, ...others] = weights.toReversed();
  return `${examples.length} results\nweights ${others.toReversed().join(", ")}\nbias ${bias}\n`;
}

async function askFeed(data: string, feed: string, examples: Example[]): Promise<void> {
  const ask = await openAsk(productsOf(data, [feed]), examples);
  const searches = CLASSES.flatMap((name) => linesOf(`searches-${name}`));
  for (const one of searches.filter((search) => `feed-${search.feed}.jsonl.gz` === feed)) {
    await ask(one.query, (found) => isRight(found, one));
  }
  const judged = SETS.filter((set) => set.feed === feed).flatMap((set) => judgmentsOf(data, set));
  for (const { query } of judged) await ask(query, isFirst);
}

function linesOf(name: string): SearchCase[] {
  return PARTS.flatMap((part) => {
    const file = new URL(`../eval/understanding/${name}.${part}.jsonl`, import.meta.url);
    const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
    return lines.flatMap((line): SearchCase[] => (line === "" ? [] : [JSON.parse(line)]));
  });
}

const isFirst: LabelOf = (_product, rank) => (rank === 0 ? true : undefined);

/** Searches a shop without this decision, and keeps evidence and label of its first results. */
async function openAsk(products: readonly CatalogProduct[], examples: Example[]) {
  const judged = new Map<number, readonly number[]>();
  const engine = createMemoryEngine(undefined, {
    judge: (evidence, slot) => judged.set(slot, evidence).size > 0,
  });
  const commit = await engine.prepare(
    products.map((after) => ({ before: null, after })),
    () => undefined,
  );
  commit();
  await engine.settle(() => undefined);
  return async (text: string, labelOf: LabelOf): Promise<void> => {
    const query = parseQuery({ query: text });
    judged.clear();
    const { q, exclude } = query;
    const asked = { text: q, filters: filtersOf(query), exclude, sort: "relevance" } as const;
    const { numbers } = await engine.search({ ...asked, offset: 0, count: FIRST });
    for (const [rank, number] of numbers.entries()) {
      const [evidence, product] = [judged.get(number), products[number]];
      if (evidence === undefined || product === undefined) continue;
      const label = labelOf(product, rank);
      if (label === undefined) continue;
      examples.push({ evidence, label: label ? 1 : 0, worth: rank === 0 ? 1 : LATER });
    }
  };
}

/** Logistic regression by Newton's method; last the bias, which nothing pulls towards zero. */
function logistic(examples: readonly Example[]): number[] {
  const rows = examples.map(({ evidence }) => [...evidence, 1]);
  const size = rows[0]?.length ?? 0;
  let weights: number[] = new Array(size).fill(0);
  for (let round = 0; round < ROUNDS; round += 1) {
    const slope = weights.map((weight, at): number => (at === size - 1 ? 0 : DECAY * weight));
    const curve = slope.map((_, at) =>
      slope.map((_unused, other): number => (at === other ? DECAY : 0)),
    );
    for (const [number, row] of rows.entries()) {
      const { label = 0, worth = 0 } = examples[number] ?? {};
      const odds = row.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0);
      const chance = 1 / (1 + Math.exp(-odds));
      row.forEach((value, at) => {
        slope[at] = (slope[at] ?? 0) + worth * (chance - label) * value;
        const line = curve[at] ?? [];
        row.forEach((other, to) => {
          line[to] = (line[to] ?? 0) + worth * chance * (1 - chance) * value * other;
        });
      });
    }
    const step = solved(curve, slope);
    weights = weights.map((weight, at) => weight - (step[at] ?? 0));
  }
  return weights;
}

/** Gauss and Jordan, for a positive definite matrix. */
function solved(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((line, at) => [...line, right[at] ?? 0]);
  rows.forEach((pivot, at) => {
    const scale = pivot[at] ?? 1;
    pivot.forEach((value, to) => {
      pivot[to] = value / scale;
    });
    rows.forEach((row, other) => {
      const share = row[at] ?? 0;
      if (other === at) return;
      row.forEach((value, to) => {
        row[to] = value - share * (pivot[to] ?? 0);
      });
    });
  });
  return rows.map((row) => row.at(-1) ?? 0);
}
