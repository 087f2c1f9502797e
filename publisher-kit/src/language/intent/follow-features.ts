import type { ChatTurn } from "../../types.ts";
import { isStopWord } from "../query/filler.ts";
import { slotOf } from "../query/slots.ts";
import { bareWord, singular, wordsOf } from "../query/words.ts";
import type { Evidence } from "./evidence.ts";
import { bucketOf as bucketOfBits, hashOf, mix } from "./hash.ts";
import type { Talk } from "./talk.ts";
import { EDGE_TOKEN } from "./tokens.ts";

/** The model of follow-ups has two to this power of weights. */
export const FOLLOW_BITS = 15;
const TOKENS_MAX = 40;
/** Words from the start of the turn on that also count as its start. */
const START_WORDS = 3;
/** Shorter words are seldom of a thing. */
const WORD_LENGTH_MIN = 3;
const ANSWER_MAX = 600;

/** Seeds keep features of different kinds apart although they share one table. */
const SINGLE = 0x11;
const PAIR = 0x23;
const START = 0x41;
const START_TRIPLE = 0x49;
const END = 0x53;
const TYPED = 0x83;
const RULE = 0x97;

const bucketOf = (hash: number): number => bucketOfBits(hash, FOLLOW_BITS);

/** A turn and what it may go on with. */
export interface LaterTurn {
  readonly text: string;
  readonly evidence: Evidence;
  readonly talk: Talk;
  readonly previous: readonly ChatTurn[];
  /** What is wanted so far. */
  readonly words: readonly string[];
  /** Whether the turn before was of it. */
  readonly isOpen: boolean;
  /** Whether the turn says what the thing may cost: "my budget is three fifty". */
  readonly isBound: boolean;
  /** Log-odds of the intent model. */
  readonly margin: number;
}

/**
 * The buckets a turn after an ask falls into: its words, with product nouns and numbers replaced by
 * their kind, how many of them stand in what is wanted, in the assistant's answer or in neither,
 * whether the assistant asked, and what the rules found. The trainer and the detector share this
 * one function.
 */
export function followFeaturesOf(turn: LaterTurn): number[] {
  const found: number[] = [];
  addWords(found, turn.evidence.tokens.hashes);
  addTyped(found, turn);
  for (const reason of turn.evidence.reasons) found.push(bucketOf(mix(RULE, hashOf(reason))));
  return found;
}

function addWords(found: number[], tokens: readonly number[]): void {
  const length = Math.min(TOKENS_MAX, tokens.length);
  let before = EDGE_TOKEN;
  let earlier = EDGE_TOKEN;
  for (let index = 0; index < length; index += 1) {
    const token = tokens[index] ?? EDGE_TOKEN;
    const pair = mix(before, token);
    found.push(bucketOf(mix(SINGLE, token)), bucketOf(mix(PAIR, pair)));
    if (index < START_WORDS) found.push(bucketOf(mix(START + index, token)));
    if (index === START_WORDS - 1) found.push(bucketOf(mix(START_TRIPLE, mix(earlier, pair))));
    earlier = before;
    before = token;
  }
  found.push(bucketOf(mix(END, tokens[length - 1] ?? EDGE_TOKEN)));
}

/** What is no word: shares of words, lengths, and sums of the rules, in small whole numbers. */
function addTyped(found: number[], turn: LaterTurn): void {
  const { text, evidence, talk, previous, words, margin, isOpen } = turn;
  const open = Number(isOpen);
  const bound = Number(turn.isBound);
  const step = Math.max(-6, Math.min(5, Math.floor(margin)));
  const { product, asks, cues, vetoes, tokens } = evidence;
  const last = previous.at(-1);
  const own = stemsOf(text);
  const wanted = new Set(words.map(stemOf));
  const answer = last?.role === "assistant" ? stemsOf(last.text.slice(0, ANSWER_MAX)) : new Set();
  const count = (is: (word: string) => boolean): number => [...own].filter(is).length;
  const inNeed = Math.min(
    2,
    count((word) => wanted.has(word)),
  );
  const inAnswer = Math.min(
    2,
    count((word) => answer.has(word)),
  );
  const isNew = Math.min(
    3,
    count((word) => !wanted.has(word) && !answer.has(word)),
  );
  const question = Number(text.includes("?"));
  const length = 31 - Math.clz32(tokens.hashes.length + 1);
  const slot = Number(wordsOf(text).some((word) => slotOf(word) !== undefined));
  const typed: (readonly number[])[] = [
    [inNeed],
    [inAnswer],
    [isNew],
    [question, length],
    [Number(talk.assistantAsks), question, Math.min(3, length)],
    [product, inNeed],
    [product, question],
    [slot, Number(/\d/.test(text))],
    [Math.max(-4, Math.floor(vetoes))],
    [Math.floor(asks)],
    [Math.floor(cues)],
    [inNeed, inAnswer, isNew],
    [Number(talk.askedLast)],
    [Number(talk.assistantSells)],
    [length, isNew],
    [open],
    [open, product, question],
    [step],
    [step, open],
    [Number(talk.elsewhere), product],
    [bound, open],
    [bound, Math.min(3, length)],
  ];
  for (const [kind, values] of typed.entries()) {
    found.push(bucketOf(values.reduce(mix, mix(TYPED, kind + 1))));
  }
}

const stemOf = (word: string): string => singular(bareWord(word));

/** The words of a text that may name something, each once. */
function stemsOf(text: string): Set<string> {
  const stems = wordsOf(text).map(stemOf);
  return new Set(stems.filter((word) => word.length >= WORD_LENGTH_MIN && !isStopWord(word)));
}
