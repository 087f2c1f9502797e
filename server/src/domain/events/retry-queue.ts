import type { Logger } from "../../core/log.ts";

/** A bounded queue of rows that are written in the background. */
export interface RetryQueue<Item> {
  add(item: Item): void;
  size(): number;
  /** Tries once more to write everything; resolves either way. */
  drain(): Promise<void>;
}

const BATCH_MAX = 500;
const RETRY_FIRST_MS = 200;
const RETRY_MAX_MS = 5_000;

/** Writes in the background, keeps what could not be written, and refuses more than its limit. */
export function createRetryQueue<Item>(options: {
  waitingMax: number;
  logger: Logger;
  write(items: readonly Item[]): Promise<void>;
}): RetryQueue<Item> {
  let waiting: Item[] = [];
  let isWriting = false;
  let running: Promise<void> = Promise.resolve();
  let retryMs = RETRY_FIRST_MS;
  let timer: NodeJS.Timeout | undefined;

  const writeAll = async () => {
    isWriting = true;
    clearTimeout(timer);
    try {
      while (waiting.length > 0) {
        const batch = waiting.slice(0, BATCH_MAX);
        await options.write(batch);
        waiting = waiting.slice(batch.length);
      }
      retryMs = RETRY_FIRST_MS;
    } catch (error) {
      options.logger.warn(
        { err: String(error), waiting: waiting.length },
        "click_settlement_delayed",
      );
      timer = setTimeout(() => void start(), retryMs);
      timer.unref();
      retryMs = Math.min(RETRY_MAX_MS, retryMs * 2);
    } finally {
      isWriting = false;
    }
  };

  const start = () => {
    if (!isWriting) running = writeAll();
    return running;
  };

  return {
    add(item) {
      if (waiting.length >= options.waitingMax) return;
      waiting.push(item);
      if (!isWriting && retryMs === RETRY_FIRST_MS) setImmediate(() => void start());
    },
    size: () => waiting.length,
    async drain() {
      await running;
      await start();
    },
  };
}
