import { CONFUSABLES } from "./confusables.ts";
import type { Span } from "./view.ts";

/** Control characters other than tab and line feed; a carriage return only before a line feed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose.
export const CONTROL = /(?:[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\r(?!\n))+/g;

/** Scripts whose spelling needs joiners between letters. */
const JOINING =
  "Arabic Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala " +
  "Khmer Myanmar Syriac";
const JOINED = `${JOINING.replace(/\w+ ?/g, (name) => `\\p{Script=${name.trim()}}`)}\\p{M}`;

/**
 * What shows nothing or changes the direction of what follows. Joiners are allowed inside emoji and
 * between the letters of scripts that join, variation selectors after a character that has such
 * forms, a soft hyphen inside a word.
 */
const INVISIBLE = new RegExp(
  [
    `(?<![\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f${JOINED}])\\u200d`,
    "(?<=\\u200d)\\u200d",
    `(?<![${JOINED}])\\u200c`,
    "(?<!\\p{L})\\u00ad|\\u00ad(?!\\p{L})",
    "[\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b]",
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
const DIRECTION_MARKS = /[\u200e\u200f]+/g;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

export function findInvisible(text: string): Span[] {
  const marks = findAll(text, DIRECTION_MARKS);
  const isAllowed = RIGHT_TO_LEFT.test(text) && marks.every(({ start, end }) => end - start === 1);
  return [...findAll(text, INVISIBLE), ...(isAllowed ? [] : marks)];
}

/** More marks on a letter than any language writes, and letters in squares, circles and flags. */
const DRAWN = new RegExp(
  "\\p{M}{4,}|[\\u20d0-\\u20e2\\u20e4-\\u20ff\\u0334-\\u0338]+" +
    "|[\\u{1f130}-\\u{1f149}\\u{1f150}-\\u{1f169}\\u{1f170}-\\u{1f189}\\u24b6-\\u24e9]{4,}" +
    // Flags are pairs of these; with something between them they are letters.
    "|(?:[\\u{1f1e6}-\\u{1f1ff}][\\u200b ]){3,}[\\u{1f1e6}-\\u{1f1ff}]",
  "gu",
);
/** Digits in place of letters: with three letters at least, and not as in "3x". */
const LEET = /^(?!\d+x)(?=(?:\d*[a-z]){3})(?=[a-z\d]*$).*[a-z][013457][a-z]/;
const WORD_OR_NUMBER = /[\p{L}\p{N}]+/gu;

/** Drawn letters, and words with digits in place of letters; one of them may be a type or size. */
export function findDisguised(text: string): Span[] {
  const leet = findAll(text, WORD_OR_NUMBER).filter(
    ({ start, end }) => end - start > 3 && LEET.test(text.slice(start, end)),
  );
  const words = new Set(leet.map(({ start, end }) => text.slice(start, end)));
  return [...findAll(text, DRAWN), ...(words.size < 2 ? [] : leet)];
}

const WORD = /[\p{L}\p{M}]+/gu;
/** Letters below are all Latin, and none of them was drawn to look like another. */
const BEYOND_LATIN = /[^\0-\u024f]/;
const LATIN = /\p{Script=Latin}/u;
const LIKE_LATIN =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Lisu}]/u;
/** Letters that science and trade write inside Latin words: micro, ohm and the like. */
const UNITS = /[\u03c6\u03a6\u00b5\u03bc\u03a9\u2126\u03c0\u03b1\u03b2\u03b3\u0394\u03bb]/gu;

/** Words that mix Latin letters with those of a script that has look-alikes of them. */
export function findMixedScript(text: string): Span[] {
  if (!BEYOND_LATIN.test(text)) return [];
  return findAll(text, WORD).filter(({ start, end }) => {
    const word = text.slice(start, end).replace(UNITS, "");
    return (LATIN.test(word) && LIKE_LATIN.test(word)) || isDrawn(word);
  });
}

/** Small capitals and turned letters: a word made of them is a picture of another word. */
function isDrawn(word: string): boolean {
  if (word.length < 4 || !/[\u0250-\u02af\u1d00-\u1d7f\ua720-\ua7ff]/u.test(word)) return false;
  const drawn = [...word].filter((one) => one > "\u024f" && CONFUSABLES.has(one.toLowerCase()));
  return drawn.length * 2 >= word.length;
}

export function findAll(text: string, pattern: RegExp): Span[] {
  return [...text.matchAll(pattern)].map(({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
  }));
}
