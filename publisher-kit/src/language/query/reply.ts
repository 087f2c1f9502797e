import type { ChatTurn } from "../../types.ts";
import { isStopWord } from "./filler.ts";
import { bareWord, isProductWord, singular, tellingWords, wordsOf } from "./words.ts";

/** What a turn takes over from what was said before it: a choice, a place in a list, a name. */

const TEXT_MAX = 1_000;
/** Longer parts of a sentence are no names of things. */
const ITEM_WORDS_MAX = 4;
/** Longer texts tell more than what there is to choose from. */
const LISTING_MAX = 160;
const NAMED_WORDS_MAX = 6;
const LISTS_BACK = 4;

const ORDINALS = [
  /\b(?:first|1st)(?: one)?\b|\b(?:number|no\.?|option|#) ?(?:1|one)\b/i,
  /\b(?:second|2nd)(?: one)?\b(?! hand)|\b(?:number|no\.?|option|#) ?(?:2|two)\b/i,
  /\b(?:third|3rd)(?: one)?\b|\b(?:number|no\.?|option|#) ?(?:3|three)\b/i,
  /\b(?:fourth|4th)(?: one)?\b|\b(?:number|no\.?|option|#) ?(?:4|four)\b/i,
  /\b(?:fifth|5th)(?: one)?\b|\b(?:number|no\.?|option|#) ?(?:5|five)\b/i,
];
const LAST = /\b(?:the last|last one|latter)\b(?! (?:week|month|year|night|time|longe\w+))/i;
const FORMER = /\bthe former\b/i;

const BULLET = /^\s*(?:\d{1,2}[.)]|[-*•])\s+(.{2,120})$/gm;
const CHOICE = /\s*(?:[,;:]|\bor\b|\band\b|\bvs\.?|\bversus\b|\/)\s*/i;

/** The things that a text lists: its numbered or bulleted lines, else the parts of "A, B or C". */
export function itemsOf(text: string): string[][] {
  const open = text.slice(0, TEXT_MAX);
  const lines = [...open.matchAll(BULLET)].map(([, line = ""]) => nameOf(line));
  if (lines.length > 1) return lines.map((line) => tellingWords(line));
  const items: string[][] = [];
  if (open.length > LISTING_MAX) return items;
  for (const sentence of open.split(/(?<=[.!?])\s+|\n+/)) {
    if (!/,|\b(?:or|and|vs|versus)\b|\//i.test(sentence)) continue;
    const parts = sentence.split(CHOICE);
    const names = parts.map(properName).filter((name) => name.length > 0);
    const all = names.length > 1 ? names : parts.map((part) => tellingWords(part, true));
    const named = all.filter(({ length }) => length > 0 && length <= ITEM_WORDS_MAX);
    if (named.length > 1) items.push(...named);
  }
  return items;
}

/** "Good choices are the Calyx Slate 14": the words from a name on, up to what is said of it. */
function properName(part: string): string[] {
  const words = wordsOf(part.trim());
  const from = words.findIndex(
    (word, at) => (at > 0 || !isStopWord(bareWord(word))) && isName(word),
  );
  if (from < 0 || (from === 0 && words.length === 1 && !/[A-Z]/.test(part))) return [];
  const name = words.slice(from);
  const end = name.findIndex((word) => isStopWord(bareWord(word)));
  return tellingWords(name.slice(0, end < 0 ? name.length : end).join(" "));
}

const isName = (word: string): boolean => /^[A-Z][\w&'-]*[.,!?]?$/.test(word);

/** What the assistant listed last; a place in a list may be named turns after it. */
export function listedBefore(before: readonly ChatTurn[]): string[][] {
  const lists = listsBefore(before);
  return lists.find(isNames) ?? lists[0] ?? [];
}

/** A turn is looked at once for each turn after it. Weak: nothing of a talk outlives it. */
const itemsOfTurns = new WeakMap<ChatTurn, string[][]>();

function itemsIn(turn: ChatTurn): string[][] {
  const known = itemsOfTurns.get(turn);
  if (known !== undefined) return known;
  const items = itemsOf(turn.text);
  itemsOfTurns.set(turn, items);
  return items;
}

/** The lists of the assistant, the last one first. */
export function listsBefore(before: readonly ChatTurn[]): string[][][] {
  const answers = before.filter(({ role }) => role === "assistant").slice(-LISTS_BACK);
  return answers.toReversed().map(itemsIn);
}

export const isNames = (items: readonly string[][]): boolean =>
  items.length > 1 && items.every(([first = ""]) => isName(first));

const HAS_ALREADY = /\b(?:already (?:have|own|got|tried)|(?:i|we)(?:'ve)? (?:had|tried|own))\b/i;

/** The one name of a list that a text has and does not rule out. */
export function listedName(
  text: string,
  listed: readonly string[][],
  exclude: readonly string[] = [],
): string[] | undefined {
  if (!isNames(listed) || HAS_ALREADY.test(text)) return undefined;
  const named = namedItem(wordsOf(text), listed, text);
  const isOut = named?.some((word) => exclude.some((out) => wordsOf(out).includes(bareWord(word))));
  return isOut === true ? undefined : named;
}

const POINTS_TO_KIND =
  /\b(?:one of (?:those|these|them)|(?:those|these|that kind|that type) then)\b/i;

/** "OK, one of those": the kind of the thing that the assistant spoke of, "a bridge camera". */
export function variantOf(
  text: string,
  before: readonly ChatTurn[],
  words: readonly string[],
): string[] {
  if (!POINTS_TO_KIND.test(text)) return [];
  const things = new Set(words.filter(isProductWord).map((word) => singular(bareWord(word))));
  for (const { role, text: said } of before.toReversed()) {
    if (role !== "assistant") continue;
    const spoken = wordsOf(said.slice(0, LISTING_MAX));
    const at = spoken.findIndex((word) => things.has(singular(bareWord(word))));
    const from = spoken
      .slice(0, Math.max(0, at))
      .findLastIndex((word) => isStopWord(bareWord(word)));
    if (at - from - 1 > 0 && at - from <= ITEM_WORDS_MAX) {
      return tellingWords(spoken.slice(from + 1, at).join(" "));
    }
  }
  return [];
}

const OTHER_BRAND = /\b(?:not that|(?:an)?other|different) (?:brand|make)s?\b/i;
const OTHER_NAME = new RegExp(
  "\\b(?:not that one|another one|(?:any|the) others?|other ones?|something else" +
    "|an alternative|alternatives)\\b",
  "i",
);

export const isOtherBrand = (text: string): boolean => OTHER_BRAND.test(text);

/** Whether the product that was spoken of is not the one. */
export const asksForOtherName = (text: string): boolean =>
  isOtherBrand(text) || OTHER_NAME.test(text);

/** "With a timer?": what a reader gets who says yes to it. */
const OFFERS =
  /^(?:with|in|for|shall we (?:start|begin) with) [^?]{2,40}\?$|^an? [^?]{2,30} one\?$/i;
const YES = /^(?:yes|yeah|yep|yup|ye|sure|ok(?:ay)?|please)\b/i;
const OFFERED_MAX = 3;

export function acceptedWords(text: string, answer: ChatTurn | undefined): string[] {
  if (answer?.role !== "assistant" || !YES.test(text.trim())) return [];
  const sentences = answer.text.trim().split(/(?<=[.!?])\s+/);
  const last = sentences.at(-1) ?? "";
  if (!OFFERS.test(last) || /\bor\b/i.test(last)) return [];
  const offered = last.replace(/^shall we (?:start|begin) with/i, "");
  return tellingWords(offered, true).slice(0, OFFERED_MAX);
}

/** The name on a line of a list stands before its price or description. */
const nameOf = (line: string): string =>
  line
    .replace(/\*\*/g, "")
    .split(/\s[-–—]\s|[:(,]|\s(?=[$€£]\s?\d)|\sat\s(?=[$€£\d])/)[0]
    ?.trim() ?? "";

/** "Got the first": the one is another. */
const HAS_THAT = new RegExp(
  "\\b(?:got|have|had|own|tried|not|skip|except|bar|without) (?:the |number )" +
    "(?:first|second|third|fourth|fifth|last|[1-5])(?: one)?\\b",
  "gi",
);

/** The item of a list that "the second one" points to. */
export function ordinalItem(said: string, items: readonly string[][]): string[] | undefined {
  if (items.length < 2) return undefined;
  const text = said.replace(HAS_THAT, " ");
  if (LAST.test(text)) return items.at(-1);
  if (FORMER.test(text)) return items[0];
  const at = ORDINALS.findIndex((ordinal) => ordinal.test(text));
  return at < 0 ? undefined : items[at];
}

/** The one item that some of the words name; none where several have them. */
export function namedItem(
  words: readonly string[],
  items: readonly string[][],
  text = "",
): string[] | undefined {
  const plain = (phrase: string) =>
    ` ${phrase
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, " ")
      .trim()} `;
  const whole = items.filter((item) => plain(text).includes(plain(item.join(" "))));
  if (whole.length === 1) return whole[0];
  const said = words.map((word) => singular(bareWord(word))).filter((word) => word.length > 2);
  const fitting = items.filter((item) =>
    item.some((word) => said.some((one) => bareWord(word).split("-").map(singular).includes(one))),
  );
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** The label behind a cited offer, in any language, with who pays: "(Ad · Deskbound Supply)". */
const LABEL = /\([^()·]{1,24} · ([^()]{1,60})\)/g;
const QUOTED = /["\u201c]([^"\u201d]{3,80})["\u201d]/g;
/** Two to seven capitalised words, not at the start of a sentence: "the Motorcraft YG357". */
const NAMED = /(?<![.!?]\s|^)\b[A-Z][\w&'-]{0,24}(?: [A-Z0-9][\w&'-]{0,24}){1,6}/g;

/** What the assistant named last: a title in quotes or a name in capitals, if it is one only. */
export function namedBy(previous: readonly ChatTurn[]): string[] {
  for (const turn of previous.toReversed()) {
    const { role, text } = turn;
    if (role !== "assistant") continue;
    if (isNames(itemsIn(turn))) return [];
    const open = text.slice(0, TEXT_MAX);
    const quoted = open.match(QUOTED)?.map((name) => name.slice(1, -1));
    // "16 GB RAM" is no name.
    const names = quoted ?? open.match(NAMED)?.filter((name) => /[A-Z][a-z]/.test(name));
    const [name, ...others] = new Set(names);
    if (name === undefined) continue;
    const isPayer = [...open.matchAll(LABEL)].some(([, payer]) => payer === name);
    return isPayer || others.length > 0 ? [] : tellingWords(name).slice(0, NAMED_WORDS_MAX);
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
