import { eachNeighbour, REPAIR_LENGTH_MIN } from "./spelling.ts";
import { stem } from "./stem.ts";
import { isStopWord, wordsOf } from "./tokens.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** One term to look up, and which words of the query it answers for. */
export interface Probe {
  readonly term: number;
  /** One bit per word of the query. */
  readonly words: number;
  /** What a full match adds to a product's score. */
  readonly gain: number;
}

export interface QueryPlan {
  /** Rarest first, so that the strongest evidence is seen first. */
  readonly probes: readonly Probe[];
  /** How much of the query each word is: rare words carry more. */
  readonly importance: readonly number[];
  readonly importanceTotal: number;
}

/** One bit of an integer mask per word; a chat phrase keeps its first words. */
const QUERY_WORDS_MAX = 24;

const REPAIRED_GAIN = 0.8;
const REPAIRS_MAX = 3;
const SPLIT_PART_LENGTH_MIN = 3;

/**
 * A word nobody sells counts like a fairly rare one: more would let a single unknown word in a
 * sentence hide everything, less would answer nonsense with whatever shares its common words.
 */
const UNKNOWN_IMPORTANCE = 0.5;

interface Plan {
  readonly vocabulary: Vocabulary;
  readonly productCount: number;
  readonly probes: Probe[];
  readonly importance: number[];
}

/** Finds the terms behind a query: stems, joined and split compounds, repaired spellings. */
export function planQuery(text: string, vocabulary: Vocabulary, productCount: number): QueryPlan {
  const words = queryWords(text);
  const plan: Plan = { vocabulary, productCount, probes: [], importance: [] };
  words.forEach((word, position) => {
    planWord(plan, word, position);
  });
  for (let position = 0; position + 1 < words.length; position += 1) {
    planJoined(plan, `${words[position]}${words[position + 1]}`, position);
  }
  plan.probes.sort((left, right) => right.gain - left.gain);
  const importanceTotal = plan.importance.reduce((sum, value) => sum + value, 0);
  return { probes: plan.probes, importance: plan.importance, importanceTotal };
}

function queryWords(text: string): string[] {
  const all = wordsOf(text);
  const telling = all.filter((word) => !isStopWord(word));
  const seen = new Set<string>();
  const words: string[] = [];
  for (const word of telling.length > 0 ? telling : all) {
    const key = stem(word);
    if (seen.has(key)) continue;
    seen.add(key);
    words.push(word);
    if (words.length === QUERY_WORDS_MAX) break;
  }
  return words;
}

function planWord(plan: Plan, word: string, position: number): void {
  const bit = 1 << position;
  const exact = known(plan, stem(word));
  if (exact !== undefined) {
    plan.probes.push({ term: exact.term, words: bit, gain: exact.rarity });
    plan.importance.push(exact.rarity);
    return;
  }
  const parts = splitParts(plan, word);
  if (parts !== undefined) {
    for (const part of parts) plan.probes.push({ term: part.term, words: bit, gain: part.rarity });
    plan.importance.push(Math.max(...parts.map((part) => part.rarity)));
    return;
  }
  const repairs = repairsOf(plan, word);
  for (const repair of repairs) {
    plan.probes.push({ term: repair.term, words: bit, gain: repair.rarity * REPAIRED_GAIN });
  }
  const best = repairs[0]?.rarity;
  plan.importance.push(best ?? rarityOf(plan, 0) * UNKNOWN_IMPORTANCE);
}

function planJoined(plan: Plan, joined: string, position: number): void {
  const whole = known(plan, stem(joined));
  if (whole === undefined) return;
  plan.probes.push({ term: whole.term, words: 3 << position, gain: whole.rarity });
}

interface Known {
  readonly term: number;
  readonly count: number;
  readonly rarity: number;
}

function known(plan: Plan, term: string): Known | undefined {
  const number = plan.vocabulary.find(term);
  if (number < 0) return undefined;
  const count = plan.vocabulary.documentCount(number);
  if (count <= 0) return undefined;
  return { term: number, count, rarity: rarityOf(plan, count) };
}

/** BM25's inverse document frequency. */
function rarityOf(plan: Plan, count: number): number {
  return Math.log(1 + (plan.productCount - count + 0.5) / (count + 0.5));
}

/** "usbhub" is "usb" and "hub" when both are words here; the most common pair wins. */
function splitParts(plan: Plan, word: string): Known[] | undefined {
  let best: Known[] | undefined;
  let bestCount = 0;
  for (let at = 1; at < word.length; at += 1) {
    if (!isSplitPoint(word, at)) continue;
    const head = known(plan, stem(word.slice(0, at)));
    const tail = known(plan, stem(word.slice(at)));
    if (head === undefined || tail === undefined) continue;
    const count = Math.min(head.count, tail.count);
    if (count <= bestCount) continue;
    best = [head, tail];
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

/** The most common known words one edit away. */
function repairsOf(plan: Plan, word: string): Known[] {
  if (word.length < REPAIR_LENGTH_MIN) return [];
  const found = new Map<number, Known>();
  eachNeighbour(word, (neighbour) => {
    const candidate = known(plan, stem(neighbour));
    if (candidate !== undefined) found.set(candidate.term, candidate);
  });
  return [...found.values()]
    .sort((left, right) => right.count - left.count || left.term - right.term)
    .slice(0, REPAIRS_MAX);
}
