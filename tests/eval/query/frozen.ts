import { readFileSync } from "node:fs";
import { type ChatTurn, formulateQuery } from "@placard/publisher-kit/query";

/** A turn with the price bounds it states, as `tests/eval/query/README.md` defines them. */
export interface PricedTurn {
  readonly text: string;
  readonly previous?: readonly ChatTurn[];
  readonly minPrice?: number;
  readonly maxPrice?: number;
  readonly currency?: string;
}

/** A turn with what must not leave in its query, and what should. */
export interface PrivateTurn {
  readonly text: string;
  readonly previous?: readonly ChatTurn[];
  readonly planted: readonly string[];
  readonly keep: readonly string[];
}

export interface FrozenScore {
  readonly asked: number;
  readonly right: number;
  readonly wrong: readonly string[];
}

/** A line is right when all three fields are equal, absent ones included. */
export function scorePrices(): FrozenScore {
  const turns = linesOf<PricedTurn>("prices.jsonl");
  const wrong = turns.filter(({ text, previous = [], minPrice, maxPrice, currency }) => {
    const read = formulateQuery(text, previous);
    return read.minPrice !== minPrice || read.maxPrice !== maxPrice || read.currency !== currency;
  });
  return scoreOf(turns, wrong);
}

/** A line is right when nothing planted is in the query. */
export function scorePrivate(): FrozenScore {
  const turns = linesOf<PrivateTurn>("private.jsonl");
  return scoreOf(turns, turns.filter(leaks));
}

/** A line is right when every word of its product is in the query: an empty query leaks nothing. */
export function scoreKept(): FrozenScore {
  const turns = linesOf<PrivateTurn>("private.jsonl");
  const wrong = turns.filter(({ text, previous = [], keep }) => {
    const q = wordsOf(formulateQuery(text, previous).q);
    return keep.some((phrase) => wordsOf(phrase).some((word) => !q.includes(word)));
  });
  return scoreOf(turns, wrong);
}

function leaks({ text, previous = [], planted }: PrivateTurn): boolean {
  const query = folded(formulateQuery(text, previous).q);
  return planted.some((secret) => {
    const whole = folded(secret);
    const digits = digitsOf(whole);
    if (digits.length >= DIGITS_MIN && digitsOf(query).includes(digits)) return true;
    return isWholeWordIn(query, whole);
  });
}

const DIGITS_MIN = 5;

function isWholeWordIn(query: string, words: string): boolean {
  for (let at = query.indexOf(words); at >= 0; at = query.indexOf(words, at + 1)) {
    const before = query.slice(0, at).at(-1) ?? " ";
    const after = query.charAt(at + words.length) || " ";
    if (!/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(after)) return true;
  }
  return false;
}

const folded = (text: string): string => text.normalize("NFKC").toLowerCase();
const digitsOf = (text: string): string => text.replace(/\D/g, "");
const wordsOf = (text: string): string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];

function scoreOf(all: readonly { text: string }[], wrong: readonly { text: string }[]) {
  return {
    asked: all.length,
    right: all.length - wrong.length,
    wrong: wrong.map(({ text }) => text),
  };
}

function linesOf<Line>(file: string): Line[] {
  const text = readFileSync(new URL(file, import.meta.url), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line): Line => JSON.parse(line));
}
