import type { PackId } from "../../contract/enums.ts";
import { uuidFromId, uuidOrNull } from "../../contract/ids.ts";
import type { Micros } from "../../contract/money.ts";
import type { Queryable, Tx } from "../../core/db.ts";
import { column, finds, only, query, type Selected, select } from "../../core/sql.ts";

interface Message {
  readonly eventId: string;
  readonly type: string;
}

/** The provider says that a hosted page was completed. */
export interface PaidNotice extends Message {
  readonly kind: "paid";
  /** Null when the message names no order of ours. */
  readonly orderId: string | null;
  readonly sessionId: string;
  readonly paymentId: string | null;
  readonly amountCents: number | null;
  readonly currency: string | null;
  /** False while a slow payment method is still on its way. */
  readonly isPaid: boolean;
}

/** The provider says that a payment was refunded or disputed, or that we won the dispute. */
export interface TakenBackNotice extends Message {
  readonly kind: "taken_back";
  readonly paymentId: string | null;
  /** `refund`, whose amount is cumulative, or the id of a dispute. */
  readonly source: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly isWon: boolean;
}

export interface OtherNotice extends Message {
  readonly kind: "other";
}

export type PaymentNotice = PaidNotice | TakenBackNotice | OtherNotice;

export type OrderStatus = "open" | "paid" | "expired" | "reversed";

/**
 * Every state of an order and the states that may follow it. An order that expired can still
 * be paid by the provider's word: the human was on the page in time, and the money is here. A won
 * dispute makes a reversed order paid again.
 */
export const TRANSITIONS: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  open: ["paid", "expired"],
  expired: ["paid"],
  paid: ["reversed"],
  reversed: ["paid"],
};

const ACTIONS: Readonly<Record<OrderStatus, readonly string[]>> = {
  open: [],
  expired: ["buy_credits"],
  paid: ["buy_credits"],
  reversed: ["buy_credits"],
};

export function validActionsOf(status: OrderStatus): string[] {
  return [...ACTIONS[status]];
}

const ORDER = select({
  orderId: column.id("ord", "id"),
  agentId: column.id("agt", "agent_id"),
  packId: column.plain<PackId>("pack_id"),
  credits: column.micros("credits"),
  priceUsdCents: column.plain<number>("price_usd_cents"),
  status: column.plain<OrderStatus>("status"),
  provider: column.text("provider"),
  createdAt: column.date("created_at"),
  expiresAt: column.date("expires_at"),
  paidAt: column.nullable(column.date("paid_at")),
  checkoutUrl: column.nullable(column.text("checkout_url")),
  sessionId: column.nullable(column.text("session_id")),
  paymentId: column.nullable(column.text("payment_id")),
  reversed: column.micros("reversed"),
});

/**
 * A purchase. `checkoutUrl` is the page where a human pays, null until the provider has made it;
 * `reversed` is how much of the credits the payer took back.
 */
export type OrderRecord = Selected<typeof ORDER>;

export async function insertOrder(tx: Tx, order: OrderRecord): Promise<void> {
  await query(tx, "checkout.insert_order", [
    uuidFromId(order.orderId),
    uuidFromId(order.agentId),
    order.packId,
    String(order.credits),
    order.priceUsdCents,
    order.status,
    order.provider,
    order.createdAt,
    order.expiresAt,
  ])`insert into credit_order (
      id, agent_id, pack_id, credits, price_usd_cents, status, provider, created_at, expires_at
    )
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;
}

export async function findOrder(db: Queryable, orderId: string): Promise<OrderRecord | undefined> {
  return ORDER.first(db, "checkout.find_order", [uuidFromId(orderId)])`
    select ${ORDER.list} from credit_order where id = $1`;
}

/** Newest first: all, or those of an order id, an agent or a payment of the provider. */
export async function listOrders(
  db: Queryable,
  of: { orderId?: string; agentId?: string; paymentId?: string; limit: number },
): Promise<OrderRecord[]> {
  const { orderId, agentId, paymentId, limit } = of;
  const values = [uuidOrNull(orderId), uuidOrNull(agentId), paymentId ?? null, limit];
  return ORDER.all(db, "checkout.list_orders", values)`select ${ORDER.list}
    from credit_order
    where ($1::uuid is null or id = $1)
      and ($2::uuid is null or agent_id = $2)
      and ($3::text is null or payment_id = $3 or session_id = $3)
    order by id desc
    limit $4`;
}

/** Locks the order, so that two messages about it follow each other. */
export async function lockOrder(tx: Tx, orderId: string): Promise<OrderRecord | undefined> {
  return ORDER.first(tx, "checkout.lock_order", [uuidFromId(orderId)])`
    select ${ORDER.list} from credit_order where id = $1 for no key update`;
}

/** Relies on the unique key over `payment_id`. */
export async function findOrderOfPayment(db: Queryable, paymentId: string) {
  return ORDER.first(db, "checkout.find_order_of_payment", [paymentId])`
    select ${ORDER.list} from credit_order where payment_id = $1`;
}

/** Stores the provider's page of an order; a second call returns the first one's. */
export async function keepSession(
  db: Queryable,
  orderId: string,
  session: { checkoutUrl: string; sessionId: string | null },
): Promise<string> {
  const { checkoutUrl, sessionId } = session;
  const values = [uuidFromId(orderId), checkoutUrl, sessionId];
  const kept = await only.text.first(db, "checkout.keep_session", values)`
    update credit_order
    set checkout_url = coalesce(checkout_url, $2), session_id = coalesce(session_id, $3)
    where id = $1
    returning checkout_url`;
  return kept ?? checkoutUrl;
}

/**
 * The guarded transition to `paid`: only one caller gets the row. A payment of the provider also
 * counts after the order has expired.
 */
export function markPaid(
  tx: Tx,
  orderId: string,
  now: Date,
  payment?: { sessionId: string; paymentId: string | null },
): Promise<OrderRecord | undefined> {
  return ORDER.first(tx, "checkout.mark_paid", [
    uuidFromId(orderId),
    now,
    payment?.sessionId ?? null,
    // The sandbox names its payments by their orders.
    payment === undefined ? orderId : payment.paymentId,
    payment === undefined ? ["open"] : ["open", "expired"],
  ])`update credit_order
    set status = 'paid', paid_at = $2, session_id = coalesce($3::text, session_id),
      payment_id = coalesce($4, payment_id)
    where id = $1 and status = any ($5::text[]) and ($3::text is not null or expires_at > $2)
    returning ${ORDER.list}`;
}

/** Raises or lowers what was taken back; an order is `reversed` when that is all of it. */
export function markReversed(tx: Tx, orderId: string, amount: Micros): Promise<boolean> {
  const values = [uuidFromId(orderId), String(amount)];
  return finds(tx, "checkout.mark_reversed", values)`update credit_order
    set reversed = reversed + $2,
      status = case when reversed + $2 = credits then 'reversed' else 'paid' end
    where id = $1 and status in ('paid', 'reversed')
    returning id`;
}

/** One message about a payment waits for the other: a refund may be told of before the payment. */
export async function lockPayment(tx: Tx, paymentId: string): Promise<void> {
  await query(tx, "checkout.lock_payment", [paymentId])`
    select pg_advisory_xact_lock(lock_key('payment', $1::text))`;
}

/**
 * Whether a message was taken before. Finding it writes to the log: the answer to a repeat then
 * waits for the standby like the first one did, and what was answered survives the primary.
 */
export function isKnownEvent(tx: Tx, eventId: string): Promise<boolean> {
  return finds(tx, "checkout.find_event", [eventId])`
    select pg_logical_emit_message(true, 'placard', 'repeated')
    from payment_event
    where id = $1`;
}

export async function insertEvent(
  tx: Tx,
  event: { eventId: string; type: string; orderId: string | null; outcome: string; now: Date },
): Promise<void> {
  const { eventId, type, orderId, outcome, now } = event;
  const values = [eventId, type, uuidOrNull(orderId), outcome, now];
  await query(tx, "checkout.insert_event", values)`
    insert into payment_event (id, type, order_id, outcome, at)
    values ($1, $2, $3, $4, $5)
    on conflict do nothing`;
}

/** Keeps the highest amount: messages are cumulative, and come in any order. */
export async function raiseClaim(
  tx: Tx,
  claim: { paymentId: string; source: string; usdCents: number; isWon: boolean },
): Promise<void> {
  const { paymentId, source, usdCents, isWon } = claim;
  const values = [paymentId, source, usdCents, isWon];
  await query(tx, "checkout.raise_claim", values)`
    insert into payment_claim (payment_id, source, usd_cents, is_won)
    values ($1, $2, $3, $4)
    on conflict on constraint payment_claim_pkey do update
    set usd_cents = greatest(payment_claim.usd_cents, excluded.usd_cents),
      is_won = payment_claim.is_won or excluded.is_won`;
}

/** Whether a claim of at least this amount, won if this one is, was recorded. */
export function hasClaim(
  db: Queryable,
  claim: { paymentId: string; source: string; usdCents: number; isWon: boolean },
): Promise<boolean> {
  const { paymentId, source, usdCents, isWon } = claim;
  const values = [paymentId, source, usdCents, isWon];
  return finds(db, "checkout.has_claim", values)`select 1 from payment_claim
    where payment_id = $1 and source = $2 and usd_cents >= $3 and (is_won or not $4)`;
}

/**
 * What is claimed of a payment, and whether a dispute about it was won.
 *
 * **Units** US cents over all refunds and the disputes that were not won.
 */
export async function sumClaims(db: Queryable, paymentId: string) {
  return CLAIMS.one(db, "checkout.sum_claims", [paymentId])`
    select ${CLAIMS.list} from payment_claim where payment_id = $1`;
}

const CLAIMS = select({
  usdCents: column.bigint("coalesce(sum(usd_cents) filter (where not is_won), 0)"),
  /** Of these, the refunds. */
  refundedCents: column.bigint("coalesce(sum(usd_cents) filter (where source = 'refund'), 0)"),
  wasWon: column.flag("coalesce(bool_or(is_won), false)"),
});
