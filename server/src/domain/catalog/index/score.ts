import type { QueryPlan } from "../query/plan.ts";
import type { Probe } from "../query/probe.ts";
import { FITS_BIT, NAME_BIT, PLACE_BITS, STRONG_BIT } from "./fields.ts";
import { QUERY_WORDS_MAX } from "./tokens.ts";
import { COMPOUND, DOUBTFUL, FITTING, NEIGHBOUR, OTHER, PART, TYPE_WORD } from "./type-column.ts";

/** The rest of a list may match less, down to here. */
const COVERAGE_MIN = 0.15;
/**
 * What is not of the type asked for must have as much of the words.
 *
 * **Source** NDCG on the judged development queries of two shops: 0.6687 and 0.7808 instead of
 * 0.6686 and 0.7791 without; with 0.75 0.010 and 0.004 less.
 */
const OTHER_COVERAGE_MIN = 0.5;

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
 * How far those go back whose title names another size than the one asked for.
 *
 * **Source** 40 searches by attribute over four feeds: 85.8 % of the first three right instead of
 * 85; 0.5 is the same.
 */
const OTHER_SIZE_LOSS = 0.3;
/** The same for the next sizes: of 7, 9 and 11 kg the first two go on when 8 kg are asked for. */
const NEAR_SIZE_LOSS = 0.1;

/**
 * What is left of a product's score that names the opposite of what is asked for, and not that: a
 * men's shoe where a woman's is asked for, summer tires instead of winter tires.
 */
const CONTRARY_FACTOR = 0.4;

/**
 * How far a product goes back that is certainly something else than what is asked for, and when the
 * words that name it stand in its title or category all the same.
 *
 * **Source** first results right on 200 searches in the words of a chat: accessories 32 of 40
 * instead of 28, by brand and type 39 instead of 38; chosen by these among about twenty pairs, most
 * of which differ by less than the noise.
 */
const OTHER_FACTOR = 0.25;
const OTHER_NAMED_FACTOR = 0.7;
/** Of another kind of what that is a kind of: an air mattress is no mattress. */
const NEIGHBOUR_FACTOR = 0.9;

/**
 * How far a product goes back that seems to be something else, and one of unknown type, where the
 * shop has things of the type asked for: "Walk the Wire" is no wire. The last word of its name says
 * that it may be one.
 *
 * **Source** each name of each type of which four feeds have three products: the first result is of
 * that type for 8,242 of 9,294 names instead of 7,956. Of 962 searches in the words of a chat 9
 * more have the first result right; NDCG of two shops 0.6643 and 0.7882 (0.6643; 0.7893).
 */
const DOUBTFUL_FACTOR = 0.5;
const DOUBTFUL_NAMED_FACTOR = 0.6;
const UNKNOWN_FACTOR = 0.7;

const BITS = QUERY_WORDS_MAX + 1;

/**
 * What a slot's marks hold, in one integer: a mask of the words in a strong place, one of those
 * that only fit, and `NAMED`.
 */
const WORDS = (1 << BITS) - 1;
const NAMED = 1 << (2 * BITS);
/** Its title names a size of a kind asked for; and it is that size. */
const SIZED = NAMED << 1;
const RIGHT_SIZE = SIZED << 1;
const NEAR_SIZE = RIGHT_SIZE << 1;
const CONTRARY = NEAR_SIZE << 1;

/** What the terms mark that are not asked for. */
export const MARK_OF = { sized: SIZED, near: NEAR_SIZE, contrary: CONTRARY };

/** For each way a term can stand in a product, what that marks. */
export function marksByBits({ words, isSize }: Probe, head: number): Int32Array {
  const size = isSize === true ? RIGHT_SIZE : 0;
  const isHead = (words & head) !== 0;
  const marks = new Int32Array(PLACE_BITS + 1);
  for (let bits = 0; bits <= PLACE_BITS; bits += 1) {
    let mark = size | ((bits & FITS_BIT) === 0 ? 0 : words << BITS);
    if ((bits & STRONG_BIT) !== 0) {
      mark |= words;
      if (isHead && (bits & NAME_BIT) !== 0) mark |= NAMED;
    }
    marks[bits] = mark;
  }
  return marks;
}

/** How much of a query each set of its words is, by importance; 0 to 1. */
export type Shares = Float64Array;

/**
 * What a product's sum of weights is multiplied with. Grows with `words` and with every mark but
 * those of words that only fit, which skipping relies on.
 */
export function factorOf(shares: Shares, words: number, marks: number, opposed: number): number {
  const strong = shares[marks & WORDS] ?? 0;
  const fitsWords = (marks >> BITS) & WORDS;
  let factor = (shares[words] ?? 0) * (1 + STRONG_BONUS * strong * strong);
  if (fitsWords !== 0) factor *= 1 - FITS_LOSS * (shares[fitsWords] ?? 0);
  if ((marks & NAMED) !== 0) factor *= 1 + NAMED_BONUS;
  if ((marks & (SIZED | RIGHT_SIZE)) === SIZED) {
    factor *= 1 - ((marks & NEAR_SIZE) === 0 ? OTHER_SIZE_LOSS : NEAR_SIZE_LOSS);
  }
  const isContrary = (marks & CONTRARY) !== 0 && (opposed === 0 || (marks & opposed) !== opposed);
  return isContrary ? factor * CONTRARY_FACTOR : factor;
}

/** What `factorOf` is at most, told faster: as if nothing only fits, or is of another size. */
export function mostFactorOf(shares: Shares, words: number, marks: number): number {
  const strong = shares[marks & WORDS] ?? 0;
  return (shares[words] ?? 0) * (1 + STRONG_BONUS * strong * strong) * (1 + NAMED_BONUS);
}

/**
 * How far a product goes back that neither has the type asked for nor all words that name it: a
 * "presentation remote" is no "beamer for presentations".
 */
const UNNAMED_FACTOR = 0.5;
/** The same where the shop calls the type otherwise, so that only the type tells. */
const FOREIGN_FACTOR = 0.1;

/** Below every score that a list takes. */
const OUT = -1;

/**
 * What the score of a product is multiplied with for what it is. Never less than for fewer `marks`,
 * which skipping relies on.
 */
export function typeFactorOf(plan: QueryPlan, relation: number, match: Match): number {
  const { named } = plan;
  const { words, marks } = match;
  if (plan.isNarrow && isElse(plan, relation, match)) return OUT;
  if ((words & TYPE_WORD) === 0 && (words & named) !== named) {
    return unnamedFactorOf(plan, relation, words);
  }
  if (relation === NEIGHBOUR) return NEIGHBOUR_FACTOR;
  if (relation === FITTING || relation === DOUBTFUL) return unsureFactorOf(plan, relation, match);
  const hasName = named !== 0 && hasOwn(marks, named);
  if (relation === COMPOUND && plan.isTyped) return OTHER_FACTOR;
  // A life jacket "tested in rain" is no rain jacket.
  if (isNamedSo(plan, marks, hasName)) return 1;
  return hasName && !plan.isNarrow && relation !== PART ? OTHER_NAMED_FACTOR : OTHER_FACTOR;
}

/** Of a product that has the words, and of which no more is known than that it may be the thing. */
function unsureFactorOf({ isTyped }: QueryPlan, relation: number, { words, marks }: Match): number {
  if (!isTyped || (words & TYPE_WORD) !== 0) return 1;
  const isNamed = (marks & NAMED) !== 0;
  if (relation === DOUBTFUL) return isNamed ? DOUBTFUL_NAMED_FACTOR : DOUBTFUL_FACTOR;
  return isNamed ? 1 : UNKNOWN_FACTOR;
}

/** Whether a product's own name ends in the words that alone name the type. */
function isNamedSo({ named, isJoined }: QueryPlan, marks: number, hasName: boolean): boolean {
  return (marks & NAMED) !== 0 && !isJoined && (hasName || !isCompound(named));
}

function unnamedFactorOf(plan: QueryPlan, relation: number, words: number): number {
  // Not one word of the name, and of a compound not the last: a bike is no "bike helmet".
  const isOther = relation === OTHER || relation === PART;
  const isHeadless = isCompound(plan.named) && isOther && (words & plan.head) === 0;
  if (plan.isTyped && (isHeadless || (words & plan.named) === 0)) return OTHER_FACTOR;
  return plan.isForeign ? FOREIGN_FACTOR : UNNAMED_FACTOR;
}

/** What `typeFactorOf` is at most for a product with none but these words. */
export function mostTypeFactorOf(plan: QueryPlan, words: number): number {
  const { named } = plan;
  if ((words & TYPE_WORD) !== 0 || (words & named) === named) return 1;
  const factors = [words, words & ~named].map((some) => unnamedFactorOf(plan, FITTING, some));
  return Math.max(...factors);
}

/** Whether more than one word names the type. */
const isCompound = (named: number): boolean => (named & (named - 1)) !== 0;

/** Whether a product is another thing whose name does not have all the words of the query. */
function isElse(plan: QueryPlan, relation: number, { words, marks }: Match): boolean {
  if (!plan.isTyped || relation === FITTING || (words & TYPE_WORD) !== 0) return false;
  const all = (1 << plan.importance.length) - 1;
  if (relation === PART || all === plan.named) return true;
  return !hasOwn(marks, relation === DOUBTFUL ? plan.named : all);
}

/** What a product of the type gains for those of the words naming it that it does not have. */
export function equalGainOf(plan: QueryPlan, shares: Shares, words: number): number {
  const { named, typeGain } = plan;
  if ((words & TYPE_WORD) === 0 || (words & named) === named) return 0;
  const missing = (shares[words] ?? 0) - (shares[words & ~TYPE_WORD] ?? 0);
  return (typeGain * missing) / (shares[named] ?? 1);
}

/** Whether a product has all of the words in a strong place, and not as what it only fits. */
function hasOwn(marks: number, words: number): boolean {
  return (marks & ~(marks >> BITS) & words) === words;
}

/**
 * Whether a product may be what is asked for where the shop has hardly any of that type. What is
 * certainly something else must end its own name in the one asked for, or have all words of a query
 * that is no compound alone; what may be something else must at least be called so.
 */
export function mayBe(plan: QueryPlan, relation: number, { words, marks }: Match): boolean {
  const { named, importance, isElsewhere } = plan;
  const isElse = relation === OTHER || relation === PART;
  const isCalled = hasOwn(marks, named);
  if (isCalled && (marks & NAMED) !== 0) return !(isElsewhere && isElse);
  if (isElsewhere) return false;
  const all = (1 << importance.length) - 1;
  // "Walnut" is also a wood; "salmon fillet" is what dog treats are made of.
  if (isElse) return hasOwn(marks, all) && (all !== named || !isCompound(named));
  const isSaid = (isCalled && isCompound(named)) || (words & all) === all;
  return (words & TYPE_WORD) !== 0 || isSaid;
}

/** Whether a product is but what the thing asked for goes with: no mirror hangs a mirror. */
export function isHostAlone({ asked, core }: QueryPlan, relation: number, { marks }: Match) {
  return asked?.type === null && relation === OTHER && (marks & core) !== core;
}

/** The marks of a product that could not have these words in a better place. */
export function bestMarks(words: number, head: number): number {
  return words | ((words & head) === 0 ? 0 : NAMED);
}

/** Whether a list may hold a product with these words and marks. */
export function isMatch(plan: QueryPlan, shares: Shares, words: number, marks: number): boolean {
  const isOfType = (words & TYPE_WORD) !== 0;
  const least = plan.isTyped && !isOfType ? OTHER_COVERAGE_MIN : COVERAGE_MIN;
  return (shares[words] ?? 0) >= least && hasOwn(marks, plan.required);
}

/** What is known of a product that matches. */
export interface Match {
  readonly words: number;
  readonly marks: number;
}

/**
 * What speaks for a product being an answer to the query, each from 0 to 1.
 *
 * **Shape** how much of the query it has anywhere; how much where it says what it is, and not what
 * it only fits; whether it is of the type named; whether it is named by the query's head word; how
 * much of the query names a type; how many words it has; how much of the compound that ends in the
 * type's name the product has; whether only a product line says what is asked for; how much it
 * has of what stands before the words that say what it is for.
 */
export function evidenceOf(plan: QueryPlan, shares: Shares, match: Match): number[] {
  const { named, compound, core, importance, asked } = plan;
  const { words, marks } = credibleOf(plan, match);
  const isOfType = (words & TYPE_WORD) !== 0;
  const compoundShare = shares[compound] ?? 0;
  return [
    shares[words] ?? 0,
    shares[marks & ~(marks >> BITS) & WORDS] ?? 0,
    isOfType ? 1 : 0,
    (marks & NAMED) === 0 && !(isOfType && plan.isUnheard) ? 0 : 1,
    shares[named] ?? 0,
    Math.min(importance.length, WORDS_COUNTED) / WORDS_COUNTED,
    named === 0 ? 0 : (shares[words & (compound | TYPE_WORD)] ?? 0) / (compoundShare || 1),
    named === 0 && asked !== null ? 1 : 0,
    (shares[words & (core | TYPE_WORD)] ?? 0) / (shares[core | named] || 1),
  ];
}

/** A type that is scarce is believed of what certainly is of it and has its last word. */
function credibleOf({ isScarce, head }: QueryPlan, match: Match): Match {
  const { words, marks } = match;
  if (!isScarce || ((words & head) !== 0 && (marks & TYPE_WORD) !== 0)) return match;
  return { words: words & ~TYPE_WORD, marks: marks & ~TYPE_WORD };
}

const WORDS_COUNTED = 8;

/**
 * The weights of that evidence, and last the log-odds without any.
 *
 * **Source** logistic regression on the first results of judged and of our own queries, on and off
 * the catalogue: `npm run train -- answer --data DIR`, before `mayBe` turned any of them away.
 * Learnt again from what is left, 14 more of 500 searches off the catalogue find something.
 */
const ANSWER_WEIGHTS = [3.11, 2.56, 1.34, 1.17, -2.19, 2.26, 0.93, 1.37, 0.99];
const ANSWER_BIAS = -6.26;

/** Log-odds from which on a product is taken for an answer: a chance of 0.25. */
const ANSWER_ODDS = Math.log(0.25 / 0.75);

/** A reader looks at so many: none of them an answer means no list. */
export const FIRST = 3;

/** Whether a list may be shown for the sake of a product with that evidence. */
export function isAnswer(evidence: readonly number[]): boolean {
  const odds = evidence.reduce(
    (sum, value, at) => sum + value * (ANSWER_WEIGHTS[at] ?? 0),
    ANSWER_BIAS,
  );
  return odds >= ANSWER_ODDS;
}

/**
 * Fills a table with one share for every set of the query's words: looking one up costs nothing,
 * and a query has fewer sets of words than products that match.
 */
export function fillShares(table: Shares, plan: QueryPlan): void {
  const { importance, importanceTotal, named } = plan;
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
  if (named === 0) return;
  for (let set = 0; set < filled; set += 1) table[TYPE_WORD | set] = table[set | named] ?? 0;
}

export function newShares(): Shares {
  return new Float64Array(1 << BITS);
}
