import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  nextAttemptAt,
  POSTBACK_TIMES as times,
} from "../../../../server/src/domain/postbacks/port.ts";

const now = new Date("2026-03-01T12:00:00.000Z");
const waitAfter = (attempt: number, more: { retryAfterMs?: number; random?: number } = {}) => {
  const next = nextAttemptAt({ attempt, now, retryAfterMs: 0, random: 0.5, times, ...more });
  return next === undefined ? undefined : next.getTime() - now.getTime();
};
const DAY_MS = 86_400_000;

describe("the schedule of attempts", () => {
  test("has ten, which follow each other within 75 hours and 35 minutes", () => {
    const waits = Array.from({ length: 9 }, (_, index) => waitAfter(index + 1) ?? 0);
    expect(waits.slice(0, 3)).toEqual([5_000, 300_000, 1_800_000]);
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBe((75 * 60 + 35) * 60_000 + 5_000);
    expect(waitAfter(10)).toBeUndefined();
  });

  test("is spread by a tenth to either side", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.double({ min: 0, max: 0.999_999, noNaN: true }),
        (attempt, random) => {
          const middle = times.delaysMs[attempt] ?? 0;
          const wait = waitAfter(attempt, { random }) ?? 0;
          expect(wait).toBeGreaterThanOrEqual(Math.floor(middle * 0.9));
          expect(wait).toBeLessThanOrEqual(middle * 1.1);
        },
      ),
    );
  });

  test("waits longer when the receiver asks for it, never shorter, and never for ever", () => {
    expect(waitAfter(1, { retryAfterMs: 60_000 })).toBe(60_000);
    expect(waitAfter(2, { retryAfterMs: 1_000 })).toBe(300_000);
    expect(waitAfter(1, { retryAfterMs: 1_000 * DAY_MS })).toBe(DAY_MS);
  });
});
