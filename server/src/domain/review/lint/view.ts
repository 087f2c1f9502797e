import { CONFUSABLES } from "./confusables.ts";

/** Half-open. **Units** UTF-16 units of the text as it was given. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A text in another spelling. Each unit stands for `starts` to `ends` of the given text. */
export interface View {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

export function spanOf({ starts, ends }: View, start: number, end: number): Span {
  const from = starts[start] ?? ends.at(-1) ?? 0;
  return { start: from, end: ends[Math.max(start, end - 1)] ?? from };
}

export function spansOf(view: View, pattern: RegExp): Span[] {
  return [...view.text.matchAll(pattern)].map((found) =>
    spanOf(view, found.index, found.index + found[0].length),
  );
}

/**
 * Characters that show nothing, and marks on Latin, Greek, Cyrillic, Hebrew and Arabic letters:
 * both are dropped before words are compared.
 */
const DROPPED = new RegExp(
  "[\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u0300-\\u036f\\u0483-\\u0489\\u0591-\\u05c7" +
    "\\u0610-\\u061a\\u0640\\u064b-\\u065f\\u0670\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff" +
    "\\ufe20-\\ufe2f]",
  "gu",
);
/** Full stops of other scripts; NFKD knows the rest. */
const DOTS = /[\u3002\uff61\u06d4\u0964\u2024\u00b7\u30fb\u2022]/gu;
const APOSTROPHES = /[\u2018\u2019\u02bc\u0060\u00b4]/gu;
/** Latin letters that NFKD does not decompose. */
const UNDECOMPOSED: Readonly<Record<string, string>> = {
  ß: "ss",
  ı: "i",
  ł: "l",
  ø: "o",
  đ: "d",
  æ: "ae",
  œ: "oe",
};

/** Lower case, compatibility forms decomposed, without marks and without what shows nothing. */
export function plainText(text: string): string {
  return text
    .replace(/\s/g, (space) => (/[\n\r\u2028]/.test(space) ? "\n" : " "))
    .normalize("NFKD")
    .replace(DROPPED, "")
    .replace(DOTS, ".")
    .replace(APOSTROPHES, "'")
    .toLowerCase()
    .replace(/[ßıłøđæœ]/gu, (letter) => UNDECOMPOSED[letter] ?? letter);
}

/** `plainText` with the places of its units. */
export function plainView(text: string): View {
  const spelt = new Map<string, string>();
  const given = { text, starts: placesOf(text, 0), ends: placesOf(text, 1) };
  return rewrite(given, /[\s\S]/gu, (character) => {
    const plain = spelt.get(character) ?? plainText(character);
    spelt.set(character, plain);
    return plain;
  });
}

function placesOf(text: string, first: number): number[] {
  return Array.from({ length: text.length }, (_, index) => index + first);
}

const LEET: Readonly<Record<string, string>> = {
  0: "o",
  3: "e",
  4: "a",
  5: "s",
  7: "t",
  8: "b",
  9: "g",
  "@": "a",
  $: "s",
  "!": "i",
  "|": "i",
  "+": "t",
};
/** A digit or sign between letters, or before most of a word: "24h" and "SAVE10" are none. */
const LEET_WORD = /[a-z][013457@$!|+][a-z]|(?<![a-z0-9])[013457@$!|][a-z]{4}/;
const LEET_WORDS = /[a-z0-9@$!|+]{3,}/g;
/** Three letters at least, each alone, with the same sign or space between them. */
const SPACED_WORDS = /(?<![a-z])[a-z]([ ._*-])[a-z](?:\1[a-z])+(?![a-z])/g;

/**
 * The text as one reads it who sees letters in look-alikes, digits and spaced words. A 1 is an i in
 * the first view and an l in the second; without any disguise there is no view.
 */
export function disguisedViews(plain: View): View[] {
  const folded = rewrite(plain, /[^\0-~]/gu, (letter) => CONFUSABLES.get(letter) ?? letter);
  const joined = rewrite(folded, SPACED_WORDS, (word) => word.replace(/[^a-z]/g, ""));
  const isLeet = LEET_WORD.test(joined.text);
  const ones = isLeet && joined.text.includes("1") ? ["i", "l"] : ["i"];
  const views = ones.map((one) =>
    rewrite(joined, LEET_WORDS, (word) => {
      if (!isLeet || !/[a-z]/.test(word)) return word;
      return word.replace(/[^a-z]/g, (sign) => (sign === "1" ? one : (LEET[sign] ?? sign)));
    }),
  );
  return views.filter(({ text }) => text !== plain.text);
}

/** Replaces matches; what takes the place of one stands for all of it unless the length stays. */
function rewrite(view: View, pattern: RegExp, spell: (found: string) => string): View {
  const starts: number[] = [];
  const ends: number[] = [];
  let text = "";
  let next = 0;
  const copy = (from: number, to: number) => {
    for (let unit = from; unit < to; unit += 1) {
      starts.push(view.starts[unit] ?? 0);
      ends.push(view.ends[unit] ?? 0);
    }
  };
  for (const found of view.text.matchAll(pattern)) {
    const end = found.index + found[0].length;
    const spelt = spell(found[0]);
    copy(next, found.index);
    if (spelt.length === found[0].length) copy(found.index, end);
    else {
      const span = spanOf(view, found.index, end);
      for (let unit = 0; unit < spelt.length; unit += 1) {
        starts.push(span.start);
        ends.push(span.end);
      }
    }
    text += view.text.slice(next, found.index) + spelt;
    next = end;
  }
  copy(next, view.text.length);
  return { text: text + view.text.slice(next), starts, ends };
}
