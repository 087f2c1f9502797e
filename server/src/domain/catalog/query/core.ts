import { stem } from "../index/stem.ts";
import { wordsOf } from "../index/tokens.ts";

/** The words after these say what it is for, not what it is. */
const PURPOSES = new Set("for that which who so to when while because where as".split(" "));

/** Which of a query's words, as bits, stand before any that say what it is for; else all. */
export function coreOf(text: string, stems: readonly string[]): number {
  const all = wordsOf(text);
  const purpose = all.findIndex((word) => PURPOSES.has(word));
  const before = new Set((purpose < 0 ? [] : all.slice(0, purpose)).map(stem));
  const core = stems.reduce((bits, word, at) => (before.has(word) ? bits | (1 << at) : bits), 0);
  return core === 0 ? (1 << stems.length) - 1 : core;
}
