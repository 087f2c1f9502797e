import type { ChatTurn, IntentResult } from "../../types.ts";
import { endsNeed } from "../query/ending.ts";
import { continuesNeed } from "../query/need.ts";
import { weigh } from "./evidence.ts";
import { featuresOf } from "./features.ts";
import { INTENT_MODEL } from "./generated/intent.ts";
import { isForeign } from "./language.ts";
import { type LinearModel, marginOf, unpackModel } from "./model.ts";
import { silenceOf } from "./sensitive.ts";
import { talkBefore } from "./talk.ts";

export type { ChatTurn, IntentResult } from "../../types.ts";

/** What the rules alone would call an ask; where the model disagrees, the reasons say so. */
const RULES_TOTAL = 2.6;

/** Log-odds above the threshold of an ask that is answered although the turn may be sensitive. */
export const SURE_MARGIN = 1.6;
/** The rules say so, too: "I am looking for a tent" leaves no doubt. */
export const SURE_TOTAL = 3.7;
/** The same of an earlier ask that a turn goes on with. */
const CLEAR_MARGIN = 0.25;

/**
 * Whether product cards would be welcome beside this turn: phrase rules, a product lexicon and a
 * small linear model over both and the words. Pure, no network, and linear in the length of the
 * text. A sensitive situation, in this turn or before it, wins over every score; where there may be
 * one, only a sure ask counts. It reads English: a turn in another language is never shopping, with
 * the reason `language`.
 *
 * Units: `score` from 0 to 1, 0.5 being the threshold.
 * Shape: `reasons` are codes of rules, never words of the reader.
 */
export function detectIntent(text: string, previous: readonly ChatTurn[] = []): IntentResult {
  const silence = silenceOf(text, previous);
  if (silence === "sensitive") return no("sensitive", true);
  const evidence = weigh(text);
  if (evidence.text === "") return no("empty", false);
  if (isForeign(evidence.tokens)) return no("language", false);
  const talk = talkBefore(previous);
  const margin = intentMarginOf(featuresOf(evidence, talk));
  const isSure = margin >= (evidence.total >= SURE_TOTAL ? 0 : SURE_MARGIN);
  if (silence === "hesitant" && !isSure && !hasClearAsk(previous)) return no("hesitant", false);
  // "Great, good night" has words of an ask.
  const isOver = () => previous.length > 0 && evidence.product === 0 && endsNeed(text);
  const learned = margin >= 0 && !isOver();
  const goesOn =
    !learned &&
    previous.length > 0 &&
    evidence.vetoes > VETOES_MIN &&
    continuesOpenNeed(text, previous);
  const shopping = learned || goesOn;
  const reasons = [...evidence.reasons];
  if (talk.asked) reasons.push("follow_up");
  if (goesOn) reasons.push("open_need");
  if (learned !== evidence.total >= RULES_TOTAL) reasons.push(learned ? "learned" : "unlearned");
  return { shopping, score: scoreOf(margin, shopping), sensitive: false, reasons };
}

/** How many earlier turns are searched for the one that opened the need. */
const LOOKED_BACK = 8;
/** A turn that speaks of travel, code or an order goes on with no need. */
const VETOES_MIN = -2.5;

/**
 * Whether an earlier turn of the reader asked for a thing and this one goes on with it: "in navy?"
 * says nothing alone.
 */
function continuesOpenNeed(text: string, previous: readonly ChatTurn[]): boolean {
  if (endsNeed(text)) return false;
  const recent = previous.slice(-LOOKED_BACK);
  const opening = recent.findLastIndex(({ role, text: said }) => role === "user" && isAsk(said));
  return opening >= 0 && continuesNeed(text, recent.slice(opening));
}

/** Whether the reader asked for a thing before in words that leave no doubt. */
const hasClearAsk = (previous: readonly ChatTurn[]): boolean =>
  previous
    .slice(-LOOKED_BACK)
    .some(({ role, text }) => role === "user" && aloneMarginOf(text) >= CLEAR_MARGIN);

const aloneMarginOf = (text: string): number =>
  intentMarginOf(featuresOf(weigh(text), talkBefore([])));

/** Wants and choices that the model is not sure of before it has seen where they lead. */
const OPENS = new RegExp(
  "(?<!\\b(?:do|did|would|if|when) (?:i|we|you) )" +
    "\\b(?:want|need|(?:'d|d|would) like|find me|after)s?" +
    " (?:an?|some|new|two|\\d+)\\b|\\bi'?d like \\w+s\\b|\\bworth (?:it|buying|getting)\\b" +
    "|^(?:is|are) (?:an? )?[\\w -]{3,30} or (?:an? )?[\\w -]{3,30} better\\b" +
    "|^[\\w-]+(?: [\\w-]+)? or [\\w-]+(?: [\\w-]+)?\\?$",
  "i",
);

const OPENING_MAX = 400;

/** Whether a turn asks for a thing when read alone. */
function isAsk(text: string): boolean {
  const evidence = weigh(text);
  if (evidence.product > 0 && OPENS.test(text.slice(0, OPENING_MAX).trim())) return true;
  return aloneMarginOf(text) >= 0;
}

let model: LinearModel | undefined;

/** The weights are unpacked at the first turn. */
function intentMarginOf(features: readonly number[]): number {
  model ??= unpackModel(INTENT_MODEL);
  return marginOf(model, features);
}

const no = (reason: string, sensitive: boolean): IntentResult => ({
  shopping: false,
  score: 0,
  sensitive,
  reasons: [reason],
});

/** Rounded to a thousandth, away from the wrong side of the threshold. */
function scoreOf(margin: number, shopping: boolean): number {
  const score = Math.round(1000 / (1 + Math.exp(-margin))) / 1000;
  return shopping ? Math.max(0.5, score) : Math.min(0.499, score);
}
