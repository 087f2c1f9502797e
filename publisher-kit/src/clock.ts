/** The kit's only look at the machine's clock; everything else takes `now`. Epoch milliseconds. */
export const systemNow = (): number => Date.now();

/**
 * A timer that does not keep a Node process alive. Elsewhere timers are plain numbers.
 * Shape: calling the result cancels the timer.
 */
export function startTimer(run: () => void, delayMs: number): () => void {
  const timer = setTimeout(run, delayMs);
  if (typeof timer === "object" && typeof timer.unref === "function") timer.unref();
  return () => clearTimeout(timer);
}
