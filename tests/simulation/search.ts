import { COMMANDS } from "./commands.ts";
import { runWorld, type WorldOptions } from "./world.ts";

/** A seed whose world went wrong. */
export interface Failure {
  readonly seed: number;
  /** The shortest prefix of the seed's commands that still fails. */
  readonly length: number;
  readonly problems: readonly string[];
}

/** What a range of seeds came to. */
export interface Tally {
  readonly seeds: number;
  readonly events: number;
  readonly steps: number;
  /** Transactions that waited for each other, by what they were doing. */
  readonly deadlocks: Readonly<Record<string, number>>;
  readonly failures: readonly Failure[];
}

const FAILURES_MAX = 3;

/** Worlds that take turns in one thread: they share nothing but the turns of its event loop. */
const TOGETHER = 16;

/** Runs the worlds of some seeds; a few failures are enough to stop for. */
export async function searchSeeds(
  seeds: Iterable<number>,
  options: Omit<WorldOptions, "seed"> = {},
): Promise<Tally> {
  let tally = NO_SEEDS;
  const rest = seeds[Symbol.iterator]();
  const work = async () => {
    for (let next = rest.next(); next.done !== true; next = rest.next()) {
      if (tally.failures.length >= FAILURES_MAX) return;
      const one = await searchSeed(next.value, options);
      tally = addTallies(tally, one);
    }
  };
  await Promise.all(Array.from({ length: TOGETHER }, work));
  return tally;
}

async function searchSeed(seed: number, options: Omit<WorldOptions, "seed">): Promise<Tally> {
  const { events, steps, ...outcome } = await runWorld({ ...options, seed });
  const deadlocks: Record<string, number> = {};
  for (const one of outcome.deadlocks) deadlocks[one.replaceAll(/#\d+ /g, "")] = 1;
  const failures = outcome.problems.length === 0 ? [] : [await shrink(seed, options)];
  return { seeds: 1, events, steps, deadlocks, failures };
}

/** Finds the shortest prefix of a failing seed's commands that fails as well. */
export async function shrink(seed: number, options: Omit<WorldOptions, "seed">): Promise<Failure> {
  for (let length = 0; length <= COMMANDS; length += 1) {
    const { problems } = await runWorld({ ...options, seed, length });
    if (problems.length > 0) return { seed, length, problems };
  }
  return { seed, length: COMMANDS, problems: ["it failed once, and not again"] };
}

export function addTallies(left: Tally, right: Tally): Tally {
  const deadlocks = { ...left.deadlocks };
  for (const [what, count] of Object.entries(right.deadlocks)) {
    deadlocks[what] = (deadlocks[what] ?? 0) + count;
  }
  return {
    seeds: left.seeds + right.seeds,
    events: left.events + right.events,
    steps: left.steps + right.steps,
    deadlocks,
    failures: [...left.failures, ...right.failures],
  };
}

export const NO_SEEDS: Tally = { seeds: 0, events: 0, steps: 0, deadlocks: {}, failures: [] };

/** Whole numbers from a first one on. */
export function* seedsFrom(first: number, count: number): Iterable<number> {
  for (let seed = first; seed < first + count; seed += 1) yield seed;
}
