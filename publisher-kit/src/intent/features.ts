import type { Evidence } from "./evidence.ts";
import { nounClassOf } from "./nouns.ts";
import type { Talk } from "./talk.ts";

/** How many weights the model has; each feature is hashed to one of them. */
export const BUCKETS = 2 ** 14;
const BUCKET_SHIFT = 32 - 14;
/** The ask stands early; the rest of a long turn would only add noise and time. */
const TOKENS_MAX = 60;
const WORD = /[a-z]+(?:'[a-z]+)?|\d+|[$€£?!:.\n]/g;
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

/** Source: FNV-1a, 32 bits, over UTF-16 code units. */
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

function hashOf(text: string): number {
  let hash = FNV_OFFSET;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), FNV_PRIME);
  }
  return hash;
}

function mix(left: number, right: number): number {
  const hash = Math.imul(left ^ (right + 0x9e3779b9 + (left << 6) + (left >>> 2)), 0x85ebca6b);
  return hash ^ (hash >>> 15);
}

const bucketOf = (hash: number): number => Math.imul(hash, 0x9e3779b1) >>> BUCKET_SHIFT;

/**
 * The buckets a turn falls into: its words, pairs and triples with product nouns and numbers
 * replaced by their kind (so that what is learnt about one product holds for all), what the rules
 * found, and what came before. The trainer and the detector share this one function.
 */
export function featuresOf(evidence: Evidence, talk: Talk): number[] {
  const tokens = tokensOf(evidence.text);
  const found = new Set<number>();
  addWords(found, tokens, talk.asked);
  for (const name of typedOf(evidence, talk, tokens.length)) found.add(bucketOf(hashOf(name)));
  return [...found];
}

const PRODUCT_TOKEN = hashOf("<product>");
const THING_TOKEN = hashOf("<thing>");
const BOOK_TOKEN = hashOf("<book>");
const NUMBER_TOKEN = hashOf("<number>");
const EDGE_TOKEN = hashOf("<edge>");
const STOPS: ReadonlySet<number> = new Set([".", "!", "?", "\n", ":"].map(hashOf));

function tokensOf(text: string): number[] {
  const tokens: number[] = [];
  for (const [word] of text.matchAll(WORD)) {
    tokens.push(tokenOf(word));
    if (tokens.length === TOKENS_MAX) break;
  }
  return tokens;
}

function tokenOf(word: string): number {
  const code = word.charCodeAt(0);
  if (code >= 48 && code <= 57) return NUMBER_TOKEN;
  if (code < 97 || code > 122) return hashOf(word);
  const noun = nounClassOf(word);
  if (noun === "product") return PRODUCT_TOKEN;
  if (noun === "thing") return THING_TOKEN;
  return noun === "book" ? BOOK_TOKEN : hashOf(word);
}

function addWords(found: Set<number>, tokens: readonly number[], isLater: boolean): void {
  let before = EDGE_TOKEN;
  let earlier = EDGE_TOKEN;
  let starts = START_WORDS;
  for (const token of tokens) {
    const pair = mix(before, token);
    found.add(bucketOf(mix(SINGLE, token))).add(bucketOf(mix(PAIR, pair)));
    if (before !== EDGE_TOKEN) found.add(bucketOf(mix(TRIPLE, mix(earlier, pair))));
    if (isLater) found.add(bucketOf(mix(LATER, token)));
    if (starts > 0) found.add(bucketOf(mix(START, starts === 1 ? mix(earlier, pair) : pair)));
    starts -= 1;
    earlier = before;
    before = token;
    if (!STOPS.has(token)) continue;
    starts = START_WORDS;
    earlier = EDGE_TOKEN;
    before = EDGE_TOKEN;
  }
  const [first = EDGE_TOKEN, second = EDGE_TOKEN] = tokens;
  found.add(bucketOf(mix(FIRST, mix(first, second))));
  found.add(bucketOf(mix(END, mix(tokens.at(-2) ?? EDGE_TOKEN, tokens.at(-1) ?? EDGE_TOKEN))));
}

/** Everything that is no word: rules, sums in steps, length, and the talk before. */
function typedOf(evidence: Evidence, talk: Talk, tokens: number): string[] {
  const { total, asks, cues, vetoes, product, reasons, text } = evidence;
  const step = Math.max(-6, Math.min(7, Math.floor(total)));
  const isShort = tokens <= SHORT_TOKENS;
  const place = talk.turns === 0 ? "first" : talk.asked ? "asked" : "other";
  const names = [
    `total:${step}`,
    `total:${place}:${Math.floor(step / 2)}`,
    `asks:${Math.floor(asks)}`,
    `cues:${Math.floor(cues)}`,
    `vetoes:${Math.floor(vetoes)}`,
    `product:${product}:${asks > 0}`,
    `length:${Math.floor(Math.log2(text.length + 1))}`,
    `place:${place}`,
    `place:${place}:${isShort}:${product}:${vetoes < 0}`,
  ];
  for (const reason of reasons) names.push(`rule:${reason}`);
  if (talk.turns === 0) return names;
  if (talk.askedLast) names.push("talk:asked_last");
  if (talk.product) names.push("talk:product", `talk:product:${product}`);
  if (talk.elsewhere) names.push("talk:elsewhere", `talk:elsewhere:${product}`);
  if (talk.assistantAsks) names.push(`talk:answering:${place}:${isShort}`);
  if (talk.assistantSells) names.push(`talk:selling:${place}`, `talk:selling:${vetoes < 0}`);
  return names;
}
