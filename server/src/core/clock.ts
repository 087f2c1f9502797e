/** The only source of time: injected everywhere, so that a test can move it. */
export interface Clock {
  now(): Date;
  /** Never steps backwards; for durations and deadlines. **Units** milliseconds. */
  monotonicMs(): number;
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
};

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
