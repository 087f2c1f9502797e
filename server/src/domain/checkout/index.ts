import type { PackId } from "../../contract/enums.ts";
import { ExchangeError } from "../../contract/errors.ts";
import { creditsFromMicros, micros, microsFromCredits } from "../../contract/money.ts";
import { CREDIT_PACKS, type Order } from "../../contract/resources/wallet.ts";
import type { Queryable, Tx } from "../../core/db.ts";
import { type LedgerDeps, postTransaction } from "../ledger/index.ts";
import { findOrder, insertOrder, insertOutbox, markPaid, type OrderRecord } from "./queries.ts";

export type { OrderRecord } from "./queries.ts";

const OPEN_FOR_MS = 24 * 3_600_000;

/** What a checkout provider must do; the sandbox's page is our own. */
export interface CheckoutProvider {
  readonly name: "sandbox" | "stripe";
  /** The hosted page a human opens. May call the network, so never inside a transaction. */
  checkoutUrlOf(order: { orderId: string; packId: PackId; priceUsdCents: number }): Promise<string>;
}

/** Opens an order for a credit pack. */
export async function openOrder(
  tx: Tx,
  input: { agentId: string; packId: PackId; provider: string },
  deps: LedgerDeps,
): Promise<OrderRecord> {
  const pack = CREDIT_PACKS[input.packId];
  const order: OrderRecord = {
    orderId: deps.ids.id("ord"),
    agentId: input.agentId,
    packId: input.packId,
    credits: microsFromCredits(pack.credits),
    priceUsdCents: pack.priceUsd * 100,
    status: "open",
    provider: input.provider,
    createdAt: deps.now,
    expiresAt: new Date(deps.now.getTime() + OPEN_FOR_MS),
  };
  await insertOrder(tx, order);
  return order;
}

/**
 * Credits a paid order, once however often it is called.
 *
 * **Errors** `not_found`; `invalid_state` when it expired or was reversed.
 */
export async function payOrder(tx: Tx, orderId: string, deps: LedgerDeps): Promise<OrderRecord> {
  const paid = await markPaid(tx, orderId, deps.now);
  if (paid === undefined) return alreadyPaidOrThrow(tx, orderId, deps.now);
  await postTransaction(
    tx,
    {
      type: "credit_purchase",
      refs: { orderId },
      description: `Credit pack ${paid.packId}`,
      legs: [
        { owner: paid.agentId, kind: "available", type: "credit_purchase", amount: paid.credits },
        {
          owner: null,
          kind: "checkout_clearing",
          type: "credit_purchase",
          amount: micros(-paid.credits),
        },
      ],
    },
    deps,
  );
  await insertOutbox(tx, {
    uuid: deps.ids.uuid(),
    type: "wallet.credited",
    agentId: paid.agentId,
    data: { orderId, credits: creditsFromMicros(paid.credits) },
  });
  return paid;
}

async function alreadyPaidOrThrow(tx: Tx, orderId: string, now: Date): Promise<OrderRecord> {
  const order = await requireOrder(tx, orderId);
  if (order.status === "paid") return order;
  throw new ExchangeError("invalid_state", {
    message: "This order is no longer open.",
    details: { status: statusOf(order, now), validActions: ["buy_credits"] },
    nextTools: ["buy_credits"],
  });
}

/** **Errors** `not_found`. */
export async function requireOrder(db: Queryable, orderId: string): Promise<OrderRecord> {
  const order = await findOrder(db, orderId);
  if (order === undefined) {
    throw new ExchangeError("not_found", {
      message: "No such order.",
      details: { resource: "order" },
    });
  }
  return order;
}

/** The status as of a time: an open order expires by itself. */
export function statusOf(order: OrderRecord, now: Date): OrderRecord["status"] {
  return order.status === "open" && order.expiresAt <= now ? "expired" : order.status;
}

/** Renders an order for the wire. */
export function orderOnWire(order: OrderRecord, checkoutUrl: string, now: Date): Order {
  return {
    orderId: order.orderId,
    packId: order.packId,
    credits: creditsFromMicros(order.credits),
    priceUsd: order.priceUsdCents / 100,
    checkoutUrl,
    status: statusOf(order, now),
    expiresAt: order.expiresAt.toISOString(),
  };
}
