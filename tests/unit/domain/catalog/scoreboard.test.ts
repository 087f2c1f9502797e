import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { WEIGHT_STEPS } from "../../../../server/src/domain/catalog/index/fields.ts";
import { seek } from "../../../../server/src/domain/catalog/index/postings.ts";
import {
  bestMarks,
  FIRST,
  mostTypeFactorOf,
  typeFactorOf,
} from "../../../../server/src/domain/catalog/index/score.ts";
import {
  Scoreboard,
  type SearchedIndex,
} from "../../../../server/src/domain/catalog/index/scoreboard.ts";
import {
  createSegmentBuilder,
  type Segment,
} from "../../../../server/src/domain/catalog/index/segment.ts";
import type { Keep } from "../../../../server/src/domain/catalog/index/skip.ts";
import { TYPE_WORD } from "../../../../server/src/domain/catalog/index/type-column.ts";
import type { QueryPlan } from "../../../../server/src/domain/catalog/query/plan.ts";
import type { Probe } from "../../../../server/src/domain/catalog/query/probe.ts";
import { seeded } from "../../../eval/search/noise.ts";

const SLOTS = 3_000;
const SEGMENT_SLOTS = 1_100;

/** How common the query's terms are: from a part number to a word like "black". */
const anyProbe = fc.record({
  share: fc.constantFrom(0.002, 0.01, 0.05, 0.2, 0.6),
  /** Of its rarity: a repaired spelling or an opinion counts for less. */
  part: fc.constantFrom(1, 1, 0.8, 0.1),
  words: fc.constantFrom(1, 2, 4, 8, 3, 6, 12),
  /** No term stands in strong places more often than this. */
  strong: fc.constantFrom(0, 0.2, 0.9),
  /** Its weights lie evenly, or nearly all at the top. */
  power: fc.constantFrom(1, 0.05),
});

const anySearch = fc.record({
  seed: fc.integer(),
  probes: fc.array(anyProbe, { minLength: 1, maxLength: 6 }),
  head: fc.constantFrom(0, 1, 2, 8),
  required: fc.constantFrom(0, 0, 1, 4),
  /** Words that name a type, and what share of the products is of it; 0 words: none is named. */
  named: fc.constantFrom(0, 1, 3, 6),
  typed: fc.constantFrom(0.4, 0.05),
  /** How many of the other probes are read before the type's. */
  typeAt: fc.nat({ max: 6 }),
  /** What other terms tell of a product without being asked for, and words they are opposed to. */
  tells: fc.subarray(["near", "sized", "contrary"] as const),
  /** Whether a term of the query is the size asked for. */
  isSize: fc.boolean(),
  opposed: fc.constantFrom(0, 1, 6),
  isNarrow: fc.boolean(),
  isForeign: fc.boolean(),
  isJoined: fc.boolean(),
  passing: fc.constantFrom(1, 0.3, 0.02),
});

type Search = typeof anySearch extends fc.Arbitrary<infer Value> ? Value : never;

/** As the planner makes them: what is rare counts for much. */
function planOf({
  probes,
  head,
  required,
  named,
  typeAt,
  tells,
  isSize,
  ...given
}: Search): QueryPlan {
  const planned: Probe[] = probes.map(({ share, part, words }, term) => {
    return { term, gain: (1 - Math.log(share)) * part, words, isSize: isSize && term === 0 };
  });
  const importance = [1, 2, 4, 8].map((word) =>
    Math.max(0.5, ...planned.map(({ gain, words }) => ((words & word) === 0 ? 0 : gain))),
  );
  const typeGain = named === 0 ? 0 : 0.7;
  planned.sort((left, right) => right.gain - left.gain);
  const typeProbe = { term: probes.length, gain: typeGain, words: TYPE_WORD };
  if (named !== 0) planned.splice(typeAt, 0, typeProbe);
  return {
    probes: planned,
    telling: tells.map((one, at) => ({ term: at % probes.length, tells: one })),
    importance,
    importanceTotal: importance.reduce((sum, value) => sum + value, 0),
    head,
    required,
    named,
    compound: named === 0 ? 0 : (2 << (31 - Math.clz32(named))) - 1,
    core: 0,
    isForeign: given.isForeign,
    isUnheard: given.isForeign,
    isJoined: given.isJoined,
    isScarce: false,
    isElsewhere: false,
    typeGain,
    opposed: given.opposed,
    isNarrow: given.isNarrow,
    isTyped: named !== 0,
    asked: null,
  };
}

function indexOf(search: Search): Omit<SearchedIndex, "keep"> {
  const random = seeded(search.seed);
  const segments = segmentsOf(search, random);
  const passing = Float64Array.from({ length: SLOTS }, random);
  const filter = { passes: (slot: number) => (passing[slot] ?? 1) < search.passing };
  const relations = Uint8Array.from({ length: SLOTS }, () => random() * 6);
  return { segments, filter, capacity: SLOTS, relationOf: (slot) => relations[slot] ?? 0 };
}

function segmentsOf(search: Search, random: () => number): Segment[] {
  return Array.from({ length: Math.ceil(SLOTS / SEGMENT_SLOTS) }, (_, number) => {
    const builder = createSegmentBuilder();
    const first = number * SEGMENT_SLOTS;
    const end = Math.min(SLOTS, first + SEGMENT_SLOTS);
    for (let slot = first; slot < end; slot += 1) {
      search.probes.forEach(({ share, strong, power }, term) => {
        const places = random() < strong ? 1 + 2 * Math.floor(random() * 8) : 0;
        const weight = Math.round(random() ** power * WEIGHT_STEPS);
        if (random() < share) builder.add(term, slot, (weight << 4) | places);
      });
      // What is of the type asked for has it in a strong place, and no word of it.
      if (random() < search.typed) builder.add(search.probes.length, slot, 1);
    }
    return builder.build(search.probes.length + 1);
  });
}

interface Found {
  readonly slot: number;
  readonly score: number;
  readonly coverage: number;
}

function run(search: Search, keep: Keep | null): Found[] {
  const scoreboard = new Scoreboard();
  const matches = scoreboard.run(planOf(search), { ...indexOf(search), keep });
  return [...matches]
    .map((slot) => ({
      slot,
      score: scoreboard.scoreOf(slot),
      coverage: scoreboard.coverageOf(slot),
    }))
    .sort((left, right) => right.score - left.score || left.slot - right.slot);
}

/** As a list by price or discount chooses. */
function closest(found: readonly Found[]): Found[] {
  const coverage = Math.max(...found.map((match) => match.coverage));
  const score = Math.max(...found.map((match) => match.score));
  return found.filter((match) => match.coverage >= coverage * 0.9 && match.score >= score * 0.35);
}

describe("leaving postings unread", () => {
  test("changes neither the best products nor their scores, whatever is filtered", () => {
    let left = 0;
    fc.assert(
      fc.property(anySearch, fc.constantFrom(FIRST, 11, 24, 100), (search, count) => {
        const all = run(search, null);
        const best = run(search, { kind: "best", count });
        expect(best.slice(0, count)).toEqual(all.slice(0, count));
        if (best.length < all.length) left += 1;
      }),
      { numRuns: 250, seed: 6 },
    );
    // Otherwise nothing was shown.
    expect(left).toBeGreaterThan(25);
  });

  test("changes no list by price or discount", () => {
    let left = 0;
    fc.assert(
      fc.property(anySearch, (search) => {
        const all = run(search, null);
        const close = run(search, { kind: "closest", coverage: 0.9 });
        expect(closest(close)).toEqual(closest(all));
        if (close.length < all.length) left += 1;
      }),
      { numRuns: 350, seed: 7 },
    );
    expect(left).toBeGreaterThan(25);
  });
});

test("no product is worth more for its type than the most for its words", () => {
  fc.assert(
    fc.property(anySearch, fc.nat({ max: 15 }), fc.boolean(), (search, some, isTyped) => {
      const isNamed = search.named !== 0;
      const plan = { ...planOf(search), isTyped: isTyped && isNamed, isNarrow: false };
      const factors = subsetsOf(some).flatMap((words) =>
        [0, 1, 2, 3, 4, 5].map((relation) => {
          return typeFactorOf(plan, relation, { words, marks: bestMarks(words, words) });
        }),
      );
      expect(mostTypeFactorOf(plan, some)).toBe(Math.max(...factors));
    }),
  );
});

const subsetsOf = (words: number): number[] =>
  Array.from({ length: words + 1 }, (_, some) => some).filter((some) => (some & ~words) === 0);

test("seeking finds the first place that is not below, from any start", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat({ max: 300 }), { maxLength: 60 }),
      fc.nat({ max: 300 }),
      fc.nat({ max: 60 }),
      (values, slot, from) => {
        const slots = Uint32Array.from(values.toSorted((left, right) => left - right));
        const part = { slots, weights: new Uint16Array(slots.length), start: 0, end: slots.length };
        const start = Math.min(from, slots.length);
        const found = slots.findIndex((value, at) => at >= start && value >= slot);
        expect(seek(part, start, slot)).toBe(found < 0 ? slots.length : found);
      },
    ),
  );
});
