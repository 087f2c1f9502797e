import { flagsOf, productStrength } from "../lexicon.ts";
import {
  BOOK as BOOK_WORD,
  FOREIGN as FOREIGN_WORD,
  STOP,
  THING as THING_WORD,
} from "../word-flags.ts";
import { hashOf } from "./hash.ts";

/**
 * What a word is, as bits: the lowest two its strength in the shared lexicon, the next two its kind
 * (0 none, 1 product, 2 goods in general, 3 something to read), then the small words of languages.
 */
export type WordClass = number;

export const KIND = 2;
export const ENGLISH = 1 << 4;
export const FOREIGN = 1 << 5;

const PRODUCT = 1 << KIND;
const THING = 2 << KIND;
const BOOK = 3 << KIND;

export const isIn = (found: WordClass, flag: number): boolean => (found & flag) !== 0;

/**
 * Classes by a word's hash: looking a word up in the lists costs far more than the rest of reading.
 * Bounded, and it holds no word of a reader, only numbers.
 */
let known = new Map<number, WordClass>();
const KNOWN_MAX = 8192;

/** The class of the word between two places of a text, whose hash is known already. */
export function wordClassOf(hash: number, text: string, start: number, end: number): WordClass {
  const before = known.get(hash);
  if (before !== undefined) return before;
  if (known.size >= KNOWN_MAX) known = new Map();
  const found = classify(text.slice(start, end));
  known.set(hash, found);
  return found;
}

/** A letter English does not have; one borrowed word ("café") does not make a turn foreign. */
const ACCENTED = /[^a-z']/;

function classify(word: string): WordClass {
  const strength = productStrength(word);
  const flags = flagsOf(hashOf(word));
  const isForeign = (flags & FOREIGN_WORD) > 0 || ACCENTED.test(word);
  const language = ((flags & STOP) > 0 ? ENGLISH : 0) | (isForeign ? FOREIGN : 0);
  return strength | kindOf(flags, strength) | language;
}

function kindOf(flags: number, strength: number): number {
  if ((flags & THING_WORD) > 0) return THING;
  if ((flags & BOOK_WORD) > 0) return BOOK;
  return strength === 2 ? PRODUCT : 0;
}
