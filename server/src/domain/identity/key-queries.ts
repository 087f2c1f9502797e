import { idFromUuid, uuidFromId } from "../../contract/ids.ts";
import type { KeyScope } from "../../contract/keys.ts";
import type { Agent } from "../../contract/resources/agent.ts";
import type { Queryable, Tx } from "../../core/db.ts";
import { query } from "../../core/sql.ts";
import { type KeyLimits, keyLimitsOf } from "./queries.ts";

/** A key as it may be shown: never the key itself. */
export interface ListedKey extends KeyLimits {
  readonly agentId: string;
  readonly prefix: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  /** When it ends or ended; null for a key that simply works. */
  readonly endsAt: string | null;
}

interface ListedRow {
  readonly sha256: Buffer;
  readonly agent_id: string;
  readonly prefix: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly ends_at: Date | null;
  readonly scope: KeyScope;
  readonly campaign_id: string | null;
}

/**
 * One change of an agent's keys at a time. The lock is weak enough for the rows that refer to the
 * agent, such as its bookings, to be written meanwhile.
 */
export async function lockAgent(tx: Tx, agentId: string): Promise<Agent["status"] | undefined> {
  const rows = await query<{ status: Agent["status"] }>(tx, "identity.lock_agent", [
    uuidFromId(agentId),
  ])`select status from agent where id = $1 for no key update`;
  return rows[0]?.status;
}

/** A key that works now, with its hash, by which it is ended. */
export interface LiveKey extends ListedKey {
  readonly sha256: Buffer;
}

const COLUMNS =
  "k.sha256, k.agent_id, k.prefix, k.created_at, k.last_used_at, k.ends_at, k.scope, k.campaign_id";

/** Those of an agent that work now, newest first. */
export async function findLiveKeys(
  db: Queryable,
  of: { agentId: string; now: Date; limit: number },
): Promise<LiveKey[]> {
  const rows = await query<ListedRow>(db, "identity.find_live_keys", [
    uuidFromId(of.agentId),
    of.now,
    of.limit,
  ])`select ${COLUMNS}
    from api_key k
    where k.agent_id = $1
      and (k.ends_at is null or k.ends_at > $2)
    order by k.created_at desc, k.sha256
    limit $3`;
  return rows.map(liveOf);
}

/** Those that begin so and work now, of whichever agent; api_key_prefix_idx finds them. */
export async function findLiveKeysByPrefix(
  db: Queryable,
  of: { prefix: string; now: Date; limit: number },
): Promise<LiveKey[]> {
  const rows = await query<ListedRow>(db, "identity.find_live_keys_by_prefix", [
    of.prefix,
    of.now,
    of.limit,
  ])`select ${COLUMNS}
    from api_key k
    where k.prefix = $1
      and (k.ends_at is null or k.ends_at > $2)
    order by k.agent_id, k.sha256
    limit $3`;
  return rows.map(liveOf);
}

/** All keys an agent ever had, newest first. */
export async function listKeys(
  db: Queryable,
  agentId: string,
  limit: number,
): Promise<ListedKey[]> {
  const rows = await query<ListedRow>(db, "identity.list_keys", [uuidFromId(agentId), limit])`
    select ${COLUMNS}
    from api_key k
    where k.agent_id = $1
    order by k.created_at desc, k.sha256
    limit $2`;
  return rows.map(listed);
}

/** Sets the end of keys; an end that is nearer already stays. The trigger tells every server. */
export async function endKeys(
  tx: Tx,
  hashes: readonly Buffer[],
  endsAt: Date,
): Promise<ListedKey[]> {
  const rows = await query<ListedRow>(tx, "identity.end_keys", [hashes, endsAt])`update api_key k
    set ends_at = least(k.ends_at, $2)
    where k.sha256 = any($1::bytea[])
    returning ${COLUMNS}`;
  return rows.map(listed);
}

function liveOf(row: ListedRow): LiveKey {
  return { ...listed(row), sha256: row.sha256 };
}

function listed(row: ListedRow): ListedKey {
  return {
    agentId: idFromUuid("agt", row.agent_id),
    prefix: row.prefix,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    endsAt: row.ends_at?.toISOString() ?? null,
    ...keyLimitsOf(row.scope, row.campaign_id),
  };
}
