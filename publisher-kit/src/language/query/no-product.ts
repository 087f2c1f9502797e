import { hasFlag, productStrength } from "../lexicon.ts";
import { SERVICE } from "../word-flags.ts";
import { ofLetters } from "./clues.ts";

const WORD = ofLetters(() => "[\\p{L}\\p{N}'-]+", "gu");
const wordsIn = (text: string): string[] => text.toLowerCase().match(WORD(text)) ?? [];

/** Words after the head only place it: "plumber near me", "weather tomorrow in boston". */
const PLACING = new Set(
  (
    "near for to from of in on at by with about between after before when until without that who " +
    "which during starting like as because if whenever today tonight tomorrow yesterday now this " +
    "next open opening hours nearby online causes prices price cost check"
  ).split(" "),
);

const RATHER_SHOPPING =
  "(?!.*\\b(?:best|good|better|great|recommend\\w*|suggest\\w*|cheap\\w*|top|popular|price\\w*" +
  "|buy|get|order|purchase|sells?|sold|stock|cost|costs|available|offer|your|any|some)\\b)";

const QUESTIONS = [
  `(?:who|whose|whom|why|when)\\b${RATHER_SHOPPING}`,
  `how (?:to|do|does|did|is|are|can|long|tall|far|old|deep|fast|many|often|come)` +
    `\\b${RATHER_SHOPPING}`,
  `how much (?:is|are) my\\b${RATHER_SHOPPING}`,
  `what(?:'s)? (?!do (?:i|we) need\\b)(?:is|are|was|were|does|do|did|causes|happens` +
    `|happened|time|year|day|language|country|goes)\\b${RATHER_SHOPPING}`,
  `(?:is|are|was|were|will|should|am|do|does|did) (?:it|he|she|they|i|the|my)\\b${RATHER_SHOPPING}`,
  "(?:explain|define|translate|summari[sz]e|solve|calculate|conjugate|rhymes?|pronounce)\\b",
  "write (?:a|an|me|the|my)\\b",
  "tell me (?:a|about the|who|why|when|how)\\b",
  "(?:cancel|reset|delete|track|unsubscribe|change|resign|download|negotiate|register|adopt|rent" +
    "|lease|book) (?:from|my|your|the|a|an|higher)\\b",
  `are you (?:a|an|the|there|real|human|ok|okay|alive|happy|sure)\\b${RATHER_SHOPPING}`,
  "(?:i feel|i am so|i'm so|never ?mind|that was|not sure|no idea)\\b",
];

let questions: RegExp | undefined;

/**
 * Whether words ask for knowledge, a service or a place instead of a thing. Words that hold a sure
 * product never do: "why is my kettle loud" may be answered with kettles.
 */
export function asksForNoProduct(text: string): boolean {
  const words = wordsIn(text);
  if (words.length === 0 || words.some((word) => productStrength(word) === 2)) return false;
  // "Why we sleep book" is a book, whatever stands before it.
  if (productStrength(words.at(-1) ?? "") > 0) return false;
  if (words.length > 1 && isNoProduct(headOf(words))) return true;
  questions ??= new RegExp(`^(?:so|and|but|ok|okay|well|please)? ?(?:${QUESTIONS.join("|")})`);
  return questions.test(words.join(" "));
}

const ASKS_OR_NEEDS =
  /\?|\b(?:what|whats|when|how|where|why|who|need|book|find|want|tell|is|are|my|thanks|help)\b/i;

/** Whether a turn of a talk ends with something else: "thanks! what's the weather in Rome?". */
export function isAboutNoProduct(text: string): boolean {
  const last = text.trim().replace(/^.*[.!?]\s+/s, "");
  // "Electric, variable temperature, for tea" lists wishes.
  if (last.includes(",") && !ASKS_OR_NEEDS.test(last)) return false;
  const words = wordsIn(last);
  return words.length > 1 && words.length < 12 && isNoProduct(headOf(words));
}

/** The last word before the first that only places or describes it. */
function headOf(words: readonly string[]): string {
  const placing = words.findIndex((word, index) => index > 0 && PLACING.has(word));
  return words.at(placing < 0 ? -1 : placing - 1) ?? "";
}

/**
 * A query is about what no shop puts in a parcel when that is the head of the phrase ("flight to
 * paris", not "flight jacket") and nothing in the words is surely a product.
 */
const isNoProduct = (head: string): boolean =>
  hasFlag(head, SERVICE) || (head.endsWith("s") && hasFlag(head.slice(0, -1), SERVICE));
