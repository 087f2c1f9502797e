import type { Clock } from "../../core/clock.ts";
import type { Pace } from "./snapshot/parts.ts";

/**
 * Long enough to make building quick, short enough that no request notices it.
 * **Units** milliseconds.
 */
const SLICE_MS = 6;

/** Gives way to waiting requests after each slice of work. */
export function createPace(clock: Clock): Pace {
  let startedMs = clock.monotonicMs();
  return () => {
    if (clock.monotonicMs() - startedMs < SLICE_MS) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        startedMs = clock.monotonicMs();
        resolve();
      });
    });
  };
}
