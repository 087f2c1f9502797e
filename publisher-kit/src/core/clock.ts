import type { StartTimer } from "../types.ts";

/** With `elapsedMs` the kit's only look at the machine's clock. Epoch milliseconds. */
export const systemNow = (): number => Date.now();

/** For spans of the process's own work, which no test replaces. Milliseconds with fractions. */
export const elapsedMs = (): number => performance.now();

/**
 * A timer that does not keep a Node process alive. Elsewhere timers are plain numbers.
 * Shape: calling the result cancels the timer.
 */
export const startTimer: StartTimer = (run, delayMs) => {
  const timer = setTimeout(run, delayMs);
  if (typeof timer === "object" && typeof timer.unref === "function") timer.unref();
  return () => clearTimeout(timer);
};

export const sleep = (start: StartTimer, delayMs: number): Promise<void> =>
  new Promise((resolve) => {
    start(resolve, Math.max(0, delayMs));
  });

/** Lets streams hand on what they have. */
export const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 0);
  });

/** The kit's timers let a Node process end; while this runs it does not. Milliseconds. */
const HOLD_MS = 1_000;

export async function holdingOpen(run: () => Promise<void>): Promise<void> {
  const timer = setInterval(() => undefined, HOLD_MS);
  try {
    await run();
  } finally {
    clearInterval(timer);
  }
}
