/** Times of postbacks; replaced only by tests. **Units** milliseconds. */
export interface PostbackTimes {
  /** The delay before each attempt; the first one is immediate. */
  readonly delaysMs: readonly number[];
  /** How long a worker holds a job; then it expires and the attempt is repeated. */
  readonly leaseMs: number;
  readonly disableAfterMs: number;
  readonly rotationMs: number;
  /** The pause of receivers that answer 429 without `Retry-After`. */
  readonly pauseMs: number;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Published in server/docs/contract.md: receivers rely on these times. */
export const POSTBACK_TIMES: PostbackTimes = {
  delaysMs: [
    0,
    5 * SECOND_MS,
    5 * MINUTE_MS,
    30 * MINUTE_MS,
    2 * HOUR_MS,
    5 * HOUR_MS,
    10 * HOUR_MS,
    14 * HOUR_MS,
    20 * HOUR_MS,
    24 * HOUR_MS,
  ],
  // Longer than the 15 s of an attempt and the retries of its record.
  leaseMs: 40 * SECOND_MS,
  disableAfterMs: 5 * DAY_MS,
  rotationMs: DAY_MS,
  pauseMs: 5 * SECOND_MS,
};

/** Spreads the retries of messages that failed together. */
const JITTER = 0.1;
const RETRY_AFTER_MAX_MS = DAY_MS;

/**
 * When the attempt after this one is due, or undefined when this was the last. A receiver may ask
 * for more time than the schedule gives, never for less.
 *
 * **Units** `attempt` counts from 1; `random` is at least 0 and below 1.
 */
export function nextAttemptAt(after: {
  attempt: number;
  now: Date;
  retryAfterMs: number;
  random: number;
  times: PostbackTimes;
}): Date | undefined {
  const delayMs = after.times.delaysMs[after.attempt];
  if (delayMs === undefined) return undefined;
  const jittered = delayMs * (1 - JITTER + 2 * JITTER * after.random);
  const waitMs = Math.max(jittered, Math.min(after.retryAfterMs, RETRY_AFTER_MAX_MS));
  return new Date(after.now.getTime() + waitMs);
}
