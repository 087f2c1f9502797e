import { singular, wordsOf } from "../language/query/words.ts";
import type { FormulatedQuery } from "../types.ts";

/** How an offer fits a turn, best first. `other` is the exchange's to judge. */
const FITS = ["named", "related", "open", "other"] as const;
export type Fit = (typeof FITS)[number];

const plain = (text: string): string[] =>
  wordsOf(text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ")).map(singular);

/** What a turn is about: the texts that say it, as words. */
export function wordsAsked(
  { q, type = "" }: FormulatedQuery,
  topics: readonly string[] = [],
): ReadonlySet<string> {
  return new Set([q, type, ...topics].flatMap(plain));
}

/**
 * `named`: the turn has all words of a name; `related`: its last word, the thing itself; `open`:
 * the offer names nothing; `other`: it names something else, perhaps by another word.
 */
export function fitOf(names: readonly string[], asked: ReadonlySet<string>): Fit {
  if (names.length === 0) return "open";
  const all = names.map(plain);
  if (all.some((words) => words.every((word) => asked.has(word)))) return "named";
  return all.some((words) => asked.has(words.at(-1) ?? "")) ? "related" : "other";
}

/** The best fit first; what fits alike stays in its order. */
export function byFit<Item>(items: readonly Item[], fit: (item: Item) => Fit): Item[] {
  const rank = new Map(items.map((item) => [item, FITS.indexOf(fit(item))]));
  return items.toSorted((one, other) => (rank.get(one) ?? 0) - (rank.get(other) ?? 0));
}
