import type { Queryable, Tx } from "../../core/db.ts";

export interface PostbackRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Called before a connection to a host outside of `POSTBACK_ALLOW_HOSTS`, with its limits. */
  readonly admit?: Admit | undefined;
  /** Whether the outcome contains the text of the answer. */
  readonly readsAnswer?: boolean;
}

/**
 * Counts a request to these targets (a host and its address). Returns when the next one is
 * possible if one of them has reached its limit; then the request is not sent.
 */
export type Admit = (targets: readonly string[]) => Promise<Date | undefined>;

/** The result of one attempt. The receiver's response body is never stored. */
export type PostbackOutcome =
  | {
      readonly kind: "answered";
      readonly httpStatus: number;
      /** The receiver's `Retry-After`. **Units** milliseconds. */
      readonly retryAfterMs?: number;
      /** Of a request that reads the answer. */
      readonly text?: string;
    }
  | { readonly kind: "timeout" }
  /** The connection was refused or broken, or its certificate is not trusted. */
  | { readonly kind: "failed" }
  /** The address is not public. */
  | { readonly kind: "blocked" }
  /** Not sent, because `admit` refused it until then. */
  | { readonly kind: "limited"; readonly until: Date };

/** Sends requests to receivers; `providers/postback` implements it. */
export interface PostbackSender {
  /**
   * The URL in its normal form, which is stored.
   *
   * **Errors** `postback_url_rejected`; makes no network call.
   */
  checkUrl(url: string): string;
  /** Whether the operator allowed the host (`POSTBACK_ALLOW_HOSTS`): it needs no proof. */
  isAllowed(url: string): boolean;
  /** One attempt: resolves the host, checks the address and connects to that address. */
  send(request: PostbackRequest): Promise<PostbackOutcome>;
  close(): void;
}

/** A job: one attempt to deliver one message. Ids are bare uuids. */
export interface AttemptJob {
  readonly jobUuid: string;
  readonly endpointUuid: string;
  readonly eventUuid: string;
}

export interface NewAttemptJob extends AttemptJob {
  /** Null: due at once. */
  readonly startAfter: Date | null;
}

/** Holds leases, times and limits of attempts; `jobs/` implements it with pg-boss. */
export interface AttemptQueue {
  send(tx: Tx, jobs: readonly NewAttemptJob[]): Promise<void>;
  /**
   * Claims due jobs under a lease, at most `limit` of an endpoint at once in all processes;
   * `limits` holds those of single endpoints. An expired job goes to the dead letter queue.
   */
  claim(
    db: Queryable,
    wanted: { jobsMax: number; limit: number; limits: ReadonlyMap<string, number> },
  ): Promise<AttemptJob[]>;
  settle(tx: Tx, jobs: readonly AttemptJob[]): Promise<void>;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Published in server/docs/contract.md: receivers rely on these times. **Units** milliseconds. */
export const POSTBACK_TIMES = {
  /** The delay before each attempt; the first one is immediate. */
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
  /**
   * How long a worker holds a job; then it expires and the attempt is repeated. Longer than the
   * 15 s of an attempt and the retries of its record.
   */
  leaseMs: 40 * SECOND_MS,
  disableAfterMs: 5 * DAY_MS,
  rotationMs: DAY_MS,
  /** The pause of receivers that answer 429 without `Retry-After`. */
  pauseMs: 5 * SECOND_MS,
};

/** Replaced only by tests. */
export type PostbackTimes = Readonly<typeof POSTBACK_TIMES>;

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
