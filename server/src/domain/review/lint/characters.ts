import { CONFUSABLES } from "./confusables.ts";
import type { Span } from "./view.ts";

/** Control characters other than tab and line feed; a carriage return only before a line feed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose.
const CONTROL = /(?:[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\r(?!\n))+/g;

export function findControl(text: string): Span[] {
  return all(text, CONTROL);
}

/**
 * What shows nothing or changes the direction of what follows. Joiners have their place inside
 * emoji and between the letters of scripts that join, variation selectors after a character that
 * has such forms, and a soft hyphen inside a word; lone surrogates and private characters have no
 * meaning that a reader could see.
 */
const JOINING = [
  "Arabic",
  "Devanagari",
  "Bengali",
  "Gurmukhi",
  "Gujarati",
  "Oriya",
  "Tamil",
  "Telugu",
  "Kannada",
  "Malayalam",
  "Sinhala",
  "Khmer",
  "Myanmar",
  "Syriac",
]
  .map((script) => `\\p{Script=${script}}`)
  .join("")
  .concat("\\p{M}");

const INVISIBLE = new RegExp(
  [
    `(?<![\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f${JOINING}])\\u200d`,
    "(?<=\\u200d)\\u200d",
    `(?<![${JOINING}])\\u200c`,
    "(?<!\\p{L})\\u00ad|\\u00ad(?!\\p{L})",
    `[\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b]`,
    "[\\u2028\\u2029\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufeff\\uffa0\\ufff0-\\ufffc]",
    "(?<![\\p{Emoji}\\p{Script=Han}\\u2000-\\u2bff])[\\ufe00-\\ufe0f]",
    "(?<=[\\ufe00-\\ufe0f])[\\ufe00-\\ufe0f]",
    "[\\u{e0100}-\\u{e01ef}]",
    "(?<!\\u{1f3f4}[\\u{e0061}-\\u{e007a}]{0,6})[\\u{e0000}-\\u{e007f}]",
    "[\\u{1d173}-\\u{1d17a}\\u{1bca0}-\\u{1bca3}]",
    "\\p{Surrogate}|\\p{Co}|\\p{Noncharacter_Code_Point}",
  ].join("|"),
  "gu",
);

/** Direction marks belong to texts that have letters written from right to left. */
const DIRECTION_MARK = /[\u200e\u200f]+/g;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

export function findInvisible(text: string): Span[] {
  const marks = all(text, DIRECTION_MARK);
  const isAtHome = RIGHT_TO_LEFT.test(text) && marks.every(({ start, end }) => end - start === 1);
  return [...all(text, INVISIBLE), ...(isAtHome ? [] : marks)];
}

/** More marks on one letter than any language writes. */
const PILED_MARKS = /\p{M}{4,}|[\u20d0-\u20e2\u20e4-\u20ff\u0334-\u0338]+/gu;

export function findPiledMarks(text: string): Span[] {
  return all(text, PILED_MARKS);
}

const WORD = /[\p{L}\p{M}]+/gu;
const LATIN = /\p{Script=Latin}/u;
/** Letters below are all Latin, and none of them was drawn to look like another. */
const BEYOND_LATIN = /[^\0-\u024f]/;
const OTHERS =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Lisu}]/u;
/** Letters that science and trade write inside Latin words: micro, ohm and the like. */
const UNITS = /[\u03c6\u03a6\u00b5\u03bc\u03a9\u2126\u03c0\u03b1\u03b2\u03b3\u0394\u03bb]/gu;

/** Words that mix Latin letters with those of a script that has look-alikes of them. */
export function findMixedScript(text: string): Span[] {
  if (!BEYOND_LATIN.test(text)) return [];
  return [...text.matchAll(WORD)].flatMap((found) => {
    if (!BEYOND_LATIN.test(found[0])) return [];
    const word = found[0].replace(UNITS, "");
    const isMixed = LATIN.test(word) && OTHERS.test(word);
    return isMixed || isSpoofed(word) ? [spanOfWord(found.index, found[0])] : [];
  });
}

/** Small capitals and turned letters: a word made of them is a picture of another word. */
function isSpoofed(word: string): boolean {
  if (word.length < 4 || !/[\u0250-\u02af\u1d00-\u1d7f\ua720-\ua7ff]/u.test(word)) return false;
  const drawn = [...word].filter((one) => one > "\u024f" && CONFUSABLES.has(one.toLowerCase()));
  return drawn.length * 2 >= word.length;
}

/** Letters in squares and circles, and flags that spell: nobody reads them, a model does. */
const PICTURED = new RegExp(
  [
    "[\\u{1f130}-\\u{1f149}\\u{1f150}-\\u{1f169}\\u{1f170}-\\u{1f189}\\u24b6-\\u24e9]{4,}",
    // Flags are pairs of these; with something between them they are letters.
    "(?:[\\u{1f1e6}-\\u{1f1ff}][\\u200b ]){3,}[\\u{1f1e6}-\\u{1f1ff}]",
  ].join("|"),
  "gu",
);
/** Digits in place of letters, in at least two words; none of them is a unit, a size or a type. */
const LEET =
  /(?<![\p{L}\p{N}])(?=[a-z0-9]{4})[a-z0-9]*[a-z][013457][a-z][a-z0-9]*(?![\p{L}\p{N}])/gu;
const LETTERS_MIN = 3;

export function findLeet(text: string): Span[] {
  const found = [...text.matchAll(LEET)].filter(
    ([word]) => word.replace(/\d/g, "").length >= LETTERS_MIN && !/^\d+x/.test(word),
  );
  const words = new Set(found.map(([word]) => word));
  return words.size < 2 ? [] : found.map((one) => spanOfWord(one.index, one[0]));
}

export function findPicturedLetters(text: string): Span[] {
  return all(text, PICTURED);
}

function spanOfWord(start: number, word: string): Span {
  return { start, end: start + word.length };
}

function all(text: string, pattern: RegExp): Span[] {
  return [...text.matchAll(pattern)].map((found) => spanOfWord(found.index, found[0]));
}
