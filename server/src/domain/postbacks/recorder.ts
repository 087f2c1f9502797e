import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../../core/clock.ts";
import type { Database } from "../../core/db.ts";
import type { Logger } from "../../core/log.ts";
import { type Attempted, isGone, isSuccess } from "./attempt.ts";
import { type EndpointHealth, noteHealth } from "./health-queries.ts";
import { recordAttempts } from "./message-queries.ts";
import type { PostbackTimes } from "./schedule.ts";

export interface RecorderDeps {
  readonly db: Database;
  readonly clock: Pick<Clock, "now">;
  readonly logger: Logger;
  readonly times: PostbackTimes;
}

/** Writes down how attempts ended, those of a moment in one statement. */
export interface AttemptRecorder {
  add(attempted: Attempted): void;
  /** Resolves when everything is written, or was given up. */
  idle(): Promise<void>;
}

const BATCH_MAX = 500;
/** A thousand attempts a second then take twenty writes instead of hundreds. */
const GATHER_MS = 50;
const TRIES_MAX = 5;
const RETRY_MS = 200;

export function createAttemptRecorder(deps: RecorderDeps): AttemptRecorder {
  const waiting: Attempted[] = [];
  const well: WellNoted = new Map();
  let running: Promise<void> | undefined;
  const drain = async () => {
    while (waiting.length > 0) {
      if (waiting.length < BATCH_MAX) await sleep(GATHER_MS);
      await writeDown(waiting.splice(0, BATCH_MAX), deps, well);
    }
    running = undefined;
  };
  return {
    add(attempted) {
      waiting.push(attempted);
      running ??= drain();
    },
    idle: async () => running,
  };
}

/** What cannot be written is sent again when its lease ends: told twice at worst, never lost. */
async function writeDown(
  batch: readonly Attempted[],
  deps: RecorderDeps,
  well: WellNoted,
): Promise<void> {
  for (let attempt = 1; attempt <= TRIES_MAX; attempt += 1) {
    try {
      await recordBatch(batch, deps, well);
      return;
    } catch (error) {
      deps.logger.warn({ err: String(error), attempt }, "postback_attempts_not_recorded");
      await sleep(RETRY_MS * attempt);
    }
  }
}

const MINUTE_MS = 60_000;

/** When a receiver's success was last noted. **Units** ms since 1970, by endpoint. */
type WellNoted = Map<string, number>;

/** The log and the messages, then the health of their receivers where there is news of it. */
export async function recordBatch(
  batch: readonly Attempted[],
  { db, clock, times }: Pick<RecorderDeps, "db" | "clock" | "times">,
  well: WellNoted = new Map(),
): Promise<void> {
  const now = clock.now();
  await recordAttempts(
    db,
    batch.map((attempted) => attempted.result),
  );
  const news = healthOf(batch, now, times).filter((health) => isNews(health, now, well));
  if (news.length === 0) return;
  await noteHealth(db, news, {
    now,
    failingSinceMin: new Date(now.getTime() - times.disableAfterMs),
    successNotedMin: new Date(now.getTime() - MINUTE_MS),
  });
}

/** A receiver that goes on answering well is noted once a minute. */
function isNews(health: EndpointHealth, now: Date, well: WellNoted): boolean {
  const { endpointUuid, hasSucceeded, hasFailed } = health;
  const notedAtMs = well.get(endpointUuid) ?? Number.NEGATIVE_INFINITY;
  const isKnown = hasSucceeded && !hasFailed && now.getTime() - notedAtMs < MINUTE_MS;
  if (isKnown) return false;
  if (hasFailed) well.delete(endpointUuid);
  else well.set(endpointUuid, now.getTime());
  return true;
}

const TOO_MANY = 429;
const UNAVAILABLE = 503;

function healthOf(batch: readonly Attempted[], now: Date, times: PostbackTimes): EndpointHealth[] {
  const groups = Map.groupBy(batch, ({ result }) => result.message.endpointUuid);
  return [...groups].map(([endpointUuid, attempts]) => {
    const pauseMs = Math.max(0, ...attempts.map((attempted) => pauseOf(attempted, times)));
    return {
      endpointUuid,
      hasSucceeded: attempts.some(({ outcome }) => isSuccess(outcome)),
      hasFailed: attempts.some(({ outcome }) => !isSuccess(outcome)),
      isGone: attempts.some(({ outcome }) => isGone(outcome)),
      pausedUntil: pauseMs === 0 ? null : new Date(now.getTime() + pauseMs),
    };
  });
}

/** A receiver that asks for a rest gets it for all of its messages. **Units** milliseconds. */
function pauseOf({ outcome }: Attempted, times: PostbackTimes): number {
  if (outcome.kind !== "answered") return 0;
  const { httpStatus, retryAfterMs } = outcome;
  if (httpStatus === TOO_MANY) return Math.min(retryAfterMs ?? times.pauseMs, PAUSE_MAX_MS);
  return httpStatus === UNAVAILABLE ? Math.min(retryAfterMs ?? 0, PAUSE_MAX_MS) : 0;
}

const PAUSE_MAX_MS = 24 * 60 * MINUTE_MS;
