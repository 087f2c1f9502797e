import type { QueryPlan } from "../query/plan.ts";
import type { ProbePostings } from "./postings.ts";
import {
  bestMarks,
  FIRST,
  factorOf,
  isMatch,
  leastTypeFactorOf,
  MARK_OF,
  mostFactorOf,
  mostTypeFactorOf,
  type Rest,
  type Shares,
  worstMarks,
} from "./score.ts";

/** What of the matches a search needs to have found. */
export type Keep =
  /** So many with the highest scores. */
  | { readonly kind: "best"; readonly count: number }
  /** Those about as relevant as the best, as a list by price or discount shows them. */
  | { readonly kind: "closest"; readonly coverage: number };

/** What the products can be worth at most that hold none of the words looked up so far. */
export interface Unseen extends Rest {
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
  const told = plan.telling.reduce((marks, { tells }) => marks | MARK_OF[tells], 0);
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
    unseen[position] = {
      words,
      told,
      scoreMax,
      coverageMax: (shares[words] ?? 0) * SLACK,
      postings: length,
    };
  }
  return unseen;
}

/** The products seen so far: the first `count` of each array, which go side by side. */
export interface SeenProducts {
  readonly slots: Uint32Array;
  readonly count: number;
  readonly scores: Float64Array;
  readonly words: Int32Array;
  readonly marks: Int32Array;
  readonly shares: Shares;
  readonly plan: QueryPlan;
  relationOf(slot: number): number;
}

/** Whether no product unseen so far can be one of those to keep. */
export function isEnough(keep: Keep | null, seen: SeenProducts, unseen: Unseen): boolean {
  if (unseen.scoreMax === 0) return true;
  if (keep === null) return false;
  if (unseen.postings < Math.max(POSTINGS_MIN, seen.count)) return false;
  return keep.kind === "best"
    ? hasBetter(seen, unseen, keep.count)
    : hasBetter(seen, unseen, FIRST) &&
        hasMoreCovered(seen, unseen, unseen.coverageMax / keep.coverage);
}

/** Whether so many seen products are above every unseen one, whatever else is found in them. */
function hasBetter(seen: SeenProducts, unseen: Unseen, count: number): boolean {
  if (seen.count < count) return false;
  let better = 0;
  for (let place = 0; place < seen.count && better < count; place += 1) {
    if (isBetter(place, seen, unseen)) better += 1;
  }
  return better === count;
}

function isBetter(place: number, seen: SeenProducts, unseen: Unseen): boolean {
  const { plan, shares } = seen;
  const words = seen.words[place] ?? 0;
  const had = seen.marks[place] ?? 0;
  const score = seen.scores[place] ?? 0;
  if (score * mostFactorOf(shares, words, had) <= unseen.scoreMax) return false;
  const marks = worstMarks(had, unseen);
  if (!isMatch(plan, shares, words, marks)) return false;
  const least = score * factorOf(shares, words, marks, plan.opposed);
  if (least <= unseen.scoreMax) return false;
  const relation = seen.relationOf(seen.slots[place] ?? 0);
  const factor = leastTypeFactorOf(plan, relation, { words, marks, rest: unseen });
  return least * factor > unseen.scoreMax;
}

function hasMoreCovered(seen: SeenProducts, unseen: Unseen, coverage: number): boolean {
  const { plan, count, words, marks, shares } = seen;
  for (let place = 0; place < count; place += 1) {
    const had = words[place] ?? 0;
    if ((shares[had] ?? 0) <= coverage) continue;
    if (isMatch(plan, shares, had, worstMarks(marks[place] ?? 0, unseen))) return true;
  }
  return false;
}
