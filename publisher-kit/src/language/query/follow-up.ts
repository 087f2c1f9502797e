import type { ChatTurn } from "../../types.ts";
import { isModifier } from "./attributes.ts";
import { removePrivateData } from "./private-data.ts";
import { bareWord, isProductWord, TOKENS_MAX, tellingWords, wordsOf } from "./words.ts";

/** How many earlier turns a follow-up may take its product from. */
const CARRY_TURNS_MAX = 8;
/** Longer turns stand on their own. */
const OWN_WORDS_MAX = 5;
/** How much of what was talked about comes along. */
const CARRIED_WORDS_MAX = 6;

/** Words that point back at what was talked about, even beside a product: "other books". */
const POINTS_BACK =
  /\b(?:this|these|those|similar|others?|else|such|topic|another|instead|alternatives?)\b/i;
/** How a reader says what the talk is about. */
const ASKS = /look\w* (?:for|to)|interested|need|want (?:a|an|some|the) |want to/i;

const QUOTED = /["\u201c]([^"\u201d]{3,80})["\u201d]/;
/** Two to seven capitalised words, not at the start of a sentence: "the Motorcraft YG357". */
const NAMED = /(?<![.!?]\s|^)\b[A-Z][\w&'-]{0,24}(?: [A-Z0-9][\w&'-]{0,24}){1,6}/;

/** What a turn of the reader says when read alone. */
export type ReadPhrase = (text: string) => string;

/**
 * The words of a follow-up with the product that was talked about: what the assistant named last,
 * with the kind of thing the reader asked for, else the reader's own words.
 *
 * **Source** chosen on one half of the dialogues of CoSRec (78 follow-ups; token F1 0.46 without);
 * the other half confirms it: `npm run eval -- query`.
 */
export function withCarried(
  own: readonly string[],
  text: string,
  talk: { previous: readonly ChatTurn[]; read: ReadPhrase },
): string[] {
  if (own.length > OWN_WORDS_MAX) return [...own];
  const namesProduct = own.some(isProductWord);
  if (namesProduct && !POINTS_BACK.test(text) && !continues(text)) return [...own];
  const recent = talk.previous.slice(-CARRY_TURNS_MAX);
  const secrets = privateWordsOf(recent);
  const topic = topicOf(recent, talk.read);
  const named = namedBy(recent).slice(0, CARRIED_WORDS_MAX);
  const kind = namesProduct ? undefined : topic.findLast(isProductWord);
  const carried =
    named.length > 0
      ? [...named, ...(kind === undefined ? [] : [kind])]
      : topic.slice(0, CARRIED_WORDS_MAX);
  const open = carried.filter((word) => !secrets.has(bareWord(word)));
  return withoutRepeats([...own, ...open]).slice(0, TOKENS_MAX);
}

/** Whether words typed into a talk say only how the thing should be: "in blue", "size 10". */
export function isOnlyModifiers(words: readonly string[]): boolean {
  return words.every((word) => isModifier(bareWord(word)));
}

/** How a turn goes on with the same thing: "ok and with wheels?", "waterproof if possible". */
const CONTINUES = new RegExp(
  "^((?:ok(?:ay)?|yes|yeah|no|hmm|well|and|but|also|so|maybe|great|thanks" +
    "|perfect)[,.!]? ){0,3}(?:with|without|in|only|just|preferably|ideally|not|but" +
    "|same)\\b|\\b(?:if possible|if you have|as well|too|though|instead)[ .!?]*$",
  "i",
);

export function continues(text: string): boolean {
  return CONTINUES.test(text.trim());
}

/** Whether a turn speaks of what was talked about, even if it names a product itself. */
export function pointsBack(text: string): boolean {
  return POINTS_BACK.test(text);
}

/** Whether a few words answer what the assistant asked: "size 10 wide" after "What size?". */
export function isAnswer(q: string, previous: readonly ChatTurn[]): boolean {
  const last = previous.at(-1);
  if (last?.role !== "assistant" || !last.text.trim().endsWith("?")) return false;
  const words = wordsOf(q);
  return words.length <= OWN_WORDS_MAX && !words.some(isProductWord);
}

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
export function tellsWho(q: string, previous: readonly ChatTurn[]): boolean {
  const last = previous.at(-1);
  return last?.role === "assistant" && ASKS_WHO.test(last.text) && !wordsOf(q).some(isProductWord);
}

/** The latest turn in which the reader asked for a product, else the first that asks at all. */
function topicOf(previous: readonly ChatTurn[], read: ReadPhrase): string[] {
  const users = previous.filter(({ role }) => role === "user").map(({ text }) => text);
  const asking = users.filter((text) => ASKS.test(text));
  const phraseOf = (text: string | undefined) =>
    text === undefined ? [] : tellingWords(read(text), true);
  const naming = asking.findLast((text) => phraseOf(text).some(isProductWord));
  return phraseOf(naming ?? asking[0] ?? users[0]);
}

/** What the assistant named last: a title in quotes or a name in capitals. */
function namedBy(previous: readonly ChatTurn[]): string[] {
  for (const { role, text } of previous.toReversed()) {
    if (role !== "assistant") continue;
    const open = removePrivateData(text.slice(0, 1_000));
    const name = QUOTED.exec(open)?.[1] ?? NAMED.exec(open)?.[0];
    if (name !== undefined) return tellingWords(name);
  }
  return [];
}

/** An assistant that greets by name must not bring back the name that was taken out. */
export function privateWordsOf(previous: readonly ChatTurn[]): Set<string> {
  const secrets = new Set<string>();
  for (const { role, text } of previous) {
    if (role !== "user") continue;
    const open = new Set(wordsOf(removePrivateData(text)).map(bareWord));
    for (const word of wordsOf(text).map(bareWord)) if (!open.has(word)) secrets.add(word);
  }
  return secrets;
}

function withoutRepeats(words: readonly string[]): string[] {
  const seen = new Set<string>();
  return words.filter((word) => {
    const bare = bareWord(word);
    if (seen.has(bare)) return false;
    seen.add(bare);
    return true;
  });
}
