import { plainWords, typeOfQuery } from "@placard/vocabulary";
import { sharedVocabulary } from "@placard/vocabulary/files";
import { stem } from "../index/stem.ts";
import { fold, tellingWords, wordsOf } from "../index/tokens.ts";
import type { Vocabulary } from "../index/vocabulary.ts";
import { eachNeighbour } from "./spelling.ts";

/** A word of so few products may be a slip of the keys, if its neighbour has so many times more. */
const SLIP_COUNT_MAX = 2;
const SLIP_RATIO_MIN = 20;
/** Digits make part numbers, which are rare and right. */
const PLAIN_WORD = /^[a-z]{4,}$/;

/** A query as the catalogue spells it; `null` when nothing in it seems misspelt. */
export function respellQuery(text: string, vocabulary: Vocabulary): string | null {
  const countOf = (word: string) => {
    const term = vocabulary.find(stem(word));
    return term < 0 ? 0 : vocabulary.documentCount(term);
  };
  const { mention } = typeOfQuery(sharedVocabulary(), text);
  const named = new Set(plainWords(text).slice(mention?.from ?? 0, mention?.to ?? 0));
  const repaired = new Map<string, string>();
  for (const word of tellingWords(wordsOf(text))) {
    const count = countOf(word);
    if (named.has(word) || !PLAIN_WORD.test(word) || count > SLIP_COUNT_MAX) continue;
    let best = { spelling: word, count: Math.max(1, count * SLIP_RATIO_MIN) };
    eachNeighbour(word, (spelling) => {
      const found = countOf(spelling);
      if (found > best.count) best = { spelling, count: found };
    });
    if (best.spelling !== word) repaired.set(word, best.spelling);
  }
  if (repaired.size === 0) return null;
  const spelt = text.replace(/[\p{L}\p{N}]+/gu, (word) => repaired.get(fold(word)) ?? word);
  return spelt === text ? null : spelt;
}
