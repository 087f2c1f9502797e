import { setTimeout as sleep } from "node:timers/promises";
import type { Foundation } from "../../core/foundation.ts";
import { type AttemptDeps, type Attempted, attemptMessage, isSuccess } from "./attempt.ts";
import { queueAttempts } from "./dispatcher.ts";
import { recordHealth } from "./health-queries.ts";
import { loadMessages, recordAttempts } from "./message-queries.ts";
import type { AttemptJob, AttemptQueue } from "./port.ts";

export interface DeliveryWorkerDeps extends AttemptDeps, Foundation {
  readonly queue: AttemptQueue;
}

interface State {
  readonly deps: DeliveryWorkerDeps;
  /** How many attempts of an endpoint may run at once, where it is not `LIMIT_FIRST`. */
  readonly limits: Map<string, number>;
  readonly finished: Finished[];
  /** Claimed jobs that are not recorded yet. */
  claimed: number;
  isStopping: boolean;
  /** Whether to claim again after the claim that is under way. */
  isWoken: boolean;
  claiming: Promise<void> | undefined;
  recording: Promise<void> | undefined;
  timer: NodeJS.Timeout | undefined;
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
export function createDeliveryWorker(deps: DeliveryWorkerDeps) {
  const state: State = {
    deps,
    limits: new Map(),
    finished: [],
    claimed: 0,
    isStopping: false,
    isWoken: false,
    claiming: undefined,
    recording: undefined,
    timer: undefined,
  };
  return {
    /** Claims at once: there may be new jobs. Never waits, never throws. */
    wake: () => wake(state),
    /** Claims whenever polled, for jobs of other processes and for retries. */
    start() {
      state.timer = setInterval(() => wake(state), POLL_MS);
    },
    /** Resolves when no job is due and all attempts are recorded. */
    idle: () => idle(state),
    /** Claims no more; resolves when the running attempts are recorded or after `graceMs`. */
    async stop(graceMs: number) {
      state.isStopping = true;
      clearInterval(state.timer);
      const abort = new AbortController();
      await Promise.race([idle(state), sleep(graceMs, undefined, abort)]);
      abort.abort();
    },
  };
}

async function idle(state: State): Promise<void> {
  while (state.claiming !== undefined || state.claimed > 0) {
    await (state.claiming ?? state.recording ?? sleep(GATHER_MS));
  }
}

function wake(state: State): void {
  state.isWoken = true;
  if (state.claiming !== undefined || state.isStopping) return;
  state.claiming = claimAll(state).finally(() => {
    state.claiming = undefined;
  });
}

/** Claims until nothing is due or the worker is full; a finished attempt starts it again. */
async function claimAll(state: State): Promise<void> {
  try {
    while (state.isWoken && !state.isStopping) {
      state.isWoken = false;
      const jobsMax = Math.min(CLAIM_MAX, CLAIMED_MAX - state.claimed);
      if (jobsMax > 0 && (await claim(state, jobsMax)) > 0) state.isWoken = true;
    }
  } catch (error) {
    state.deps.logger.warn({ err: String(error) }, "postback_lease_failed");
  }
}

async function claim(state: State, jobsMax: number): Promise<number> {
  const { db, queue, clock } = state.deps;
  // Together: jobs whose messages cannot be read would otherwise wait for the end of their lease.
  const { jobs, messages } = await db.tx(async (tx) => {
    const claimed = await queue.claim(tx, { jobsMax, limit: LIMIT_FIRST, limits: state.limits });
    return {
      jobs: claimed,
      messages: claimed.length === 0 ? [] : await loadMessages(tx, claimed, clock.now()),
    };
  });
  const byJob = new Map(messages.map((message) => [message.jobUuid, message]));
  state.claimed += jobs.length;
  for (const job of jobs) {
    const message = byJob.get(job.jobUuid);
    if (message === undefined) finish(state, { job, attempted: undefined });
    else {
      void attemptMessage(message, state.deps).then((attempted) => {
        adapt(state.limits, attempted);
        finish(state, { job, attempted });
      });
    }
  }
  return jobs.length;
}

/** Sets how many attempts at once the receiver gets after this one. */
function adapt(limits: Map<string, number>, { outcome, result }: Attempted): void {
  const uuid = result.message.endpointUuid;
  const isGood = isSuccess(outcome) && result.durationMs <= SLOW_MS;
  const limit = isGood ? Math.min((limits.get(uuid) ?? LIMIT_FIRST) + 1, LIMIT_MAX) : LIMIT_BAD;
  limits.delete(uuid);
  limits.set(uuid, limit);
  for (const oldest of limits.keys()) {
    if (limits.size <= LIMITS_MAX) break;
    limits.delete(oldest);
  }
}

function finish(state: State, finished: Finished): void {
  state.finished.push(finished);
  state.recording ??= recordAll(state).finally(() => {
    state.recording = undefined;
  });
}

async function recordAll(state: State): Promise<void> {
  while (state.finished.length > 0) {
    if (state.finished.length < RECORD_MAX) await sleep(GATHER_MS);
    const batch = state.finished.splice(0, RECORD_MAX);
    await recordWithRetries(batch, state.deps);
    state.claimed -= batch.length;
    wake(state);
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
  const results = attempts.map(({ result }) => result);
  const retried = results.filter(({ nextAttemptAt }) => nextAttemptAt !== null);
  const endpoints = [...new Set(retried.map(({ message }) => message.endpointUuid))];
  const now = clock.now();
  await db.tx(async (tx) => {
    if (results.length > 0) await recordAttempts(tx, results);
    await queue.settle(
      tx,
      batch.map(({ job }) => job),
    );
    if (endpoints.length > 0)
      await queueAttempts(tx, queue, { endpoints, now, dueUntil: "infinity" });
  });
  await recordHealth(db, attempts, { now: clock.now(), times: deps.times });
}
