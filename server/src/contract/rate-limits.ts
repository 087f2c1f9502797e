import { keysOf } from "./records.ts";

/** Calls a second, and how many may come at once. */
export interface RateLimit {
  readonly perSecond: number;
  readonly burst: number;
}

/**
 * What is limited apart, so that reports never use up the bookings: kinds of calls, the events of
 * reports, and those of them that were not billed. The setting `RATE_LIMITS` overrides these.
 */
export const RATE_LIMITS = {
  read: { perSecond: 50, burst: 100 },
  write: { perSecond: 10, burst: 20 },
  report: { perSecond: 200, burst: 400 },
  search: { perSecond: 20, burst: 40 },
  register: { perSecond: 20 / 3600, burst: 20 },
  event: { perSecond: 20_000, burst: 20_000 },
  unbilled: { perSecond: 1_000, burst: 2_000 },
} as const satisfies Readonly<Record<string, RateLimit>>;

export type RateClass = keyof typeof RATE_LIMITS;
export type RateLimits = Readonly<Record<RateClass, RateLimit>>;
export const RATE_CLASSES = keysOf(RATE_LIMITS);

/** **Units** seconds, to the millisecond: how long `burst` calls last at `perSecond`. */
export function windowSecondsOf({ perSecond, burst }: RateLimit): number {
  return Math.round((burst / perSecond) * 1_000) / 1_000;
}
