import { productStrength } from "../lexicon.ts";
import type { ChatTurn, IntentResult } from "../types.ts";
import { DIRECT_ASK, type Rule, rules, SOFT_VETOES, SPEAKING } from "./rules.ts";
import { sensitiveTopic } from "./sensitive.ts";

export type { ChatTurn, IntentResult } from "../types.ts";

/** Longer turns are pasted documents; the ask stands at the start. */
const TEXT_MAX = 1500;
const WORDS_MAX = 120;
/** People ask a shop in a sentence or two; what is longer is mostly a task or a story. */
const LONG_TEXT = 350;
const LONG_WEIGHT = -1.2;
/** Chosen on the development set, where it gave the best F1 of the steps tried. */
const THRESHOLD = 2.6;
/** What a product noun adds, by strength, and what each matters once an ask is there too. */
const PRODUCT_WEIGHT = [0, 0.6, 1.5] as const;
const ASKED_PRODUCT_WEIGHT = [0, 0.2, 0.5] as const;
/** A product asked for by name, or typed alone: what it adds, and what is left of a soft veto. */
const DIRECT_WEIGHT = 0.55;
const KEYWORD_WEIGHT = 1.4;
const KEYWORD_LENGTH_MAX = 60;
const SOFT_SHARE = 0.2;
const FOLLOW_UP_WEIGHT = 1.6;
/** A turn without a product of its own inside a talk about restaurants, flights or code. */
const OFF_TOPIC_WEIGHT = -1.5;

type Evidence = { total: number; asks: number; vetoes: number; product: number; reasons: string[] };

/**
 * Whether product cards would be welcome beside this turn. Pure, no network, and linear in the
 * length of the text. A sensitive subject in this turn or the reader's last three wins over every
 * score.
 *
 * Units: `score` from 0 to 1, 0.5 being the threshold.
 * Shape: `reasons` are codes of rules, never words of the reader.
 */
export function detectIntent(text: string, previous: readonly ChatTurn[] = []): IntentResult {
  const topic = sensitiveTopic(text, previous);
  if (topic !== undefined) {
    return { shopping: false, score: 0, sensitive: true, reasons: [`sensitive:${topic}`] };
  }
  const own = weigh(text);
  const total = own.total + followUp(own, previous);
  return {
    shopping: total >= THRESHOLD,
    score: Math.round(1000 / (1 + Math.exp(THRESHOLD - total))) / 1000,
    sensitive: false,
    reasons: total === own.total ? own.reasons : [...own.reasons, "follow_up"],
  };
}

function weigh(text: string): Evidence {
  const cut = text.slice(0, TEXT_MAX).toLowerCase().replaceAll("’", "'").trim();
  const { asks, cues, vetoes } = rules();
  const reasons: string[] = [];
  const product = strongestProduct(cut);
  if (product > 0) reasons.push(product === 2 ? "product" : "product_weak");
  const direct = product === 2 ? directness(cut, reasons) : 0;
  const askSum = Math.min(4.2, sum(asks, cut, reasons));
  const cueSum = Math.min(2.5, sum(cues, cut, reasons));
  const longSum = cut.length > LONG_TEXT ? LONG_WEIGHT : 0;
  const hard = sum(vetoes.filter(isHard), cut, reasons);
  const soft = sum(
    vetoes.filter((rule) => !isHard(rule)),
    cut,
    reasons,
  );
  const vetoSum = hard + longSum + (direct > 0 ? soft * SOFT_SHARE : soft);
  const asked = askSum + direct > 0 ? ASKED_PRODUCT_WEIGHT[product] : 0;
  const total = askSum + direct + cueSum + PRODUCT_WEIGHT[product] + asked + vetoSum;
  return { total, asks: askSum, vetoes: vetoSum, product, reasons };
}

const isHard = ({ code }: Rule): boolean => !SOFT_VETOES.includes(code);

/** What it adds that a product is asked for by name, or typed alone like into a search box. */
function directness(text: string, reasons: string[]): number {
  const short = text.length <= KEYWORD_LENGTH_MAX && !SPEAKING.test(text);
  if (short) {
    reasons.push("keyword");
    return KEYWORD_WEIGHT;
  }
  for (const match of text.slice(0, LONG_TEXT).matchAll(DIRECT_ASK)) {
    if (strongestProduct(match[1] ?? "") < 2) continue;
    reasons.push("direct_ask");
    return DIRECT_WEIGHT;
  }
  return 0;
}

function sum(list: Rule[], text: string, reasons: string[]): number {
  let total = 0;
  for (const rule of list) {
    if (!rule.regexp.test(text)) continue;
    total += rule.weight;
    reasons.push(rule.code);
  }
  return total;
}

function strongestProduct(text: string): 0 | 1 | 2 {
  let best: 0 | 1 | 2 = 0;
  let seen = 0;
  for (const [word] of text.matchAll(/[a-z]{2,20}/g)) {
    const strength = productStrength(word);
    if (strength === 2) return 2;
    if (strength === 1) best = 1;
    seen += 1;
    if (seen === WORDS_MAX) break;
  }
  return best;
}

/** A turn inside a shopping talk needs less of its own to be one; inside another talk, more. */
function followUp(own: Evidence, previous: readonly ChatTurn[]): number {
  if (own.total <= 0) return 0;
  const users = previous
    .filter((turn) => turn.role === "user")
    .slice(-2)
    .map((turn) => weigh(turn.text));
  if (users.some((turn) => turn.total >= THRESHOLD)) return own.vetoes < 0 ? 0 : FOLLOW_UP_WEIGHT;
  const elsewhere = users.some((turn) => turn.vetoes <= -2.5);
  return elsewhere && own.product === 0 ? OFF_TOPIC_WEIGHT : 0;
}
