import { BRAND_BIT, CATEGORY_BIT, saturationOf, TITLE_BIT } from "./fields.ts";
import type { SlotFilter } from "./filter.ts";
import type { Probe, QueryPlan } from "./query-plan.ts";
import { findTerm, type Segment } from "./segment.ts";

/**
 * A list needs one product that answers: with so much of the query's meaning, and so much of it
 * where a product says what it is. Without one, nothing is shown: better no card than a poor one.
 */
const ANSWER_COVERAGE_MIN = 0.45;
const ANSWER_STRONG_MIN = 0.2;

/** The rest of a list may match less, down to here. */
const COVERAGE_MIN = 0.15;

/**
 * How strongly products with more of the words, and with the words in their title, go before the
 * others.
 *
 * **Source** chosen on the judged development queries of two shops (75 and 58); the steps around
 * these values differ by less than the standard error there, 0.03 NDCG.
 */
const COVERAGE_POWER = 1.5;
const STRONG_BONUS = 2;

/** Marks a slot that the filter turned away, so that it is asked only once. */
const REJECTED = 1 << 31;

/** Fields in which a word names the product. */
const STRONG_BITS = TITLE_BIT | BRAND_BIT | CATEGORY_BIT;

/** One set of arrays for all searches: a search runs to its end before the next one starts. */
export class Scoreboard {
  #scores = new Float64Array(0);
  #coverages = new Float32Array(0);
  /** The words of the query seen so far, by slot; or `REJECTED`. */
  #words = new Int32Array(0);
  #strongWords = new Int32Array(0);
  #touched = new Uint32Array(0);
  #touchedCount = 0;

  /**
   * Scores everything that matches and passes.
   *
   * **Shape** slots in no order, empty when none of them answers the query; `scoreOf` and
   * `coverageOf` speak of them until the next run. `capacity` is above every slot.
   */
  run(plan: QueryPlan, index: SearchedIndex): Uint32Array {
    this.#clear();
    this.#reserve(index.capacity);
    for (const probe of plan.probes) {
      for (const segment of index.segments) this.#addPostings(probe, segment, index.passes);
    }
    return this.#finish(plan);
  }

  scoreOf(slot: number): number {
    return this.#scores[slot] ?? 0;
  }

  coverageOf(slot: number): number {
    return this.#coverages[slot] ?? 0;
  }

  #reserve(capacity: number): void {
    if (this.#scores.length >= capacity) return;
    this.#scores = new Float64Array(capacity);
    this.#coverages = new Float32Array(capacity);
    this.#words = new Int32Array(capacity);
    this.#strongWords = new Int32Array(capacity);
    this.#touched = new Uint32Array(capacity);
  }

  #clear(): void {
    for (let index = 0; index < this.#touchedCount; index += 1) {
      const slot = this.#touched[index] ?? 0;
      this.#words[slot] = 0;
      this.#strongWords[slot] = 0;
      this.#scores[slot] = 0;
    }
    this.#touchedCount = 0;
  }

  #addPostings(probe: Probe, segment: Segment, passes: SlotFilter): void {
    const found = findTerm(segment, probe.term);
    if (found < 0) return;
    const { slots, weights } = segment;
    const words = this.#words;
    const end = segment.starts[found + 1] ?? 0;
    for (let at = segment.starts[found] ?? 0; at < end; at += 1) {
      const slot = slots[at] ?? 0;
      const seen = words[slot] || this.#admit(slot, passes);
      if (seen === REJECTED) continue;
      words[slot] = seen | probe.words;
      this.#addPosting(probe, slot, weights[at] ?? 0);
    }
  }

  /** Meets a slot for the first time in this search: asks the filter, once. */
  #admit(slot: number, passes: SlotFilter): number {
    this.#touched[this.#touchedCount] = slot;
    this.#touchedCount += 1;
    if (passes(slot)) return 0;
    this.#words[slot] = REJECTED;
    return REJECTED;
  }

  #addPosting(probe: Probe, slot: number, posting: number): void {
    this.#scores[slot] = (this.#scores[slot] ?? 0) + probe.gain * saturationOf(posting);
    if ((posting & STRONG_BITS) === 0) return;
    this.#strongWords[slot] = (this.#strongWords[slot] ?? 0) | probe.words;
  }

  /** Gives what matched its final score, and keeps nothing when nothing of it answers. */
  #finish(plan: QueryPlan): Uint32Array {
    const matches = new Uint32Array(this.#touchedCount);
    let count = 0;
    let isAnswered = false;
    for (let index = 0; index < this.#touchedCount; index += 1) {
      const slot = this.#touched[index] ?? 0;
      const seen = this.#words[slot] ?? 0;
      const coverage = seen === REJECTED ? 0 : shareOf(plan, seen);
      if (coverage < COVERAGE_MIN) continue;
      const strong = shareOf(plan, this.#strongWords[slot] ?? 0);
      isAnswered ||= isAnswer(coverage, strong);
      this.#coverages[slot] = coverage;
      this.#scores[slot] =
        this.scoreOf(slot) * coverage ** COVERAGE_POWER * (1 + STRONG_BONUS * strong);
      matches[count] = slot;
      count += 1;
    }
    return matches.subarray(0, isAnswered ? count : 0);
  }
}

/** What one search looks through. */
export interface SearchedIndex {
  readonly segments: readonly Segment[];
  readonly passes: SlotFilter;
  readonly capacity: number;
}

/** All words somewhere in the description are an answer too; half of them there are chance. */
function isAnswer(coverage: number, strong: number): boolean {
  if (coverage < ANSWER_COVERAGE_MIN) return false;
  return strong >= ANSWER_STRONG_MIN || coverage > 0.999;
}

/** The part of the query, by importance, that a set of words is. */
function shareOf(plan: QueryPlan, mask: number): number {
  let sum = 0;
  for (let word = 0; word < plan.importance.length; word += 1) {
    if ((mask & (1 << word)) !== 0) sum += plan.importance[word] ?? 0;
  }
  return plan.importanceTotal === 0 ? 0 : sum / plan.importanceTotal;
}
