import type { Clock } from "../../core/clock.ts";
import type { Database, Queryable, Tx } from "../../core/db.ts";
import { only, query } from "../../core/sql.ts";
import { type Attempted, isGone, isSuccess } from "./attempt.ts";
import type { PostbackTimes } from "./port.ts";

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

/** What the attempts of one batch say about one receiver. */
export interface EndpointHealth {
  readonly endpointUuid: string;
  readonly hasSucceeded: boolean;
  readonly isGone: boolean;
  readonly isProven: boolean;
  readonly pausedUntil: Date | null;
}

/**
 * Updates the health of receivers, and disables those that are gone or have failed for too long:
 * their messages become dead letters. A success is written once a minute at most.
 */
export async function updateHealth(
  db: Queryable,
  healths: readonly EndpointHealth[],
  times: { now: Date; failingSinceMin: Date },
): Promise<void> {
  const { now, failingSinceMin } = times;
  const values = [JSON.stringify(healths), now, failingSinceMin];
  await query(db, "postbacks.update_health", values)`with health as (
      select "endpointUuid" as id, "hasSucceeded" as has_succeeded, "isGone" as is_gone,
        "isProven" as is_proven, "pausedUntil" as paused_until
      from json_to_recordset($1) as h (
        "endpointUuid" uuid, "hasSucceeded" boolean, "isGone" boolean,
        "isProven" boolean, "pausedUntil" timestamptz
      )
    ), disabled as (
      update postback_endpoint e
      set status = 'disabled', updated_at = $2, proven_at = null,
        disabled_reason = case when h.is_gone then 'gone' else 'failing' end
      from health h
      where e.id = h.id and e.status = 'active'
        and (h.is_gone or (not h.has_succeeded and e.failing_since <= $3))
      returning e.id
    ), updated as (
      update postback_endpoint e
      set failing_since = case
          when h.has_succeeded then null else coalesce(e.failing_since, $2) end,
        last_success_at = case when h.has_succeeded then $2 else e.last_success_at end,
        paused_until = coalesce(h.paused_until, e.paused_until),
        proven_at = case when h.is_proven then $2 else e.proven_at end
      from health h
      where e.id = h.id
        and not h.is_gone
        and (h.has_succeeded or e.failing_since is null or e.failing_since > $3)
        and (
          h.paused_until is not null
          or h.is_proven
          or (h.has_succeeded and e.failing_since is not null)
          or (h.has_succeeded
            and coalesce(e.last_success_at <= $2::timestamptz - interval '1 minute', true))
          or (not h.has_succeeded and e.failing_since is null)
        )
    )
    update postback_message m
    set status = 'dead', due_at = null, job_id = null
    from disabled d
    where m.endpoint_id = d.id and m.status in ('waiting', 'queued')`;
}

const HOUR_MS = 3_600_000;

/**
 * Counts a request to each of these targets, over all agents and processes. Returns when the next
 * one is possible if a target has had `perHour` requests in the last hour; then none is counted.
 */
export function reserveRequest(
  db: Database,
  targets: readonly string[],
  { now, perHour }: { now: Date; perHour: number },
): Promise<Date | undefined> {
  return db.tx(async (tx) => {
    const sent = await lockQuotas(tx, targets, new Date(now.getTime() - HOUR_MS));
    const freeAtMs = sent
      .filter((times) => times.length >= perHour)
      .map(([oldest = now]) => oldest.getTime() + HOUR_MS);
    if (freeAtMs.length > 0) return new Date(Math.max(...freeAtMs));
    await countRequest(tx, targets, now);
    return undefined;
  });
}

/**
 * The times after `since` at which each target was sent to, oldest first. Locks the targets, in
 * their order, so that two processes cannot deadlock.
 */
export function lockQuotas(tx: Tx, targets: readonly string[], since: Date) {
  return only.plain<Date[]>().all(tx, "postbacks.lock_quotas", [targets, since])`
    insert into postback_quota as q (target)
    select target
    from unnest($1::text[]) as t (target)
    order by target
    on conflict (target) do update
    set sent_at = array(select s from unnest(q.sent_at) as s where s > $2 order by s)
    returning sent_at`;
}

export async function countRequest(tx: Tx, targets: readonly string[], now: Date): Promise<void> {
  await query(tx, "postbacks.count_request", [targets, now])`update postback_quota
    set sent_at = sent_at || $2::timestamptz
    where target = any($1)`;
}

/** Deletes the targets that were not sent to after `since`. */
export async function deleteOldQuotas(db: Queryable, since: Date): Promise<void> {
  await query(db, "postbacks.delete_old_quotas", [since])`delete from postback_quota
    where coalesce(sent_at[cardinality(sent_at)] < $1, true)`;
}
