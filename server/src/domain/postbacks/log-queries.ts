import { uuidFromId } from "../../contract/ids.ts";
import type { PostbackLogEntry } from "../../contract/resources/postback.ts";
import { column, select } from "../../core/columns.ts";
import type { Queryable } from "../../core/db.ts";
import { query } from "../../core/sql.ts";

const LINE = select({
  attemptId: column.id("pba", "l.id"),
  postbackId: column.id("whk", "l.endpoint_id"),
  eventId: column.id("evt", "l.event_id"),
  type: column.plain<PostbackLogEntry["type"]>("l.type"),
  attempt: column.plain<number>("l.attempt"),
  status: column.plain<PostbackLogEntry["status"]>("l.status"),
  httpStatus: column.optional(column.plain<number>("l.http_status")),
  durationMs: column.plain<number>("l.duration_ms"),
  nextAttemptAt: column.optional(column.time("l.next_attempt_at")),
  createdAt: column.time("l.created_at"),
});

/**
 * The log of a campaign for the endpoints of one agent, newest first: each attempt, and each
 * message before its first one.
 */
export async function findPostbackLog(
  db: Queryable,
  filter: { agentId: string; campaignId: string; limit: number },
): Promise<PostbackLogEntry[]> {
  return LINE.all(
    db,
    {
      name: "postbacks.find_log",
      // The line of a message without an attempt has the id of its event.
      text: `select ${LINE.list}
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
        ) l
        order by l.created_at desc
        limit $3`,
    },
    [uuidFromId(filter.campaignId), uuidFromId(filter.agentId), filter.limit],
  );
}

export async function findFirstAttempt(
  db: Queryable,
  message: { postbackId: string; eventId: string },
): Promise<PostbackLogEntry | undefined> {
  return LINE.first(db, "postbacks.find_first_attempt", [
    uuidFromId(message.postbackId),
    uuidFromId(message.eventId),
  ])`select ${LINE.list}
    from postback_attempt l
    where l.endpoint_id = $1 and l.event_id = $2
    order by l.attempt
    limit 1`;
}

/** Deletes and returns old delivered messages, at most `limit`. */
export async function deleteDelivered(
  db: Queryable,
  before: Date,
  limit: number,
): Promise<object[]> {
  return query(db, "postbacks.delete_delivered", [before, limit])`delete from postback_message m
    where m.ctid = any(array(
      select o.ctid
      from postback_message o
      where o.created_at < $1 and o.status = 'delivered'
      limit $2
    ))
    returning 1`;
}
