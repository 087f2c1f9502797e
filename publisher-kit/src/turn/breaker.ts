/** Source: the kit's contract: five failures in a row open the circuit for 30 seconds. */
const FAILURES_MAX = 5;
const OPEN_MS = 30_000;

export type CircuitState = "closed" | "open" | "half_open";
export type Breaker = {
  /** Whether a turn may ask the exchange; in half-open state, only one at a time may. */
  allows(): boolean;
  succeeded(): void;
  failed(): void;
  /** A turn that ended without saying anything about the exchange. */
  released(): void;
  state(): CircuitState;
};

/** Stops asking an exchange that does not answer, so that a broken one costs a chat nothing. */
export function createBreaker(now: () => number): Breaker {
  let failures = 0;
  let openedAt: number | undefined;
  let probing = false;

  function state(): CircuitState {
    if (openedAt === undefined) return "closed";
    return now() - openedAt >= OPEN_MS ? "half_open" : "open";
  }

  return {
    state,
    allows() {
      const current = state();
      if (current === "closed") return true;
      if (current === "open" || probing) return false;
      probing = true;
      return true;
    },
    succeeded() {
      failures = 0;
      openedAt = undefined;
      probing = false;
    },
    failed() {
      failures += 1;
      probing = false;
      if (failures >= FAILURES_MAX) openedAt = now();
    },
    released() {
      probing = false;
    },
  };
}
