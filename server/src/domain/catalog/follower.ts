import type { Clock } from "../../core/clock.ts";
import type { Database } from "../../core/db.ts";
import type { Logger } from "../../core/log.ts";
import { buildGeneration, type Generation, nextGeneration } from "./generation.ts";
import type { SearchEngine } from "./search/port.ts";

export interface FollowerOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly subscribe: ((listener: () => void) => () => void) | undefined;
  readonly createEngine: () => SearchEngine;
}

/** Keeps the newest generation of the catalogue in memory. */
export interface Follower {
  /** `null` until the first build is done. */
  current(): Generation | null;
  start(): void;
  whenReady(): Promise<void>;
  refresh(): Promise<void>;
  close(): Promise<void>;
}

/** Notifications make changes quick; looking once a second makes them certain. **Units** ms. */
const POLL_MS = 1_000;

export function createFollower(options: FollowerOptions): Follower {
  let generation: Generation | null = null;
  let timer: NodeJS.Timeout | undefined;
  let unsubscribe: (() => void) | undefined;
  let isClosed = false;
  // One round at a time; a call during a round gets the next one, which starts after it.
  let tail: Promise<void> = Promise.resolve();
  let queued: Promise<void> | undefined;
  const firstBuild = Promise.withResolvers<void>();

  const round = async () => {
    if (isClosed) return;
    if (generation === null) {
      generation = await buildGeneration(options);
      options.logger.info({ products: generation.engine.size() }, "catalogue ready");
      firstBuild.resolve();
      return;
    }
    // Assigned in one go: searches use the old generation until the new one is whole.
    const next = await nextGeneration(generation, options);
    generation = next;
  };

  const refresh = (): Promise<void> => {
    queued ??= tail.then(() => {
      queued = undefined;
      return round();
    });
    const mine = queued;
    // The chain goes on after a failed round; whoever asked for it still sees the failure.
    tail = mine.catch(() => undefined);
    return mine;
  };

  const look = () => {
    clearTimeout(timer);
    if (isClosed) return;
    refresh()
      .catch((error: unknown) => {
        if (!isClosed) options.logger.warn({ err: String(error) }, "catalogue not refreshed");
      })
      .finally(() => {
        clearTimeout(timer);
        if (!isClosed) timer = setTimeout(look, POLL_MS);
      });
  };

  return {
    current: () => generation,
    start() {
      unsubscribe = options.subscribe?.(look);
      look();
    },
    whenReady: () => firstBuild.promise,
    refresh,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      unsubscribe?.();
      await tail;
    },
  };
}
