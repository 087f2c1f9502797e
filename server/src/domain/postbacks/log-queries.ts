import { uuidFromId } from "../../contract/ids.ts";
import type { PostbackLogEntry } from "../../contract/resources/postback.ts";
import type { Database, Queryable } from "../../core/db.ts";
import { purge } from "../../core/purge.ts";
import { column, query, select } from "../../core/sql.ts";
import { deleteOldQuotas } from "./health-queries.ts";

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
  const values = [uuidFromId(filter.campaignId), uuidFromId(filter.agentId), filter.limit];
  // The line of a message without an attempt has the id of its event.
  return LINE.all(db, "postbacks.find_log", values)`select ${LINE.list}
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
    limit $3`;
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
export async function deleteDelivered(db: Queryable, before: Date, limit: number) {
  return query(db, "postbacks.delete_delivered", [before, limit])`delete from postback_message m
    where m.ctid = any(array(
      select o.ctid
      from postback_message o
      where o.created_at < $1 and o.status = 'delivered'
      limit $2
    ))
    returning 1`;
}

/** Counting stops at 100,000 rows. */
const counted = (rows: string) =>
  column.count(`(select count(*) from (select 1 from ${rows} limit 100000) r)`);

const GAUGES = select({
  /** Settled batches that the dispatcher has not turned into messages yet. */
  marks: counted("postback_batch"),
  pending: counted("postback_message where status in ('waiting', 'queued')"),
  dead: counted("postback_message where status = 'dead'"),
  dueAt: column.nullable(
    column.date(`(select min(m.due_at)
      from postback_message m
      join postback_endpoint e on e.id = m.endpoint_id
      where m.status in ('waiting', 'queued') and m.due_at <= $1 and e.status = 'active')`),
  ),
});

/**
 * For `/metrics` and the operator.
 *
 * **Units** `lagMs`: for how long the most overdue message has been due.
 */
export async function measurePostbacks(db: Queryable, now: Date) {
  const { dueAt, ...counts } = await GAUGES.one(db, "postbacks.measure", [now])`
    select ${GAUGES.list}`;
  return { ...counts, lagMs: Math.max(0, now.getTime() - (dueAt ?? now).getTime()) };
}

const DAY_MS = 86_400_000;
/** The log of attempts is kept longer, and so are dead letters. */
const DELIVERED_DAYS = 7;

/** Deletes delivered messages after 7 days. */
export async function deleteOldPostbacks(db: Database, now: Date): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await deleteOldQuotas(db, ago(1));
  await purge((limit) => deleteDelivered(db, ago(DELIVERED_DAYS), limit));
}
