import { createBoundedMap } from "../../../core/cache.ts";
import type { Telling } from "../query/probe.ts";
import { HAS_BIT } from "./fields.ts";
import { partsOf } from "./postings.ts";
import { MARK_OF } from "./score.ts";
import type { Segment } from "./segment.ts";

/** Each takes a bit for every product. */
const SETS_MAX = 256;

/** The products of which a term tells something, one bit for each slot, and what it marks. */
export interface Told {
  readonly mark: number;
  readonly bits: Uint32Array;
}

/** Keeps these sets between searches: most ask for the same few terms, and only for some slots. */
export class ToldSets {
  #sets = createBoundedMap<number, Uint32Array>(SETS_MAX);
  #segments: readonly Segment[] = [];

  of(telling: readonly Telling[], segments: readonly Segment[], capacity: number): Told[] {
    if (segments !== this.#segments) {
      this.#sets = createBoundedMap(SETS_MAX);
      this.#segments = segments;
    }
    return telling.map(({ term, tells }) => {
      const key = term * 2 + (tells === "contrary" ? 1 : 0);
      const known = this.#sets.get(key);
      const bits = known ?? bitsOf({ term, tells }, segments, capacity);
      if (known === undefined) this.#sets.set(key, bits);
      return { mark: MARK_OF[tells], bits };
    });
  }
}

function bitsOf({ term, tells }: Telling, segments: readonly Segment[], capacity: number) {
  const bits = new Uint32Array((capacity + 31) >> 5);
  for (const { slots, weights, start, end } of partsOf(term, segments)) {
    for (let at = start; at < end; at += 1) {
      // A description may hold any word of two opposites.
      if (tells === "contrary" && ((weights[at] ?? 0) & HAS_BIT) === 0) continue;
      const slot = slots[at] ?? 0;
      bits[slot >> 5] = (bits[slot >> 5] ?? 0) | (1 << (slot & 31));
    }
  }
  return bits;
}

/** What these terms mark for the product of a slot. */
export function toldMarks(told: readonly Told[], slot: number): number {
  let marks = 0;
  for (const { mark, bits } of told) {
    if (((bits[slot >> 5] ?? 0) & (1 << (slot & 31))) !== 0) marks |= mark;
  }
  return marks;
}
