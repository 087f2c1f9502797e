import { CONFUSABLES } from "./confusables.ts";

/** Numbers in a row, whether in an array of ours or of the machine's. */
interface Places {
  readonly [index: number]: number;
  slice(start: number, end: number): Places;
}

/** A text in another spelling, with the place in the given text that each unit stands for. */
export interface View {
  readonly text: string;
  /** For each UTF-16 unit of `text`: where its character begins and ends in the given text. */
  readonly starts: Places;
  readonly ends: Places;
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where a part of a view lies in the given text. */
export function spanOf(view: View, start: number, end: number): Span {
  const last = Math.max(start, end - 1);
  const from = view.starts[start] ?? 0;
  return { start: from, end: view.ends[last] ?? from };
}

/**
 * Characters that show nothing, and marks on Latin, Greek, Cyrillic, Hebrew and Arabic letters:
 * both are dropped before words are compared.
 */
const DROPPED = new RegExp(
  [
    "[\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u0300-\\u036f\\u0483-\\u0489\\u0591-\\u05c7]",
    "[\\u0610-\\u061a\\u0640\\u064b-\\u065f\\u0670\\u1ab0-\\u1aff\\u1dc0-\\u1dff]",
    "[\\u20d0-\\u20ff\\ufe20-\\ufe2f]",
  ].join("|"),
  "gu",
);

/** Full stops of other scripts; NFKD knows the rest. */
const DOTS = /[\u3002\uff61\u06d4\u0964\u2024\u00b7\u30fb\u2022]/gu;

/** Lower case, compatibility forms decomposed, without marks and without what shows nothing. */
export function plainView(text: string): View {
  const known = new Map<string, string>();
  const made = newPlaces(text.length);
  for (let index = 0; index < text.length; ) {
    const end = endOfPrintable(text, index);
    if (end > index) {
      addRun(made, text.slice(index, end).toLowerCase(), index);
      index = end;
      continue;
    }
    const character = String.fromCodePoint(text.codePointAt(index) ?? 0);
    const spelt = known.get(character) ?? spellOut(character);
    known.set(character, spelt);
    add(made, spelt, index, index + character.length);
    index += character.length;
  }
  return made;
}

/** Where a run of printable ASCII ends, which is most of most texts. */
function endOfPrintable(text: string, start: number): number {
  let end = start;
  for (let code = text.charCodeAt(end); code >= 32 && code <= 126; code = text.charCodeAt(end)) {
    end += 1;
  }
  return end;
}

/** Letters of languages written in Latin that NFKD leaves alone. */
const UNDECOMPOSED: Readonly<Record<string, string>> = {
  "\u00df": "ss",
  "\u0131": "i",
  "\u0142": "l",
  "\u00f8": "o",
  "\u0111": "d",
  "\u00e6": "ae",
  "\u0153": "oe",
};

function spellOut(character: string): string {
  if (character === "\n" || character === "\r" || character === "\u2028") return "\n";
  if (/\s/.test(character)) return " ";
  return character
    .normalize("NFKD")
    .replace(DROPPED, "")
    .replace(DOTS, ".")
    .replace(/[\u2018\u2019\u02bc\u0060\u00b4]/gu, "'")
    .toLowerCase()
    .replace(/[\u00df\u0131\u0142\u00f8\u0111\u00e6\u0153]/gu, (one) => UNDECOMPOSED[one] ?? one);
}

/** Look-alikes of ASCII letters as those letters. The same view when there is none. */
export function foldedView(view: View): View {
  const others = view.text.match(/[^\0-~]/gu) ?? [];
  if (!others.some((character) => CONFUSABLES.has(character))) return view;
  return remapped(view, (character) =>
    character > "~" ? (CONFUSABLES.get(character) ?? character) : character,
  );
}

const LEET: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "0": "o",
    "3": "e",
    "4": "a",
    "5": "s",
    "6": "g",
    "7": "t",
    "8": "b",
    "9": "g",
  }),
);
const LEET_SIGNS: ReadonlyMap<string, string> = new Map(
  Object.entries({ "@": "a", $: "s", "!": "i", "|": "i", "+": "t", "(": "c" }),
);

/** A digit or sign inside a word, or before most of one: "24h" and "SAVE10" are no disguise. */
const LEET_WORD = /[a-z][013457@$!|+(][a-z]|(?<![a-z0-9])[013457@$!|][a-z]{4}/;

/** What a 1 means: an i, an l, or an i at the start of a word and an l inside it. */
const ONES = ["i", "l", "i, then l"] as const;

/**
 * Digits and signs as the letters they stand in for, inside words that have letters too: one view
 * for each meaning of a 1, or none when no word has such a digit. One unit stands for one unit, so
 * the places stay.
 */
export function leetViews(view: View): View[] {
  if (!LEET_WORD.test(view.text)) return [];
  let isAmbiguous = false;
  const spelt = (one: (typeof ONES)[number]): View => ({
    ...view,
    text: view.text.replace(/[a-z0-9@$!|+(]+/g, (word) => {
      if (!/[a-z]/.test(word) || !/[0-9@$|+(]|![a-z]/.test(word)) return word;
      isAmbiguous ||= word.includes("1");
      return word.replace(/[^a-z]/g, (sign, index) => meant(sign, one, word[index - 1]));
    }),
  });
  const [first, ...others] = ONES;
  const plainest = spelt(first);
  return [plainest, ...(isAmbiguous ? others.map(spelt) : [])];
}

function meant(character: string, one: (typeof ONES)[number], before: string | undefined): string {
  if (character !== "1") return LEET.get(character) ?? LEET_SIGNS.get(character) ?? character;
  if (one !== "i, then l") return one;
  return before !== undefined && /[a-z]/.test(before) ? "l" : "i";
}

const SENTENCE = /[^.?\n]*[.?\n]*/g;

/**
 * The sentences in which another spelling differs from the text it was made of, each with its
 * neighbours: what reads the same was read before. All of it where the spelling has moved the ends
 * of sentences.
 */
export function changedParts(base: View, other: View): View[] {
  if (base === other) return [];
  const before = base.text.match(SENTENCE) ?? [];
  const after = other.text.match(SENTENCE) ?? [];
  if (before.length !== after.length) return [other];
  const isChanged = (place: number) => before[place] !== after[place];
  const parts: View[] = [];
  let start = 0;
  let from: number | undefined;
  for (const [place, sentence] of after.entries()) {
    const isNear = isChanged(place - 1) || isChanged(place) || isChanged(place + 1);
    if (isNear) from ??= start;
    else if (from !== undefined) {
      parts.push(partOf(other, from, start));
      from = undefined;
    }
    start += sentence.length;
  }
  if (from !== undefined) parts.push(partOf(other, from, start));
  return parts;
}

function partOf({ text, starts, ends }: View, from: number, to: number): View {
  return {
    text: text.slice(from, to),
    starts: starts.slice(from, to),
    ends: ends.slice(from, to),
  };
}

const NO_LETTERS = /[^\p{L}\p{M}]+/gu;

/** The text of `lettersView`, whose places are rarely asked for. */
export function lettersOf(view: View): string {
  // Most of it is ASCII, for which a plain class is many times faster.
  return view.text
    .replace(/[^a-z\u007f-\uffff]+/g, "")
    .replace(/[\u007f-\uffff]+/g, (run) => run.replace(NO_LETTERS, ""));
}

/** Only the letters, so that nothing put between them matters. */
export function lettersView(view: View): View {
  return remapped(view, (character) => character.replace(NO_LETTERS, ""));
}

/** What each character becomes; most become one unit, some a few. */
const UNITS_PER_CHARACTER_MAX = 18;

function remapped(view: View, spell: (character: string, index: number) => string): View {
  const made = newPlaces(view.text.length);
  let index = 0;
  for (const character of view.text) {
    const last = index + character.length - 1;
    add(made, spell(character, index), view.starts[index] ?? 0, view.ends[last] ?? 0);
    index += character.length;
  }
  return made;
}

interface GrowingView {
  text: string;
  starts: Int32Array;
  ends: Int32Array;
}

function newPlaces(length: number): GrowingView {
  const room = length + UNITS_PER_CHARACTER_MAX;
  return { text: "", starts: new Int32Array(room), ends: new Int32Array(room) };
}

/** All of `spelt` stands for the one character between these places. */
function add(view: GrowingView, spelt: string, start: number, end: number): void {
  const from = makeRoom(view, spelt.length);
  view.starts.fill(start, from, from + spelt.length);
  view.ends.fill(end, from, from + spelt.length);
  view.text += spelt;
}

/** Characters of one unit each, one after the other. */
function addRun(view: GrowingView, spelt: string, start: number): void {
  const from = makeRoom(view, spelt.length);
  for (let unit = 0; unit < spelt.length; unit += 1) {
    view.starts[from + unit] = start + unit;
    view.ends[from + unit] = start + unit + 1;
  }
  view.text += spelt;
}

/** Where the next units go. */
function makeRoom(view: GrowingView, length: number): number {
  const from = view.text.length;
  if (from + length > view.starts.length) {
    view.starts = grown(view.starts, from + length);
    view.ends = grown(view.ends, from + length);
  }
  return from;
}

function grown(places: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length * 2);
  larger.set(places);
  return larger;
}
