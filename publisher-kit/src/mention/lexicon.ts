import { PRAISE_CLASSES } from "./lexicon-praise.ts";
import { OTHER_CLASSES } from "./lexicon-rest.ts";

/**
 * The words that carry how an answer speaks of a thing, by class. What the scorer learns of a class
 * holds for words no training answer has. A class is its name and its words and phrases, parted by
 * commas; a line that begins with a space goes on. Inflected forms are found by their stem.
 */

/** No phrase has more words. */
export const PHRASE_MAX = 6;

let known: Map<string, string> | undefined;

function book(): Map<string, string> {
  if (known !== undefined) return known;
  known = new Map();
  let name = "";
  for (const line of `${PRAISE_CLASSES}${OTHER_CLASSES}`.split("\n")) {
    const [, title, words = ""] = /^(?:([A-Z]+): | )?(.*?),?$/.exec(line) ?? [];
    name = title ?? name;
    for (const word of words.split(",")) if (word !== "") known.set(word, name);
  }
  return known;
}

/** The class of a word or phrase, as written or by its stem; nothing for words of other matters. */
export function classOf(phrase: string): string | undefined {
  const words = book();
  const exact = words.get(phrase);
  if (exact !== undefined || phrase.length < 4) return exact;
  const space = phrase.indexOf(" ");
  const first = space < 0 ? phrase : phrase.slice(0, space);
  const rest = space < 0 ? "" : phrase.slice(space);
  for (const stem of stemsOf(first)) {
    const found = words.get(stem + rest);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What a word may be a form of. */
export function stemsOf(word: string): string[] {
  const cut = /^(.{2,}?)(?:s|es|ed|d|ing|ly)$/.exec(word);
  if (cut === null || word.endsWith("ss")) return [];
  const stems: string[] = [];
  for (const ending of ["s", "es", "ed", "d", "ing", "ly"]) {
    if (!word.endsWith(ending)) continue;
    const stem = word.slice(0, -ending.length);
    if (stem.length < 2) continue;
    stems.push(stem);
    if (ending === "ing") stems.push(`${stem}e`);
    if (/([bdgklmnprt])\1$/.test(stem)) stems.push(stem.slice(0, -1));
    if (stem.endsWith("i")) stems.push(`${stem.slice(0, -1)}y`);
  }
  return stems;
}
