import type { Clock } from "../../core/clock.ts";
import type { Queryable } from "../../core/db.ts";
import { type Attempted, isGone, isSuccess } from "./attempt.ts";
import { type EndpointHealth, updateHealth } from "./health-queries.ts";
import type { PostbackTimes } from "./schedule.ts";

const TOO_MANY_REQUESTS = 429;
const UNAVAILABLE = 503;
const PAUSE_MAX_MS = 86_400_000;

/**
 * Updates the health of the receivers of these attempts, and disables those that are gone. The
 * success of a receiver that is known to be healthy needs no update.
 */
export async function recordHealth(
  attempts: readonly Attempted[],
  { db, clock, times }: { db: Queryable; clock: Pick<Clock, "now">; times: PostbackTimes },
): Promise<void> {
  const now = clock.now();
  const news = attempts.filter(
    ({ outcome, result, isProof }) => isProof || !(isSuccess(outcome) && result.message.isHealthy),
  );
  if (news.length === 0) return;
  const groups = Map.groupBy(news, ({ result }) => result.message.endpointUuid);
  const healths = [...groups].map(([endpointUuid, group]): EndpointHealth => {
    const pauseMs = Math.max(0, ...group.map((attempted) => pauseOf(attempted, times)));
    return {
      endpointUuid,
      hasSucceeded: group.some(({ outcome }) => isSuccess(outcome)),
      isGone: group.some(({ outcome }) => isGone(outcome)),
      isProven: group.some(({ isProof }) => isProof),
      pausedUntil: pauseMs === 0 ? null : new Date(now.getTime() + pauseMs),
    };
  });
  const failingSinceMin = new Date(now.getTime() - times.disableAfterMs);
  await updateHealth(db, healths, { now, failingSinceMin });
}

/** A receiver that asks for a pause gets it for all of its messages. **Units** milliseconds. */
function pauseOf({ outcome }: Attempted, times: PostbackTimes): number {
  if (outcome.kind !== "answered") return 0;
  const { httpStatus, retryAfterMs } = outcome;
  if (httpStatus === TOO_MANY_REQUESTS)
    return Math.min(retryAfterMs ?? times.pauseMs, PAUSE_MAX_MS);
  return httpStatus === UNAVAILABLE ? Math.min(retryAfterMs ?? 0, PAUSE_MAX_MS) : 0;
}
