import { ExchangeError } from "../../contract/errors.ts";
import { sqlStateOf } from "../../core/db.ts";
import type { Logger } from "../../core/log.ts";
import type { Scheduler } from "../../core/scheduler.ts";

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
