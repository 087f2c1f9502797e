import { uuidFromId, uuidOrNull } from "../../contract/ids.ts";
import type { KeyScope } from "../../contract/keys.ts";
import type { Agent } from "../../contract/resources/agent.ts";
import { column, type Selected, select } from "../../core/columns.ts";
import type { Queryable, Tx } from "../../core/db.ts";
import { finds, query } from "../../core/sql.ts";

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
/** An agent with one of its keys. */
export type KeyedAgent = Selected<typeof KEYED>;

export async function insertAgent(tx: Tx, agent: Agent): Promise<void> {
  await query(tx, "identity.insert_agent", [
    uuidFromId(agent.agentId),
    agent.provider,
    agent.displayName,
    agent.role,
    agent.status,
    agent.createdAt,
  ])`insert into agent (id, provider, display_name, role, status, created_at)
    values ($1, $2, $3, $4, $5, $6)`;
}

export async function insertKey(
  tx: Tx,
  key: KeyLimits & { sha256: Buffer; agentId: string; prefix: string; createdAt: Date },
): Promise<void> {
  await query(tx, "identity.insert_key", [
    key.sha256,
    uuidFromId(key.agentId),
    key.prefix,
    key.createdAt,
    key.scope,
    uuidOrNull(key.campaignId),
  ])`insert into api_key (sha256, agent_id, prefix, created_at, scope, campaign_id)
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
  return finds(tx, "identity.move_agent", [
    uuidFromId(move.agentId),
    move.from,
    move.to,
  ])`update agent set status = $3 where id = $1 and status = any($2::text[]) returning id`;
}

/** Marks a publisher trusted by the operator, or takes the mark away; false for no such agent. */
export async function markTrusted(tx: Tx, agentId: string, isTrusted: boolean): Promise<boolean> {
  return finds(tx, "identity.mark_trusted", [
    uuidFromId(agentId),
    isTrusted,
  ])`update agent set is_trusted = $2 where id = $1 returning id`;
}

const LISTED = select({ ...COLUMNS, isTrusted: column.flag("a.is_trusted") });
export type ListedAgent = Selected<typeof LISTED>;

/** Newest first. */
export function listAgents(
  db: Queryable,
  filter: { status?: AgentStatus | undefined; isTrusted?: boolean | undefined; limit: number },
): Promise<ListedAgent[]> {
  return LISTED.all(db, "identity.list_agents", [
    filter.status ?? null,
    filter.isTrusted ?? null,
    filter.limit,
  ])`select ${LISTED.list}
    from agent a
    where ($1::text is null or a.status = $1)
      and ($2::boolean is null or a.is_trusted = $2)
    order by a.id desc
    limit $3`;
}

/** Agents by their ids. **Shape** unknown ids are absent. */
export async function findAgents(
  db: Queryable,
  agentIds: readonly string[],
): Promise<Map<string, Agent>> {
  const ids = agentIds.map(uuidFromId);
  const found = await AGENT.all(db, "identity.find_agents", [ids])`select ${AGENT.list}
    from agent a
    where a.id = any($1::uuid[])`;
  return new Map(found.map((agent) => [agent.agentId, agent]));
}
