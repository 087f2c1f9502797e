import type { Tokens } from "./language.ts";
import { PhraseBook } from "./phrases.ts";
import { ASKS, CUES, DIRECT_ASK, isSpoken, type Rule } from "./rules.ts";
import { tokensOf } from "./tokens.ts";
import { SOFT_VETOES, VETOES } from "./vetoes.ts";

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
  /** The part of `vetoes` that does not come from the subject alone. */
  hardVetoes: number;
  product: 0 | 1 | 2;
  reasons: string[];
};

/** Lower case, with plain apostrophes, and "5 yr" as "5 year". */
const plainOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll("’", "'")
    .replace(/\byr(s?)\b/g, "year$1")
    .trim();

/** Weighs one turn, without the turns before it. */
export function weigh(turn: string): Evidence {
  const text = plainOf(turn.slice(0, TEXT_MAX));
  book ??= createBook();
  const found = book.find(text);
  const reasons: string[] = [];
  const tokens = tokensOf(text);
  const { product } = tokens;
  if (product > 0) reasons.push(product === 2 ? "product" : "product_weak");
  const direct = product === 2 ? directness(text, reasons) : 0;
  let index = 0;
  const sum = (rules: readonly Rule[]): number => {
    let total = 0;
    for (const [code, weight] of rules) {
      if (found.has(index)) {
        total += weight;
        reasons.push(code);
      }
      index += 1;
    }
    return total;
  };
  // In the order of the book.
  const asks = Math.min(ASKS_MAX, sum(ASKS));
  const cues = Math.min(CUES_MAX, sum(CUES));
  const hard = sum(VETOES);
  const soft = sum(SOFT_VETOES);
  const long = text.length > LONG_TEXT ? LONG_WEIGHT : 0;
  const vetoes = hard + long + (direct > 0 ? soft * SOFT_SHARE : soft);
  const asked = asks + direct > 0 ? ASKED_PRODUCT_WEIGHT[product] : 0;
  const total = asks + direct + cues + PRODUCT_WEIGHT[product] + asked + vetoes;
  return {
    text,
    tokens,
    total,
    asks: asks + direct,
    cues,
    vetoes,
    hardVetoes: hard + long,
    product,
    reasons,
  };
}

let book: PhraseBook | undefined;

/** Made on first use so that importing costs nothing. */
function createBook(): PhraseBook {
  const all = [...ASKS, ...CUES, ...VETOES, ...SOFT_VETOES];
  return new PhraseBook(all.map(([, , ...phrases]) => phrases));
}

/** Whether a turn has the words of a query in a search box, and not those of a talk. */
export const isTyped = (text: string): boolean =>
  text.length <= KEYWORD_LENGTH_MAX && !isSpoken(text);

/** What it adds that a product is asked for by name, or typed alone like into a search box. */
function directness(text: string, reasons: string[]): number {
  if (isTyped(text)) {
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
