import type { Watched } from "./load-process.ts";

/** Measures what the clients of one process see: failures, silence and slow requests. */
export function createWatch() {
  let failures: Record<string, number> = {};
  let longestGapMs = 0;
  let slowestMs = 0;
  let lastMs = performance.now();
  const measure = (sentMs: number) => {
    slowestMs = Math.max(slowestMs, performance.now() - sentMs);
  };
  const endGap = () => {
    const nowMs = performance.now();
    longestGapMs = Math.max(longestGapMs, nowMs - lastMs);
    lastMs = nowMs;
  };
  return {
    answered(sentMs: number): void {
      measure(sentMs);
      endGap();
    },
    failed(reason: string, sentMs: number): void {
      measure(sentMs);
      failures[reason] = (failures[reason] ?? 0) + 1;
    },
    /** What was seen since the last call; a gap that is still open counts up to now. */
    take(): Watched {
      endGap();
      const watched = { failures, longestGapMs, slowestMs };
      [failures, longestGapMs, slowestMs] = [{}, 0, 0];
      return watched;
    },
  };
}
