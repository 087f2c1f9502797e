import type { PackId } from "../../contract/enums.ts";
import { ExchangeError, notFound } from "../../contract/errors.ts";
import {
  CREDITS_PER_USD,
  creditsFromMicros,
  microsFromCredits,
  ZERO_MICROS,
} from "../../contract/money.ts";
import { CREDIT_PACKS, type Order } from "../../contract/resources/wallet.ts";
import type { Database, Queryable, Tx } from "../../core/db.ts";
import { creditPurchase, type LedgerDeps } from "../ledger/index.ts";
import { enqueuePostback } from "../outbox/index.ts";
import {
  findOrder,
  insertOrder,
  keepSession,
  markPaid,
  type OrderRecord,
  type PaymentNotice,
  validActionsOf,
} from "./queries.ts";

const DAY_MS = 86_400_000;
const OPEN_FOR_MS = DAY_MS;

/**
 * A page is not opened for less time than this.
 *
 * **Source** Stripe's `expires_at` of a Checkout Session: at least 30 minutes after it is made.
 */
const PAYABLE_FOR_MS = 35 * 60_000;

/** What a checkout provider must do; the sandbox's page is our own. */
export interface CheckoutProvider {
  readonly name: "sandbox" | "stripe";
  /**
   * The hosted page a human opens. May call the network, so never inside a transaction; asked again
   * for the same order, it answers the same page.
   *
   * **Errors** `unavailable`.
   */
  openSession(order: OrderRecord): Promise<HostedSession>;
  /**
   * Returns a part of a payment. The same key moves money once.
   *
   * **Errors** `unavailable`; `invalid_state` with the provider's reason.
   */
  refund(part: { paymentId: string; usdCents: number; idempotencyKey: string }): Promise<void>;
  /** What was paid, refunded and disputed since a time. */
  list(since: Date): AsyncIterable<ListedPayment>;
}

/** The notices of payments, and what the page of a payment says of an order that may be lost. */
export interface ListedPayment {
  readonly notice: Exclude<PaymentNotice, { kind: "other" }>;
  readonly order?: { agentId: string; packId: PackId; createdAt: Date } | undefined;
}

export interface HostedSession {
  readonly checkoutUrl: string;
  /** The provider's name of the page, which its messages carry. */
  readonly sessionId: string | null;
}

/** Opens an order for a credit pack. */
export async function openOrder(
  tx: Tx,
  input: { agentId: string; packId: PackId; provider: string },
  deps: LedgerDeps,
): Promise<OrderRecord> {
  return insertOpen(tx, { ...input, orderId: deps.ids.id("ord") }, deps.now);
}

/** Opens an order again that the provider knows and the database lost. */
export async function insertOpen(tx: Tx, input: OpenOrder, now: Date): Promise<OrderRecord> {
  const order = newOrder(input, CREDIT_PACKS[input.packId], now);
  await insertOrder(tx, order);
  return order;
}

interface OpenOrder {
  readonly orderId: string;
  readonly agentId: string;
  readonly packId: PackId;
  readonly provider: string;
}

function newOrder(
  input: OpenOrder,
  pack: { credits: number; priceUsd: number },
  now: Date,
): OrderRecord {
  return {
    ...input,
    credits: microsFromCredits(pack.credits),
    priceUsdCents: pack.priceUsd * 100,
    status: "open",
    createdAt: now,
    expiresAt: new Date(now.getTime() + OPEN_FOR_MS),
    checkoutUrl: null,
    sessionId: null,
    paidAt: null,
    paymentId: null,
    reversed: ZERO_MICROS,
  };
}

/**
 * The address where a human pays an order. It is asked of the provider outside of any transaction,
 * once; a call that broke off in between is simply repeated.
 *
 * **Errors** `not_found`, `unavailable`, `invalid_state` when the order is about to expire.
 */
export async function hostOrder(
  db: Database,
  orderId: string,
  deps: { provider: CheckoutProvider; now: Date },
): Promise<string> {
  const order = await requireOrder(db, orderId);
  if (order.checkoutUrl !== null) return order.checkoutUrl;
  const isTooLate = order.expiresAt.getTime() - deps.now.getTime() < PAYABLE_FOR_MS;
  if (isTooLate || order.status !== "open") throw noLongerOpen(order, deps.now);
  return keepSession(db, orderId, await deps.provider.openSession(order));
}

export interface PayDeps extends LedgerDeps {
  readonly seasoningDays: number;
}

/**
 * Credits a paid order, once however often it is called.
 *
 * **Errors** `not_found`; `invalid_state` when it expired or was reversed.
 */
export async function payOrder(tx: Tx, orderId: string, deps: PayDeps): Promise<OrderRecord> {
  const paid = await markPaid(tx, orderId, deps.now);
  if (paid === undefined) return alreadyPaidOrThrow(tx, orderId, deps.now);
  await creditOrder(tx, paid, deps);
  return paid;
}

/**
 * Opens and pays one order for any amount: packs are what people choose from.
 *
 * **Units** whole credits.
 */
export async function payInSandbox(
  tx: Tx,
  { agentId, credits }: { agentId: string; credits: number },
  deps: PayDeps,
): Promise<void> {
  const open = newOrder(
    { orderId: deps.ids.id("ord"), agentId, packId: "fleet", provider: "sandbox" },
    { credits, priceUsd: credits / CREDITS_PER_USD },
    deps.now,
  );
  await insertOrder(tx, open);
  await payOrder(tx, open.orderId, deps);
}

export async function creditOrder(tx: Tx, paid: OrderRecord, deps: PayDeps): Promise<void> {
  const { orderId, agentId, credits } = paid;
  await creditPurchase(
    tx,
    {
      orderId,
      agentId,
      credits,
      description: `Credit pack ${paid.packId}`,
      seasonedAt: new Date(deps.now.getTime() + deps.seasoningDays * DAY_MS),
    },
    deps,
  );
  await enqueuePostback(tx, deps, {
    type: "wallet.credited",
    agentId,
    data: { orderId, credits: creditsFromMicros(credits) },
  });
}

async function alreadyPaidOrThrow(tx: Tx, orderId: string, now: Date): Promise<OrderRecord> {
  const order = await requireOrder(tx, orderId);
  if (order.status === "paid") return order;
  throw noLongerOpen(order, now);
}

function noLongerOpen(order: OrderRecord, now: Date): ExchangeError {
  const status = statusOf(order, now);
  return new ExchangeError("invalid_state", {
    message: "This order is no longer open.",
    details: { status, validActions: validActionsOf(status) },
    suggestion: "Call buy_credits again with a new idempotencyKey.",
    nextTools: ["buy_credits"],
  });
}

/** **Errors** `not_found`. */
export async function requireOrder(db: Queryable, orderId: string): Promise<OrderRecord> {
  const order = await findOrder(db, orderId);
  if (order === undefined) {
    throw notFound("order");
  }
  return order;
}

/** The status as of a time: an open order expires without a call. */
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
