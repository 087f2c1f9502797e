import { QUERY_WORDS_MAX, tellingWords } from "../index/tokens.ts";
import type { WordQueries } from "./queries.ts";

/** "Women's" is found by "women". */
const POSSESSIVES = /['\u02bc\u2018\u2019]s(?![\p{L}\p{N}])/gu;
/** Counts as a letter, but is folded to an apostrophe, which would end a quoted word. */
const LETTER_APOSTROPHE = /\u02bc/g;
/** Begins with a letter or digit: an accent alone would be folded to nothing. */
const WORD = /[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}]*/gu;

/** Longer words are no words; PostgreSQL refuses those above 2 KB. */
const WORD_LENGTH_MAX = 40;

/** "Half of n words" written out grows quickly: 126 operands for 8 words, 924 for 11. */
const HALVED_WORDS_MAX = 8;

/**
 * The words of a query for PostgreSQL, without what its parser could take for an operator: nothing
 * but letters and digits is left, each word in quotes. PostgreSQL folds and stems them as it does
 * the products' words.
 */
export function pgWordsOf(text: string): string[] {
  const plain = text.normalize("NFKD").replace(POSSESSIVES, " ").replace(LETTER_APOSTROPHE, " ");
  const all = [...plain.toLowerCase().matchAll(WORD)].map(([word]) =>
    [...word].slice(0, WORD_LENGTH_MAX).join(""),
  );
  return [...new Set(tellingWords(all))].slice(0, QUERY_WORDS_MAX);
}

/** All of the words, and failing that at least half of them. */
export function wordQueriesOf(words: readonly string[]): WordQueries {
  const half = Math.ceil(words.length / 2);
  return {
    all: atLeast(words.length, words),
    most: half === words.length ? null : atLeast(half, words.slice(0, HALVED_WORDS_MAX)),
    any: atLeast(1, words),
  };
}

/** Any of the phrases, each with all its words. */
export function excludedWords(phrases: readonly string[]): string | null {
  const queries = phrases.map(pgWordsOf).filter((words) => words.length > 0);
  if (queries.length === 0) return null;
  return queries.map((words) => `(${atLeast(words.length, words)})`).join(" | ");
}

/** `count` of the words, as nested choices: with the first and one less of the rest, or without. */
function atLeast(count: number, words: readonly string[]): string {
  const [first, ...rest] = words;
  if (first === undefined) return "";
  if (count >= words.length) return words.map(quoted).join(" & ");
  if (count === 1) return words.map(quoted).join(" | ");
  return `${quoted(first)} & (${atLeast(count - 1, rest)}) | (${atLeast(count, rest)})`;
}

function quoted(word: string): string {
  return `'${word}'`;
}
