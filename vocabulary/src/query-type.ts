import type { ProductType } from "./product-type.ts";
import type { Mention, Vocabulary } from "./vocabulary.ts";
import { plainWords } from "./words.ts";

/** The words after these describe; the thing that is wanted stands before them. */
const RELATIONS = new Set(
  "for with without in to on from by under near that which who made compatible fit from like".split(
    " ",
  ),
);
/** A box of tissues is tissues. */
const MEASURES = new Set("set pair pack box bottle roll piece kind sort type lot bunch".split(" "));

/** What a shopper's words ask for, with the words that name it. */
export interface QueryType extends ProductType {
  readonly mention: Mention | null;
}

const NOTHING: QueryType = { type: null, goesWith: null, mention: null };

/** The type that a query asks for: the last name before "for", "with" and the like. */
export function typeOfQuery(vocabulary: Vocabulary, text: string): QueryType {
  const words = plainWords(text);
  const end = endOfHead(words);
  const mentions = vocabulary.mentionsIn(words);
  const inHead = mentions.filter(({ to }) => to <= end);
  const last = inHead.at(-1);
  const host = mentions.find(({ from }) => from >= end)?.type ?? null;
  if (host !== null && end > 0) {
    const joined =
      vocabulary.joined(host, words.slice(Math.max(0, end - 2), end)) ??
      vocabulary.joined(host, words.slice(end - 1, end));
    if (joined !== null) {
      return {
        type: joined,
        goesWith: host,
        mention: { type: joined, from: end - 1, to: end, isLine: false },
      };
    }
  }
  if (last === undefined) {
    // "Something for my laptop" may be anything but the laptop.
    return end > 0 && end < words.length ? { ...NOTHING, goesWith: host } : NOTHING;
  }
  const own = words.slice(last.from, last.to);
  const before = inHead.at(-2);
  if (before !== undefined && vocabulary.isPart(before.type, own)) {
    return { type: last.type, goesWith: before.type, mention: last };
  }
  if (hasPartBehind(vocabulary, last, words.slice(0, end))) {
    return { ...NOTHING, goesWith: last.type };
  }
  const goesWith = host !== null && vocabulary.isPart(host, own) ? host : null;
  return { type: last.type, goesWith, mention: last };
}

function endOfHead(words: readonly string[]): number {
  const at = words.findIndex(
    (word, index) =>
      index > 0 &&
      (RELATIONS.has(word) || (word === "of" && !MEASURES.has(words[index - 1] ?? ""))),
  );
  return at < 0 ? words.length : at;
}

function hasPartBehind(
  vocabulary: Vocabulary,
  { type, to }: Mention,
  words: readonly string[],
): boolean {
  return [3, 2, 1].some(
    (length) =>
      words.length >= to + length && vocabulary.isPart(type, words.slice(to, to + length)),
  );
}
