import { followChanges, type Generation, isFarBehind, isWorn } from "./generation.ts";
import { createRounds, type Lifecycle } from "./rounds.ts";
import { GenerationSource, type SourceOptions } from "./source.ts";

export interface FollowerOptions extends SourceOptions {
  readonly subscribe: ((listener: () => void) => () => void) | undefined;
}

/** Keeps the newest generation of the catalogue in memory. */
export interface Follower extends Lifecycle {
  /** `null` until the first build is done. */
  current(): Generation | null;
}

const RENEWALS_MAX = 3;

export function createFollower(options: FollowerOptions): Follower {
  const { logger, db } = options;
  const source = new GenerationSource(options);
  let generation: Generation | null = null;
  /** A new generation in the making, because the current one is worn; then that generation. */
  let renewing: Promise<void> | undefined;
  let renewed: Generation | undefined;

  /** What to use from now on: the same one brought up to date, or a new one. */
  const bringUp = async (from: Generation): Promise<Generation> => {
    let next = renewed ?? from;
    renewed = undefined;
    for (let round = 0; round < RENEWALS_MAX; round += 1) {
      if (!(await isFarBehind(next.rev, next.engine.size(), db))) break;
      next = await source.obtain(generation);
    }
    await followChanges(next, options);
    return next;
  };

  /** Small changes go on being followed meanwhile; the next round takes what was made. */
  const renew = (): void => {
    renewing ??= source
      .obtain(generation)
      .then((next) => {
        renewed = next;
      })
      .catch((error: unknown) => logger.warn({ err: String(error) }, "search_index_renewal_failed"))
      .finally(() => {
        renewing = undefined;
      });
  };

  const rounds = createRounds({
    ...options,
    async look() {
      // Assigned in one go: searches use the old generation until the new one is whole.
      generation = await bringUp(generation ?? (await source.obtain(null)));
      if (isWorn(generation)) renew();
      await source.keep(generation);
      return generation.engine.size();
    },
  });

  return {
    ...rounds,
    current: () => generation,
    async close() {
      const closing = rounds.close();
      // What is being built ends now, and with it the round that waits for it.
      await source.close();
      await closing;
      await renewing;
    },
  };
}
