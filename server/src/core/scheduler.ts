/** When code runs later: injected, so that a simulation decides the order of everything. */
export interface Scheduler {
  /** Runs after whatever this turn of the event loop still does. */
  soon(run: () => void): void;
  /** Runs after a delay; the timer alone does not keep the process alive. **Units** ms. */
  after(delayMs: number, run: () => void): void;
}

export const systemScheduler: Scheduler = {
  soon(run) {
    setImmediate(run);
  },
  after(delayMs, run) {
    setTimeout(run, delayMs);
  },
};
