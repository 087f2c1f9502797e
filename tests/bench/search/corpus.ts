import { generateProducts, productAt } from "../../../demo-chat/goods/generate.ts";
import { ALL_FEEDS, linesOf, queriesOf, SETS } from "../../eval/search/data.ts";
import { seeded, withTypo } from "../../eval/search/noise.ts";

/** Products to search, as JSON Lines of a feed, and what to ask for. */
export interface Corpus {
  /** What a reader must know to judge figures over it. */
  readonly source: string;
  /** Version 2 is the same feed with other prices in every row. */
  lines(version: number): Generator<string>;
  readonly queries: readonly string[];
}

export interface CorpusOptions {
  readonly products: number;
  /** A folder with real feeds and real queries; absent: the catalogue of the demo. */
  readonly data: string | undefined;
}

export function openCorpus(options: CorpusOptions): Corpus {
  return options.data === undefined ? demoCorpus(options) : feedCorpus(options, options.data);
}

const SEED = 42;
const DEMO_QUERIES = 600;
/** People mistype about one query in twenty. */
const TYPO_EVERY = 20;

/** By how much every price of a second version differs. */
const REPRICED = 1.03;

function demoCorpus({ products }: CorpusOptions): Corpus {
  const catalogue = { seed: SEED, baseUrl: "https://demo.example", count: products };
  return {
    source: `demo catalogue, seed ${SEED}, with queries made from it`,
    *lines(version) {
      for (const row of generateProducts(catalogue)) {
        const price = version === 1 ? row.price : cents(row.price * REPRICED);
        yield JSON.stringify({ ...row, ...priceOf(price, row.compareAtPrice) });
      }
    },
    queries: demoQueries(products),
  };
}

/** What somebody who wants one of the products may type: from one word to a whole sentence. */
function demoQueries(products: number): string[] {
  const random = seeded(SEED);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)];
  const queries = new Set<string>();
  while (queries.size < DEMO_QUERIES) {
    const index = Math.floor(random() * products);
    const { row } = productAt(index, { seed: SEED, baseUrl: "https://demo.example" });
    const [name = "", size = ""] = row.title.split(", ");
    const kind = name.slice(row.brand.length + 1).split(" ");
    const noun = kind.slice(1).join(" ");
    const words = row.description.split(/[^\p{L}]+/u).filter((word) => word.length > 3);
    const forms = [
      noun,
      kind.at(-1) ?? noun,
      `${row.color} ${noun}`,
      `${row.brand} ${noun}`,
      `${noun} ${size}`,
      `${noun} ${pick(words)} ${pick(words)}`,
      `${row.category.at(-1)} ${row.color}`,
      `${row.brand} ${row.category.at(-1)} ${pick(words)}`,
    ];
    const query = (pick(forms) ?? noun).toLowerCase();
    const isMistyped = queries.size % TYPO_EVERY === 0;
    queries.add((isMistyped ? withTypo(query, random) : null) ?? query);
  }
  return [...queries];
}

interface FeedRow {
  readonly id: string;
  readonly title: string;
  readonly price: number;
  readonly compareAtPrice?: number;
  readonly link: string;
}

const COLORS = "black white red blue green grey silver pink brown beige navy teal".split(" ");
const PACKS = ["pack of 2", "pack of 3", "pack of 6", "small", "medium", "large", "XL", "2-piece"];
const IN_STOCK_SHARE = 0.9;
const REDUCED_SHARE = 0.3;

/**
 * The real rows, repeated with a colour, a pack or size and another price until there are enough.
 * The feeds name hardly any product that is sold out or reduced, so both are drawn by seed.
 */
function feedCorpus({ products }: CorpusOptions, data: string): Corpus {
  const rows = ALL_FEEDS.flatMap((feed) => linesOf(data, feed)).map(
    (line): FeedRow => JSON.parse(line),
  );
  const judged = SETS.flatMap((set) => queriesOf(data, set.judgments));
  return {
    source:
      `${rows.length} real rows, repeated with colour, pack and price by seed ${SEED}; stock ` +
      `and discounts by the same seed; real queries`,
    *lines(version) {
      const random = seeded(SEED);
      for (let nth = 0; nth < products; nth += 1) {
        const row = rows[nth % rows.length];
        if (row === undefined) return;
        yield JSON.stringify(
          variantOf(row, { nth, time: Math.floor(nth / rows.length), random, version }),
        );
      }
    },
    queries: [...new Set([...judged, ...queriesOf(data, "queries-wands.jsonl.gz")])],
  };
}

interface Variation {
  readonly nth: number;
  /** 0 for the row itself. */
  readonly time: number;
  readonly random: () => number;
  readonly version: number;
}

function variantOf(row: FeedRow, { nth, time, random, version }: Variation): object {
  const color = COLORS[Math.floor(random() * COLORS.length)];
  const pack = PACKS[Math.floor(random() * PACKS.length)];
  const varied = row.price * (0.5 + random());
  const isInStock = random() < IN_STOCK_SHARE;
  const reduction = random();
  const price = cents((time === 0 ? row.price : varied) * (version === 1 ? 1 : REPRICED));
  const compareAt = reduction < REDUCED_SHARE ? cents(price / (1 - reduction * 2)) : undefined;
  const { compareAtPrice: _compareAtPrice, ...kept } = row;
  return {
    ...kept,
    ...priceOf(price, compareAt),
    availability: isInStock ? "in_stock" : "out_of_stock",
    ...(time === 0
      ? {}
      : { id: `${row.id}-${nth}`, title: `${row.title}, ${color}, ${pack}`, color }),
  };
}

function priceOf(price: number, compareAtPrice: number | undefined): object {
  return compareAtPrice === undefined ? { price } : { price, compareAtPrice };
}

/** **Units** dollars, rounded to cents; free things are no products. */
function cents(price: number): number {
  return Math.max(0.01, Math.round(price * 100) / 100);
}
