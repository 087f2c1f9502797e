import { setTimeout as sleep } from "node:timers/promises";
import { createBoundedMap } from "../../core/cache.ts";
import type { Foundation } from "../../core/foundation.ts";
import { type AttemptDeps, attemptMessage, isSuccess } from "./attempt.ts";
import { queueAttempts } from "./dispatcher.ts";
import { recordHealth } from "./health-queries.ts";
import {
  type Attempted,
  loadMessages,
  type OutgoingMessage,
  recordAttempts,
} from "./message-queries.ts";
import type { AttemptJob, AttemptQueue } from "./port.ts";

export interface DeliveryWorkerDeps extends AttemptDeps, Foundation {
  readonly queue: AttemptQueue;
}

/** A stale job has no attempt: its message needs none any more. */
interface Finished {
  readonly job: AttemptJob;
  readonly attempted: Attempted | undefined;
}

const POLL_MS = 500;
const CLAIM_MAX = 200;
/** All endpoints together: hundreds of receivers that never answer leave room for the others. */
const CLAIMED_MAX = 1_000;
/** A fast receiver gets one more connection after each success, a slow or failing one keeps few. */
const LIMIT_FIRST = 4;
const LIMIT_MAX = 64;
const LIMIT_BAD = 2;
const SLOW_MS = 1_000;
const LIMITS_MAX = 500;
const RECORD_MAX = 500;
/** Attempts that finish within this time share one transaction. */
const GATHER_MS = 5;
const RECORD_TRIES_MAX = 5;
const RECORD_RETRY_MS = 200;

/** Claims messages that are due, sends them and records each attempt, until it is stopped. */
export function createDeliveryWorker(deps: DeliveryWorkerDeps): DeliveryWorker {
  return new DeliveryWorker(deps);
}

class DeliveryWorker {
  readonly #deps: DeliveryWorkerDeps;
  /** How many attempts of an endpoint may run at once, where it is not `LIMIT_FIRST`. */
  readonly #limits = createBoundedMap<string, number>(LIMITS_MAX);
  readonly #finished: Finished[] = [];
  /** Claimed jobs that are not recorded yet. */
  #claimed = 0;
  #isStopping = false;
  /** Whether to claim again after the claim that is under way. */
  #isWoken = false;
  #claiming: Promise<void> | undefined;
  #recording: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: DeliveryWorkerDeps) {
    this.#deps = deps;
  }

  /** Claims whenever polled, for jobs of other processes and for retries. */
  start(): void {
    this.#timer = setInterval(() => this.wake(), POLL_MS);
  }

  /** Claims at once: there may be new jobs. Never waits, never throws. */
  wake(): void {
    this.#isWoken = true;
    if (this.#claiming !== undefined || this.#isStopping) return;
    this.#claiming = this.#claimAll().finally(() => {
      this.#claiming = undefined;
    });
  }

  /** Resolves when no job is due and all attempts are recorded. */
  async idle(): Promise<void> {
    while (this.#claiming !== undefined || this.#claimed > 0) {
      await (this.#claiming ?? this.#recording ?? sleep(GATHER_MS));
    }
  }

  /** Claims no more; resolves when the running attempts are recorded or after `graceMs`. */
  async stop(graceMs: number): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#timer);
    const abort = new AbortController();
    await Promise.race([this.idle(), sleep(graceMs, undefined, abort)]);
    abort.abort();
  }

  /** Claims until nothing is due or the worker is full; a finished attempt starts it again. */
  async #claimAll(): Promise<void> {
    try {
      while (this.#isWoken && !this.#isStopping) {
        this.#isWoken = false;
        const jobsMax = Math.min(CLAIM_MAX, CLAIMED_MAX - this.#claimed);
        if (jobsMax > 0 && (await this.#claim(jobsMax)) > 0) this.#isWoken = true;
      }
    } catch (error) {
      this.#deps.logger.warn({ err: String(error) }, "postback_lease_failed");
    }
  }

  async #claim(jobsMax: number): Promise<number> {
    const { db, queue, clock } = this.#deps;
    // Together: jobs whose messages cannot be read would otherwise wait for the end of their lease.
    const { jobs, messages } = await db.tx(async (tx) => {
      const limits = new Map(this.#limits.entries());
      const claimed = await queue.claim(tx, { jobsMax, limit: LIMIT_FIRST, limits });
      return {
        jobs: claimed,
        messages: claimed.length === 0 ? [] : await loadMessages(tx, claimed, clock.now()),
      };
    });
    const byJob = new Map(messages.map((message) => [message.jobUuid, message]));
    this.#claimed += jobs.length;
    for (const job of jobs) void this.#attempt(job, byJob.get(job.jobUuid));
    return jobs.length;
  }

  async #attempt(job: AttemptJob, message: OutgoingMessage | undefined): Promise<void> {
    const attempted = message && (await attemptMessage(message, this.#deps));
    if (attempted !== undefined) this.#adapt(attempted);
    this.#finished.push({ job, attempted });
    this.#recording ??= this.#recordAll().finally(() => {
      this.#recording = undefined;
    });
  }

  /** Sets how many attempts at once the receiver gets after this one. */
  #adapt({ outcome, message: { endpointUuid: uuid }, durationMs }: Attempted): void {
    const isGood = isSuccess(outcome) && durationMs <= SLOW_MS;
    const raised = Math.min((this.#limits.get(uuid) ?? LIMIT_FIRST) + 1, LIMIT_MAX);
    this.#limits.set(uuid, isGood ? raised : LIMIT_BAD);
  }

  async #recordAll(): Promise<void> {
    while (this.#finished.length > 0) {
      if (this.#finished.length < RECORD_MAX) await sleep(GATHER_MS);
      const batch = this.#finished.splice(0, RECORD_MAX);
      await recordWithRetries(batch, this.#deps);
      this.#claimed -= batch.length;
      this.wake();
    }
  }
}

/** Attempts that cannot be recorded are repeated when their jobs expire: sent twice, never lost. */
async function recordWithRetries(batch: readonly Finished[], deps: DeliveryWorkerDeps) {
  for (let tries = 1; tries <= RECORD_TRIES_MAX; tries += 1) {
    try {
      await record(batch, deps);
      return;
    } catch (error) {
      deps.logger.warn({ err: String(error), tries }, "postback_attempts_not_recorded");
      await sleep(RECORD_RETRY_MS * tries);
    }
  }
}

/** Log, messages, removed jobs and the jobs of retries commit together. */
async function record(batch: readonly Finished[], deps: DeliveryWorkerDeps): Promise<void> {
  const { db, queue, clock } = deps;
  const attempts = batch.flatMap(({ attempted }) => attempted ?? []);
  const retried = attempts.filter(({ nextAttemptAt }) => nextAttemptAt !== null);
  const endpoints = [...new Set(retried.map(({ message }) => message.endpointUuid))];
  const now = clock.now();
  await db.tx(async (tx) => {
    if (attempts.length > 0) await recordAttempts(tx, attempts);
    await queue.settle(
      tx,
      batch.map(({ job }) => job),
    );
    if (endpoints.length > 0)
      await queueAttempts(tx, queue, { endpoints, now, dueUntil: "infinity" });
  });
  await recordHealth(db, attempts, { now: clock.now(), times: deps.times });
}
