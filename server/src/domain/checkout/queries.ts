import type { PackId } from "../../contract/enums.ts";
import { idFromUuid, uuidFromId } from "../../contract/ids.ts";
import { type Micros, micros } from "../../contract/money.ts";
import type { Queryable, Tx } from "../../core/db.ts";

export type OrderStatus = "open" | "paid" | "expired" | "reversed";

export interface OrderRecord {
  readonly orderId: string;
  readonly agentId: string;
  readonly packId: PackId;
  readonly credits: Micros;
  readonly priceUsdCents: number;
  readonly status: OrderStatus;
  readonly provider: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

interface OrderRow {
  readonly id: string;
  readonly agent_id: string;
  readonly pack_id: PackId;
  readonly credits: string;
  readonly price_usd_cents: number;
  readonly status: OrderStatus;
  readonly provider: string;
  readonly created_at: Date;
  readonly expires_at: Date;
}

export async function insertOrder(tx: Tx, order: OrderRecord): Promise<void> {
  await tx.query(
    {
      name: "checkout.insert_order",
      text: `insert into credit_order (
          id, agent_id, pack_id, credits, price_usd_cents, status, provider, created_at, expires_at
        )
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    },
    [
      uuidFromId(order.orderId),
      uuidFromId(order.agentId),
      order.packId,
      String(order.credits),
      order.priceUsdCents,
      order.status,
      order.provider,
      order.createdAt,
      order.expiresAt,
    ],
  );
}

export async function findOrder(db: Queryable, orderId: string): Promise<OrderRecord | undefined> {
  const rows = await db.query<OrderRow>(
    {
      name: "checkout.find_order",
      text: `select id, agent_id, pack_id, credits, price_usd_cents, status, provider, created_at,
          expires_at
        from credit_order
        where id = $1`,
    },
    [uuidFromId(orderId)],
  );
  return rows[0] === undefined ? undefined : orderOf(rows[0]);
}

/** The guarded transition `open -> paid`: only one caller ever gets the row back. */
export async function markPaid(
  tx: Tx,
  orderId: string,
  now: Date,
): Promise<OrderRecord | undefined> {
  const rows = await tx.query<OrderRow>(
    {
      name: "checkout.mark_paid",
      text: `update credit_order
        set status = 'paid', paid_at = $2
        where id = $1 and status = 'open' and expires_at > $2
        returning id, agent_id, pack_id, credits, price_usd_cents, status, provider, created_at,
          expires_at`,
    },
    [uuidFromId(orderId), now],
  );
  return rows[0] === undefined ? undefined : orderOf(rows[0]);
}

export async function insertOutbox(
  tx: Tx,
  message: { uuid: string; type: string; agentId: string; data: object },
): Promise<void> {
  await tx.query(
    {
      name: "checkout.insert_outbox",
      text: "insert into outbox (id, type, agent_id, data) values ($1, $2, $3, $4)",
    },
    [message.uuid, message.type, uuidFromId(message.agentId), JSON.stringify(message.data)],
  );
}

function orderOf(row: OrderRow): OrderRecord {
  return {
    orderId: idFromUuid("ord", row.id),
    agentId: idFromUuid("agt", row.agent_id),
    packId: row.pack_id,
    credits: micros(row.credits),
    priceUsdCents: row.price_usd_cents,
    status: row.status,
    provider: row.provider,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
