import type { Database } from "../../core/db.ts";
import type { Logger } from "../../core/log.ts";
import { findFeedState } from "./queries.ts";

/** How what follows the catalogue is started and stopped. */
export interface Lifecycle {
  start(): void;
  /** Resolves when there is something to search. */
  whenReady(): Promise<void>;
  ready(): boolean;
  /** How many products can be found now. */
  size(): number;
  /** Whether a feed was being imported when the newest changes were looked for. */
  loading(): boolean;
  /** Looks for changes now instead of at the next second. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

export interface RoundsOptions {
  readonly db: Database;
  readonly logger: Logger;
  readonly subscribe: ((listener: () => void) => () => void) | undefined;
  /** One round; returns the number of products that can be found, `null` while none can. */
  readonly look: () => Promise<number | null>;
}

/** Notifications make changes quick; looking once a second makes them certain. **Units** ms. */
const POLL_MS = 1_000;

/** Looks every second, and when notified, whether the catalogue has changed. */
export function createRounds(options: RoundsOptions): Lifecycle {
  const { logger } = options;
  let size: number | null = null;
  let timer: NodeJS.Timeout | undefined;
  let unsubscribe: (() => void) | undefined;
  let isClosed = false;
  let isLoading = false;
  const logProblem = createProblemLog(logger, () => isClosed);
  let tail: Promise<void> = Promise.resolve();
  let queued: Promise<void> | undefined;
  const firstFound = Promise.withResolvers<void>();

  const round = async () => {
    if (isClosed) return;
    const state = await findFeedState(options.db);
    // What an import has just committed is not loaded before this round has followed it.
    isLoading ||= state.isLoading;
    const found = await options.look();
    isLoading = state.isLoading;
    if (found === null) return;
    if (size === null) logger.info({ products: found }, "catalog_ready");
    size = found;
    firstFound.resolve();
  };

  const refresh = (): Promise<void> => {
    queued ??= tail.then(() => {
      queued = undefined;
      return round();
    });
    const mine = queued;
    // The chain continues after a failed round; the caller of that round receives the error.
    tail = mine.catch(() => undefined);
    return mine;
  };

  const look = () => {
    clearTimeout(timer);
    if (isClosed) return;
    refresh()
      .then(
        () => logProblem(""),
        (error: unknown) => logProblem(String(error)),
      )
      .finally(() => {
        clearTimeout(timer);
        if (!isClosed) timer = setTimeout(look, POLL_MS);
      });
  };

  return {
    start() {
      unsubscribe = options.subscribe?.(look);
      look();
    },
    whenReady: () => firstFound.promise,
    ready: () => size !== null,
    size: () => size ?? 0,
    loading: () => isLoading,
    refresh,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      unsubscribe?.();
      await tail;
    },
  };
}

/** A problem that lasts is logged once. */
function createProblemLog(logger: Logger, isQuiet: () => boolean): (problem: string) => void {
  let last = "";
  return (problem) => {
    if (isQuiet() || problem === last) return;
    if (problem === "") logger.info({}, "catalog_refresh_recovered");
    else logger.warn({ err: problem }, "catalog_refresh_failed");
    last = problem;
  };
}
