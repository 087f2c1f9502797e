import { createRandom } from "../crash/random.ts";

/** What the scheduler does to one statement on its way. */
export type Fault =
  | "none"
  /** It never reaches the database. */
  | "lost"
  /** The connection is ended after the statement ran and before it committed. */
  | "killed"
  /** It commits, and nobody hears of it. */
  | "reply_lost"
  /** Undone as the victim of a deadlock. */
  | "deadlock"
  | "slow";

export interface Faults {
  next(isCommit: boolean): Fault;
  /** **Units** ms. */
  slowMs(): number;
  /** From now on nothing goes wrong any more. */
  calm(): void;
}

const KINDS: readonly Fault[] = ["lost", "killed", "reply_lost", "deadlock", "slow"];

/** One seed in four meets no faults at all, so that order alone is searched as well. */
const MOODS = [0, 12, 25, 60];

export function createFaults(seed: number): Faults {
  const random = createRandom(seed ^ 0x5eed);
  const oneIn = random.pick(MOODS);
  let isCalm = oneIn === 0;
  return {
    next(isCommit) {
      if (isCalm || !random.isOneIn(oneIn)) return "none";
      const fault = random.pick(KINDS);
      return isCommit && fault === "deadlock" ? "reply_lost" : fault;
    },
    slowMs: () => random.between(50, 4_000),
    calm() {
      isCalm = true;
    },
  };
}
