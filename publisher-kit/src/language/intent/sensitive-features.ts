import { flagsOf } from "../lexicon.ts";
import { KIN } from "../word-flags.ts";
import { bucketOf, FNV_OFFSET, hashOf, hashStep, mix } from "./hash.ts";

/** The model of sensitive turns has two to this power of weights. */
export const SENSITIVE_BITS = 18;
/** A pasted document is judged by its start. */
const TEXT_MAX = 1500;
const WORDS_MAX = 200;
/** Longer words also count by their first letters, so that the forms of a word share a weight. */
const STEM_LETTERS = 5;

/** Seeds keep features of different kinds apart although they share one table. */
const SINGLE = 0x1b;
const STEM = 0x2d;
const PAIR = 0x39;
const KINDS = 0x55;
const WHOLE = 0xa5;
const LENGTH = 0xd1;
const START = 0xe1;
const STARTS = 0xe3;

const EDGE = hashOf("<edge>");
const SELF_KIND = hashOf("<self>");
const KIN_KIND = hashOf("<kin>");
const NUMBER = hashOf("<number>");
/** An age or a school year below it is a child's; a smaller number is mostly a count. */
const CHILD_AGE = hashOf("<child's age>");
const CHILD_FROM = 6;
const ADULT_FROM = 18;
const NUMBER_MAX = 1e6;
const CLAUSE_ENDS = ".!?\n;:,";
const APOSTROPHE = 39;
const S = 115;

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isLetter = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 0xdf && code <= 0x24f && code !== 0xf7);

/** How people speak of themselves, without apostrophes. */
const SELF_WORDS = "i im ive id ill me my mine myself we weve were us our ours ourselves";

/** `kind` is what a word stands for: the reader or somebody close, else the word itself. */
type Word = { readonly hash: number; readonly stem: number; readonly kind: number };

const BREAK: Word = { hash: EDGE, stem: 0, kind: EDGE };

/**
 * The buckets a turn falls into: its words, their stems, pairs of neighbours, pairs and triples
 * with persons replaced by their kind ("<self> <kin> died"), how it starts and how long it is. No
 * list of products has a part in it: what stands beside a product ("pillow", "vinyl", "costume")
 * has a weight of its own. The trainer and the detector share this one function.
 */
export function sensitiveFeaturesOf(text: string): number[] {
  const found: number[] = [];
  seen ??= new Uint8Array(2 ** SENSITIVE_BITS);
  const marks = seen;
  const add = (seed: number, hash: number): void => {
    const bucket = bucketOf(mix(seed, hash), SENSITIVE_BITS);
    if (marks[bucket] === 1) return;
    marks[bucket] = 1;
    found.push(bucket);
  };
  let earlier = BREAK;
  let before = BREAK;
  let whole = 0;
  const words = wordsOf(text.slice(0, TEXT_MAX).toLowerCase().replaceAll("’", "'"));
  for (const word of words) {
    if (word !== BREAK) add(SINGLE, word.hash);
    if (word.stem !== 0) add(STEM, word.stem);
    add(PAIR, mix(before.hash, word.hash));
    const isPair = hasKind(word) || hasKind(before);
    const kinds = mix(before.kind, word.kind);
    if (isPair) add(KINDS, kinds);
    if (before !== BREAK && (isPair || hasKind(earlier))) add(KINDS, mix(earlier.kind, kinds));
    whole |= partOf(word.kind);
    earlier = before;
    before = word;
  }
  add(WHOLE, whole);
  add(LENGTH, Math.clz32(words.length));
  const [first = BREAK, second = BREAK] = words;
  add(START, first.kind);
  add(STARTS, mix(first.kind, second.kind));
  for (const bucket of found) marks[bucket] = 0;
  return found;
}

/** Marks what a text has had already; all zero between two texts. A set costs three times more. */
let seen: Uint8Array | undefined;

const hasKind = ({ hash, kind }: Word): boolean => hash !== kind;

/** Whether the turn is about the reader, somebody close, or both. */
const partOf = (kind: number): number => (kind === SELF_KIND ? 1 : kind === KIN_KIND ? 2 : 0);

/** The words of a text in lower case, with a break where a clause ends. */
function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let index = 0;
  while (index < text.length && words.length < WORDS_MAX) {
    const code = text.charCodeAt(index);
    if (isLetter(code)) index = readWord(text, index, words);
    else if (isDigit(code)) index = readNumber(text, index, words);
    else {
      const isEnd = CLAUSE_ENDS.includes(text.charAt(index));
      if (isEnd && words.length > 0 && words.at(-1) !== BREAK) words.push(BREAK);
      index += 1;
    }
  }
  if (words.at(-1) !== BREAK) words.push(BREAK);
  return words;
}

function readNumber(text: string, from: number, words: Word[]): number {
  let value = 0;
  let end = from;
  for (; isDigit(text.charCodeAt(end)); end += 1) {
    value = Math.min(NUMBER_MAX, value * 10 + text.charCodeAt(end) - 48);
  }
  const hash = value >= CHILD_FROM && value < ADULT_FROM ? CHILD_AGE : NUMBER;
  words.push({ hash, stem: 0, kind: hash });
  return end;
}

/** A word counts without its apostrophe: people leave it out. */
function readWord(text: string, from: number, words: Word[]): number {
  let hash = FNV_OFFSET;
  let before = hash;
  let stem = 0;
  let letters = 0;
  let end = from;
  for (let code = text.charCodeAt(end); ; code = text.charCodeAt(end)) {
    if (isLetter(code)) {
      before = hash;
      hash = hashStep(hash, code);
      letters += 1;
      if (letters === STEM_LETTERS) stem = hash;
    } else if (code !== APOSTROPHE || !isLetter(text.charCodeAt(end + 1))) break;
    end += 1;
  }
  const kind = kindOf(hash, text.charCodeAt(end - 1) === S ? before : hash);
  words.push({ hash, stem: letters > STEM_LETTERS ? stem : 0, kind });
  return end;
}

let selves: ReadonlySet<number> | undefined;

/** What words stand for, by their hashes; bounded, and it holds no word of a reader. */
let known = new Map<number, number>();
const KNOWN_MAX = 8192;

/** What a word stands for, by its hash and by that of its singular. */
function kindOf(hash: number, singular: number): number {
  const before = known.get(hash);
  if (before !== undefined) return before;
  selves ??= new Set(SELF_WORDS.split(" ").map(hashOf));
  const isKin = ((flagsOf(hash) | flagsOf(singular)) & KIN) > 0;
  const kind = selves.has(hash) ? SELF_KIND : isKin ? KIN_KIND : hash;
  if (known.size >= KNOWN_MAX) known = new Map();
  known.set(hash, kind);
  return kind;
}
