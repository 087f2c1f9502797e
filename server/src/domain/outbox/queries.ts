import type { PostbackType } from "../../contract/enums.ts";
import { uuidFromId, uuidOrNull } from "../../contract/ids.ts";
import type { IdSource } from "../../core/ids.ts";
import { column, type Queryable, query, type Selected, select, type Tx } from "../../core/sql.ts";

export interface OutboxMessage {
  readonly type: PostbackType;
  readonly agentId: string;
  readonly campaignId?: string;
  readonly data: object;
}

/** Adds a message in the transaction of its effect: both commit, or neither. */
export async function enqueuePostback(
  tx: Tx,
  deps: { ids: Pick<IdSource, "uuid"> },
  message: OutboxMessage,
): Promise<void> {
  await query(tx, "outbox.insert", [
    deps.ids.uuid(),
    message.type,
    uuidFromId(message.agentId),
    uuidOrNull(message.campaignId),
    JSON.stringify(message.data),
  ])`insert into outbox (id, type, agent_id, campaign_id, data)
    values ($1, $2, $3, $4, $5)`;
}

/** Tells each of these agents in turn that a campaign of theirs changed. */
export async function enqueueUpdate(
  tx: Tx,
  deps: { ids: Pick<IdSource, "uuid"> },
  agentIds: readonly string[],
  data: { readonly campaignId: string; readonly [name: string]: unknown },
) {
  const { campaignId } = data;
  for (const agentId of agentIds) {
    await enqueuePostback(tx, deps, { type: "campaign.updated", agentId, campaignId, data });
  }
}

/** Its ids are bare uuids. */
const ROW = select({
  uuid: column.text("o.id"),
  type: column.plain<PostbackType>("o.type"),
  agentUuid: column.text("o.agent_id"),
  campaignUuid: column.nullable(column.text("o.campaign_id")),
  data: column.plain<Readonly<Record<string, unknown>>>("o.data"),
  createdAt: column.date("o.created_at"),
});

/**
 * Deletes and returns rows, in the transaction that makes messages of them. Rows that another
 * process locks are skipped.
 */
export function takeRows(tx: Tx, limit: number): Promise<Selected<typeof ROW>[]> {
  return ROW.all(
    tx,
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
        returning ${ROW.list}`,
    },
    [limit],
  );
}

/** **Units** `ageMs` of the oldest message; 0 when there is none. */
export async function measureOutbox(db: Queryable, now: Date) {
  const { waiting, oldest } = await WAITING.one(db, "outbox.measure")`
    select ${WAITING.list} from outbox`;
  return { waiting, ageMs: Math.max(0, now.getTime() - (oldest ?? now).getTime()) };
}

const WAITING = select({
  waiting: column.count("count(*)"),
  oldest: column.nullable(column.date("min(created_at)")),
});
