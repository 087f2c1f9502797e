import type { Span, View } from "./view.ts";
import { spanOf } from "./view.ts";

/**
 * The words of a view with one space before and after each, so that rules need not care for
 * punctuation: what ends a sentence is the word ".", a comma ",", a colon ":". Apostrophes inside a
 * word are dropped.
 */
export interface Words {
  readonly text: string;
  /** Where each word begins in `text`. */
  readonly places: readonly number[];
  /** Where each word begins and ends in the view. */
  readonly from: readonly number[];
  readonly to: readonly number[];
}

const WORD =
  /[\p{L}\p{N}_][\p{L}\p{M}\p{N}_']*|[.!?;\n\u2026\u061f]+|[,\u060c\u3001]|[:\u2013\u2014]/gu;

export function wordsOf(view: View): Words {
  const words = [" "];
  const places: number[] = [];
  const from: number[] = [];
  const to: number[] = [];
  let length = 1;
  const add = (word: string, start: number, end: number) => {
    places.push(length);
    from.push(start);
    to.push(end);
    words.push(word, " ");
    length += word.length + 1;
  };
  // The start of a text is the start of a sentence.
  add(".", 0, 0);
  WORD.lastIndex = 0;
  for (let found = WORD.exec(view.text); found !== null; found = WORD.exec(view.text)) {
    add(spelt(found[0]), found.index, WORD.lastIndex);
  }
  add(".", view.text.length, view.text.length);
  return { text: words.join(""), places, from, to };
}

const MARKS: ReadonlyMap<string, string> = new Map(
  [...".!?;\n\u2026\u061f"]
    .map((mark): [string, string] => [mark, "."])
    .concat([...",\u060c\u3001"].map((mark) => [mark, ","]))
    .concat([...":\u2013\u2014"].map((mark) => [mark, ":"])),
);

function spelt(word: string): string {
  const mark = MARKS.get(word.charAt(0));
  if (mark !== undefined) return mark;
  return word.includes("'") ? word.replaceAll("'", "") || "'" : word;
}

/** Where a match in the words, from the word with this number on, lies in the given text. */
export function spanOfMatch(view: View, words: Words, first: number, endPlace: number): Span {
  let last = first;
  while ((words.places[last + 1] ?? Number.POSITIVE_INFINITY) < endPlace) last += 1;
  return spanOf(view, words.from[first] ?? 0, words.to[last] ?? 0);
}
