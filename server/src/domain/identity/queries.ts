import { idFromUuid, uuidFromId } from "../../contract/ids.ts";
import type { KeyScope } from "../../contract/keys.ts";
import type { Agent } from "../../contract/resources/agent.ts";
import type { Queryable, Tx } from "../../core/db.ts";
import { query } from "../../core/sql.ts";

export type AgentStatus = Agent["status"];

/** What a key may be used for. */
export interface KeyLimits {
  readonly scope: KeyScope;
  /** Undefined for all campaigns of the agent. */
  readonly campaignId: string | undefined;
}

export function keyLimitsOf(scope: KeyScope, campaignId: string | null): KeyLimits {
  return { scope, campaignId: campaignId === null ? undefined : idFromUuid("cmp", campaignId) };
}

export interface AgentRow {
  readonly id: string;
  readonly provider: string;
  readonly display_name: string;
  readonly role: Agent["role"];
  readonly status: Agent["status"];
  readonly created_at: Date;
}

export interface KeyRow extends AgentRow {
  readonly key_prefix: string;
  readonly key_created_at: Date;
  readonly key_last_used_at: Date | null;
  readonly key_ends_at: Date | null;
  readonly key_scope: KeyScope;
  readonly key_campaign_id: string | null;
}

export function agentOf(row: AgentRow): Agent {
  return {
    agentId: idFromUuid("agt", row.id),
    provider: row.provider,
    displayName: row.display_name,
    role: row.role,
    status: row.status,
    createdAt: row.created_at.toISOString(),
  };
}

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
    key.campaignId === undefined ? null : uuidFromId(key.campaignId),
  ])`insert into api_key (sha256, agent_id, prefix, created_at, scope, campaign_id)
    values ($1, $2, $3, $4, $5, $6)`;
}

/** One index look-up; runs for each key about once a second, see authenticator.ts. */
export async function findByKey(db: Queryable, sha256: Buffer): Promise<KeyRow | undefined> {
  const rows = await query<KeyRow>(db, "identity.find_by_key", [sha256])`
    select a.id, a.provider, a.display_name, a.role, a.status, a.created_at,
      k.prefix as key_prefix, k.created_at as key_created_at,
      k.last_used_at as key_last_used_at, k.ends_at as key_ends_at,
      k.scope as key_scope, k.campaign_id as key_campaign_id
    from api_key k
    join agent a on a.id = k.agent_id
    where k.sha256 = $1`;
  return rows[0];
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
  const rows = await query<{ id: string }>(tx, "identity.move_agent", [
    uuidFromId(move.agentId),
    move.from,
    move.to,
  ])`update agent set status = $3 where id = $1 and status = any($2::text[]) returning id`;
  return rows.length === 1;
}

/** Marks a publisher trusted by the operator, or takes the mark away; false for no such agent. */
export async function markTrusted(tx: Tx, agentId: string, isTrusted: boolean): Promise<boolean> {
  const rows = await query<{ id: string }>(tx, "identity.mark_trusted", [
    uuidFromId(agentId),
    isTrusted,
  ])`update agent set is_trusted = $2 where id = $1 returning id`;
  return rows.length === 1;
}

export interface ListedAgent extends Agent {
  readonly isTrusted: boolean;
}

/** Newest first. */
export async function listAgents(
  db: Queryable,
  filter: { status?: AgentStatus | undefined; isTrusted?: boolean | undefined; limit: number },
): Promise<ListedAgent[]> {
  const rows = await query<AgentRow & { is_trusted: boolean }>(db, "identity.list_agents", [
    filter.status ?? null,
    filter.isTrusted ?? null,
    filter.limit,
  ])`select id, provider, display_name, role, status, is_trusted, created_at
    from agent
    where ($1::text is null or status = $1)
      and ($2::boolean is null or is_trusted = $2)
    order by id desc
    limit $3`;
  return rows.map((row) => ({ ...agentOf(row), isTrusted: row.is_trusted }));
}

/** Agents by their ids. **Shape** unknown ids are absent. */
export async function findAgents(
  db: Queryable,
  agentIds: readonly string[],
): Promise<Map<string, Agent>> {
  const rows = await query<AgentRow>(db, "identity.find_agents", [agentIds.map(uuidFromId)])`
    select id, provider, display_name, role, status, created_at
    from agent
    where id = any($1::uuid[])`;
  return new Map(rows.map((row) => [idFromUuid("agt", row.id), agentOf(row)]));
}
