import type { ChatTurn } from "../../types.ts";
import { removePrivateData } from "./private-data.ts";
import { bareWord, isProductWord, singular, tellingWords, wordsOf } from "./words.ts";

/** What a turn takes over from what was said before it: a choice, a place in a list, a name. */

const TEXT_MAX = 1_000;
/** Longer parts of a sentence are no names of things. */
const ITEM_WORDS_MAX = 4;
/** Longer texts tell more than what there is to choose from. */
const LISTING_MAX = 160;
const NAMED_WORDS_MAX = 6;

const ORDINALS = [
  /\b(?:first|1st)(?: one)?\b|\b(?:number|no\.?|option|#) ?(?:1|one)\b/i,
  /\b(?:second|2nd)(?: one)?\b(?! hand)|\b(?:number|no\.?|option|#) ?(?:2|two)\b/i,
  /\b(?:third|3rd)(?: one)?\b|\b(?:number|no\.?|option|#) ?(?:3|three)\b/i,
  /\b(?:fourth|4th)(?: one)?\b|\b(?:number|no\.?|option|#) ?(?:4|four)\b/i,
  /\b(?:fifth|5th)(?: one)?\b|\b(?:number|no\.?|option|#) ?(?:5|five)\b/i,
];
const LAST = /\b(?:the )?(?:last|latter)(?: one)?\b(?! (?:week|month|year|night|time))/i;
const FORMER = /\bthe former\b/i;

const BULLET = /^\s*(?:\d{1,2}[.)]|[-*•])\s+(.{2,120})$/gm;
const CHOICE = /\s*(?:[,;:]|\bor\b|\band\b|\bvs\.?|\bversus\b|\/)\s*/i;

/** The things that a text lists: its numbered or bulleted lines, else the parts of "A, B or C". */
export function itemsOf(text: string): string[][] {
  const open = removePrivateData(text.slice(0, TEXT_MAX));
  const lines = [...open.matchAll(BULLET)].map(([, line = ""]) => nameOf(line));
  if (lines.length > 1) return lines.map((line) => tellingWords(line));
  const items: string[][] = [];
  if (open.length > LISTING_MAX) return items;
  for (const sentence of open.split(/(?<=[.!?])\s+|\n+/)) {
    if (!/,|\b(?:or|and|vs|versus)\b|\//i.test(sentence)) continue;
    const parts = sentence.split(CHOICE).map((part) => tellingWords(part, true));
    const named = parts.filter(({ length }) => length > 0 && length <= ITEM_WORDS_MAX);
    if (named.length > 1) items.push(...named);
  }
  return items;
}

/** The name on a line of a list stands before its price or description. */
const nameOf = (line: string): string =>
  line
    .replace(/\*\*/g, "")
    .split(/\s[-–—]\s|[:(,]|\s(?=[$€£]\s?\d)|\sat\s(?=[$€£\d])/)[0]
    ?.trim() ?? "";

/** The item of a list that "the second one" points to. */
export function ordinalItem(text: string, items: readonly string[][]): string[] | undefined {
  if (items.length < 2) return undefined;
  if (LAST.test(text)) return items.at(-1);
  if (FORMER.test(text)) return items[0];
  const at = ORDINALS.findIndex((ordinal) => ordinal.test(text));
  return at < 0 ? undefined : items[at];
}

/** The one item that some of the words name; none where several have them. */
export function namedItem(
  words: readonly string[],
  items: readonly string[][],
): string[] | undefined {
  const said = words.map((word) => singular(bareWord(word))).filter((word) => word.length > 2);
  const fitting = items.filter((item) =>
    item.some((word) => said.some((one) => bareWord(word).split("-").map(singular).includes(one))),
  );
  return fitting.length === 1 ? fitting[0] : undefined;
}

const QUOTED = /["\u201c]([^"\u201d]{3,80})["\u201d]/g;
/** Two to seven capitalised words, not at the start of a sentence: "the Motorcraft YG357". */
const NAMED = /(?<![.!?]\s|^)\b[A-Z][\w&'-]{0,24}(?: [A-Z0-9][\w&'-]{0,24}){1,6}/g;

/** What the assistant named last: a title in quotes or a name in capitals, if it is one only. */
export function namedBy(previous: readonly ChatTurn[]): string[] {
  for (const { role, text } of previous.toReversed()) {
    if (role !== "assistant") continue;
    const open = removePrivateData(text.slice(0, TEXT_MAX));
    const quoted = open.match(QUOTED)?.map((name) => name.slice(1, -1));
    // "16 GB RAM" is no name.
    const names = quoted ?? open.match(NAMED)?.filter((name) => /[A-Z][a-z]/.test(name));
    const [name] = new Set(names);
    if (name !== undefined) return tellingWords(name).slice(0, NAMED_WORDS_MAX);
  }
  return [];
}

export const asksSomething = (last: ChatTurn | undefined): boolean =>
  last?.role === "assistant" && last.text.trim().endsWith("?");

/** "May I have your name?": whatever answers that is private. */
const ASKS_WHO = new RegExp(
  "\\b(?:your|the|delivery|shipping|billing) (?:full |first |last |e-?mail |phone " +
    "|home |street |postal |delivery |shipping )*(?:names?|address|e-?mail" +
    "|phone(?: number)?|number|post ?code|zip(?: code)?|birth(?:day| ?date)|date of birth" +
    "|account|details)\\b[^.!?]{0,60}\\?|\\b(?:who (?:am i|is this|are you)|whom?" +
    "|where should (?:it|we|i)|where do you live|what should (?:we" +
    "|i) call)\\b[^.!?]{0,60}\\?",
  "i",
);

/** Whether a turn answers who or where the reader is; a product in it makes it more than that. */
export function tellsWho(q: string, last: ChatTurn | undefined): boolean {
  return last?.role === "assistant" && ASKS_WHO.test(last.text) && !wordsOf(q).some(isProductWord);
}
