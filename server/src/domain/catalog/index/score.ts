import type { QueryPlan } from "../query/plan.ts";
import { BRAND_BIT, FITS_BIT, NAME_BIT, PLACE_BITS, STRONG_BIT } from "./fields.ts";
import { QUERY_WORDS_MAX } from "./tokens.ts";

/**
 * A list needs one product that answers: with so much of the query's meaning, and so much of it
 * where a product says what it is. Without one, nothing is shown: better no card than a poor one.
 *
 * **Source** the half of the off-catalogue queries set aside for choosing: 0.55 turns two more of
 * 100 away, and with them 16 of 2,120 queries that people typed into a shop.
 */
const ANSWER_COVERAGE_MIN = 0.5;
const ANSWER_STRONG_MIN = 0.3;

/**
 * Without the name of a kind of thing among the words, a product must be a clearer answer: more of
 * the query in its strong places, or its name ends in the query's head word, or its brand is one of
 * the words. And clearer still when a word speaks of services and the like.
 *
 * **Source** the half of the off-catalogue queries set aside for choosing: 98 of 100 turned away
 * instead of 85, by this rule alone 93; the other half 94. No judged query of either shop
 * loses its answers; of 2,120 queries typed into another shop 41 more find nothing. 0.6 turns one
 * more of 100 away, and with it 25 more of those.
 */
const UNKNOWN_STRONG_MIN = 0.55;
const OFF_CATALOGUE_STRONG_MIN = 0.75;

/** The rest of a list may match less, down to here. */
export const COVERAGE_MIN = 0.15;

/**
 * How strongly products go first that have the words in their title, brand or category, that are
 * named by the query's head word, and how far those go back that only fit what is asked for: a
 * strap "for Fitbit Charge 3" is no Fitbit Charge 3.
 *
 * **Source** NDCG on the judged development queries of two shops (75 and 58): without the loss
 * 0.012 and 0.001 less, without the bonus for the name 0.006 more and 0.004 less; 0.03 is the
 * standard error there, so the name counts for little.
 */
const STRONG_BONUS = 2;
const NAMED_BONUS = 0.2;
const FITS_LOSS = 0.7;

/**
 * What a slot's marks hold, in one integer: a mask of the words in a strong place, one of those
 * that only fit, and `NAMED`.
 */
const WORDS = (1 << QUERY_WORDS_MAX) - 1;
const NAMED = 1 << (2 * QUERY_WORDS_MAX);
/** One of the words is of its brand. */
const BRANDED = NAMED << 1;

/** For each way a term can stand in a product, what that marks. */
export function marksByBits(words: number, isHead: boolean): readonly number[] {
  return Array.from({ length: PLACE_BITS + 1 }, (_, bits) => {
    const fits = (bits & FITS_BIT) === 0 ? 0 : words << QUERY_WORDS_MAX;
    if ((bits & STRONG_BIT) === 0) return fits;
    const brand = (bits & BRAND_BIT) === 0 ? 0 : BRANDED;
    return fits | words | brand | (isHead && (bits & NAME_BIT) !== 0 ? NAMED : 0);
  });
}

/** How much of a query each set of its words is, by importance; 0 to 1. */
export type Shares = Float64Array;

/**
 * What a product's sum of weights is multiplied with. Grows with `words` and with every mark but
 * those of words that only fit, which skipping relies on.
 */
export function factorOf(shares: Shares, words: number, marks: number): number {
  const strong = shares[marks & WORDS] ?? 0;
  const fitsWords = (marks >> QUERY_WORDS_MAX) & WORDS;
  let factor = (shares[words] ?? 0) * (1 + STRONG_BONUS * strong * strong);
  if (fitsWords !== 0) factor *= 1 - FITS_LOSS * (shares[fitsWords] ?? 0);
  if ((marks & NAMED) !== 0) factor *= 1 + NAMED_BONUS;
  return factor;
}

/** The marks of a product that could not have these words in a better place. */
export function bestMarks(words: number, head: number): number {
  return words | ((words & head) === 0 ? 0 : NAMED);
}

/** The marks of a product seen so far, if it turns out that it only fits these words. */
export function worstMarks(marks: number, words: number): number {
  return marks | (words << QUERY_WORDS_MAX);
}

/** Whether a product is an answer to the query, so that a list may be shown. */
export function isAnswer(plan: QueryPlan, shares: Shares, words: number, marks: number): boolean {
  if (plan.answerRule === "kind" && isKind(marks, plan.kinds)) return true;
  const coverage = shares[words] ?? 0;
  const strong = shares[marks & WORDS] ?? 0;
  // All words somewhere in the description are an answer too; half of them there are chance.
  const isEnough = coverage >= ANSWER_COVERAGE_MIN && strong >= ANSWER_STRONG_MIN;
  if (!isEnough && coverage <= 0.999) return false;
  if (plan.answerRule === "kind") return true;
  if (plan.answerRule === "words") return strong >= OFF_CATALOGUE_STRONG_MIN;
  return strong >= UNKNOWN_STRONG_MIN || (marks & (NAMED | BRANDED)) !== 0;
}

/**
 * A product of a kind the query names answers, whatever else was wanted: headphones for "headphones
 * for train commute".
 */
function isKind(marks: number, kinds: number): boolean {
  return (marks & ~(marks >> QUERY_WORDS_MAX) & kinds) !== 0;
}

/**
 * Fills a table with one share for every set of the query's words: looking one up costs nothing,
 * and a query has fewer sets of words than products that match.
 */
export function fillShares(table: Shares, { importance, importanceTotal }: QueryPlan): void {
  table[0] = 0;
  let filled = 1;
  for (const value of importance) {
    // Each set with this word and some of those before it is one without it, and the word.
    for (let set = 0; set < filled; set += 1) table[filled + set] = (table[set] ?? 0) + value;
    filled *= 2;
  }
  for (let set = 1; set < filled; set += 1) {
    table[set] = importanceTotal === 0 ? 0 : (table[set] ?? 0) / importanceTotal;
  }
}

export function newShares(): Shares {
  return new Float64Array(1 << QUERY_WORDS_MAX);
}
