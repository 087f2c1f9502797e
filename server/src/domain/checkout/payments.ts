import type { Database, Tx } from "../../core/db.ts";
import { returnUnsubmitted } from "../cashout/index.ts";
import {
  findOwingPublishers,
  restoreEarnings,
  reverseEarnings,
  sweepAll,
} from "../ledger/index.ts";
import type { PaidNotice, PaymentNotice, TakenBackNotice } from "./notices.ts";
import { creditOrder, type PayDeps } from "./order.ts";
import {
  findOrderOfPayment,
  insertEvent,
  isKnownEvent,
  lockOrder,
  lockPayment,
  markPaid,
  type OrderRecord,
  raiseClaim,
} from "./queries.ts";
import { takeBack } from "./take-back.ts";

/** Reads a provider's messages. */
export interface PaymentWebhook {
  /**
   * The message inside a signed body, exactly as it came.
   *
   * **Errors** `invalid_request` when the signature is missing, wrong or too old.
   */
  read(body: Buffer, signature: string | undefined, receivedAt: Date): PaymentNotice;
}

export type NoticeOutcome =
  | "credited"
  | "reversed"
  | "restored"
  | "awaiting_payment"
  | "already_paid"
  | "repeated"
  | "ignored"
  | "unknown_order"
  | "unknown_payment"
  | "amount_mismatch"
  | "second_payment";

/**
 * Acts on a message of the payment provider. Messages may come twice, late and in any order; the
 * books are the same afterwards. Whatever fails is safe to send again.
 */
export async function takeNotice(
  db: Database,
  notice: PaymentNotice,
  deps: PayDeps,
): Promise<NoticeOutcome> {
  if (notice.kind === "other") return "ignored";
  const outcome = await db.tx((tx) =>
    notice.kind === "paid" ? takePaid(tx, notice, deps) : takeClaim(tx, notice, deps),
  );
  // Also for a repeated message: the first time may have broken off here.
  if (notice.paymentId !== null) await settleClaims(db, notice.paymentId, deps);
  return outcome;
}

async function takePaid(tx: Tx, notice: PaidNotice, deps: PayDeps): Promise<NoticeOutcome> {
  if (notice.paymentId !== null) await lockPayment(tx, notice.paymentId);
  const order = notice.orderId === null ? undefined : await lockOrder(tx, notice.orderId);
  if (await isKnownEvent(tx, notice.eventId)) return "repeated";
  const outcome = order === undefined ? "unknown_order" : judge(order, notice);
  if (outcome === "credited" && order !== undefined) await credit(tx, order, notice, deps);
  await insertEvent(tx, { ...notice, orderId: order?.orderId ?? null, outcome, now: deps.now });
  return outcome;
}

/** What a message about an order means, given where the order stands. */
function judge(order: OrderRecord, notice: PaidNotice): NoticeOutcome {
  if (order.provider !== "stripe") return "unknown_order";
  if (!notice.isPaid) return "awaiting_payment";
  const isOtherSession = order.sessionId !== null && order.sessionId !== notice.sessionId;
  if (isOtherSession) return "second_payment";
  if (order.status === "paid" || order.status === "reversed") return "already_paid";
  const isExact = notice.amountCents === order.priceUsdCents && notice.currency === "usd";
  return isExact ? "credited" : "amount_mismatch";
}

async function credit(
  tx: Tx,
  order: OrderRecord,
  notice: PaidNotice,
  deps: PayDeps,
): Promise<void> {
  const paid = await markPaid(tx, order.orderId, deps.now, notice);
  if (paid !== undefined) await creditOrder(tx, paid, deps);
}

async function takeClaim(tx: Tx, notice: TakenBackNotice, deps: PayDeps): Promise<NoticeOutcome> {
  const { paymentId, source } = notice;
  if (paymentId === null) return "unknown_payment";
  await lockPayment(tx, paymentId);
  if (await isKnownEvent(tx, notice.eventId)) return "repeated";
  await raiseClaim(tx, { paymentId, source, usdCents: centsOf(notice), isWon: notice.isWon });
  const order = await findOrderOfPayment(tx, paymentId);
  // Kept all the same: the message that the payment was made may still be on its way.
  const taken = notice.isWon ? "restored" : "reversed";
  const outcome = order === undefined ? "unknown_payment" : taken;
  await insertEvent(tx, { ...notice, orderId: order?.orderId ?? null, outcome, now: deps.now });
  return outcome;
}

/** Orders are priced in dollars; an amount in another currency can only mean the whole of it. */
const EVERYTHING_CENTS = 2_147_483_647;

function centsOf(notice: TakenBackNotice): number {
  return notice.currency === "usd" ? notice.amountCents : EVERYTHING_CENTS;
}

/** Takes back what is claimed of a payment, or returns what no longer is; safe to repeat. */
async function settleClaims(db: Database, paymentId: string, deps: PayDeps): Promise<void> {
  const taken = await db.tx((tx) => takeBack(tx, paymentId, deps));
  if (taken === undefined) return;
  const { order, wasWon } = taken;
  // What campaigns have spent of it and was not swept yet is reversed with the rest.
  await sweepAll(db, order.agentId, deps);
  await reverseEarnings(db, order.orderId, deps);
  // Credits that wait in a cashout have not left yet.
  const agentIds = await findOwingPublishers(db, order.orderId);
  await returnUnsubmitted(db, agentIds, "A payment behind these credits was taken back.", deps);
  if (agentIds.length > 0) await reverseEarnings(db, order.orderId, deps);
  if (wasWon) await restoreEarnings(db, order.orderId, deps);
}
