import type { Evidence } from "./evidence.ts";
import { bucketOf as bucketOfBits, hashOf, mix } from "./hash.ts";
import type { Talk } from "./talk.ts";
import { EDGE_TOKEN } from "./tokens.ts";

/** The intent model has two to this power of weights. */
export const INTENT_BITS = 14;
/** The ask stands early; the rest of a long turn would only add noise and time. */
const TOKENS_MAX = 60;
const SHORT_TOKENS = 6;
/** Words from the start of a sentence on that also count as its start. */
const START_WORDS = 3;

/** Seeds keep features of different kinds apart although they share one table. */
const SINGLE = 0x11;
const PAIR = 0x23;
const TRIPLE = 0x37;
const START = 0x41;
const END = 0x53;
const LATER = 0x67;
const FIRST = 0x71;
const TYPED = 0x83;

const bucketOf = (hash: number): number => bucketOfBits(hash, INTENT_BITS);

/**
 * The buckets a turn falls into: its words, pairs and triples with product nouns and numbers
 * replaced by their kind (so that what is learnt about one product holds for all), what the rules
 * found, and what came before. The trainer and the detector share this one function.
 */
export function featuresOf(evidence: Evidence, talk: Talk): number[] {
  const found: number[] = [];
  addWords(found, evidence.tokens.hashes, talk.asked);
  addRules(found, evidence, talk);
  if (talk.turns > 0) addTalk(found, evidence, talk);
  return found;
}

const STOPS: ReadonlySet<number> = new Set([".", "!", "?", "\n", ":"].map(hashOf));

function addWords(found: number[], tokens: readonly number[], isLater: boolean): void {
  const length = Math.min(TOKENS_MAX, tokens.length);
  let before = EDGE_TOKEN;
  let earlier = EDGE_TOKEN;
  let starts = START_WORDS;
  for (let index = 0; index < length; index += 1) {
    const token = tokens[index] ?? EDGE_TOKEN;
    const pair = mix(before, token);
    found.push(bucketOf(mix(SINGLE, token)), bucketOf(mix(PAIR, pair)));
    if (before !== EDGE_TOKEN) found.push(bucketOf(mix(TRIPLE, mix(earlier, pair))));
    if (isLater) found.push(bucketOf(mix(LATER, token)));
    if (starts > 0) found.push(bucketOf(mix(START, starts === 1 ? mix(earlier, pair) : pair)));
    starts -= 1;
    earlier = before;
    before = token;
    if (!STOPS.has(token)) continue;
    starts = START_WORDS;
    earlier = EDGE_TOKEN;
    before = EDGE_TOKEN;
  }
  const at = (index: number): number => tokens[index] ?? EDGE_TOKEN;
  found.push(bucketOf(mix(FIRST, mix(at(0), at(1)))));
  found.push(bucketOf(mix(END, mix(at(length - 2), at(length - 1)))));
}

/** A feature that is no word: what it says, and up to three small whole numbers. */
function addTyped(found: number[], kind: number, ...values: number[]): void {
  let hash = mix(TYPED, kind);
  for (const value of values) hash = mix(hash, value);
  found.push(bucketOf(hash));
}

/** Rules, their sums in whole steps, and the length. */
function addRules(found: number[], evidence: Evidence, talk: Talk): void {
  const { total, asks, cues, vetoes, product, reasons, text } = evidence;
  const step = Math.max(-6, Math.min(7, Math.floor(total)));
  const place = placeOf(talk);
  addTyped(found, 1, step);
  addTyped(found, 2, place, Math.floor(step / 2));
  addTyped(found, 3, Math.floor(asks));
  addTyped(found, 4, Math.floor(cues));
  addTyped(found, 5, Math.floor(vetoes));
  addTyped(found, 6, product, Number(asks > 0));
  addTyped(found, 7, 31 - Math.clz32(text.length + 1));
  addTyped(found, 8, place);
  const short = Number(isShort(evidence));
  addTyped(found, 9, place, short * 3 + product, Number(vetoes < 0));
  addTyped(found, 18, Number(asks > 1), product, Number(vetoes < 0));
  for (const reason of reasons) found.push(ruleBucketOf(reason));
}

/** First in the chat, after an ask of the reader, or after something else. */
const placeOf = (talk: Talk): number => (talk.turns === 0 ? 0 : talk.asked ? 2 : 1);

const isShort = ({ tokens }: Evidence): boolean => tokens.hashes.length <= SHORT_TOKENS;

const ruleBuckets = new Map<string, number>();

function ruleBucketOf(reason: string): number {
  let bucket = ruleBuckets.get(reason);
  if (bucket === undefined) {
    bucket = bucketOf(mix(TYPED, hashOf(reason)));
    ruleBuckets.set(reason, bucket);
  }
  return bucket;
}

function addTalk(found: number[], evidence: Evidence, talk: Talk): void {
  const { product, vetoes } = evidence;
  const place = placeOf(talk);
  if (talk.askedLast) addTyped(found, 10);
  if (talk.product) {
    addTyped(found, 11);
    addTyped(found, 12, product);
  }
  if (talk.elsewhere) {
    addTyped(found, 13);
    addTyped(found, 14, product);
  }
  if (talk.assistantAsks) addTyped(found, 15, place, Number(isShort(evidence)));
  if (talk.assistantSells) {
    addTyped(found, 16, place);
    addTyped(found, 17, Number(vetoes < 0));
  }
}
