import type { PostbackType } from "../../contract/enums.ts";
import { idFromUuid, uuidFromId, uuidOrNull } from "../../contract/ids.ts";
import type { Postback } from "../../contract/resources/postback.ts";
import type { Database, Queryable, Tx } from "../../core/db.ts";
import type { Logger } from "../../core/log.ts";
import type { SecretBox } from "../../core/signing.ts";
import { column, only, query, select } from "../../core/sql.ts";

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
  const [row] = await query<{ id: string; proven: boolean }>(tx, "postbacks.upsert_endpoint", [
    uuidFromId(endpoint.postbackId),
    uuidFromId(endpoint.agentId),
    uuidOrNull(endpoint.campaignId),
    endpoint.url,
    endpoint.eventTypes ?? null,
    endpoint.wantsEvents,
    endpoint.description ?? null,
    endpoint.now,
  ])`insert into postback_endpoint as e (
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
    returning id, proven_at is not null as proven`;
  const postbackId = idFromUuid("whk", row?.id ?? "");
  const isProven = row?.proven === true;
  return { postbackId, isNew: postbackId === endpoint.postbackId, isProven };
}

export function countEndpoints(db: Queryable, agentId: string): Promise<number> {
  return only.number.one(db, "postbacks.count_endpoints", [
    uuidFromId(agentId),
  ])`select count(*)::integer
    from postback_endpoint
    where agent_id = $1 and status <> 'deleted'`;
}

/** Counting stops here, so that the cost of a page has a bound. */
const COUNTED_MAX = 10_000;

const countOf = (statuses: string) => `(select count(*)::integer from (
    select 1 from postback_message m
    where m.endpoint_id = e.id and m.status in (${statuses}) limit ${COUNTED_MAX}
  ) counted)`;

const ENDPOINT = select({
  agentId: column.id("agt", "e.agent_id"),
  postbackId: column.id("whk", "e.id"),
  url: column.text("e.url"),
  eventTypes: column.plain<PostbackType[]>("e.event_types"),
  campaignId: column.optional(column.id("cmp", "e.campaign_id")),
  description: column.optional(column.text("e.description")),
  status: column.plain<Postback["status"]>("e.status"),
  disabledReason: column.optional(
    column.plain<NonNullable<Postback["disabledReason"]>>("e.disabled_reason"),
  ),
  failingSince: column.optional(column.time("e.failing_since")),
  lastSuccessAt: column.optional(column.time("e.last_success_at")),
  pending: column.plain<number>(countOf("'waiting', 'queued'")),
  dead: column.plain<number>(countOf("'dead'")),
  provenAt: column.optional(column.time("e.proven_at")),
  createdAt: column.time("e.created_at"),
});

/** An endpoint that is not deleted; of one agent when `agentId` is given. */
export async function findEndpoint(db: Queryable, postbackId: string, agentId: string | null) {
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
  return ENDPOINT.all(db, "postbacks.find_endpoints", [
    uuidOrNull(filter.postbackId),
    uuidOrNull(filter.agentId),
    filter.status ?? null,
    uuidOrNull(filter.campaignId),
    uuidOrNull(filter.before),
    filter.limit,
  ])`select ${ENDPOINT.list}
    from postback_endpoint e
    where e.status <> 'deleted'
      and ($1::uuid is null or e.id = $1)
      and ($2::uuid is null or e.agent_id = $2)
      and ($3::text is null or e.status = $3)
      and ($4::uuid is null or e.campaign_id = $4)
      and ($5::uuid is null or e.id < $5)
    order by e.id desc
    limit $6`;
}

/** Deletes an endpoint with the messages that are not delivered; its log stays. */
export async function deleteEndpoint(tx: Tx, postbackId: string, now: Date): Promise<void> {
  await query(tx, "postbacks.delete_endpoint", [uuidFromId(postbackId), now])`with endpoint as (
      update postback_endpoint
      set status = 'deleted', disabled_reason = null, updated_at = $2
      where id = $1
    ), message as (
      delete from postback_message
      where endpoint_id = $1 and status <> 'delivered'
    )
    delete from postback_secret
    where endpoint_id = $1`;
}

export async function reviveEndpoint(db: Queryable, postbackId: string, now: Date): Promise<void> {
  await query(db, "postbacks.revive_endpoint", [uuidFromId(postbackId), now])`
    update postback_endpoint
    set status = 'active', disabled_reason = null, failing_since = null, paused_until = null,
      updated_at = $2
    where id = $1 and status = 'disabled'`;
}

export const SECRETS_PURPOSE = "postback secrets";

const ROWS_MAX = 1_000;

/**
 * Encrypts secrets of earlier signing keys with the current one, so that an earlier key can be
 * removed from `SIGNING_KEYS`.
 */
export async function resealSecrets(
  db: Database,
  { secrets, logger }: { secrets: SecretBox; logger: Logger },
): Promise<void> {
  let resealed = 0;
  let unreadable = 0;
  let after = "0";
  for (;;) {
    const rows = await findSecretsOfOtherKeys(db, { kid: secrets.kid, after, limit: ROWS_MAX });
    for (const { id, endpointUuid, sealed } of rows) {
      after = id;
      const secret = opened(secrets, { endpointUuid, sealed: [sealed] })[0];
      if (secret === undefined) unreadable += 1;
      else {
        await replaceSealed(db, { id, from: sealed, to: secrets.seal(secret, endpointUuid) });
        resealed += 1;
      }
    }
    if (rows.length < ROWS_MAX) break;
  }
  if (resealed > 0) logger.info({ resealed, kid: secrets.kid }, "postback_secrets_resealed");
  if (unreadable > 0) logger.error({ unreadable }, "postback_secrets_unreadable");
}

/** The secrets of an endpoint, without those whose key was removed. */
export function opened(
  secrets: SecretBox,
  { endpointUuid, sealed }: { endpointUuid: string; sealed: readonly Uint8Array[] },
): Buffer[] {
  return sealed.flatMap((one) => {
    try {
      return [secrets.open(one, endpointUuid)];
    } catch {
      return [];
    }
  });
}

/** Adds a secret; the newest four earlier ones also sign until `othersEndAt`. */
export async function rotateSecret(
  tx: Tx,
  rotation: { postbackId: string; sealed: Uint8Array; now: Date; othersEndAt: Date },
): Promise<void> {
  const { postbackId, sealed, now, othersEndAt } = rotation;
  const values = [uuidFromId(postbackId), sealed, now, othersEndAt];
  await query(tx, "postbacks.rotate_secret", values)`with kept as (
      select id
      from postback_secret
      where endpoint_id = $1 and (ends_at is null or ends_at > $3)
      order by id desc
      limit 4
    ), dropped as (
      delete from postback_secret
      where endpoint_id = $1 and id not in (select id from kept)
    ), ended as (
      update postback_secret
      set ends_at = $4
      where endpoint_id = $1 and ends_at is null and id in (select id from kept)
    )
    insert into postback_secret (endpoint_id, sealed, created_at)
    values ($1, $2, $3)`;
}

/** In the order of their ids, from `after` on. */
export async function findSecretsOfOtherKeys(
  db: Queryable,
  { kid, after, limit }: { kid: number; after: string; limit: number },
) {
  return query<{ id: string; endpointUuid: string; sealed: Buffer }>(
    db,
    "postbacks.find_secrets_of_other_keys",
    [kid, after, limit],
  )`
    select id, endpoint_id as "endpointUuid", sealed
    from postback_secret
    where get_byte(sealed, 0) <> $1 and id > $2
    order by id
    limit $3`;
}

/** Does nothing if the secret was sealed again meanwhile. */
export async function replaceSealed(
  db: Queryable,
  secret: { id: string; from: Uint8Array; to: Uint8Array },
): Promise<void> {
  await query(db, "postbacks.replace_sealed", [secret.id, secret.from, secret.to])`
    update postback_secret set sealed = $3 where id = $1 and sealed = $2`;
}
