import { stem } from "./stem.ts";

/** Longer runs are serial numbers and noise; cutting them keeps the vocabulary small. */
const TOKEN_LENGTH_MAX = 40;

const ASCII = /^[\0-\x7f]*$/;
const TRADE_MARKS = /[\u2120\u2122\u00ae\u00a9]/g;
const MARKS = /\p{M}+/gu;
const LIGATURES: Readonly<Record<string, string>> = {
  "\u00df": "ss",
  "\u00e6": "ae",
  "\u00f8": "o",
  "\u0153": "oe",
  "\u0142": "l",
  "\u0111": "d",
  "\u0131": "i",
};
const LIGATURE = new RegExp(`[${Object.keys(LIGATURES).join("")}]`, "g");

/** A word with the connectors inside it: "wi-fi", "women's", "at&t", "43.2", "1/2". */
const CHUNK = /[\p{L}\p{N}]+(?:[-'.&/][\p{L}\p{N}]+)*/gu;
const NUMBER = /^\d+(?:[./]\d+)+$/;

/** Words that say nothing about a product. Few: "without", "no" and "under" mean something. */
const STOP_WORDS = new Set([
  ..."a an and any are as at be by for from have i in is it its me my of on or our s some".split(
    " ",
  ),
  ..."that the this to was we what which with you your".split(" "),
]);

/** Lower case, without accents and trade marks: what two spellings of one name share. */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .replace(TRADE_MARKS, " ")
    .normalize("NFKD")
    .replace(MARKS, "")
    .replace(/[\u2019\u2018\u02bc]/g, "'")
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/\u2044/g, "/")
    .toLowerCase()
    .replace(LIGATURE, (letter) => LIGATURES[letter] ?? letter);
}

/** The plain words of a text, folded but not stemmed, in their order. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const chunk of fold(text).match(CHUNK) ?? []) {
    for (const part of partsOf(chunk)) words.push(part);
  }
  return words;
}

/**
 * The index terms of a text: each word's stem, and for a hyphenated chunk also the joined word, so
 * that "wifi" finds "wi-fi" and "dv71211ea" finds "dv7-1211ea".
 *
 * **Shape** `emit(term, isJoined)` per term; joined terms do not count for the length of the field.
 */
export function eachTerm(text: string, emit: (term: string, isJoined: boolean) => void): void {
  for (const chunk of fold(text).match(CHUNK) ?? []) {
    const parts = partsOf(chunk);
    for (const part of parts) emit(stem(part), false);
    if (parts.length === 2 || parts.length === 3) {
      const joined = parts.join("");
      if (joined.length <= TOKEN_LENGTH_MAX) emit(stem(joined), true);
    }
  }
}

/** A longer phrase keeps its first words, as many as the kit sends. */
export const QUERY_WORDS_MAX = 12;

/** The words that tell products apart; all of them when none does. */
export function tellingWords(words: readonly string[]): readonly string[] {
  const telling = words.filter((word) => !isStopWord(word));
  return telling.length === 0 ? words : telling;
}

/** Whether a plain word, folded but not stemmed, says nothing about a product. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

function partsOf(chunk: string): string[] {
  if (!/[-'.&/]/.test(chunk) || NUMBER.test(chunk)) return [chunk.slice(0, TOKEN_LENGTH_MAX)];
  return (
    chunk
      .replace(/'s\b/g, "")
      .replace(/'/g, "")
      // A dot is a decimal point between digits and a separator everywhere else.
      .split(/[-&/]|(?<!\d)\.|\.(?!\d)/)
      .filter((part) => part !== "")
      .map((part) => part.slice(0, TOKEN_LENGTH_MAX))
  );
}
