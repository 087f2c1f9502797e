import { stem } from "../index/stem.ts";
import type { Vocabulary } from "../index/vocabulary.ts";

/** The words of a catalogue. */
export interface KnownWords {
  readonly vocabulary: Vocabulary;
  readonly productCount: number;
}

/** Flattens the rarity of terms a little; chosen with the weights of the fields. */
const RARITY_POWER = 0.85;

const REPAIRS_MAX = 3;
const SPLIT_PART_LENGTH_MIN = 3;

/** When a known word may still be a slip of the keys; part numbers are rare and right. */
const SLIP_COUNT_MAX = 2;
const SLIP_RATIO_MIN = 20;

export function isPlainWord(word: string): boolean {
  return /^[a-z]{5,}$/.test(word);
}

export interface Known {
  readonly term: number;
  readonly count: number;
  readonly rarity: number;
}

export interface Repair extends Known {
  /** The word one letter away, before stemming. */
  readonly spelling: string;
}

export function known(words: KnownWords, term: string): Known | undefined {
  const number = words.vocabulary.find(term);
  if (number < 0) return undefined;
  const count = words.vocabulary.documentCount(number);
  if (count <= 0) return undefined;
  return { term: number, count, rarity: rarityOf(words, count) };
}

/** BM25's inverse document frequency, flattened. */
export function rarityOf(words: KnownWords, count: number): number {
  return Math.log(1 + (words.productCount - count + 0.5) / (count + 0.5)) ** RARITY_POWER;
}

/** "usbhub" is "usb" and "hub" when both are words here; the most common pair wins. */
export function splitOf(words: KnownWords, word: string) {
  let best: { readonly at: number; readonly parts: Known[] } | undefined;
  let bestCount = 0;
  for (let at = 1; at < word.length; at += 1) {
    if (!isSplitPoint(word, at)) continue;
    const head = known(words, stem(word.slice(0, at)));
    const tail = known(words, stem(word.slice(at)));
    if (head === undefined || tail === undefined) continue;
    const count = Math.min(head.count, tail.count);
    if (count <= bestCount) continue;
    best = { at, parts: [head, tail] };
    bestCount = count;
  }
  return bestCount > 1 ? best : undefined;
}

/** Between two real words, or where digits meet letters: "8gb". */
function isSplitPoint(word: string, at: number): boolean {
  const isDigitBefore = /\d/.test(word.charAt(at - 1));
  if (isDigitBefore !== /\d/.test(word.charAt(at))) return true;
  return at >= SPLIT_PART_LENGTH_MIN && word.length - at >= SPLIT_PART_LENGTH_MIN;
}

/** A word that few products have, one letter from a word that many have: "wireles" in one title. */
export function slipOf(words: KnownWords, word: string, exact: Known): Repair | undefined {
  if (exact.count > SLIP_COUNT_MAX || !isPlainWord(word)) return undefined;
  const [best] = repairsOf(words, word);
  return best !== undefined && best.count >= exact.count * SLIP_RATIO_MIN ? best : undefined;
}

/**
 * The most common known words one edit away. Equally common ones stay in the order they were tried:
 * by their numbers, two processes with different histories would not agree.
 */
export function repairsOf(words: KnownWords, word: string): Repair[] {
  if (word.length < REPAIR_LENGTH_MIN) return [];
  const found = new Map<number, Repair>();
  eachNeighbour(word, (spelling) => {
    const candidate = known(words, stem(spelling));
    if (candidate !== undefined) found.set(candidate.term, { ...candidate, spelling });
  });
  return [...found.values()].sort((left, right) => right.count - left.count).slice(0, REPAIRS_MAX);
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";

/** Shorter words have too many neighbours: "cat" is one letter from "car", "mat" and "cut". */
const REPAIR_LENGTH_MIN = 4;

/** Of shorter words the first letter is right: a slug is no plug. */
const FIRST_REPLACED_MIN = 6;

/** Longer words are part numbers, and their neighbours cost more to try. */
const REPAIR_LENGTH_MAX = 24;

/**
 * Calls back with every word one edit away: a letter dropped, added, replaced, or two swapped.
 * Trying them all against the vocabulary takes some hundred look-ups and needs no index of its own;
 * it happens only for words the catalogue does not know.
 */
function eachNeighbour(word: string, visit: (neighbour: string) => void): void {
  if (word.length < REPAIR_LENGTH_MIN || word.length > REPAIR_LENGTH_MAX) return;
  for (let at = 0; at <= word.length; at += 1) {
    const head = word.slice(0, at);
    const tail = word.slice(at);
    const rest = tail.slice(1);
    if (tail !== "") visit(head + rest);
    if (tail.length > 1) visit(head + tail.charAt(1) + tail.charAt(0) + tail.slice(2));
    for (const letter of LETTERS) {
      if (tail !== "" && (at > 0 || word.length >= FIRST_REPLACED_MIN)) visit(head + letter + rest);
      visit(head + letter + tail);
    }
  }
}
