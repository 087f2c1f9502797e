import type { QueryPlan } from "../query/plan.ts";
import { WEIGHT_STEPS } from "./fields.ts";
import { marksByBits } from "./score.ts";
import { findTerm, type Segment } from "./segment.ts";

/** All postings of one probe, as they lie in the segments, and what each of them adds. */
export interface ProbePostings {
  readonly words: number;
  /** What one step of a posting's weight adds to a product's score. */
  readonly gainPerStep: number;
  /** By the place bits of a posting. */
  readonly markOf: Int32Array;
  readonly parts: readonly PostingsPart[];
  readonly length: number;
}

/** From `start` up to `end` of a segment's arrays. */
export interface PostingsPart {
  readonly slots: Uint32Array;
  readonly weights: Uint16Array;
  readonly start: number;
  readonly end: number;
}

/** In the order of the plan's probes. */
export function postingsOf(plan: QueryPlan, segments: readonly Segment[]): ProbePostings[] {
  return plan.probes.map((probe) => {
    const parts = partsOf(probe.term, segments);
    return {
      words: probe.words,
      gainPerStep: probe.gain / WEIGHT_STEPS,
      markOf: marksByBits(probe, plan.head),
      parts,
      length: parts.reduce((sum, part) => sum + part.end - part.start, 0),
    };
  });
}

/** Where a term stands, segment by segment. */
export function partsOf(term: number, segments: readonly Segment[]): PostingsPart[] {
  const parts: PostingsPart[] = [];
  for (const segment of segments) {
    const found = findTerm(segment, term);
    if (found < 0) continue;
    const { slots, weights, starts } = segment;
    parts.push({ slots, weights, start: starts[found] ?? 0, end: starts[found + 1] ?? 0 });
  }
  return parts;
}

/**
 * The first place at or after `from` whose slot is not below `slot`; `part.end` when there is none.
 * Doubles its steps, then halves them: what is sought usually lies near.
 */
export function seek(part: PostingsPart, from: number, slot: number): number {
  const { slots, end } = part;
  if (from >= end || (slots[from] ?? 0) >= slot) return from;
  let step = 1;
  let low = from;
  while (low + step < end && (slots[low + step] ?? 0) < slot) {
    low += step;
    step *= 2;
  }
  // The slot at `low` is below, the one at `high` is not.
  let high = Math.min(low + step, end);
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((slots[middle] ?? 0) < slot) low = middle;
    else high = middle;
  }
  return high;
}
