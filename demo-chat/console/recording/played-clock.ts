import type { StartTimer } from "@placard/publisher-kit/types";

/**
 * A clock that moves only with recorded events, and timers that use it, so that a replay is the
 * same on a busy machine. **Units** epoch milliseconds.
 */
export type PlayedClock = {
  now(): number;
  advanceTo(ms: number): void;
  startTimer: StartTimer;
  /** Runs the next timer that is due by then. Returns whether there was one. */
  runNext(dueMs: number): boolean;
};

export function createPlayedClock(): PlayedClock {
  type Timer = { dueMs: number; run(): void };
  let timers: Timer[] = [];
  let nowMs = 0;
  const advanceTo = (ms: number): void => {
    nowMs = Math.max(nowMs, ms);
  };
  return {
    now: () => nowMs,
    advanceTo,
    startTimer(run, delayMs) {
      const timer = { dueMs: nowMs + delayMs, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
    runNext(dueMs) {
      const next = timers.toSorted((a, b) => a.dueMs - b.dueMs)[0];
      if (next === undefined || next.dueMs > dueMs) return false;
      timers = timers.filter((one) => one !== next);
      advanceTo(next.dueMs);
      next.run();
      return true;
    },
  };
}
