import { idFromUuid, uuidFromId, uuidOrNull } from "../../contract/ids.ts";
import type { KeyScope } from "../../contract/keys.ts";
import type { Agent } from "../../contract/resources/agent.ts";
import type { Queryable, Tx } from "../../core/db.ts";
import { column, finds, only, query, type Selected, select } from "../../core/sql.ts";

export type AgentStatus = Agent["status"];

export interface KeyLimits {
  readonly scope: KeyScope;
  /** Undefined for all campaigns of the agent. */
  readonly campaignId?: string | undefined;
}

const COLUMNS = {
  agentId: column.id("agt", "a.id"),
  provider: column.text("a.provider"),
  displayName: column.text("a.display_name"),
  role: column.plain<Agent["role"]>("a.role"),
  status: column.plain<AgentStatus>("a.status"),
  createdAt: column.time("a.created_at"),
};
const AGENT = select(COLUMNS);
const KEYED = select({
  ...COLUMNS,
  keyPrefix: column.text("k.prefix"),
  keyCreatedAt: column.date("k.created_at"),
  keyLastUsedAt: column.nullable(column.date("k.last_used_at")),
  keyEndsAt: column.nullable(column.date("k.ends_at")),
  keyScope: column.plain<KeyScope>("k.scope"),
  keyCampaignId: column.optional(column.id("cmp", "k.campaign_id")),
});
export type KeyedAgent = Selected<typeof KEYED>;

export async function insertAgent(tx: Tx, agent: Agent): Promise<void> {
  const { agentId, provider, displayName, role, status, createdAt } = agent;
  const values = [uuidFromId(agentId), provider, displayName, role, status, createdAt];
  await query(tx, "identity.insert_agent", values)`
    insert into agent (id, provider, display_name, role, status, created_at)
    values ($1, $2, $3, $4, $5, $6)`;
}

export async function insertKey(
  tx: Tx,
  key: KeyLimits & { sha256: Buffer; agentId: string; prefix: string; createdAt: Date },
): Promise<void> {
  const { sha256, agentId, prefix, createdAt, scope, campaignId } = key;
  const values = [sha256, uuidFromId(agentId), prefix, createdAt, scope, uuidOrNull(campaignId)];
  await query(tx, "identity.insert_key", values)`
    insert into api_key (sha256, agent_id, prefix, created_at, scope, campaign_id)
    values ($1, $2, $3, $4, $5, $6)`;
}

/** One index look-up; runs for each key about once a second, see authenticator.ts. */
export function findByKey(db: Queryable, sha256: Buffer): Promise<KeyedAgent | undefined> {
  return KEYED.first(db, "identity.find_by_key", [sha256])`select ${KEYED.list}
    from api_key k
    join agent a on a.id = k.agent_id
    where k.sha256 = $1`;
}

/** Writes at most once a minute and key, so that reading a key stays a read. */
export async function touchKey(db: Queryable, sha256: Buffer, now: Date): Promise<void> {
  await query(db, "identity.touch_key", [sha256, now])`update api_key
    set last_used_at = $2
    where sha256 = $1
      and (last_used_at is null or last_used_at < $2::timestamptz - interval '1 minute')`;
}

/** One guarded transition; false when the agent is in none of the states it may come from. */
export async function moveAgentRow(
  tx: Tx,
  move: { agentId: string; from: readonly AgentStatus[]; to: AgentStatus },
): Promise<boolean> {
  const { agentId, from, to } = move;
  const values = [uuidFromId(agentId), from, to];
  return finds(tx, "identity.move_agent", values)`
    update agent set status = $3 where id = $1 and status = any($2::text[]) returning id`;
}

/** Marks a publisher trusted by the operator, or takes the mark away; false for no such agent. */
export async function markTrusted(tx: Tx, agentId: string, isTrusted: boolean): Promise<boolean> {
  const values = [uuidFromId(agentId), isTrusted];
  return finds(tx, "identity.mark_trusted", values)`
    update agent set is_trusted = $2 where id = $1 returning id`;
}

const LISTED = select({ ...COLUMNS, isTrusted: column.flag("a.is_trusted") });
export type ListedAgent = Selected<typeof LISTED>;

/** Newest first. */
export function listAgents(
  db: Queryable,
  filter: { status?: AgentStatus | undefined; isTrusted?: boolean | undefined; limit: number },
): Promise<ListedAgent[]> {
  const { status, isTrusted, limit } = filter;
  const values = [status ?? null, isTrusted ?? null, limit];
  return LISTED.all(db, "identity.list_agents", values)`select ${LISTED.list}
    from agent a
    where ($1::text is null or a.status = $1)
      and ($2::boolean is null or a.is_trusted = $2)
    order by a.id desc
    limit $3`;
}

/** Agents by their ids. **Shape** unknown ids are absent. */
export async function findAgents(db: Queryable, agentIds: readonly string[]) {
  const ids = agentIds.map(uuidFromId);
  const found = await AGENT.all(db, "identity.find_agents", [ids])`select ${AGENT.list}
    from agent a
    where a.id = any($1::uuid[])`;
  return new Map(found.map((agent) => [agent.agentId, agent]));
}

const SHOWN_KEY = {
  agentId: column.id("agt", "k.agent_id"),
  prefix: column.text("k.prefix"),
  createdAt: column.time("k.created_at"),
  lastUsedAt: column.nullable(column.time("k.last_used_at")),
  /** When it ends or ended; null for a key that simply works. */
  endsAt: column.nullable(column.time("k.ends_at")),
  scope: column.plain<KeyScope>("k.scope"),
  campaignId: column.optional(column.id("cmp", "k.campaign_id")),
};
const LISTED_KEY = select(SHOWN_KEY);
/** A key as it may be shown: never the key itself. */
export type ListedKey = Selected<typeof LISTED_KEY>;

const LIVE = select({ ...SHOWN_KEY, sha256: column.plain<Buffer>("k.sha256") });
/** A key that works now, with its hash, by which it is ended. */
export type LiveKey = Selected<typeof LIVE>;

/**
 * One change of an agent's keys at a time. The lock is weak enough for the rows that refer to the
 * agent, such as its bookings, to be written meanwhile.
 */
export function lockAgent(tx: Tx, agentId: string): Promise<Agent["status"] | undefined> {
  const values = [uuidFromId(agentId)];
  return only.plain<Agent["status"]>().first(tx, "identity.lock_agent", values)`
    select status from agent where id = $1 for no key update`;
}

export function findLiveKeys(db: Queryable, of: { agentId: string; now: Date; limit: number }) {
  const { agentId, now, limit } = of;
  const values = [uuidFromId(agentId), now, limit];
  return LIVE.all(db, "identity.find_live_keys", values)`select ${LIVE.list}
    from api_key k
    where k.agent_id = $1
      and (k.ends_at is null or k.ends_at > $2)
    order by k.created_at desc, k.sha256
    limit $3`;
}

/** Those that begin so and work now, of whichever agent; api_key_prefix_idx finds them. */
export function findLiveKeysByPrefix(
  db: Queryable,
  of: { prefix: string; now: Date; limit: number },
): Promise<LiveKey[]> {
  const { prefix, now, limit } = of;
  const values = [prefix, now, limit];
  return LIVE.all(db, "identity.find_live_keys_by_prefix", values)`select ${LIVE.list}
    from api_key k
    where k.prefix = $1
      and (k.ends_at is null or k.ends_at > $2)
    order by k.agent_id, k.sha256
    limit $3`;
}

/** All keys an agent ever had, newest first. */
export function listKeys(db: Queryable, agentId: string, limit: number): Promise<ListedKey[]> {
  return LISTED_KEY.all(db, "identity.list_keys", [uuidFromId(agentId), limit])`
    select ${LISTED_KEY.list}
    from api_key k
    where k.agent_id = $1
    order by k.created_at desc, k.sha256
    limit $2`;
}

/** Sets the end of keys; an end that is nearer already stays. The trigger tells every server. */
export function endKeys(tx: Tx, hashes: readonly Buffer[], endsAt: Date): Promise<ListedKey[]> {
  return LISTED_KEY.all(tx, "identity.end_keys", [hashes, endsAt])`update api_key k
    set ends_at = least(k.ends_at, $2)
    where k.sha256 = any($1::bytea[])
    returning ${LISTED_KEY.list}`;
}

const BOOKED = "t.campaign_id in (select id from campaign where advertiser_id = $1)";

/** The rows that state something about an agent. Its events and entries have tools of their own. */
const OWNED = {
  agent: "t.id = $1",
  api_key: "t.agent_id = $1",
  credit_order: "t.agent_id = $1",
  placement: "t.publisher_id = $1",
  campaign: "t.advertiser_id = $1",
  creative: BOOKED,
  coupon: BOOKED,
  dispute: BOOKED,
  message: "t.sender_id = $1",
  ticket: "t.agent_id = $1",
  cashout: "t.agent_id = $1",
  postback_endpoint: "t.agent_id = $1",
  adcp_account: "t.agent_id = $1",
  adcp_creative: "t.agent_id = $1",
  adcp_media_buy: "t.agent_id = $1",
  adcp_package: "t.agent_id = $1",
  adcp_event_source: "t.agent_id = $1",
} as const;

/** Internal values that tell a person nothing. */
const INTERNAL = "array['sha256', 'words']";

const PARTS = Object.entries(OWNED).map(
  ([table, where]) => `'${table}', (
    select coalesce(jsonb_agg(to_jsonb(t) - ${INTERNAL}), '[]') from ${table} t where ${where}
  )`,
);

/** What is stored about an agent, by table, with the columns' own names. */
export function exportAgent(db: Queryable, agentId: string) {
  const values = [uuidFromId(agentId)];
  return only.plain<Record<string, unknown>>().one(db, "identity.export_agent", values)`
    select jsonb_build_object(${PARTS.join(", ")})`;
}

/** Removes the texts of a closed agent; its ids, amounts and times stay. */
export async function eraseTexts(tx: Tx, agentId: string): Promise<void> {
  await query(tx, "identity.erase_agent", [uuidFromId(agentId)])`select erase_agent($1)`;
}

interface Open {
  readonly campaigns: readonly string[];
  readonly cashouts: readonly string[];
}

/** The campaigns and cashouts of an agent that are not over. */
export async function findOpen(db: Queryable, agentId: string): Promise<Open> {
  const [found] = await query<Open>(db, "identity.find_open", [uuidFromId(agentId)])`select
      array(
        select c.id::text
        from campaign c
        join campaign_book b on b.campaign_id = c.id
        where (c.advertiser_id = $1 or c.publisher_id = $1)
          and b.status not in ('canceled', 'completed', 'rejected')
        order by c.id
      ) as campaigns,
      array(
        select id::text
        from cashout
        where agent_id = $1 and status not in ('completed', 'rejected', 'canceled', 'failed')
        order by id
      ) as cashouts`;
  const { campaigns = [], cashouts = [] } = found ?? {};
  return {
    campaigns: campaigns.map((id) => idFromUuid("cmp", id)),
    cashouts: cashouts.map((id) => idFromUuid("csh", id)),
  };
}
