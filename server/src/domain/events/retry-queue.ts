import { setTimeout as sleep } from "node:timers/promises";
import { ExchangeError } from "../../contract/errors.ts";
import { sqlStateOf } from "../../core/db.ts";
import type { Logger } from "../../core/log.ts";
import type { Scheduler } from "../../core/scheduler.ts";

/** A bounded queue of rows that are written in the background. */
export interface RetryQueue<Item> {
  add(item: Item): void;
  size(): number;
  /** Writes everything, with retries for at most 20 seconds; resolves either way. */
  drain(): Promise<void>;
}

const BATCH_MAX = 500;
const RETRY_FIRST_MS = 100;
const RETRY_MAX_MS = 5_000;
/** Supervisors end a process that does not stop within 30 seconds or more. */
const DRAIN_MAX_MS = 20_000;
/** An item that is refused this often is dropped. */
const REFUSED_MAX = 10;

/** Counts how often items of a batch were refused, and returns those to try again. */
function refusalCounter<Item>(logger: Logger) {
  const refusals = new Map<Item, number>();
  return (batch: readonly Item[], failed: readonly Item[]): Item[] => {
    const counts = failed.map((item) => [item, (refusals.get(item) ?? 0) + 1] as const);
    for (const item of batch) refusals.delete(item);
    return counts.flatMap(([item, count]) => {
      if (count === REFUSED_MAX) {
        logger.error({ refusals: count }, "click_lost");
        return [];
      }
      refusals.set(item, count);
      return [item];
    });
  };
}

/** Writes in the background, keeps what could not be written, and refuses more than its limit. */
export function createRetryQueue<Item>(options: {
  waitingMax: number;
  logger: Logger;
  /** Returns the items that were refused by themselves. Throws when nothing could be written. */
  write(items: readonly Item[]): Promise<readonly Item[]>;
}): RetryQueue<Item> {
  const { logger, waitingMax } = options;
  let waiting: Item[] = [];
  let refused: Item[] = [];
  const keepRefused = refusalCounter<Item>(logger);
  let isWriting = false;
  let running: Promise<void> = Promise.resolve();
  let retryMs = RETRY_FIRST_MS;
  let timer: NodeJS.Timeout | undefined;

  const writeBatch = async () => {
    const batch = waiting.slice(0, BATCH_MAX);
    const failed = await options.write(batch);
    waiting = waiting.slice(batch.length);
    refused.push(...keepRefused(batch, failed));
  };
  const writeAll = async () => {
    isWriting = true;
    clearTimeout(timer);
    try {
      while (waiting.length > 0) await writeBatch();
      retryMs = RETRY_FIRST_MS;
    } catch (error) {
      logger.warn({ err: String(error), waiting: waiting.length }, "click_settlement_delayed");
      retryMs = Math.min(RETRY_MAX_MS, retryMs * 2);
    } finally {
      isWriting = false;
      if (waiting.length + refused.length > 0) {
        timer = setTimeout(() => void start(), retryMs);
        timer.unref();
      }
    }
  };
  const start = () => {
    if (isWriting) return running;
    waiting.push(...refused);
    refused = [];
    running = writeAll();
    return running;
  };
  const size = () => waiting.length + refused.length;
  return {
    add(item) {
      if (size() >= waitingMax) return;
      waiting.push(item);
      if (!isWriting && retryMs === RETRY_FIRST_MS) setImmediate(() => void start());
    },
    size,
    async drain() {
      const untilMs = performance.now() + DRAIN_MAX_MS;
      await running;
      await start();
      while (size() > 0 && performance.now() < untilMs) {
        await sleep(RETRY_FIRST_MS);
        await start();
      }
      if (size() > 0) logger.error({ waiting: size() }, "click_lost");
    },
  };
}

/** A batch's own id and time, which it keeps through all repetitions. */
export interface Batch {
  readonly uuid: string;
  readonly now: Date;
}

/**
 * A lost connection leaves the outcome open, a deadlock undoes the batch; either way the same batch
 * is tried again this many times.
 */
const TRIES_MAX = 4;
const RETRY_AFTER_MS = 150;

const DEADLOCK = "40P01";
/** A row stayed locked for longer than the path waits. */
export const LOCK_TIMEOUT = "55P03";

/**
 * Runs one statement of a batch until its outcome is known. A repetition keeps the batch's id: what
 * an earlier try did commit is recognised by it and answered as the original outcome, not as a
 * duplicate.
 *
 * **Errors** `unavailable` when it stays so; else what PostgreSQL says, with nothing committed.
 */
export async function withRetry<T>(
  batch: Batch,
  deps: { readonly logger: Logger; readonly scheduler: Scheduler },
  run: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      const isUndone = sqlStateOf(error) === DEADLOCK;
      if (!isUnavailable(error) && !isUndone) throw error;
      if (attempt === TRIES_MAX) throw isUndone ? contended(error) : error;
      deps.logger.warn({ attempt, batch: batch.uuid }, "settlement_retried");
      await new Promise<void>((resolve) => {
        deps.scheduler.after(RETRY_AFTER_MS * attempt, resolve);
      });
    }
  }
}

export function isUnavailable(error: unknown): boolean {
  return error instanceof ExchangeError && error.code === "unavailable";
}

function contended(cause: unknown): ExchangeError {
  return new ExchangeError("unavailable", {
    message: "The campaign is being changed by others.",
    retryAfterSeconds: 1,
    cause,
  });
}
