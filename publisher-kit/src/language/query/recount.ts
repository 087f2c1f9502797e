import { figureOf, NUMBER } from "./figures.ts";

/** A new number of people or pieces for the old one: "make that four", "no wait, for six hens". */
const RECOUNTED = new RegExp(
  "\\b(?:make (?:it|that)|actually|(?:no|wait|sorry)[, ]+(?:wait[, ]+)?(?:for|i meant?)" +
    "|(?:and|but|then) for|^for|i meant?|rather)[, ]+(?:for )?" +
    `${NUMBER}(?![\\w.,]*\\d)` +
    "(?! ?(?:k|%|hundred|thousand|grand|dollars?|bucks|quid|euros?|pounds?|of)\\b)",
  "i",
);
const PEOPLE = /^\d{1,2}-person$/;

const countIn = (text: string): string | undefined => {
  const count = RECOUNTED.exec(text.toLowerCase())?.[1];
  return count === undefined ? undefined : figureOf(count);
};

/** Where the number stands that a new one replaces: behind "for", or the people of a tent. */
const placeIn = (words: readonly string[]): number =>
  words.findIndex(
    (word, at) => PEOPLE.test(word) || (/^for$/i.test(words[at - 1] ?? "") && /^\d+$/.test(word)),
  );

export function recountedWords(text: string, words: readonly string[]): string[] {
  const count = countIn(text);
  const old = words[placeIn(words)];
  if (count === undefined || old === undefined) return [];
  return [PEOPLE.test(old) ? `${count}-person` : count];
}

export function withoutCount(text: string, words: readonly string[]): string[] {
  const at = countIn(text) === undefined ? -1 : placeIn(words);
  return words.filter((_word, place) => place !== at);
}
