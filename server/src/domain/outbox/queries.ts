import type { PostbackType } from "../../contract/enums.ts";
import { uuidFromId } from "../../contract/ids.ts";
import type { Queryable, Tx } from "../../core/db.ts";
import type { IdSource } from "../../core/ids.ts";

export interface OutboxMessage {
  readonly type: PostbackType;
  /** The receiving agent. */
  readonly agentId: string;
  readonly campaignId?: string;
  readonly data: object;
}

/** Adds a message in the transaction of its effect: both commit, or neither. */
export async function enqueuePostback(
  tx: Tx,
  message: OutboxMessage,
  deps: { ids: Pick<IdSource, "uuid"> },
): Promise<void> {
  await tx.query(
    {
      name: "outbox.insert",
      text: `insert into outbox (id, type, agent_id, campaign_id, data)
        values ($1, $2, $3, $4, $5)`,
    },
    [
      deps.ids.uuid(),
      message.type,
      uuidFromId(message.agentId),
      message.campaignId === undefined ? null : uuidFromId(message.campaignId),
      JSON.stringify(message.data),
    ],
  );
}

/** A row of the outbox; its ids are bare uuids. */
export interface OutboxRow {
  readonly uuid: string;
  readonly type: PostbackType;
  readonly agentUuid: string;
  readonly campaignUuid: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
}

/**
 * Deletes and returns rows, in the transaction that makes messages of them. Rows that another
 * process locks are skipped.
 */
export async function takeRows(tx: Tx, limit: number): Promise<OutboxRow[]> {
  const rows = await tx.query<{
    id: string;
    type: PostbackType;
    agent_id: string;
    campaign_id: string | null;
    data: Record<string, unknown>;
    created_at: Date;
  }>(
    {
      name: "outbox.take",
      // The queue is nearly empty, so it needs no index.
      text: `delete from outbox o
        where o.ctid = any(array(
          select t.ctid
          from outbox t
          limit $1
          for update skip locked
        ))
        returning o.id, o.type, o.agent_id, o.campaign_id, o.data, o.created_at`,
    },
    [limit],
  );
  return rows.map((row) => ({
    uuid: row.id,
    type: row.type,
    agentUuid: row.agent_id,
    campaignUuid: row.campaign_id,
    data: row.data,
    createdAt: row.created_at,
  }));
}

/** **Units** `ageMs` of the oldest message; 0 when there is none. */
export async function measureOutbox(
  db: Queryable,
  now: Date,
): Promise<{ waiting: number; ageMs: number }> {
  const rows = await db.query<{ waiting: number; oldest: Date | null }>({
    name: "outbox.measure",
    text: "select count(*)::integer as waiting, min(created_at) as oldest from outbox",
  });
  const { waiting = 0, oldest = null } = rows[0] ?? {};
  return { waiting, ageMs: oldest === null ? 0 : Math.max(0, now.getTime() - oldest.getTime()) };
}
