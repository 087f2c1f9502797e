import type { Micros } from "../../contract/money.ts";

export interface Paced {
  readonly unitPrice: Micros;
  readonly escrow: Micros;
  /** In the UTC day of `readAt`. */
  readonly spentToday: Micros;
  readonly readAt: Date;
  readonly dailyCap: Micros | null;
  readonly startedAt: Date;
  readonly endAt: Date | null;
}

const DAY_MS = 86_400_000;

/**
 * How far spending may run ahead of its plan: a twentieth of the day's money. The plan is then
 * through 72 minutes before the day ends, which leaves room for reports that come late.
 */
const LEAD_DIVISOR = 20n;
/** Small campaigns are never paced: with a few dozen units a day there is nothing to spread. */
const LEAD_UNITS_MIN = 20n;

/** Whether the daily cap has no room for one more unit; settlement would refuse its report. */
export function isDaySpent(facts: Paced, now: Date): boolean {
  const { dailyCap, unitPrice } = facts;
  return dailyCap !== null && dailyCap - spentOn(facts, now) < unitPrice;
}

/**
 * Whether a campaign has spent more of today's money than the day has passed. Today's money is the
 * daily cap, or an even share of what was left this morning until `endAt`, whichever is less.
 *
 * What was not spent earlier may be spent later, without limit: pacing only ever holds back what
 * comes too early, so it strands no budget. It needs nothing but facts that are at hand, and the
 * first delivery of a day always passes.
 */
export function isAheadOfPlan(facts: Paced, now: Date): boolean {
  const day = windowOf(facts, now);
  const passedMs = BigInt(now.getTime() - day.fromMs);
  const lengthMs = BigInt(day.untilMs - day.fromMs);
  if (passedMs < 0n || lengthMs <= 0n) return false;
  const budget = budgetOf(facts, day);
  if (budget === null) return false;
  const planned = (budget * passedMs) / lengthMs;
  const shareLead = budget / LEAD_DIVISOR;
  const unitsLead = LEAD_UNITS_MIN * facts.unitPrice;
  return spentOn(facts, now) >= planned + (shareLead > unitsLead ? shareLead : unitsLead);
}

/** Facts read a moment before midnight tell of a day that is over. */
function spentOn({ spentToday, readAt }: Paced, now: Date): bigint {
  return dayOf(readAt) === dayOf(now) ? spentToday : 0n;
}

/** The UTC day, counted from 1970: daily caps know no other. */
function dayOf(time: Date): number {
  return Math.floor(time.getTime() / DAY_MS);
}

interface Window {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** The part of this UTC day in which the campaign runs. */
function windowOf({ startedAt, endAt }: Paced, now: Date): Window {
  const dayMs = dayOf(now) * DAY_MS;
  return {
    fromMs: Math.max(dayMs, startedAt.getTime()),
    untilMs: Math.min(dayMs + DAY_MS, endAt?.getTime() ?? Number.POSITIVE_INFINITY),
  };
}

/** **Units** micro-credits; null when neither a cap nor an end asks for pacing. */
function budgetOf(facts: Paced, day: Window): bigint | null {
  const { dailyCap, endAt } = facts;
  if (endAt === null) return dailyCap;
  const atDawn = facts.escrow + facts.spentToday;
  const share = (atDawn * BigInt(day.untilMs - day.fromMs)) / BigInt(endAt.getTime() - day.fromMs);
  return dailyCap !== null && dailyCap < share ? dailyCap : share;
}
