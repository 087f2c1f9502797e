import { idFromUuid, uuidFromId } from "../../contract/ids.ts";
import type { PostbackLogEntry } from "../../contract/resources/postback.ts";
import type { Queryable } from "../../core/db.ts";

interface LogRow {
  readonly id: string;
  readonly endpoint_id: string;
  readonly event_id: string;
  readonly type: PostbackLogEntry["type"];
  readonly attempt: number;
  readonly status: PostbackLogEntry["status"];
  readonly http_status: number | null;
  readonly duration_ms: number;
  readonly next_attempt_at: Date | null;
  readonly created_at: Date;
}

/**
 * The log of a campaign for the endpoints of one agent, newest first: each attempt, and each
 * message before its first one.
 */
export async function findPostbackLog(
  db: Queryable,
  filter: { agentId: string; campaignId: string; limit: number },
): Promise<PostbackLogEntry[]> {
  const rows = await db.query<LogRow>(
    {
      name: "postbacks.find_log",
      // A message without an attempt lends the line its event's id.
      text: `select id, endpoint_id, event_id, type, attempt, status, http_status, duration_ms,
          next_attempt_at, created_at
        from (
          (
            select a.id, a.endpoint_id, a.event_id, a.type, a.attempt, a.status, a.http_status,
              a.duration_ms, a.next_attempt_at, a.created_at
            from postback_attempt a
            join postback_endpoint e on e.id = a.endpoint_id
            where a.campaign_id = $1 and e.agent_id = $2
            order by a.created_at desc
            limit $3
          )
          union all
          (
            select m.event_id, m.endpoint_id, m.event_id, m.type, 1, 'pending', null, 0, m.due_at,
              m.created_at
            from postback_message m
            join postback_endpoint e on e.id = m.endpoint_id
            where m.campaign_id = $1 and e.agent_id = $2
              and m.status in ('waiting', 'queued') and m.attempts = 0
            order by m.created_at desc
            limit $3
          )
        ) line
        order by created_at desc
        limit $3`,
    },
    [uuidFromId(filter.campaignId), uuidFromId(filter.agentId), filter.limit],
  );
  return rows.map(logOnWire);
}

/** The first attempt of a test. */
export async function findFirstAttempt(
  db: Queryable,
  message: { postbackId: string; eventId: string },
): Promise<PostbackLogEntry | undefined> {
  const rows = await db.query<LogRow>(
    {
      name: "postbacks.find_first_attempt",
      text: `select id, endpoint_id, event_id, type, attempt, status, http_status, duration_ms,
          next_attempt_at, created_at
        from postback_attempt
        where endpoint_id = $1 and event_id = $2
        order by attempt
        limit 1`,
    },
    [uuidFromId(message.postbackId), uuidFromId(message.eventId)],
  );
  return rows.map(logOnWire)[0];
}

function logOnWire(row: LogRow): PostbackLogEntry {
  return {
    attemptId: idFromUuid("pba", row.id),
    postbackId: idFromUuid("whk", row.endpoint_id),
    eventId: idFromUuid("evt", row.event_id),
    type: row.type,
    attempt: row.attempt,
    status: row.status,
    ...(row.http_status === null ? {} : { httpStatus: row.http_status }),
    durationMs: row.duration_ms,
    ...(row.next_attempt_at === null ? {} : { nextAttemptAt: row.next_attempt_at.toISOString() }),
    createdAt: row.created_at.toISOString(),
  };
}

/** Deletes old messages and attempts, at most `limit` of each; true if there are more. */
export async function deleteOld(
  db: Queryable,
  old: { deliveredBefore: Date; before: Date; limit: number },
): Promise<boolean> {
  const rows = await db.query<{ count: number }>(
    {
      name: "postbacks.delete_old",
      text: `with message as (
          delete from postback_message m
          where m.ctid = any(array(
            select o.ctid
            from postback_message o
            where o.created_at < $1
              and (o.status = 'delivered' or o.created_at < $2)
            limit $3
          ))
          returning 1
        ), attempt as (
          delete from postback_attempt a
          where a.ctid = any(array(
            select o.ctid
            from postback_attempt o
            where o.created_at < $2
            limit $3
          ))
          returning 1
        )
        select ((select count(*) from message) + (select count(*) from attempt))::integer as count`,
    },
    [old.deliveredBefore, old.before, old.limit],
  );
  return (rows[0]?.count ?? 0) >= old.limit;
}
