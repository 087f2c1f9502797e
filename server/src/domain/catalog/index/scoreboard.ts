import type { QueryPlan } from "../query/plan.ts";
import { PLACE_BITS, stepsOf } from "./fields.ts";
import type { SlotFilter } from "./filter.ts";
import { type PostingsPart, type ProbePostings, postingsOf, seek } from "./postings.ts";
import {
  equalGainOf,
  evidenceOf,
  factorOf,
  fillShares,
  isAnswer,
  isHostAlone,
  isMatch,
  mayBe,
  mostFactorOf,
  newShares,
  type Shares,
  typeFactorOf,
} from "./score.ts";
import type { Segment } from "./segment.ts";
import { type Keep, Kept, unseenOf } from "./skip.ts";
import { type Told, ToldSets, toldMarks } from "./told.ts";
import { FITTING } from "./type-column.ts";

/** The place of a slot that was turned away, so that it is checked only once. */
const REJECTED = -1;

/** Seeking one product in a list costs about as much as reading so many postings of it. */
const SEEK_COST = 8;

const NONE = new Uint32Array(0);

/** Of the best score, what a product of a narrow list must have where no type says what fits. */
const NARROW_SCORE = 0.2;

export interface SearchedIndex {
  readonly segments: readonly Segment[];
  readonly filter: SlotFilter;
  /** Above every slot. */
  readonly capacity: number;
  /** How a product's type stands to the one asked for. */
  relationOf(slot: number): number;
  /** What must be found at least; `null` for everything that matches. */
  readonly keep: Keep | null;
}

/** The score of what need not be kept. */
const BELOW = -1;

interface Running extends Pick<SearchedIndex, "relationOf" | "filter"> {
  readonly plan: QueryPlan;
  readonly postings: readonly ProbePostings[];
  readonly told: readonly Told[];
  readonly kept: Kept;
}

/** Whether a list may be shown for the sake of the product of a slot. */
export type Judge = (evidence: readonly number[], slot: number) => boolean;

/** One set of arrays for all searches: a search runs to its end before the next one starts. */
export class Scoreboard {
  /** By slot: one more than its place among those that passed the filter, 0, or `REJECTED`. */
  #places = new Int32Array(0);
  /** Slots that passed the filter, in runs of rising slots. */
  #slots = new Uint32Array(0);
  /** What is known of each, side by side: they are gone through several times. */
  #scores = new Float64Array(0);
  #words = new Int32Array(0);
  #marks = new Int32Array(0);
  #count = 0;
  /** So many of the first of them are complete. */
  #done = 0;
  /** Where in `#slots` each run of the others ends. */
  #runEnds: number[] = [];
  #turnedAway = new Uint32Array(0);
  #turnedAwayCount = 0;
  #matches = new Uint32Array(0);
  #matchCount = 0;
  readonly #shares: Shares = newShares();
  #relationOf: SearchedIndex["relationOf"] = () => FITTING;
  readonly #told = new ToldSets();
  readonly #judge: Judge;

  /** `judge`: another decision than the chosen one about what a list may be shown for. */
  constructor(judge: Judge = isAnswer) {
    this.#judge = judge;
  }

  /**
   * Scores what matches and passes: everything, or at least all that `keep` asks for.
   *
   * **Shape** slots in no order, none when none of the first results answers the query. They,
   * `scoreOf` and `coverageOf` hold until the next run.
   */
  run(plan: QueryPlan, index: SearchedIndex): Uint32Array {
    const { segments, filter, capacity, relationOf, keep } = index;
    this.#relationOf = relationOf;
    this.#clear();
    this.#reserve(capacity);
    fillShares(this.#shares, plan);
    const postings = postingsOf(plan, segments);
    const told = this.#told.of(plan.telling, segments, capacity);
    const kept = new Kept(keep);
    this.#find({ plan, postings, told, filter, relationOf, kept });
    const matches = this.#matches.subarray(0, this.#matchCount);
    const found = this.#closeOf(plan, this.#from(kept.floor, matches));
    return this.#hasAnswer(plan, found, kept.firstScore) ? found : NONE;
  }

  /** Whether a match of the last run answers the query by itself. */
  isAnswer(plan: QueryPlan, slot: number): boolean {
    return this.#answers(plan, this.#placeOf(slot));
  }

  scoreOf(slot: number): number {
    return this.#scores[this.#placeOf(slot)] ?? 0;
  }

  coverageOf(slot: number): number {
    return this.#shares[this.#words[this.#placeOf(slot)] ?? 0] ?? 0;
  }

  #placeOf(slot: number): number {
    return (this.#places[slot] ?? 0) - 1;
  }

  /** Looks for products in one list after the other, until no other can be worth keeping. */
  #find(running: Running): void {
    const { plan, postings, filter, kept } = running;
    const unseen = unseenOf(plan, postings, this.#shares);
    let read = 0;
    for (const list of postings) {
      if (kept.isEnough(unseen[read])) break;
      for (const part of list.parts) this.#add(list, part, filter);
      read += 1;
      if (kept.isWorthKnowing(unseen, read, this.#count, this.#done)) {
        this.#complete(running, read);
      }
    }
    this.#complete(running, read);
  }

  #reserve(capacity: number): void {
    if (this.#places.length >= capacity) return;
    this.#places = new Int32Array(capacity);
    this.#slots = new Uint32Array(capacity);
    this.#scores = new Float64Array(capacity);
    this.#words = new Int32Array(capacity);
    this.#marks = new Int32Array(capacity);
    this.#turnedAway = new Uint32Array(capacity);
    this.#matches = new Uint32Array(capacity);
  }

  #clear(): void {
    const places = this.#places;
    for (let place = 0; place < this.#count; place += 1) places[this.#slots[place] ?? 0] = 0;
    for (let index = 0; index < this.#turnedAwayCount; index += 1) {
      places[this.#turnedAway[index] ?? 0] = 0;
    }
    this.#count = 0;
    this.#done = 0;
    this.#matchCount = 0;
    this.#turnedAwayCount = 0;
    this.#runEnds = [];
  }

  /** Reads a whole list; products met for the first time are asked whether they may be shown. */
  #add(list: ProbePostings, part: PostingsPart, filter: SlotFilter): void {
    const { slots, weights, end } = part;
    const { gainPerStep, markOf } = list;
    const places = this.#places;
    const done = this.#done;
    for (let at = part.start; at < end; at += 1) {
      const slot = slots[at] ?? 0;
      const known = places[slot] ?? 0;
      if (known > done) {
        this.#addPosting(list, known - 1, weights[at] ?? 0);
      } else if (known === 0) {
        if (!filter.passes(slot)) {
          this.#turnAway(slot);
          continue;
        }
        const posting = weights[at] ?? 0;
        const place = this.#count;
        this.#count += 1;
        places[slot] = this.#count;
        this.#slots[place] = slot;
        this.#scores[place] = gainPerStep * stepsOf(posting);
        this.#marks[place] = markOf[posting & PLACE_BITS] ?? 0;
        this.#words[place] = list.words;
      }
    }
    this.#runEnds.push(this.#count);
  }

  #turnAway(slot: number): void {
    this.#places[slot] = REJECTED;
    this.#turnedAway[this.#turnedAwayCount] = slot;
    this.#turnedAwayCount += 1;
  }

  /** Adds to the products not complete: by seeking them, or by reading on when they are many. */
  #update(list: ProbePostings, part: PostingsPart): void {
    const { slots, weights, start, end } = part;
    const done = this.#done;
    if ((this.#count - done) * SEEK_COST < end - start) {
      let first = done;
      for (const runEnd of this.#runEnds) {
        this.#seekRun(list, part, first, runEnd);
        first = runEnd;
      }
      return;
    }
    const { gainPerStep, markOf, words } = list;
    const places = this.#places;
    const scores = this.#scores;
    const marks = this.#marks;
    const wordsOf = this.#words;
    for (let at = start; at < end; at += 1) {
      const place = (places[slots[at] ?? 0] ?? 0) - 1;
      if (place < done) continue;
      const posting = weights[at] ?? 0;
      scores[place] = (scores[place] ?? 0) + gainPerStep * stepsOf(posting);
      marks[place] = (marks[place] ?? 0) | (markOf[posting & PLACE_BITS] ?? 0);
      wordsOf[place] = (wordsOf[place] ?? 0) | words;
    }
  }

  /** Of the products from one place up to another. */
  #seekRun(list: ProbePostings, part: PostingsPart, from: number, to: number): void {
    let at = part.start;
    for (let place = from; place < to; place += 1) {
      const slot = this.#slots[place] ?? 0;
      at = seek(part, at, slot);
      if (at === part.end) return;
      if (part.slots[at] === slot) this.#addPosting(list, place, part.weights[at] ?? 0);
    }
  }

  #addPosting(list: ProbePostings, place: number, posting: number): void {
    const gain = list.gainPerStep * stepsOf(posting);
    this.#scores[place] = (this.#scores[place] ?? 0) + gain;
    this.#marks[place] = (this.#marks[place] ?? 0) | (list.markOf[posting & PLACE_BITS] ?? 0);
    this.#words[place] = (this.#words[place] ?? 0) | list.words;
  }

  /**
   * Reads what the other lists say of the products met so far and gives what matches its final
   * score, unless it is known to be below what is kept.
   */
  #complete(running: Running, read: number): void {
    const { postings, kept } = running;
    for (const list of postings.slice(read)) {
      for (const part of list.parts) this.#update(list, part);
    }
    for (let place = this.#done; place < this.#count; place += 1) {
      const final = this.#finalOf(place, kept.floor, running);
      if (final < kept.floor) continue;
      this.#scores[place] = final;
      kept.offer(final, this.#shares[this.#words[place] ?? 0] ?? 0);
      this.#matches[this.#matchCount] = this.#slots[place] ?? 0;
      this.#matchCount += 1;
    }
    this.#done = this.#count;
    this.#runEnds = [];
  }

  /** **Shape** what is below the floor gets any score below it. */
  #finalOf(place: number, floor: number, { plan, told, relationOf }: Running): number {
    const shares = this.#shares;
    const words = this.#words[place] ?? 0;
    const found = this.#marks[place] ?? 0;
    const score = (this.#scores[place] ?? 0) + equalGainOf(plan, shares, words);
    if (score * mostFactorOf(shares, words, found) < floor) return BELOW;
    const slot = this.#slots[place] ?? 0;
    const marks = found | toldMarks(told, slot);
    if (!isMatch(plan, shares, words, marks)) return BELOW;
    const most = score * factorOf(shares, words, marks, plan.opposed);
    if (most < floor) return BELOW;
    return most * typeFactorOf(plan, relationOf(slot), { words, marks });
  }

  /** Those not below a score, moved to the front. */
  #from(floor: number, matches: Uint32Array): Uint32Array {
    if (floor === 0) return matches;
    let count = 0;
    for (const slot of matches) {
      if (this.scoreOf(slot) < floor) continue;
      matches[count] = slot;
      count += 1;
    }
    return matches.subarray(0, count);
  }

  /** Without those that are far worse than the best: a list ends, instead of sharing one word. */
  #closeOf({ isNarrow, isTyped }: QueryPlan, found: Uint32Array): Uint32Array {
    if (!isNarrow || isTyped) return found;
    let best = 0;
    for (const slot of found) best = Math.max(best, this.scoreOf(slot));
    return found.filter((slot) => this.scoreOf(slot) >= best * NARROW_SCORE);
  }

  #answers(plan: QueryPlan, place: number): boolean {
    const match = { words: this.#words[place] ?? 0, marks: this.#marks[place] ?? 0 };
    const slot = this.#slots[place] ?? 0;
    const relation = this.#relationOf(slot);
    if (isHostAlone(plan, relation, match)) return false;
    if (plan.isScarce && !mayBe(plan, relation, match)) return false;
    return this.#judge(evidenceOf(plan, this.#shares, match), slot);
  }

  /** Whether one of the first results answers, or one as good: ties have no order yet. */
  #hasAnswer(plan: QueryPlan, found: Uint32Array, least: number): boolean {
    let hasOne = false;
    for (const slot of found) {
      const place = this.#placeOf(slot);
      if ((this.#scores[place] ?? 0) >= least) hasOne = this.#answers(plan, place) || hasOne;
    }
    return hasOne;
  }
}
