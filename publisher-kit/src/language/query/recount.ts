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

/** "A bigger one" than for four is for six. */
const DEGREES: readonly (readonly [said: RegExp, by: number])[] = [
  [/\b(?:bigger|larger|more (?:space|room|people))\b/i, 2],
  [/\bsmaller\b/i, -1],
];

/** The number that a turn asks for in place of the old one. */
function countFor(text: string, old: string | undefined): string | undefined {
  const count = countIn(text);
  if (count !== undefined || old === undefined || !PEOPLE.test(old)) return count;
  const by = DEGREES.find(([said]) => said.test(text))?.[1];
  return by === undefined ? undefined : String(Math.max(1, Number.parseInt(old, 10) + by));
}

export function recountedWords(text: string, words: readonly string[]): string[] {
  const old = words[placeIn(words)];
  const count = countFor(text, old);
  if (count === undefined || old === undefined) return [];
  return [PEOPLE.test(old) ? `${count}-person` : count];
}

export function withoutCount(text: string, words: readonly string[]): string[] {
  const place = placeIn(words);
  const at = countFor(text, words[place]) === undefined ? -1 : place;
  return words.filter((_word, from) => from !== at);
}
