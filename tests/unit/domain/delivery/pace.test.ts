import { describe, expect, test } from "vitest";
import { type Micros, micros, microsFromCredits } from "../../../../server/src/contract/money.ts";
import {
  isAheadOfPlan,
  isDaySpent,
  type Paced,
} from "../../../../server/src/domain/delivery/facts.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const DAWN = new Date("2026-03-02T00:00:00Z");
const PRICE = microsFromCredits(25);
const dawnPlus = (ms: number) => new Date(DAWN.getTime() + ms);

/** A generator with a seed, so that a failure can be repeated. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Simulation {
  readonly paced: Pick<Paced, "dailyCap" | "endAt" | "startedAt">;
  readonly funds: Micros;
  /** When somebody asks for an ad, in order. */
  readonly requests: readonly Date[];
  /** How often a delivery is clicked, and how long after it. */
  readonly clickRate: number;
  readonly clickDelayMs: number;
  readonly seed: number;
}

interface Outcome {
  readonly spent: bigint;
  readonly byDay: ReadonlyMap<number, bigint>;
  /** The furthest that spending ran ahead of and behind its even share. **Units** micro-credits. */
  readonly furthest: { ahead: bigint; behind: bigint };
  readonly firstRefused: number;
}

function evenShareOf(dailyCap: bigint | null, now: Date): bigint {
  return ((dailyCap ?? 0n) * BigInt(now.getTime() % DAY_MS)) / BigInt(DAY_MS);
}

function widen(furthest: Outcome["furthest"], lead: bigint): void {
  if (lead > furthest.ahead) furthest.ahead = lead;
  if (-lead > furthest.behind) furthest.behind = -lead;
}

const dayOf = (time: Date) => Math.floor(time.getTime() / DAY_MS);

/** Delivers, clicks and settles with what `deliver_ad` knows, and never beyond cap and funds. */
function simulate({ paced, funds, requests, clickRate, clickDelayMs, seed }: Simulation): Outcome {
  const random = randomOf(seed);
  const clicks: number[] = [];
  const byDay = new Map<number, bigint>();
  const furthest = { ahead: 0n, behind: 0n };
  let spent = 0n;
  let firstRefused = 0;
  const spentOn = (day: number) => byDay.get(day) ?? 0n;
  const settleUntil = (nowMs: number) => {
    while ((clicks[0] ?? Number.POSITIVE_INFINITY) <= nowMs) {
      const day = dayOf(new Date(clicks.shift() ?? 0));
      const { dailyCap } = paced;
      const fits = dailyCap === null || dailyCap - spentOn(day) >= PRICE;
      if (!fits || funds - spent < PRICE) continue;
      byDay.set(day, spentOn(day) + PRICE);
      spent += PRICE;
    }
  };
  let seenDay = -1;
  for (const now of requests) {
    settleUntil(now.getTime());
    const spentToday = micros(spentOn(dayOf(now)));
    const escrow = micros(funds - spent);
    const facts = { ...paced, unitPrice: PRICE, spentToday, escrow, readAt: now };
    const isRefused = isDaySpent(facts, now) || isAheadOfPlan(facts, now) || escrow < PRICE;
    if (dayOf(now) !== seenDay && escrow >= PRICE && isRefused) firstRefused += 1;
    seenDay = dayOf(now);
    widen(furthest, spentToday - evenShareOf(paced.dailyCap, now));
    if (!isRefused && random() < clickRate) {
      clicks.push(now.getTime() + Math.floor(random() * clickDelayMs));
      clicks.sort((left, right) => left - right);
    }
  }
  settleUntil(Number.MAX_SAFE_INTEGER);
  return { spent, byDay, furthest, firstRefused };
}

function uniform(count: number, days = 1): Date[] {
  return Array.from({ length: count }, (_, index) => dawnPlus((index * days * DAY_MS) / count));
}

/** Long silences, then hundreds of requests within a minute. */
function bursts(count: number, perBurst: number, random: () => number): Date[] {
  const starts = Array.from({ length: count }, () => random() * (DAY_MS - MINUTE_MS));
  // The last hours have readers too: what nobody asks for cannot be spent.
  starts.push(DAY_MS - 2 * HOUR_MS, DAY_MS - HOUR_MS);
  return starts
    .flatMap((start) =>
      Array.from({ length: perBurst }, (_, index) => start + (index * MINUTE_MS) / perBurst),
    )
    .toSorted((left, right) => left - right)
    .map((ms) => dawnPlus(Math.floor(ms)));
}

const seeds = Array.from({ length: 8 }, (_, index) => index + 1);
const whole = (cap: bigint, percent: bigint) => (cap * percent) / 100n;

describe("a campaign with a daily cap", () => {
  const cap = microsFromCredits(25_000);
  const paced = { dailyCap: cap, endAt: null, startedAt: dawnPlus(-DAY_MS) };
  const funds = micros(cap * 10n);

  test.each(seeds)("spends evenly when readers come evenly (seed %d)", (seed) => {
    const requests = uniform(40_000);
    const day = { paced, funds, requests, clickRate: 0.1, clickDelayMs: MINUTE_MS, seed };
    const { spent, furthest } = simulate(day);
    expect(spent).toBeGreaterThanOrEqual(whole(cap, 95n));
    expect(spent).toBeLessThanOrEqual(cap);
    expect(furthest.ahead).toBeLessThanOrEqual(whole(cap, 6n));
    expect(furthest.behind).toBeLessThanOrEqual(whole(cap, 3n));
  });

  test.each(seeds)("spends at least 95 %% when they come in bursts (seed %d)", (seed) => {
    const requests = bursts(30, 2_000, randomOf(seed));
    const day = { paced, funds, requests, clickRate: 0.1, clickDelayMs: 20_000, seed };
    const { spent, furthest } = simulate(day);
    expect(spent).toBeGreaterThanOrEqual(whole(cap, 95n));
    expect(spent).toBeLessThanOrEqual(cap);
    // What was clicked but not settled when a burst began is all that may come on top.
    expect(furthest.ahead).toBeLessThanOrEqual(whole(cap, 5n) + PRICE * 100n);
  });

  test.each(seeds)("spends what little demand there is, all of it (seed %d)", (seed) => {
    const requests = uniform(4_000);
    const day = { paced, funds, requests, clickRate: 0.1, clickDelayMs: MINUTE_MS, seed };
    const held = simulate(day);
    const free = simulate({ ...day, paced: { ...paced, dailyCap: null } });
    expect(held.spent).toBe(free.spent);
  });

  test("catches up by night with what nobody asked for by day", () => {
    const requests = uniform(60_000).filter(
      (time) => time.getTime() >= dawnPlus(16 * HOUR_MS).getTime(),
    );
    const day = { paced, funds, requests, clickRate: 0.1, clickDelayMs: 1_000, seed: 1 };
    expect(simulate(day).spent).toBeGreaterThanOrEqual(whole(cap, 95n));
  });

  test("booked in the afternoon, spends its first day evenly from then on", () => {
    const booked = { ...paced, startedAt: dawnPlus(18 * HOUR_MS) };
    const requests = uniform(160_000).filter(
      (time) => time.getTime() >= booked.startedAt.getTime(),
    );
    const noon = requests.filter((time) => time.getTime() < dawnPlus(21 * HOUR_MS).getTime());
    const day = { paced: booked, funds, clickRate: 0.1, clickDelayMs: 1_000, seed: 1 };
    const half = simulate({ ...day, requests: noon }).spent;
    expect(half).toBeGreaterThan(whole(cap, 50n));
    expect(half).toBeLessThan(whole(cap, 56n));
    expect(simulate({ ...day, requests }).spent).toBeGreaterThanOrEqual(whole(cap, 95n));
  });

  test("of a few units is not held back at all", () => {
    const small = microsFromCredits(500);
    const facts = { unitPrice: PRICE, escrow: small, dailyCap: small, endAt: null };
    for (let units = 0n; units < 20n; units += 1n) {
      const spentToday = micros(units * PRICE);
      const now = dawnPlus(1);
      const seen = { ...facts, spentToday, startedAt: DAWN, readAt: now };
      expect([isAheadOfPlan(seen, now), isDaySpent(seen, now)]).toEqual([false, false]);
    }
  });
});

describe("a campaign with an end", () => {
  const funds = microsFromCredits(50_000);
  const days = 5;
  const paced = { dailyCap: null, endAt: dawnPlus(days * DAY_MS), startedAt: DAWN };

  test.each(seeds)("spends the same every day, and all of it by then (seed %d)", (seed) => {
    const requests = uniform(100_000, days);
    const run = { paced, funds, requests, clickRate: 0.1, clickDelayMs: MINUTE_MS, seed };
    const { spent, byDay, firstRefused } = simulate(run);
    expect(spent).toBeGreaterThanOrEqual(whole(funds, 95n));
    expect(firstRefused).toBe(0);
    const share = funds / BigInt(days);
    for (const spentThatDay of byDay.values()) {
      expect(spentThatDay).toBeLessThanOrEqual(whole(share, 110n));
    }
  });

  test("spends by its end what days without readers left over", () => {
    const requests = uniform(200_000, days).filter((time) => dayOf(time) >= dayOf(DAWN) + 3);
    const run = { paced, funds, requests, clickRate: 0.1, clickDelayMs: 1_000, seed: 3 };
    const { spent, firstRefused } = simulate(run);
    expect(spent).toBeGreaterThanOrEqual(whole(funds, 95n));
    expect(firstRefused).toBe(0);
  });

  test("keeps to the smaller of cap and share", () => {
    const dailyCap = microsFromCredits(2_500);
    const run = { funds, requests: uniform(100_000, days), clickRate: 0.1, clickDelayMs: 1_000 };
    const { byDay } = simulate({ ...run, paced: { ...paced, dailyCap }, seed: 4 });
    for (const spentThatDay of byDay.values()) {
      expect(spentThatDay).toBeLessThanOrEqual(dailyCap);
      expect(spentThatDay).toBeGreaterThanOrEqual(whole(dailyCap, 95n));
    }
  });
});

describe("the first delivery of a day", () => {
  const capped = { unitPrice: PRICE, dailyCap: microsFromCredits(2_500), endAt: null };

  test("passes although nothing of the day has passed", () => {
    const facts = { ...capped, escrow: PRICE, spentToday: micros(0n), startedAt: DAWN };
    expect(isAheadOfPlan({ ...facts, readAt: DAWN }, DAWN)).toBe(false);
    expect(isDaySpent({ ...facts, readAt: DAWN }, DAWN)).toBe(false);
  });

  test("passes although the facts at hand are of a moment before midnight", () => {
    const spentToday = capped.dailyCap;
    const facts = { ...capped, escrow: PRICE, spentToday, startedAt: dawnPlus(-DAY_MS) };
    const readAt = dawnPlus(-1);
    expect(isDaySpent({ ...facts, readAt }, readAt)).toBe(true);
    expect(isDaySpent({ ...facts, readAt }, DAWN)).toBe(false);
    expect(isAheadOfPlan({ ...facts, readAt }, DAWN)).toBe(false);
  });

  test("passes in the last millisecond before the end", () => {
    const endAt = dawnPlus(HOUR_MS);
    const facts = { ...capped, dailyCap: null, endAt, escrow: PRICE, spentToday: micros(0n) };
    const now = dawnPlus(HOUR_MS - 1);
    expect(isAheadOfPlan({ ...facts, startedAt: now, readAt: now }, now)).toBe(false);
    expect(isAheadOfPlan({ ...facts, startedAt: endAt, readAt: now }, now)).toBe(false);
  });
});

test("a campaign with neither cap nor end is never held back", () => {
  const facts = { unitPrice: PRICE, dailyCap: null, endAt: null, startedAt: DAWN, readAt: DAWN };
  const spentToday = microsFromCredits(1_000_000);
  expect(isAheadOfPlan({ ...facts, escrow: PRICE, spentToday }, DAWN)).toBe(false);
});
