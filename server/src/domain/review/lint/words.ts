import type { Span, View } from "./view.ts";
import { spanOf } from "./view.ts";

/**
 * The words of a view with one space before and after each, so that rules need not care for
 * punctuation: what ends a sentence is the word ".", a comma ",", a colon ":". Apostrophes inside a
 * word are dropped.
 */
export interface Words {
  readonly text: string;
  readonly list: readonly string[];
  /** Where each word begins in `text`. */
  readonly places: readonly number[];
  /** Where each word begins and ends in the view. */
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** What a character is to the words. */
const UNKNOWN = 0;
const NOTHING = 1;
/** Begins a word or goes on with it. */
const LETTER = 2;
/** Only goes on. */
const JOINT = 3;
const STOP = 4;
const COMMA = 5;
const COLON = 6;

/** Filled as characters are met: to ask a pattern for every character took most of the time. */
const kinds = new Uint8Array(65_536);

function kindOf(character: string): number {
  const code = character.charCodeAt(0);
  const known = character.length === 1 ? (kinds[code] ?? UNKNOWN) : UNKNOWN;
  if (known !== UNKNOWN) return known;
  const kind = lookedUp(character);
  if (character.length === 1) kinds[code] = kind;
  return kind;
}

function lookedUp(character: string): number {
  if (/[\p{L}\p{N}_]/u.test(character)) return LETTER;
  if (/[\p{M}']/u.test(character)) return JOINT;
  if (/[.!?;\n\u2026\u061f]/u.test(character)) return STOP;
  if (/[,\u060c\u3001]/u.test(character)) return COMMA;
  return /[:\u2013\u2014]/u.test(character) ? COLON : NOTHING;
}

function characterAt(text: string, index: number): string {
  const code = text.charCodeAt(index);
  const isPair = code >= 0xd800 && code < 0xdc00;
  return isPair ? String.fromCodePoint(text.codePointAt(index) ?? code) : text.charAt(index);
}

/** Where the run of characters of these kinds ends. */
function endOfRun(text: string, start: number, first: number, second: number): number {
  let end = start;
  while (end < text.length) {
    const character = characterAt(text, end);
    const kind = kindOf(character);
    if (kind !== first && kind !== second) break;
    end += character.length;
  }
  return end;
}

export function wordsOf({ text }: View): Words {
  const list: string[] = [];
  const places: number[] = [];
  const from: number[] = [];
  const to: number[] = [];
  let length = 1;
  const add = (word: string, start: number, end: number) => {
    places.push(length);
    from.push(start);
    to.push(end);
    list.push(word);
    length += word.length + 1;
  };
  // The start of a text is the start of a sentence.
  add(".", 0, 0);
  for (let index = 0; index < text.length; ) {
    const character = characterAt(text, index);
    const kind = kindOf(character);
    let end = index + character.length;
    if (kind === LETTER) {
      end = endOfRun(text, index, LETTER, JOINT);
      add(withoutApostrophes(text.slice(index, end)), index, end);
    } else if (kind === STOP) {
      end = endOfRun(text, index, STOP, STOP);
      add(".", index, end);
    } else if (kind === COMMA) add(",", index, end);
    else if (kind === COLON) add(":", index, end);
    index = end;
  }
  add(".", text.length, text.length);
  return { text: ` ${list.join(" ")} `, list, places, from, to };
}

function withoutApostrophes(word: string): string {
  return word.includes("'") ? word.replaceAll("'", "") : word;
}

/** Where a match in the words, from the word with this number on, lies in the given text. */
export function spanOfMatch(view: View, words: Words, first: number, endPlace: number): Span {
  let last = first;
  while ((words.places[last + 1] ?? Number.POSITIVE_INFINITY) < endPlace) last += 1;
  return spanOf(view, words.from[first] ?? 0, words.to[last] ?? 0);
}
