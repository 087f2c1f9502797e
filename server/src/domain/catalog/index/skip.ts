import type { QueryPlan } from "../query/plan.ts";
import type { ProbePostings } from "./postings.ts";
import { bestMarks, FIRST, factorOf, isMatch, mostTypeFactorOf, type Shares } from "./score.ts";
import { createTopList, type IsBetter, type TopList } from "./top.ts";

/** What of the matches a search needs to have found. */
export type Keep =
  /** So many with the highest scores. */
  | { readonly kind: "best"; readonly count: number }
  /** Those about as relevant as the best, as a list by price or discount shows them. */
  | { readonly kind: "closest"; readonly coverage: number };

/** What the products can be worth at most that hold none of the words looked up so far. */
export interface Unseen {
  /** 0 if none of them matches. */
  readonly scoreMax: number;
  readonly coverageMax: number;
  /** How many postings are still to read. */
  readonly postings: number;
}

/** Below this many postings, reading on is quicker than finding out whether it is needed. */
const POSTINGS_MIN = 256;

/** Bounds are computed in another order than scores, which may round the other way. */
const SLACK = 1 + 1e-9;

/**
 * For each probe, what is unseen when it is about to be looked up (MaxScore).
 *
 * **Source** Turtle and Flood, Query evaluation: strategies and optimizations (1995). Here scores
 * are no sums: covering little of a query divides them, so whole lists of common words can be left
 * unread much earlier.
 */
export function unseenOf(plan: QueryPlan, postings: readonly ProbePostings[], shares: Shares) {
  const unseen: Unseen[] = [];
  let words = 0;
  let gain = 0;
  let length = 0;
  for (let position = postings.length - 1; position >= 0; position -= 1) {
    const probe = plan.probes[position];
    words |= probe?.words ?? 0;
    gain += probe?.gain ?? 0;
    length += postings[position]?.length ?? 0;
    const marks = bestMarks(words, plan.head);
    const factor = factorOf(shares, words, marks, plan.opposed) * mostTypeFactorOf(plan, words);
    const scoreMax = isMatch(plan, shares, words, marks) ? gain * factor * SLACK : 0;
    const coverageMax = (shares[words] ?? 0) * SLACK;
    unseen[position] = { scoreMax, coverageMax, postings: length };
  }
  return unseen;
}

/** How far what is unread must have sunk before it is worth knowing what is kept. */
const HOPEFUL_PART = 0.5;

const isMore: IsBetter = (left, right) => left > right;

/** What is known of the best of the products that have their final scores. */
export class Kept {
  /** No score below is kept. */
  floor = 0;
  readonly #keep: Keep | null;
  readonly #best: TopList;
  readonly #first = createTopList(FIRST, isMore);
  #coverage = 0;

  constructor(keep: Keep | null) {
    this.#keep = keep;
    this.#best = createTopList(keep?.kind === "best" ? keep.count : 0, isMore);
  }

  offer(score: number, coverage: number): void {
    this.#first.offer(score);
    this.#best.offer(score);
    this.floor = this.#best.worst() ?? 0;
    if (coverage > this.#coverage) this.#coverage = coverage;
  }

  /** The least score of the first results. */
  get firstScore(): number {
    return this.#first.worst() ?? 0;
  }

  /** Whether no product unseen so far can be one of those to keep. */
  isEnough(unseen: Unseen | undefined): boolean {
    const keep = this.#keep;
    if (keep === null || unseen === undefined) return false;
    if (unseen.scoreMax === 0) return true;
    if (keep.kind === "best") return unseen.scoreMax < this.floor;
    const isBelow = unseen.scoreMax < this.firstScore;
    return isBelow && unseen.coverageMax < this.#coverage * keep.coverage;
  }

  /** Whether completing what was seen may save reading the rest. */
  isWorthKnowing(unseen: readonly Unseen[], read: number, seen: number, done: number): boolean {
    const keep = this.#keep;
    const rest = unseen[read];
    if (keep === null || rest === undefined || rest.scoreMax === 0) return false;
    const count = keep.kind === "best" ? keep.count : FIRST;
    if (seen < count || seen < done * 2) return false;
    if (rest.postings < Math.max(POSTINGS_MIN, seen - done)) return false;
    return rest.scoreMax < (unseen[0]?.scoreMax ?? 0) * HOPEFUL_PART;
  }
}
