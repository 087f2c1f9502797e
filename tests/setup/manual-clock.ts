import type { Clock } from "../../server/src/core/clock.ts";

/** A clock that stands still until it is moved. */
export function createManualClock(start: Date): Clock & { advance(durationMs: number): void } {
  let nowMs = start.getTime();
  let elapsedMs = 0;
  return {
    now: () => new Date(nowMs),
    monotonicMs: () => elapsedMs,
    advance(durationMs) {
      nowMs += durationMs;
      elapsedMs += durationMs;
    },
  };
}
