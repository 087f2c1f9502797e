import type { QueryPlan } from "../query/plan.ts";
import type { ProbePostings } from "./postings.ts";
import { bestMarks, COVERAGE_MIN, factorOf, type Shares, worstMarks } from "./score.ts";

/** What of the matches a search needs to have found. */
export type Keep =
  /** So many with the highest scores. */
  | { readonly kind: "best"; readonly count: number }
  /** Those about as relevant as the best, as a list by price or discount shows them. */
  | { readonly kind: "closest"; readonly coverage: number };

/** What the products can be worth at most that hold none of the words looked up so far. */
export interface Unseen {
  /** Of the query, as bits: the words of all probes still to look up. */
  readonly words: number;
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
export function unseenOf(
  plan: QueryPlan,
  postings: readonly ProbePostings[],
  shares: Shares,
): Unseen[] {
  const unseen: Unseen[] = [];
  let words = 0;
  let gain = 0;
  let length = 0;
  for (let position = postings.length - 1; position >= 0; position -= 1) {
    const probe = plan.probes[position];
    words |= probe?.words ?? 0;
    gain += probe?.gain ?? 0;
    length += postings[position]?.length ?? 0;
    const scoreMax = gain * factorOf(shares, words, bestMarks(words, plan.head)) * SLACK;
    unseen[position] = {
      words,
      scoreMax,
      coverageMax: (shares[words] ?? 0) * SLACK,
      postings: length,
    };
  }
  return unseen;
}

/** The products seen so far: the first `count` of `slots`, and by slot what is known of each. */
export interface SeenProducts {
  readonly slots: Uint32Array;
  readonly count: number;
  readonly scores: Float64Array;
  readonly words: Int32Array;
  readonly marks: Int32Array;
  readonly shares: Shares;
}

/** Whether no product unseen so far can be one of those to keep. */
export function isEnough(keep: Keep, seen: SeenProducts, unseen: Unseen): boolean {
  if (unseen.postings < Math.max(POSTINGS_MIN, seen.count)) return false;
  return keep.kind === "best"
    ? hasBetter(seen, unseen, keep.count)
    : hasBetter(seen, unseen, 1) && hasMoreCovered(seen, unseen.coverageMax / keep.coverage);
}

/** Whether so many seen products are above every unseen one, whatever else is found in them. */
function hasBetter(seen: SeenProducts, unseen: Unseen, count: number): boolean {
  if (seen.count < count) return false;
  const { slots, scores, words, marks, shares } = seen;
  let better = 0;
  for (let index = 0; index < seen.count; index += 1) {
    const slot = slots[index] ?? 0;
    const had = words[slot] ?? 0;
    if ((shares[had] ?? 0) < COVERAGE_MIN) continue;
    const factor = factorOf(shares, had, worstMarks(marks[slot] ?? 0, unseen.words));
    if ((scores[slot] ?? 0) * factor <= unseen.scoreMax) continue;
    better += 1;
    if (better === count) return true;
  }
  return false;
}

function hasMoreCovered({ slots, count, words, shares }: SeenProducts, coverage: number): boolean {
  for (let index = 0; index < count; index += 1) {
    if ((shares[words[slots[index] ?? 0] ?? 0] ?? 0) > coverage) return true;
  }
  return false;
}
