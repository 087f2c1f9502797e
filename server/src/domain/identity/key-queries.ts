import { uuidFromId } from "../../contract/ids.ts";
import type { KeyScope } from "../../contract/keys.ts";
import type { Agent } from "../../contract/resources/agent.ts";
import { column, type Selected, select } from "../../core/columns.ts";
import type { Queryable, Tx } from "../../core/db.ts";
import { query } from "../../core/sql.ts";

const SHOWN = {
  agentId: column.id("agt", "k.agent_id"),
  prefix: column.text("k.prefix"),
  createdAt: column.time("k.created_at"),
  lastUsedAt: column.nullable(column.time("k.last_used_at")),
  /** When it ends or ended; null for a key that simply works. */
  endsAt: column.nullable(column.time("k.ends_at")),
  scope: column.plain<KeyScope>("k.scope"),
  campaignId: column.optional(column.id("cmp", "k.campaign_id")),
};
const LISTED = select(SHOWN);
/** A key as it may be shown: never the key itself. */
export type ListedKey = Selected<typeof LISTED>;

const LIVE = select({ ...SHOWN, sha256: column.plain<Buffer>("k.sha256") });
/** A key that works now, with its hash, by which it is ended. */
export type LiveKey = Selected<typeof LIVE>;

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

/** Those of an agent that work now, newest first. */
export function findLiveKeys(
  db: Queryable,
  of: { agentId: string; now: Date; limit: number },
): Promise<LiveKey[]> {
  return LIVE.all(db, "identity.find_live_keys", [
    uuidFromId(of.agentId),
    of.now,
    of.limit,
  ])`select ${LIVE.list}
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
  return LIVE.all(db, "identity.find_live_keys_by_prefix", [
    of.prefix,
    of.now,
    of.limit,
  ])`select ${LIVE.list}
    from api_key k
    where k.prefix = $1
      and (k.ends_at is null or k.ends_at > $2)
    order by k.agent_id, k.sha256
    limit $3`;
}

/** All keys an agent ever had, newest first. */
export function listKeys(db: Queryable, agentId: string, limit: number): Promise<ListedKey[]> {
  return LISTED.all(db, "identity.list_keys", [uuidFromId(agentId), limit])`
    select ${LISTED.list}
    from api_key k
    where k.agent_id = $1
    order by k.created_at desc, k.sha256
    limit $2`;
}

/** Sets the end of keys; an end that is nearer already stays. The trigger tells every server. */
export function endKeys(tx: Tx, hashes: readonly Buffer[], endsAt: Date): Promise<ListedKey[]> {
  return LISTED.all(tx, "identity.end_keys", [hashes, endsAt])`update api_key k
    set ends_at = least(k.ends_at, $2)
    where k.sha256 = any($1::bytea[])
    returning ${LISTED.list}`;
}
