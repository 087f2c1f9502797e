import { FNV_OFFSET, hashOf, hashStep } from "./hash.ts";
import type { Tokens } from "./language.ts";
import { ENGLISH, FOREIGN, isIn, KIND, wordClassOf } from "./words.ts";

/** What stands behind this many words is no ask any more. */
const TOKENS_MAX = 120;

export const EDGE_TOKEN = hashOf("<edge>");
const NUMBER_TOKEN = hashOf("<number>");
const KIND_TOKENS = [0, hashOf("<product>"), hashOf("<thing>"), hashOf("<book>")] as const;
const MARKS = "$€£?!:.\n";
const APOSTROPHE = 39;

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
/** Latin letters, accented ones included. */
const isLetter = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 0xdf && code <= 0x24f && code !== 0xf7);
const isOtherLetter = (code: number): boolean =>
  (code >= 0x370 && code < 0x2000) || (code >= 0x2c00 && code < 0xd800);

/** Takes a lower-case text. */
export function tokensOf(text: string): Tokens {
  const tokens: Tokens = {
    hashes: [],
    product: 0,
    english: 0,
    foreign: 0,
    otherLetters: 0,
    words: 0,
  };
  let index = 0;
  while (index < text.length && tokens.hashes.length < TOKENS_MAX) {
    const code = text.charCodeAt(index);
    if (isLetter(code)) index = readWord(text, index, tokens);
    else if (isDigit(code)) index = readNumber(text, index, tokens);
    else {
      if (isOtherLetter(code)) tokens.otherLetters += 1;
      else if (MARKS.includes(text.charAt(index))) tokens.hashes.push(hashStep(FNV_OFFSET, code));
      index += 1;
    }
  }
  return tokens;
}

function readNumber(text: string, start: number, tokens: Tokens): number {
  let end = start + 1;
  while (isDigit(text.charCodeAt(end))) end += 1;
  tokens.hashes.push(NUMBER_TOKEN);
  return end;
}

/** A word with its apostrophe; what it names is asked of the part before it. */
function readWord(text: string, start: number, tokens: Tokens): number {
  let hash = FNV_OFFSET;
  let stem = 0;
  let stemEnd = 0;
  let end = start;
  for (let code = text.charCodeAt(end); ; code = text.charCodeAt(end)) {
    if (code === APOSTROPHE && stemEnd === 0 && isLetter(text.charCodeAt(end + 1))) {
      stem = hash;
      stemEnd = end;
    } else if (!isLetter(code)) break;
    hash = hashStep(hash, code);
    end += 1;
  }
  const found =
    stemEnd === 0 ? wordClassOf(hash, text, start, end) : wordClassOf(stem, text, start, stemEnd);
  const own = stemEnd === 0 ? found : wordClassOf(hash, text, start, end);
  tokens.words += 1;
  if (isIn(own, ENGLISH)) tokens.english += 1;
  if (isIn(own, FOREIGN)) tokens.foreign += 1;
  const strength = found & 3;
  if (strength > tokens.product) tokens.product = strength === 2 ? 2 : 1;
  tokens.hashes.push(KIND_TOKENS[(found >> KIND) & 3] || hash);
  return end;
}
