import type { PostbackType } from "../../contract/enums.ts";
import { uuidFromId, uuidOrNull } from "../../contract/ids.ts";
import type { PostbackLogEntry } from "../../contract/resources/postback.ts";
import {
  column,
  only,
  type Queryable,
  query,
  type Selected,
  select,
  type Tx,
} from "../../core/sql.ts";
import type { AttemptJob, NewAttemptJob, PostbackOutcome } from "./port.ts";

/** What happened, for all endpoints of these agents that want it. Ids are bare uuids. */
export interface Notice {
  readonly eventUuid: string;
  readonly type: PostbackType;
  readonly campaignUuid: string | null;
  readonly agentUuids: readonly string[];
  readonly body: string;
}

/**
 * Writes one message for each endpoint that wants a notice, due at once; an existing message does
 * not change. An endpoint that was disabled within a week gets a dead letter, so that whoever
 * repairs the receiver can replay everything. Returns the endpoints that have something due.
 *
 * `offset 0` makes the endpoints of each notice be read by index, whatever the statistics say.
 */
export function insertMessages(tx: Tx, notices: readonly Notice[], now: Date) {
  return only.text.all(tx, "postbacks.insert_messages", [JSON.stringify(notices), now])`
    with added as (
      insert into postback_message (
        endpoint_id, event_id, type, campaign_id, body, status, due_at, created_at
      )
      select e.id, n."eventUuid", n.type, n."campaignUuid", n.body,
        case when e.status = 'active' then 'waiting' else 'dead' end,
        case when e.status = 'active' then $2::timestamptz end, $2
      from json_to_recordset($1) as n (
        "eventUuid" uuid, type text, "campaignUuid" uuid, "agentUuids" uuid[], body text
      )
      cross join lateral (
        select l.id, l.status
        from postback_endpoint l
        where l.agent_id = any(n."agentUuids")
          and (l.status = 'active'
            or (l.status = 'disabled' and l.updated_at > $2::timestamptz - interval '7 days'))
          and (l.campaign_id is null or l.campaign_id = n."campaignUuid")
          and (l.event_types = '{}' or n.type = any(l.event_types))
        offset 0
      ) e
      on conflict do nothing
      returning endpoint_id, status
    )
    select distinct endpoint_id from added where status = 'waiting'`;
}

/** Adds a test for one endpoint, whatever it wants and whether it is disabled. */
export async function insertTest(
  tx: Tx,
  test: { endpointUuid: string; eventUuid: string; body: string; dueAt: Date; now: Date },
): Promise<void> {
  const { endpointUuid, eventUuid, body, dueAt, now } = test;
  await query(tx, "postbacks.insert_test", [endpointUuid, eventUuid, body, dueAt, now])`
    insert into postback_message (endpoint_id, event_id, type, body, due_at, created_at)
    values ($1, $2, 'postback.test', $3, $4, $5)`;
}

/**
 * An endpoint has at most so many jobs of due messages, and as many of retries: a backlog of
 * millions stays in our table, where it costs other endpoints nothing.
 */
const WINDOW = 500;

/**
 * Gives waiting messages their jobs, oldest first, as far as the window of their endpoint allows;
 * none while a receiver's pause lasts. Null chooses all endpoints.
 */
export async function queueMessages(
  tx: Tx,
  chosen: { endpoints: readonly string[] | null; now: Date; dueUntil: Date | "infinity" },
): Promise<NewAttemptJob[]> {
  const { endpoints, now, dueUntil } = chosen;
  return query<NewAttemptJob>(tx, "postbacks.queue_messages", [endpoints, now, dueUntil])`
    update postback_message m
    set status = 'queued', job_id = gen_random_uuid()
    from postback_endpoint e
    cross join lateral (
      select w.event_id
      from postback_message w
      where w.endpoint_id = e.id and w.status = 'waiting' and w.due_at <= $3
      order by w.due_at
      limit (
        select ${WINDOW} - count(*)
        from (
          select 1
          from postback_message q
          where q.endpoint_id = e.id and q.status = 'queued' and q.due_at <= $3
          limit ${WINDOW}
        ) queued
      )
      for update skip locked
    ) w
    where e.status = 'active'
      and (e.paused_until is null or e.paused_until <= $2)
      and ($1::uuid[] is null or e.id = any($1))
      and m.endpoint_id = e.id and m.event_id = w.event_id
    returning m.job_id as "jobUuid", m.endpoint_id as "endpointUuid",
      m.event_id as "eventUuid", case when m.due_at > $2 then m.due_at end as "startAfter"`;
}

const OUTGOING = select({
  endpointUuid: column.text("m.endpoint_id"),
  eventUuid: column.text("m.event_id"),
  /** Null when the caller of `test_postback` sends it. */
  jobUuid: column.nullable(column.text("m.job_id")),
  type: column.plain<PostbackType>("m.type"),
  campaignUuid: column.nullable(column.text("m.campaign_id")),
  body: column.text("m.body"),
  /** Counts from 1, this one included. */
  attempt: column.plain<number>("m.attempts + 1"),
  url: column.text("e.url"),
  /** Encrypted, newest first. */
  secrets: column.plain<readonly Buffer[]>(`array(
    select s.sealed
    from postback_secret s
    where s.endpoint_id = e.id and (s.ends_at is null or s.ends_at > $1)
    order by s.id desc
  )`),
  /** Whether the last attempts of the endpoint succeeded, and that is recorded. */
  isHealthy: column.flag(`e.failing_since is null
    and coalesce(e.last_success_at > $1::timestamptz - interval '1 minute', false)`),
  isProven: column.flag("e.proven_at is not null"),
});
export type OutgoingMessage = Selected<typeof OUTGOING>;

/** The jobs of `$2`. */
const JOB_COLUMNS = `"endpointUuid" as endpoint_id, "eventUuid" as event_id, "jobUuid" as job_id
  from json_to_recordset($2) as j ("endpointUuid" uuid, "eventUuid" uuid, "jobUuid" uuid)`;

/**
 * The messages of claimed jobs. A job without a message here is stale: the message was replayed,
 * deleted or given up. While a receiver's pause lasts, its messages wait without a job. Messages of
 * a disabled endpoint become dead letters: they were committed while it was being disabled.
 */
export function loadMessages(db: Queryable, jobs: readonly AttemptJob[], now: Date) {
  return OUTGOING.all(db, "postbacks.load_messages", [now, JSON.stringify(jobs)])`
    with claimed as (
      select ${JOB_COLUMNS}
    ), returned as (
      update postback_message m
      set job_id = null,
        status = case when e.status = 'active' then 'waiting' else 'dead' end,
        due_at = case when e.status = 'active' then e.paused_until end
      from claimed j
      join postback_endpoint e on e.id = j.endpoint_id
      where (e.status <> 'active' or e.paused_until > $1)
        and m.endpoint_id = j.endpoint_id and m.event_id = j.event_id and m.job_id = j.job_id
    )
    select ${OUTGOING.list}
    from claimed j
    join postback_message m
      on m.endpoint_id = j.endpoint_id and m.event_id = j.event_id and m.job_id = j.job_id
    join postback_endpoint e on e.id = m.endpoint_id
    where e.status = 'active' and (e.paused_until is null or e.paused_until <= $1)`;
}

/** One message, whatever the state of its endpoint. */
export function findMessage(
  db: Queryable,
  message: { postbackId: string; eventId: string; now: Date },
): Promise<OutgoingMessage | undefined> {
  const { now, postbackId, eventId } = message;
  const values = [now, uuidFromId(postbackId), uuidFromId(eventId)];
  return OUTGOING.first(db, "postbacks.find_message", values)`select ${OUTGOING.list}
    from postback_message m
    join postback_endpoint e on e.id = m.endpoint_id
    where m.endpoint_id = $2 and m.event_id = $3`;
}

/** One attempt and what came of it. */
export interface Attempted {
  readonly uuid: string;
  readonly message: OutgoingMessage;
  readonly outcome: PostbackOutcome;
  /** Whether its answer proves that the receiver wants messages. */
  readonly isProof: boolean;
  /** `limited`: not sent, so no attempt. */
  readonly status: Exclude<PostbackLogEntry["status"], "pending"> | "limited";
  readonly httpStatus: number | null;
  readonly durationMs: number;
  readonly nextAttemptAt: Date | null;
  readonly startedAt: Date;
}

/**
 * Adds attempts to the log and updates their messages. A message that has another job meanwhile
 * keeps it, except that a success ends it. Endpoints whose requests were not admitted are paused.
 */
export async function recordAttempts(db: Queryable, attempts: readonly Attempted[]) {
  await query(db, "postbacks.record_attempts", [JSON.stringify(attempts.map(withoutBody))])`
    with result as materialized (
      select r.uuid, r."httpStatus", r."durationMs", r."nextAttemptAt", r."startedAt", r.status,
        m."endpointUuid", m."eventUuid", m."jobUuid", m.type, m."campaignUuid", m.attempt
      from json_to_recordset($1) as r (
        uuid uuid, message json, status text, "httpStatus" integer, "durationMs" integer,
        "nextAttemptAt" timestamptz, "startedAt" timestamptz
      )
      cross join json_to_record(r.message) as m (
        "endpointUuid" uuid, "eventUuid" uuid, "jobUuid" uuid, type text, "campaignUuid" uuid,
        attempt integer
      )
    ), logged as (
      insert into postback_attempt (
        id, endpoint_id, event_id, type, campaign_id, attempt, status, http_status,
        duration_ms, next_attempt_at, created_at
      )
      select uuid, "endpointUuid", "eventUuid", type, "campaignUuid", attempt, status,
        "httpStatus", "durationMs", "nextAttemptAt", "startedAt"
      from result
      where status <> 'limited'
    ), paused as (
      update postback_endpoint e
      set paused_until = l.at
      from (
        select "endpointUuid" as id, max("nextAttemptAt") as at
        from result
        where status = 'limited'
        group by "endpointUuid"
      ) l
      where e.id = l.id
    )
    update postback_message m
    set attempts = r.attempt - (r.status = 'limited')::integer,
      due_at = r."nextAttemptAt", job_id = null,
      status = case
        when r.status = 'success' then 'delivered'
        when r."nextAttemptAt" is null then 'dead'
        else 'waiting' end
    from result r
    where m.endpoint_id = r."endpointUuid" and m.event_id = r."eventUuid"
      and m.status <> 'delivered'
      and (
        r.status = 'success'
        or (m.status in ('waiting', 'queued')
          and (r."jobUuid" is null or m.job_id = r."jobUuid"))
      )`;
}

function withoutBody({ message, outcome: _outcome, ...rest }: Attempted): object {
  const { body: _body, secrets: _secrets, ...needed } = message;
  return { ...rest, message: needed };
}

/** Returns messages whose jobs expired: their worker died during the attempt, which counts. */
export async function releaseExpired(db: Queryable, jobs: readonly AttemptJob[], now: Date) {
  await query(db, "postbacks.release_expired", [now, JSON.stringify(jobs)])`
    update postback_message m
    set status = 'waiting', job_id = null, due_at = $1, attempts = m.attempts + 1
    from (select ${JOB_COLUMNS}) j
    where m.endpoint_id = j.endpoint_id and m.event_id = j.event_id and m.job_id = j.job_id`;
}

/** Returns all queued messages, when the job tables are new: a backup may leave them out. */
export async function releaseQueued(db: Queryable): Promise<void> {
  await query(db, "postbacks.release_queued")`update postback_message
    set status = 'waiting', job_id = null
    where status = 'queued'`;
}

/**
 * Makes messages due again from their first attempt on: one of any state, or up to `limit` dead
 * letters of one endpoint or of all. Returns how many.
 */
export async function redriveMessages(
  db: Queryable,
  which: { postbackId: string | null; eventId: string | null; limit: number; now: Date },
): Promise<number> {
  const { postbackId, eventId, limit, now } = which;
  const values = [uuidOrNull(postbackId), uuidOrNull(eventId), limit, now];
  const rows = await query<{ event_id: string }>(db, "postbacks.redrive", values)`
    update postback_message m
    set status = 'waiting', job_id = null, attempts = 0, due_at = $4
    from (
      select d.endpoint_id, d.event_id
      from postback_message d
      join postback_endpoint e on e.id = d.endpoint_id
      where e.status = 'active'
        and ($1::uuid is null or d.endpoint_id = $1)
        and case when $2::uuid is null then d.status = 'dead' else d.event_id = $2 end
      order by d.endpoint_id, d.created_at
      limit $3
      for update of d skip locked
    ) chosen
    where m.endpoint_id = chosen.endpoint_id and m.event_id = chosen.event_id
    returning m.event_id`;
  return rows.length;
}
