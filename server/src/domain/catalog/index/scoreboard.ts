import type { QueryPlan } from "../query/plan.ts";
import { PLACE_BITS, stepsOf } from "./fields.ts";
import type { SlotFilter } from "./filter.ts";
import { type PostingsPart, type ProbePostings, postingsOf, seek } from "./postings.ts";
import { COVERAGE_MIN, factorOf, fillShares, isAnswer, newShares, type Shares } from "./score.ts";
import type { Segment } from "./segment.ts";
import { isEnough, type Keep, unseenOf } from "./skip.ts";

/** Marks a slot that the filter turned away, so that it is asked only once. */
const REJECTED = 1 << 31;

/** Seeking one product in a list costs about as much as reading so many postings of it. */
const SEEK_COST = 8;

const NONE = new Uint32Array(0);

export interface SearchedIndex {
  readonly segments: readonly Segment[];
  readonly filter: SlotFilter;
  /** Above every slot. */
  readonly capacity: number;
  /** What must be found at least; `null` for everything that matches. */
  readonly keep: Keep | null;
}

/** One set of arrays for all searches: a search runs to its end before the next one starts. */
export class Scoreboard {
  #scores = new Float64Array(0);
  /** The words of the query seen so far, by slot; or `REJECTED`. */
  #words = new Int32Array(0);
  #marks = new Int32Array(0);
  /** Slots that passed the filter, in runs of rising slots. */
  #touched = new Uint32Array(0);
  #touchedCount = 0;
  /** Where in `#touched` each run ends. */
  #runEnds: number[] = [];
  #turnedAway = new Uint32Array(0);
  #turnedAwayCount = 0;
  #matches = new Uint32Array(0);
  readonly #shares: Shares = newShares();

  /**
   * Scores what matches and passes: everything, or at least all that `keep` asks for.
   *
   * **Shape** slots in no order, none when nothing answers the query. They, `scoreOf` and
   * `coverageOf` hold until the next run.
   */
  run(plan: QueryPlan, index: SearchedIndex): Uint32Array {
    const matches = this.#runOnce(plan, index);
    if (matches !== null) return matches;
    // What was left unread might hold the one product that answers.
    return this.#runOnce(plan, { ...index, keep: null }) ?? NONE;
  }

  scoreOf(slot: number): number {
    return this.#scores[slot] ?? 0;
  }

  coverageOf(slot: number): number {
    return this.#shares[this.#words[slot] ?? 0] ?? 0;
  }

  /** `null` when nothing answers, but not everything was read. */
  #runOnce(plan: QueryPlan, { segments, filter, capacity, keep }: SearchedIndex) {
    this.#clear();
    this.#reserve(capacity);
    fillShares(this.#shares, plan);
    const postings = postingsOf(plan, segments);
    const unseen = keep === null ? [] : unseenOf(plan, postings, this.#shares);
    let isClosed = false;
    for (const [position, list] of postings.entries()) {
      const rest = unseen[position];
      if (keep !== null && rest !== undefined) isClosed ||= isEnough(keep, this.#seen(), rest);
      for (const part of list.parts) {
        if (isClosed) this.#update(list, part);
        else this.#add(list, part, filter);
      }
    }
    const matches = this.#finish(plan);
    return matches === NONE && isClosed ? null : matches;
  }

  #seen() {
    return {
      slots: this.#touched,
      count: this.#touchedCount,
      scores: this.#scores,
      words: this.#words,
      marks: this.#marks,
      shares: this.#shares,
    };
  }

  #reserve(capacity: number): void {
    if (this.#scores.length >= capacity) return;
    this.#scores = new Float64Array(capacity);
    this.#words = new Int32Array(capacity);
    this.#marks = new Int32Array(capacity);
    this.#touched = new Uint32Array(capacity);
    this.#turnedAway = new Uint32Array(capacity);
    this.#matches = new Uint32Array(capacity);
  }

  /** Scores and marks are overwritten when their slot is used. */
  #clear(): void {
    const words = this.#words;
    for (let index = 0; index < this.#touchedCount; index += 1) {
      words[this.#touched[index] ?? 0] = 0;
    }
    for (let index = 0; index < this.#turnedAwayCount; index += 1) {
      words[this.#turnedAway[index] ?? 0] = 0;
    }
    this.#touchedCount = 0;
    this.#turnedAwayCount = 0;
    this.#runEnds = [];
  }

  /** Reads a whole list; products met for the first time are asked whether they may be shown. */
  #add(list: ProbePostings, part: PostingsPart, filter: SlotFilter): void {
    const { slots, weights, end } = part;
    const { words: listWords, gainPerStep, markOf } = list;
    const words = this.#words;
    const scores = this.#scores;
    const marks = this.#marks;
    const touched = this.#touched;
    let count = this.#touchedCount;
    for (let at = part.start; at < end; at += 1) {
      const slot = slots[at] ?? 0;
      const seen = words[slot] ?? 0;
      if (seen === REJECTED) continue;
      const posting = weights[at] ?? 0;
      const gain = gainPerStep * stepsOf(posting);
      const mark = markOf[posting & PLACE_BITS] ?? 0;
      if (seen !== 0) {
        scores[slot] = (scores[slot] ?? 0) + gain;
        marks[slot] = (marks[slot] ?? 0) | mark;
        words[slot] = seen | listWords;
      } else if (filter.passes(slot)) {
        touched[count] = slot;
        count += 1;
        scores[slot] = gain;
        marks[slot] = mark;
        words[slot] = listWords;
      } else {
        this.#turnAway(slot);
      }
    }
    this.#touchedCount = count;
    this.#runEnds.push(count);
  }

  #turnAway(slot: number): void {
    this.#words[slot] = REJECTED;
    this.#turnedAway[this.#turnedAwayCount] = slot;
    this.#turnedAwayCount += 1;
  }

  /** Completes the products met so far: by seeking them, or by reading on when they are many. */
  #update(list: ProbePostings, part: PostingsPart): void {
    const { slots, weights, start, end } = part;
    if (this.#touchedCount * SEEK_COST < end - start) {
      let first = 0;
      for (const runEnd of this.#runEnds) {
        this.#seekRun(list, part, this.#touched.subarray(first, runEnd));
        first = runEnd;
      }
      return;
    }
    for (let at = start; at < end; at += 1) {
      const slot = slots[at] ?? 0;
      // Above zero: neither unmet nor turned away.
      if ((this.#words[slot] ?? 0) > 0) this.#addPosting(list, slot, weights[at] ?? 0);
    }
  }

  #seekRun(list: ProbePostings, part: PostingsPart, run: Uint32Array): void {
    let at = part.start;
    for (const slot of run) {
      at = seek(part, at, slot);
      if (at === part.end) return;
      if (part.slots[at] === slot) this.#addPosting(list, slot, part.weights[at] ?? 0);
    }
  }

  #addPosting(list: ProbePostings, slot: number, posting: number): void {
    const gain = list.gainPerStep * stepsOf(posting);
    this.#scores[slot] = (this.#scores[slot] ?? 0) + gain;
    this.#marks[slot] = (this.#marks[slot] ?? 0) | (list.markOf[posting & PLACE_BITS] ?? 0);
    this.#words[slot] = (this.#words[slot] ?? 0) | list.words;
  }

  /** Gives what matched its final score; keeps nothing when nothing of it answers. */
  #finish(plan: QueryPlan): Uint32Array {
    const shares = this.#shares;
    const scores = this.#scores;
    const matches = this.#matches;
    let count = 0;
    let isAnswered = false;
    for (let index = 0; index < this.#touchedCount; index += 1) {
      const slot = this.#touched[index] ?? 0;
      const words = this.#words[slot] ?? 0;
      if ((shares[words] ?? 0) < COVERAGE_MIN) continue;
      const marks = this.#marks[slot] ?? 0;
      scores[slot] = (scores[slot] ?? 0) * factorOf(shares, words, marks);
      isAnswered ||= isAnswer(plan, shares, words, marks);
      matches[count] = slot;
      count += 1;
    }
    return isAnswered ? matches.subarray(0, count) : NONE;
  }
}
