import type { PostbackType } from "../../contract/enums.ts";
import { uuidFromId } from "../../contract/ids.ts";
import type { PostbackLogEntry } from "../../contract/resources/postback.ts";
import type { Queryable } from "../../core/db.ts";

/** Ids of this file are bare uuids: the dispatcher and the courier speak with the database only. */
export interface NewMessage {
  readonly endpointUuid: string;
  readonly eventUuid: string;
  readonly type: PostbackType;
  readonly campaignUuid: string | null;
  readonly body: string;
  /** Else it is kept, given up from the start. */
  readonly isDue: boolean;
}

/** Adds messages in one statement, due at `dueAt`; one that is there already stays as it is. */
export async function insertMessages(
  db: Queryable,
  messages: readonly NewMessage[],
  times: { now: Date; dueAt: Date; attempts: number },
): Promise<void> {
  await db.query(
    {
      name: "postbacks.insert_messages",
      text: `insert into postback_message (
          endpoint_id, event_id, type, campaign_id, body, status, due_at, created_at, attempts
        )
        select m.endpoint_id, m.event_id, m.type, m.campaign_id, m.body,
          case when m.is_due then 'pending' else 'dead' end,
          case when m.is_due then $7::timestamptz end, $8, $9
        from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::text[], $6::boolean[])
          as m (endpoint_id, event_id, type, campaign_id, body, is_due)
        on conflict do nothing`,
    },
    [
      messages.map((message) => message.endpointUuid),
      messages.map((message) => message.eventUuid),
      messages.map((message) => message.type),
      messages.map((message) => message.campaignUuid),
      messages.map((message) => message.body),
      messages.map((message) => message.isDue),
      times.dueAt,
      times.now,
      times.attempts,
    ],
  );
}

/** A message that this process may send now. */
export interface ClaimedMessage {
  readonly endpointUuid: string;
  readonly eventUuid: string;
  readonly type: PostbackType;
  readonly campaignUuid: string | null;
  readonly body: string;
  /** Counts from 1, this one included. */
  readonly attempt: number;
  readonly url: string;
  /** Newest first. */
  readonly secrets: readonly Buffer[];
}

interface ClaimRow {
  readonly endpoint_id: string;
  readonly event_id: string;
  readonly type: PostbackType;
  readonly campaign_id: string | null;
  readonly body: string;
  readonly attempts: number;
  readonly url: string;
  readonly secrets: Buffer[] | null;
}

const SECRETS = `(select array_agg(s.secret order by s.created_at desc)
  from postback_secret s
  where s.endpoint_id = e.id and (s.ends_at is null or s.ends_at > $1)) as secrets`;

/**
 * Takes what is due for some endpoints, of each at most as much as it has room for, oldest first.
 * What is taken is due again at `leaseEndsAt`, so that it comes back when we die before recording.
 */
export async function claimMessages(
  db: Queryable,
  claim: {
    endpoints: readonly { readonly uuid: string; readonly room: number }[];
    now: Date;
    leaseEndsAt: Date;
  },
): Promise<ClaimedMessage[]> {
  const rows = await db.query<ClaimRow>(
    {
      name: "postbacks.claim",
      text: `with due as materialized (
          select m.endpoint_id, m.event_id
          from unnest($2::uuid[], $3::integer[]) as w (id, room)
          join postback_endpoint e on e.id = w.id
          cross join lateral (
            select m.endpoint_id, m.event_id
            from postback_message m
            where m.endpoint_id = w.id and m.status = 'pending' and m.due_at <= $1
            order by m.due_at
            limit w.room
            for update skip locked
          ) m
          where e.status = 'active' and (e.paused_until is null or e.paused_until <= $1)
        )
        update postback_message m
        set due_at = $4, attempts = m.attempts + 1
        from due d
        join postback_endpoint e on e.id = d.endpoint_id
        where m.endpoint_id = d.endpoint_id and m.event_id = d.event_id
        returning m.endpoint_id, m.event_id, m.type, m.campaign_id, m.body, m.attempts, e.url,
          ${SECRETS}`,
    },
    [
      claim.now,
      claim.endpoints.map((endpoint) => endpoint.uuid),
      claim.endpoints.map((endpoint) => endpoint.room),
      claim.leaseEndsAt,
    ],
  );
  return rows.map(claimed);
}

/** One message with all that is needed to send it, whatever its endpoint's state. */
export async function findMessage(
  db: Queryable,
  message: { postbackId: string; eventId: string; now: Date },
): Promise<ClaimedMessage | undefined> {
  const rows = await db.query<ClaimRow>(
    {
      name: "postbacks.find_message",
      text: `select m.endpoint_id, m.event_id, m.type, m.campaign_id, m.body, m.attempts, e.url,
          ${SECRETS}
        from postback_message m
        join postback_endpoint e on e.id = m.endpoint_id
        where m.endpoint_id = $2 and m.event_id = $3`,
    },
    [message.now, uuidFromId(message.postbackId), uuidFromId(message.eventId)],
  );
  return rows[0] === undefined ? undefined : claimed(rows[0]);
}

function claimed(row: ClaimRow): ClaimedMessage {
  return {
    endpointUuid: row.endpoint_id,
    eventUuid: row.event_id,
    type: row.type,
    campaignUuid: row.campaign_id,
    body: row.body,
    attempt: row.attempts,
    url: row.url,
    secrets: row.secrets ?? [],
  };
}

/** An attempt that is over. */
export interface AttemptResult {
  readonly uuid: string;
  readonly message: ClaimedMessage;
  readonly status: Exclude<PostbackLogEntry["status"], "pending">;
  readonly httpStatus: number | null;
  readonly durationMs: number;
  readonly nextAttemptAt: Date | null;
  readonly startedAt: Date;
}

/**
 * Writes attempts to the log and moves their messages on. A message that another worker has taken
 * meanwhile keeps that worker's state, except that a success is a success.
 */
export async function recordAttempts(
  db: Queryable,
  results: readonly AttemptResult[],
): Promise<void> {
  await db.query(
    {
      name: "postbacks.record_attempts",
      text: `with result as (
          select id, endpoint_id, event_id, type, campaign_id, attempt, status, http_status,
            duration_ms, next_attempt_at, created_at
          from unnest(
            $1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::integer[], $7::text[],
            $8::integer[], $9::integer[], $10::timestamptz[], $11::timestamptz[]
          ) as r (
            id, endpoint_id, event_id, type, campaign_id, attempt, status, http_status,
            duration_ms, next_attempt_at, created_at
          )
        ), logged as (
          insert into postback_attempt (
            id, endpoint_id, event_id, type, campaign_id, attempt, status, http_status,
            duration_ms, next_attempt_at, created_at
          )
          select id, endpoint_id, event_id, type, campaign_id, attempt, status, http_status,
            duration_ms, next_attempt_at, created_at
          from result
        )
        update postback_message m
        set due_at = r.next_attempt_at,
          status = case
            when r.status = 'success' then 'delivered'
            when r.next_attempt_at is null then 'dead'
            else 'pending' end
        from result r
        where m.endpoint_id = r.endpoint_id and m.event_id = r.event_id
          and (
            (r.status = 'success' and m.status <> 'delivered')
            or (m.status = 'pending' and m.attempts = r.attempt)
          )`,
    },
    columnsOf(results),
  );
}

function columnsOf(results: readonly AttemptResult[]): unknown[] {
  return [
    results.map((result) => result.uuid),
    results.map((result) => result.message.endpointUuid),
    results.map((result) => result.message.eventUuid),
    results.map((result) => result.message.type),
    results.map((result) => result.message.campaignUuid),
    results.map((result) => result.message.attempt),
    results.map((result) => result.status),
    results.map((result) => result.httpStatus),
    results.map((result) => result.durationMs),
    results.map((result) => result.nextAttemptAt),
    results.map((result) => result.startedAt),
  ];
}

/**
 * Endpoints with something due. Walks from endpoint to endpoint in the index of waiting messages,
 * so that a backlog of millions at one of them costs no more than a single message.
 */
export async function findDueEndpoints(db: Queryable, now: Date): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    {
      name: "postbacks.find_due_endpoints",
      text: `with recursive waiting as (
          (
            select m.endpoint_id as id
            from postback_message m
            where m.status = 'pending'
            order by m.endpoint_id
            limit 1
          )
          union all
          select (
            select m.endpoint_id
            from postback_message m
            where m.status = 'pending' and m.endpoint_id > w.id
            order by m.endpoint_id
            limit 1
          )
          from waiting w
          where w.id is not null
        )
        select e.id
        from waiting w
        join postback_endpoint e on e.id = w.id
        where e.status = 'active'
          and (e.paused_until is null or e.paused_until <= $1)
          and exists (
            select 1
            from postback_message m
            where m.endpoint_id = w.id and m.status = 'pending' and m.due_at <= $1
          )`,
    },
    [now],
  );
  return rows.map((row) => row.id);
}

/**
 * Makes messages due again from their first attempt on: one of any state, or up to `limit` of an
 * endpoint's (or everybody's) that were given up. Answers how many.
 */
export async function redriveMessages(
  db: Queryable,
  which: {
    postbackId: string | null;
    eventId: string | null;
    limit: number;
    now: Date;
  },
): Promise<number> {
  const rows = await db.query<{ event_id: string }>(
    {
      name: "postbacks.redrive",
      text: `update postback_message m
        set status = 'pending', attempts = 0, due_at = $4
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
        returning m.event_id`,
    },
    [
      which.postbackId === null ? null : uuidFromId(which.postbackId),
      which.eventId === null ? null : uuidFromId(which.eventId),
      which.limit,
      which.now,
    ],
  );
  return rows.length;
}
