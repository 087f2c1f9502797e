import { DIRECT_ASK, type Rule, rules, SOFT_VETOES, SPEAKING } from "./rules.ts";
import { type Tokens, tokensOf } from "./tokens.ts";

/** Longer turns are pasted documents; the ask stands at the start. */
const TEXT_MAX = 1500;
/** People ask a shop in a sentence or two; what is longer is mostly a task or a story. */
const LONG_TEXT = 350;
const LONG_WEIGHT = -1.2;
/** What a product noun adds, by strength, and what each matters once an ask is there too. */
const PRODUCT_WEIGHT = [0, 0.6, 1.5] as const;
const ASKED_PRODUCT_WEIGHT = [0, 0.2, 0.5] as const;
/** A product asked for by name, or typed alone: what it adds, and what is left of a soft veto. */
const DIRECT_WEIGHT = 0.55;
const KEYWORD_WEIGHT = 1.4;
const KEYWORD_LENGTH_MAX = 60;
const SOFT_SHARE = 0.2;
const ASKS_MAX = 4.2;
const CUES_MAX = 2.5;

/** What the rules see in one turn. `text` is cut, in lower case, with plain apostrophes. */
export type Evidence = {
  text: string;
  tokens: Tokens;
  total: number;
  asks: number;
  cues: number;
  vetoes: number;
  product: 0 | 1 | 2;
  reasons: string[];
};

/** Weighs one turn by itself; what was said before it does not count here. */
export function weigh(turn: string): Evidence {
  const text = turn.slice(0, TEXT_MAX).toLowerCase().replaceAll("’", "'").trim();
  const { asks: askRules, cues: cueRules, hard: hardRules, soft: softRules } = grouped();
  const reasons: string[] = [];
  const tokens = tokensOf(text);
  const { product } = tokens;
  if (product > 0) reasons.push(product === 2 ? "product" : "product_weak");
  const direct = product === 2 ? directness(text, reasons) : 0;
  const asks = Math.min(ASKS_MAX, sum(askRules, text, reasons));
  const cues = Math.min(CUES_MAX, sum(cueRules, text, reasons));
  const long = text.length > LONG_TEXT ? LONG_WEIGHT : 0;
  const hard = sum(hardRules, text, reasons);
  const soft = sum(softRules, text, reasons);
  const vetoes = hard + long + (direct > 0 ? soft * SOFT_SHARE : soft);
  const asked = asks + direct > 0 ? ASKED_PRODUCT_WEIGHT[product] : 0;
  const total = asks + direct + cues + PRODUCT_WEIGHT[product] + asked + vetoes;
  return { text, tokens, total, asks: asks + direct, cues, vetoes, product, reasons };
}

type Grouped = { asks: Rule[]; cues: Rule[]; hard: Rule[]; soft: Rule[] };

let groups: Grouped | undefined;

function grouped(): Grouped {
  if (groups !== undefined) return groups;
  const { asks, cues, vetoes } = rules();
  const isSoft = ({ code }: Rule): boolean => SOFT_VETOES.includes(code);
  groups = {
    asks,
    cues,
    hard: vetoes.filter((rule) => !isSoft(rule)),
    soft: vetoes.filter(isSoft),
  };
  return groups;
}

/** What it adds that a product is asked for by name, or typed alone like into a search box. */
function directness(text: string, reasons: string[]): number {
  const short = text.length <= KEYWORD_LENGTH_MAX && !SPEAKING.test(text);
  if (short) {
    reasons.push("keyword");
    return KEYWORD_WEIGHT;
  }
  for (const match of text.slice(0, LONG_TEXT).matchAll(DIRECT_ASK)) {
    if (tokensOf(match[1] ?? "").product < 2) continue;
    reasons.push("direct_ask");
    return DIRECT_WEIGHT;
  }
  return 0;
}

function sum(list: readonly Rule[], text: string, reasons: string[]): number {
  let total = 0;
  for (const rule of list) {
    if (!rule.regexp.test(text)) continue;
    total += rule.weight;
    reasons.push(rule.code);
  }
  return total;
}
