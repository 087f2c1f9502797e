import type { ChatTurn, IntentResult } from "../../types.ts";
import { productStrength } from "../lexicon.ts";
import { endsNeed } from "../query/ending.ts";
import { isName } from "../query/filler.ts";
import { needBefore, type State, step, wantedWords } from "../query/need.ts";
import { asksForNoProduct } from "../query/no-product.ts";
import { type Evidence, isTyped, weigh } from "./evidence.ts";
import { featuresOf } from "./features.ts";
import { followFeaturesOf } from "./follow-features.ts";
import { FOLLOW_MODEL } from "./generated/follow.ts";
import { INTENT_MODEL } from "./generated/intent.ts";
import { isForeign } from "./language.ts";
import { type LinearModel, marginOf, unpackModel } from "./model.ts";
import { doubtOf, HESITANT_DOUBT, SILENT } from "./sensitive.ts";
import { type Talk, talkBefore } from "./talk.ts";

export type { ChatTurn, IntentResult } from "../../types.ts";

/** What the rules alone would call an ask; where the model disagrees, the reasons say so. */
const RULES_TOTAL = 2.6;

/** Log-odds above the threshold of an ask that leaves no doubt. */
const SURE_MARGIN = 2.5;
/** The rules say so, too: "I am looking for a tent" leaves no doubt. */
const SURE_TOTAL = 4.2;
/** Log-odds above the threshold of an earlier ask that a turn goes on with. */
const CLEAR_MARGIN = 0.25;

/**
 * What an ask must exceed where the doubt is 0, and by how much more for each unit of doubt.
 *
 * **Source** our turns, each judged by weights that had not seen its author: of the sensitive ones
 * fewer get an offer than with one bound for all, of the harmless ones hardly fewer.
 */
const SURE_IN_DOUBT = 4;
const SURER_BY_DOUBT = 3;
/** Up to here an ask before that the turn goes on with will do: half a step of the weights. */
const SMALL_DOUBT = 0.15;

/** The least log-odds of an ask that is answered in spite of a doubt. */
export const leastInDoubt = (doubt: number, isAskedBefore: () => boolean): number =>
  doubt < HESITANT_DOUBT || (doubt < SMALL_DOUBT && isAskedBefore())
    ? Number.NEGATIVE_INFINITY
    : SURE_IN_DOUBT + SURER_BY_DOUBT * doubt;

/**
 * Whether product cards would be welcome beside this turn: phrase rules, a product lexicon and a
 * small linear model over both and the words. Pure, no network, and linear in the length of the
 * text. A sensitive situation, in this turn or before it, wins over every score; where there may be
 * one, only an ask that is surer counts. It reads English: a turn in another language is never
 * shopping, with the reason `language`.
 *
 * Units: `score` from 0 to 1, 0.5 being the threshold.
 * Shape: `reasons` are codes of rules, never words of the reader.
 */
export function detectIntent(text: string, previous: readonly ChatTurn[] = []): IntentResult {
  const doubt = doubtOf(text, previous, isSureAsk);
  if (doubt === SILENT) return no("sensitive", true);
  const evidence = weigh(text);
  if (evidence.text === "") return no("empty", false);
  if (isForeign(evidence.tokens)) return no("language", false);
  const talk = talkBefore(previous);
  const margin = intentMarginOf(featuresOf(evidence, talk));
  if (margin < leastInDoubt(doubt, () => hasClearAsk(previous))) return no("hesitant", false);
  // "Great, good night" has words of an ask.
  const isOver = () => previous.length > 0 && evidence.product === 0 && endsNeed(text);
  const learned = isAskOf(evidence, margin) && !isOver();
  const follows = isSure(evidence, margin)
    ? undefined
    : followsNeed(evidence, talk, { text, previous, margin });
  const shopping = follows ?? learned;
  const goesOn = follows === true && !learned;
  const reasons = reasonsOf(evidence, talk, { shopping, goesOn });
  return { shopping, score: scoreOf(margin, shopping), sensitive: false, reasons };
}

const isAskOf = (evidence: Evidence, margin: number): boolean =>
  margin >= leastAskOf(evidence) || asksForBest(evidence) || asksPlainly(evidence);

function reasonsOf(
  { reasons, total }: Evidence,
  { asked }: Talk,
  { shopping, goesOn }: { shopping: boolean; goesOn: boolean },
): string[] {
  const all = asked ? [...reasons, "follow_up"] : [...reasons];
  if (goesOn) all.push("open_need");
  else if (shopping !== total >= RULES_TOTAL) all.push(shopping ? "learned" : "unlearned");
  return all;
}

const BEST = /^what(?:'?s| is| are) the best (?:[\w-]+ )?([\w-]+)(?: for [\w ]{2,30})?[?.!]*$/;

/** "What is the best kettle": the words before it mostly ask for facts. */
const asksForBest = ({ text, product, vetoes }: Evidence): boolean =>
  product === 2 && vetoes === 0 && productStrength(BEST.exec(text)?.[1] ?? "") === 2;

const PLAIN = new RegExp(
  "^(?:(?:hi|hello|hey)[,!. ]+)?(?:(?:i'?m |i am |we'?re |we are )?(?:looking|searching) for" +
    "|(?:i|we) (?:need|want)(?: to buy)?|(?:can|could) you recommend|recommend(?: me)?)" +
    "(?: an?| some)(?: new| good| decent)? ((?:[\\w'-]+ ){0,3})([\\w'-]+)(?:,? please)?[?.!]*$",
);

/** "I'm looking for a curling iron" and no more: whatever its name, a thing is asked for. */
function asksPlainly({ text, vetoes }: Evidence): boolean {
  const [, before = "", thing = ""] = vetoes === 0 ? (PLAIN.exec(text) ?? []) : [];
  const last = /([\w'-]*) $/.exec(before)?.[1] ?? "";
  return productStrength(thing) > (before === "" ? 1 : 0) || isName(last, thing);
}

/**
 * The least of the model for a thing asked for in plain words of a shop: "recommend a rug".
 *
 * **Source** first turns of the labelled development set: 4 of 5 between this and 0 are asks.
 */
const PLAIN_MARGIN = -0.5;
/**
 * The same for words as typed into a search box, where none surely names a thing: "hamster cage".
 *
 * **Source** our turns to learn from: 27 of 32 between this and 0 are asks; of 50 down to -0.55 36.
 */
const TYPED_MARGIN = -0.35;

function leastAskOf({ text, product, total, vetoes }: Evidence): number {
  if (vetoes < 0) return 0;
  if (product === 2 && total >= SURE_TOTAL) return PLAIN_MARGIN;
  return product === 1 && isTyped(text) ? TYPED_MARGIN : 0;
}

/** How many earlier turns are searched for the one that opened the need. */
const LOOKED_BACK = 12;
/** A turn that speaks of travel, code or an order opens no need. */
const VETOES_MIN = -2.5;

/**
 * Whether this turn goes on with what an earlier one of the reader asked for: "in navy?" says
 * nothing alone. Nothing where no need is alive.
 */
function followsNeed(
  evidence: Evidence,
  talk: Talk,
  { text, previous, margin }: { text: string; previous: readonly ChatTurn[]; margin: number },
): boolean | undefined {
  const said = previous.slice(-LOOKED_BACK);
  const need = needBefore(said, isAsk);
  if (need === undefined) return undefined;
  const next = step(need, text, said);
  const { isOpen } = need;
  const [words, isBound] = [wantedWords(need), hasNewBound(need, next)];
  const turn = { text, evidence, talk, previous: said, words, isOpen, isBound, margin };
  return next.isOpen && followMarginOf(followFeaturesOf(turn)) >= 0;
}

/** Whether a turn said what the thing may cost. */
export const hasNewBound = ({ bounds: old }: State, { bounds }: State): boolean =>
  (bounds.minPrice !== undefined || bounds.maxPrice !== undefined) &&
  (bounds.minPrice !== old.minPrice || bounds.maxPrice !== old.maxPrice);

/** Whether a turn asks for a thing in words that leave no doubt, read alone. */
function isSureAsk(text: string): boolean {
  const evidence = weigh(text);
  return isSure(evidence, intentMarginOf(featuresOf(evidence, talkBefore([]))));
}

const isSure = ({ total }: Evidence, margin: number): boolean =>
  margin >= (total >= SURE_TOTAL ? 0 : SURE_MARGIN);

/** Whether the reader asked for a thing before in words that leave no doubt. */
const hasClearAsk = (previous: readonly ChatTurn[]): boolean =>
  previous
    .slice(-LOOKED_BACK)
    .some(
      ({ role, text }) =>
        role === "user" && intentMarginOf(featuresOf(weigh(text), talkBefore([]))) >= CLEAR_MARGIN,
    );

/** Wants and choices that the model is not sure of before it has seen where they lead. */
const OPENS = new RegExp(
  "(?<!\\b(?:do|did|would|if|when) (?:i|we|you) )" +
    "\\b(?:(?:want|need|(?:'d|d|would) like|find me|after)s?" +
    " (?:an?|some|new|two|\\d+)|just need|rather have)\\b|\\bi'?d like \\w+s\\b" +
    "|\\bworth (?:it|the money|buying|getting)\\b" +
    "|\\b(?:recommend|suggest)(?: me| us)? (?:an?|some|any)\\b" +
    "|^(?:hi |hey |yo |hello |ok |and )?(?:(?:have )?(?:you )?got )?any\\b" +
    "(?! (?:tips|tricks|ideas?|advice|chance|luck|news|way|reason|clue)\\b)" +
    "|\\bwhich [\\w-]+(?: [\\w-]+)? (?:is|are|should|would|do(?= (?:you|i|we)))\\b" +
    "|\\bwhat(?:'s| is|s) an? (?:good|decent|reliable|fast|solid|safe|nice|cheap)\\b" +
    "|\\bcan i (?:order|buy|get) (?:an?|some)\\b|\\bwhere (?:do|can|could|to) (?:i |we" +
    " )?(?:get|buy|find|order)\\b" +
    "|\\bdo they (?:make|do|sell)\\b|\\b(?:ones?|versions?) exist\\b" +
    "|\\bis there (?:something|one|an? \\w+ one)\\b" +
    "|^[\\w -]{2,30} sounds? (?:cool|good|great|nice|fun|perfect|right)\\b" +
    "|^(?:is|are) (?:an? )?[\\w -]{3,30} or (?:an? )?[\\w -]{3,30} better\\b" +
    "|^[\\w-]+(?: [\\w-]+)? or [\\w-]+(?: [\\w-]+)?(?:\\?|$|,)",
  "i",
);
/** What is replaced is a thing, whatever it is called. */
const RENEWS =
  /\bneeds? (?:an? |some )?new\b|\bwhat (?:can|could|should) i (?:get|buy) (?:for|under|with)\b/i;

const OPENING_MAX = 400;
/** With a seller's question behind it, a turn about a thing needs no more of the model. */
const ASKED_BACK_MARGIN = -1.5;
/** The assistant lets the reader choose, or asks for a measure, colour or price. */
const ASKS_BACK = new RegExp(
  "^[^.!?]{0,40}\\bor\\b[^.!?]{0,30}\\?\\s*$" +
    "|\\b(?:colou?r|size|budget|price|spend|material|style|brand|wide|large|big|tall|long" +
    "|many|which|for (?:in|out)doors)\\b[^.!?]{0,40}\\?\\s*$",
  "i",
);

const SELLS = /\bsell(?:ing)?\b/i;

/** Whether a turn asks for a thing, read after the turns before it, alone or with its answer. */
function isAsk(text: string, before: readonly ChatTurn[], answer: string): boolean {
  const evidence = weigh(text);
  if (wants(evidence)) return true;
  if (evidence.product + evidence.asks + evidence.cues === 0) return false;
  const isAskedBack =
    evidence.product > 0 && !SELLS.test(text) && ASKS_BACK.test(answer.slice(-OPENING_MAX));
  const alone = intentMarginOf(featuresOf(evidence, talkBefore([])));
  const margin = isAskedBack ? ASKED_BACK_MARGIN : 0;
  if (evidence.vetoes > VETOES_MIN && alone >= margin) return true;
  return before.length > 0 && intentMarginOf(featuresOf(evidence, talkBefore(before))) >= 0;
}

function wants({ product, vetoes, text }: Evidence): boolean {
  if (vetoes <= VETOES_MIN) return false;
  const start = text.slice(0, OPENING_MAX);
  return product > 0 ? OPENS.test(start) : RENEWS.test(start) && !asksForNoProduct(start);
}

let model: LinearModel | undefined;
let followModel: LinearModel | undefined;

/** The weights are unpacked at the first turn. */
export function intentMarginOf(features: readonly number[]): number {
  model ??= unpackModel(INTENT_MODEL);
  return marginOf(model, features);
}

function followMarginOf(features: readonly number[]): number {
  followModel ??= unpackModel(FOLLOW_MODEL);
  return marginOf(followModel, features);
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
