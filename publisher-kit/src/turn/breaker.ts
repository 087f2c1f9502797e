/** Source: the kit's contract: five failures in a row open the circuit for 30 seconds. */
const FAILURES_MAX = 5;
const OPEN_MS = 30_000;

export type CircuitState = "closed" | "open" | "half_open";

/** One turn's use of the exchange. The first outcome counts. */
export type Attempt = {
  succeeded(): void;
  failed(): void;
  /** The turn ended without saying anything about the exchange. */
  released(): void;
};

export type Breaker = {
  /**
   * Begins a turn's use of the exchange; undefined where it may not use it. In half-open state one
   * turn at a time may; one that has not ended after 30 seconds was lost with its request.
   */
  begin(): Attempt | undefined;
  state(): CircuitState;
};

/**
 * Stops asking an exchange that does not answer, so that a broken one costs a chat nothing.
 * Failures count one after the other: turns that were under way together when the exchange, or the
 * host's own process, stalled are one failure.
 */
export function createBreaker(now: () => number): Breaker {
  let failures = 0;
  /** Grows with each failure that counts: an attempt that began before it belongs to it. */
  let stalls = 0;
  let openedAt: number | undefined;
  let probe: Attempt | undefined;
  let probedAt = 0;

  function state(): CircuitState {
    if (openedAt === undefined) return "closed";
    return now() - openedAt >= OPEN_MS ? "half_open" : "open";
  }

  function createAttempt(): Attempt {
    const begunAt = stalls;
    let isOver = false;
    const end = (judge: () => void): void => {
      if (isOver) return;
      isOver = true;
      if (probe === attempt) probe = undefined;
      judge();
    };
    const attempt: Attempt = {
      succeeded: () =>
        end(() => {
          failures = 0;
          openedAt = undefined;
        }),
      failed: () =>
        end(() => {
          if (begunAt !== stalls) return;
          stalls += 1;
          failures += 1;
          if (failures >= FAILURES_MAX) openedAt = now();
        }),
      released: () => end(() => undefined),
    };
    return attempt;
  }

  return {
    state,
    begin() {
      const current = state();
      if (current === "open") return undefined;
      const attempt = createAttempt();
      if (current === "half_open") {
        if (probe !== undefined && now() - probedAt < OPEN_MS) return undefined;
        probe = attempt;
        probedAt = now();
      }
      return attempt;
    },
  };
}
