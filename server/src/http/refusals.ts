import { createBoundedMap } from "../core/bounded-map.ts";
import type { Clock } from "../core/clock.ts";
import { systemScheduler } from "../core/scheduler.ts";

/** Each refusal of a caller waits longer than the one before by this. **Units** ms. */
const STEP_MS = 50;
/** After this time without a refusal the delay of a caller starts at 0 again. **Units** ms. */
const FORGOTTEN_AFTER_MS = 10_000;
const CALLERS_MAX = 10_000;
/** Refusals that wait in a process; those beyond are answered at once. */
const WAITING_MAX = 1_000;

/** Resolves when a caller may be told that it is refused. */
export type DelayRefusal = (who: string) => Promise<void>;

/**
 * Holds up refusals of a caller who goes on beyond its limit, longer each time. A client that waits
 * for its answers then makes about one call a second on each connection, instead of thousands that
 * are read, parsed and refused. A client that obeys `Retry-After` does not wait.
 *
 * **Units** `maxMs`, the longest wait; 0 turns it off.
 */
export function createRefusalDelay(clock: Pick<Clock, "monotonicMs">, maxMs: number): DelayRefusal {
  const callers = createBoundedMap<string, { delayMs: number; untilMs: number }>(CALLERS_MAX);
  let waiting = 0;
  return async (who) => {
    const nowMs = clock.monotonicMs();
    const last = callers.get(who);
    const isRecent = last !== undefined && last.untilMs > nowMs;
    const delayMs = isRecent ? Math.min(maxMs, last.delayMs + STEP_MS) : 0;
    callers.set(who, { delayMs, untilMs: nowMs + delayMs + FORGOTTEN_AFTER_MS });
    if (delayMs === 0 || waiting >= WAITING_MAX) return;
    waiting += 1;
    await new Promise<void>((resolve) => systemScheduler.after(delayMs, resolve));
    waiting -= 1;
  };
}
