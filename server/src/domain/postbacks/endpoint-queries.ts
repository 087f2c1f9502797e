import type { PostbackType } from "../../contract/enums.ts";
import { idFromUuid, uuidFromId } from "../../contract/ids.ts";
import type { Postback } from "../../contract/resources/postback.ts";
import type { Queryable, Tx } from "../../core/db.ts";

/** Enables and changes the endpoint with this URL and campaign, or adds it. */
export async function upsertEndpoint(
  tx: Tx,
  endpoint: {
    readonly postbackId: string;
    readonly agentId: string;
    readonly url: string;
    readonly campaignId: string | undefined;
    /** Undefined: all types for a new endpoint, no change for another one. */
    readonly eventTypes: readonly PostbackType[] | undefined;
    readonly wantsEvents: boolean;
    readonly description: string | undefined;
    readonly now: Date;
  },
): Promise<{ postbackId: string; isNew: boolean; isProven: boolean }> {
  const [row] = await tx.query<{ id: string; proven: boolean }>(
    {
      name: "postbacks.upsert_endpoint",
      text: `insert into postback_endpoint as e (
          id, agent_id, campaign_id, url, event_types, wants_events, description, created_at,
          updated_at
        )
        values ($1, $2, $3, $4, coalesce($5::text[], '{}'), $6, $7, $8, $8)
        on conflict (agent_id, url, campaign_id) where status <> 'deleted' do update
        set event_types = coalesce($5::text[], e.event_types),
          wants_events = case when $5::text[] is null then e.wants_events else $6 end,
          description = coalesce($7, e.description),
          status = 'active', disabled_reason = null, failing_since = null, paused_until = null,
          updated_at = $8
        returning id, proven_at is not null as proven`,
    },
    [
      uuidFromId(endpoint.postbackId),
      uuidFromId(endpoint.agentId),
      uuidOrNull(endpoint.campaignId),
      endpoint.url,
      endpoint.eventTypes ?? null,
      endpoint.wantsEvents,
      endpoint.description ?? null,
      endpoint.now,
    ],
  );
  const postbackId = idFromUuid("whk", row?.id ?? "");
  const isProven = row?.proven === true;
  return { postbackId, isNew: postbackId === endpoint.postbackId, isProven };
}

export async function countEndpoints(db: Queryable, agentId: string): Promise<number> {
  const rows = await db.query<{ count: number }>(
    {
      name: "postbacks.count_endpoints",
      text: `select count(*)::integer as count
        from postback_endpoint
        where agent_id = $1 and status <> 'deleted'`,
    },
    [uuidFromId(agentId)],
  );
  return rows[0]?.count ?? 0;
}

interface EndpointRow {
  readonly id: string;
  readonly agent_id: string;
  readonly campaign_id: string | null;
  readonly url: string;
  readonly event_types: PostbackType[];
  readonly description: string | null;
  readonly status: Postback["status"];
  readonly disabled_reason: NonNullable<Postback["disabledReason"]> | null;
  readonly failing_since: Date | null;
  readonly last_success_at: Date | null;
  readonly pending: number;
  readonly dead: number;
  readonly proven_at: Date | null;
  readonly created_at: Date;
}

/** Counting stops here, so that the cost of a page has a bound. */
const COUNTED_MAX = 10_000;

const COLUMNS = `e.id, e.agent_id, e.campaign_id, e.url, e.event_types, e.description, e.status,
  e.disabled_reason, e.failing_since, e.last_success_at, e.proven_at, e.created_at,
  (select count(*)::integer from (
    select 1 from postback_message m
    where m.endpoint_id = e.id and m.status in ('waiting', 'queued') limit ${COUNTED_MAX}
  ) waiting) as pending,
  (select count(*)::integer from (
    select 1 from postback_message m
    where m.endpoint_id = e.id and m.status = 'dead' limit ${COUNTED_MAX}
  ) given_up) as dead`;

/** An endpoint that is not deleted; of one agent when `agentId` is given. */
export async function findEndpoint(
  db: Queryable,
  postbackId: string,
  agentId: string | null,
): Promise<Postback | undefined> {
  const ofAgent = agentId === null ? {} : { agentId };
  const [found] = await findEndpoints(db, { postbackId, ...ofAgent, limit: 1 });
  if (found === undefined) return undefined;
  const { agentId: _agentId, ...postback } = found;
  return postback;
}

export interface EndpointFilter {
  readonly postbackId?: string;
  readonly agentId?: string;
  readonly status?: Postback["status"];
  readonly campaignId?: string;
  readonly before?: string;
  readonly limit: number;
}

/** Newest first; those of all agents for the operator. */
export async function findEndpoints(
  db: Queryable,
  filter: EndpointFilter,
): Promise<(Postback & { agentId: string })[]> {
  const rows = await db.query<EndpointRow>(
    {
      name: "postbacks.find_endpoints",
      text: `select ${COLUMNS}
        from postback_endpoint e
        where e.status <> 'deleted'
          and ($1::uuid is null or e.id = $1)
          and ($2::uuid is null or e.agent_id = $2)
          and ($3::text is null or e.status = $3)
          and ($4::uuid is null or e.campaign_id = $4)
          and ($5::uuid is null or e.id < $5)
        order by e.id desc
        limit $6`,
    },
    [
      uuidOrNull(filter.postbackId),
      uuidOrNull(filter.agentId),
      filter.status ?? null,
      uuidOrNull(filter.campaignId),
      uuidOrNull(filter.before),
      filter.limit,
    ],
  );
  return rows.map((row) => ({ ...onWire(row), agentId: idFromUuid("agt", row.agent_id) }));
}

/** Deletes an endpoint with the messages that are not delivered; its log stays. */
export async function deleteEndpoint(tx: Tx, postbackId: string, now: Date): Promise<void> {
  await tx.query(
    {
      name: "postbacks.delete_endpoint",
      text: `with endpoint as (
          update postback_endpoint
          set status = 'deleted', disabled_reason = null, updated_at = $2
          where id = $1
        ), message as (
          delete from postback_message
          where endpoint_id = $1 and status <> 'delivered'
        )
        delete from postback_secret
        where endpoint_id = $1`,
    },
    [uuidFromId(postbackId), now],
  );
}

/** Enables a disabled endpoint. */
export async function reviveEndpoint(db: Queryable, postbackId: string, now: Date): Promise<void> {
  await db.query(
    {
      name: "postbacks.revive_endpoint",
      text: `update postback_endpoint
        set status = 'active', disabled_reason = null, failing_since = null, paused_until = null,
          updated_at = $2
        where id = $1 and status = 'disabled'`,
    },
    [uuidFromId(postbackId), now],
  );
}

function onWire(row: EndpointRow): Postback {
  return {
    postbackId: idFromUuid("whk", row.id),
    url: row.url,
    eventTypes: row.event_types,
    ...(row.campaign_id === null ? {} : { campaignId: idFromUuid("cmp", row.campaign_id) }),
    ...(row.description === null ? {} : { description: row.description }),
    status: row.status,
    ...(row.disabled_reason === null ? {} : { disabledReason: row.disabled_reason }),
    ...(row.failing_since === null ? {} : { failingSince: row.failing_since.toISOString() }),
    ...(row.last_success_at === null ? {} : { lastSuccessAt: row.last_success_at.toISOString() }),
    pending: row.pending,
    dead: row.dead,
    ...(row.proven_at === null ? {} : { provenAt: row.proven_at.toISOString() }),
    createdAt: row.created_at.toISOString(),
  };
}

function uuidOrNull(id: string | undefined): string | null {
  return id === undefined ? null : uuidFromId(id);
}
