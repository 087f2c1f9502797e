import type { StartTimer } from "../types.ts";

/** The kit's only look at the machine's clock; everything else takes `now`. Epoch milliseconds. */
export const systemNow = (): number => Date.now();

/**
 * A timer that does not keep a Node process alive. Elsewhere timers are plain numbers.
 * Shape: calling the result cancels the timer.
 */
export const startTimer: StartTimer = (run, delayMs) => {
  const timer = setTimeout(run, delayMs);
  if (typeof timer === "object" && typeof timer.unref === "function") timer.unref();
  return () => clearTimeout(timer);
};
