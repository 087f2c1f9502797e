import type { Database, Queryable, Tx } from "../../core/db.ts";
import { only, query } from "../../core/sql.ts";
import { isGone, isSuccess } from "./attempt.ts";
import type { Attempted } from "./message-queries.ts";
import type { PostbackTimes } from "./port.ts";

const TOO_MANY_REQUESTS = 429;
const UNAVAILABLE = 503;
const PAUSE_MAX_MS = 86_400_000;

/**
 * Updates the health of the receivers of these attempts, and disables those that are gone or have
 * failed for too long: their messages become dead letters. The success of a receiver that is known
 * to be healthy needs no update; others are written once a minute at most.
 */
export async function recordHealth(
  db: Queryable,
  attempts: readonly Attempted[],
  { now, times }: { now: Date; times: PostbackTimes },
): Promise<void> {
  const isNews = ({ outcome, message, isProof }: Attempted) =>
    outcome.kind !== "limited" && (isProof || !(isSuccess(outcome) && message.isHealthy));
  const news = attempts.filter(isNews).map((attempted) => {
    const { outcome, message, isProof } = attempted;
    const pauseMs = pauseOf(attempted, times);
    return {
      id: message.endpointUuid,
      succeeded: isSuccess(outcome),
      gone: isGone(outcome),
      proof: isProof,
      until: pauseMs === 0 ? null : new Date(now.getTime() + pauseMs),
    };
  });
  if (news.length === 0) return;
  const failingSinceMin = new Date(now.getTime() - times.disableAfterMs);
  const values = [JSON.stringify(news), now, failingSinceMin];
  await query(db, "postbacks.record_health", values)`with health as (
      select id, bool_or(succeeded) as has_succeeded, bool_or(gone) as is_gone,
        bool_or(proof) as is_proven, max(until) as paused_until
      from json_to_recordset($1) as h (
        id uuid, succeeded boolean, gone boolean, proof boolean, until timestamptz
      )
      group by id
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

/** A receiver that asks for a pause gets it for all of its messages. **Units** milliseconds. */
function pauseOf({ outcome }: Attempted, times: PostbackTimes): number {
  if (outcome.kind !== "answered") return 0;
  const { httpStatus, retryAfterMs } = outcome;
  if (httpStatus === TOO_MANY_REQUESTS)
    return Math.min(retryAfterMs ?? times.pauseMs, PAUSE_MAX_MS);
  return httpStatus === UNAVAILABLE ? Math.min(retryAfterMs ?? 0, PAUSE_MAX_MS) : 0;
}

const HOUR_MS = 3_600_000;

/** `reserveIn` in a transaction of its own. */
export function reserveRequest(db: Database, ...reserved: Reserved): Promise<Date | undefined> {
  return db.tx((tx) => reserveIn(tx, ...reserved));
}

type Reserved = [targets: readonly string[], of: { now: Date; perHour: number }];

/**
 * Counts a request to each of these targets, over all agents and processes. Returns when the next
 * one is possible if a target has had `perHour` requests in the last hour; then none is counted.
 * Locks the targets, in their order, so that two processes cannot deadlock.
 */
export async function reserveIn(tx: Tx, ...[targets, { now, perHour }]: Reserved) {
  const since = new Date(now.getTime() - HOUR_MS);
  const sent = await only.plain<Date[]>().all(tx, "postbacks.lock_quotas", [targets, since])`
    insert into postback_quota as q (target)
    select target
    from unnest($1::text[]) as t (target)
    order by target
    on conflict (target) do update
    set sent_at = array(select s from unnest(q.sent_at) as s where s > $2 order by s)
    returning sent_at`;
  const freeAtMs = sent
    .filter((times) => times.length >= perHour)
    .map(([oldest = now]) => oldest.getTime() + HOUR_MS);
  if (freeAtMs.length > 0) return new Date(Math.max(...freeAtMs));
  await query(tx, "postbacks.count_request", [targets, now])`update postback_quota
    set sent_at = sent_at || $2::timestamptz
    where target = any($1)`;
  return undefined;
}

/** Deletes the targets that were not sent to after `since`. */
export async function deleteOldQuotas(db: Queryable, since: Date): Promise<void> {
  await query(db, "postbacks.delete_old_quotas", [since])`delete from postback_quota
    where coalesce(sent_at[cardinality(sent_at)] < $1, true)`;
}
