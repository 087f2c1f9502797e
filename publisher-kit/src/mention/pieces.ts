import { classOf, PHRASE_MAX } from "./lexicon.ts";
import type { Line, Mark } from "./page.ts";
import { fold } from "./tokens.ts";

/** A step of a sentence: a word or phrase with its class, a mark of punctuation, or a name. */
export type Piece = {
  /** The folded word or phrase; a name or punctuation as itself. */
  readonly word: string;
  /** The class of the lexicon; a name or punctuation as itself; nothing for other words. */
  readonly symbol: string | undefined;
  readonly mark: Mark | undefined;
};

/** A sentence taken to pieces, for all offers of the answer at once. */
export type Phrase = { readonly line: Line; readonly pieces: readonly Piece[] };

const WORD =
  /[\p{L}\p{N}]+(?:'\p{L}+)?|[,;:?!()|"]|\.{3}|…|[–—=→>]|\p{Extended_Pictographic}|(?<= )-(?= )/gu;
const PAUSE = /^(?:[,;:?!()|"–—=→>-]|\.{3}|…)$/;
const SHORT = new Map([
  ["won't", "will not"],
  ["can't", "can not"],
  ["cannot", "can not"],
  ["shan't", "shall not"],
  ["let's", "let us"],
]);
const ENDINGS: readonly (readonly [string, string])[] = [
  ["n't", " not"],
  ["'d", " would"],
  ["'ll", " will"],
  ["'re", " are"],
  ["'m", " am"],
  ["'ve", " have"],
  ["'s", " is"],
];

/** The pieces of a sentence, its names in their places. */
export function piecesOf({ sentence, marks }: Line): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const mark of marks) {
    pieces.push(...phrasesOf(wordsOf(sentence.text.slice(at, mark.start - sentence.start))));
    pieces.push({ word: "§", symbol: "§", mark });
    at = mark.end - sentence.start;
  }
  pieces.push(...phrasesOf(wordsOf(sentence.text.slice(at))));
  return pieces;
}

function wordsOf(text: string): string[] {
  const plain = fold(text)
    .replace(/[‘’´]/g, "'")
    .replace(/[“”„«»]/g, '"');
  return (plain.match(WORD) ?? []).flatMap((word) => spelledOut(word).split(" "));
}

function spelledOut(word: string): string {
  const whole = SHORT.get(word);
  if (whole !== undefined || !word.includes("'")) return whole ?? word;
  for (const [ending, long] of ENDINGS) {
    if (word.endsWith(ending)) return word.slice(0, -ending.length) + long;
  }
  return word.replace("'", "");
}

/** "Buy" is a verb, "a great buy" is a choice. */
const NOUN = /^(?:buys?|picks?|bets?|calls?|match|fit|choice|find)$/;
const BEFORE_NOUN = /^(?:THE|PRAISE|GOOD|BEST|I|YOU|THEY|VERY|FIRST)$/;

/** The longest phrases that the lexicon knows, from left to right. */
function phrasesOf(words: readonly string[]): Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < words.length; ) {
    const word = words[at] ?? "";
    if (PAUSE.test(word)) {
      pieces.push({ word, symbol: word, mark: undefined });
      at += 1;
      continue;
    }
    let length = Math.min(PHRASE_MAX, words.length - at);
    let symbol: string | undefined;
    let phrase = word;
    for (; length > 0; length -= 1) {
      phrase = words.slice(at, at + length).join(" ");
      symbol = classOf(phrase);
      if (symbol !== undefined) break;
    }
    if (symbol === undefined) phrase = word;
    else if (NOUN.test(phrase) && BEFORE_NOUN.test(pieces.at(-1)?.symbol ?? "")) symbol = "CHOICE";
    pieces.push({ word: phrase, symbol, mark: undefined });
    at += Math.max(1, length);
  }
  return pieces;
}
