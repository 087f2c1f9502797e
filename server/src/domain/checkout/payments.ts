import { ExchangeError } from "../../contract/errors.ts";
import { type Micros, micros } from "../../contract/money.ts";
import type { Database, Tx } from "../../core/db.ts";
import { invariant } from "../../core/invariant.ts";
import { lockToPause } from "../campaigns/index.ts";
import { type Difference, hasAgent, returnUnsubmitted } from "../cashout/index.ts";
import { suspendAgent } from "../identity/index.ts";
import {
  findOwingPublishers,
  type LedgerDeps,
  restoreEarnings,
  restorePurchase,
  reverseEarnings,
  reversePurchase,
  sweepAll,
} from "../ledger/index.ts";
import {
  type CheckoutProvider,
  creditOrder,
  insertOpen,
  type ListedPayment,
  type PayDeps,
  requireOrder,
} from "./order.ts";
import {
  findOrder,
  findOrderOfPayment,
  hasClaim,
  insertEvent,
  isKnownEvent,
  lockOrder,
  lockPayment,
  markPaid,
  markReversed,
  type OrderRecord,
  type PaidNotice,
  type PaymentNotice,
  raiseClaim,
  sumClaims,
  type TakenBackNotice,
} from "./queries.ts";

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

function judge(order: OrderRecord, notice: PaidNotice): NoticeOutcome {
  if (order.provider !== "stripe") return "unknown_order";
  if (!notice.isPaid) return "awaiting_payment";
  const isOtherSession = order.sessionId !== null && order.sessionId !== notice.sessionId;
  if (isOtherSession) return "second_payment";
  if (order.status === "paid" || order.status === "reversed") return "already_paid";
  const isExact = notice.amountCents === order.priceUsdCents && notice.currency === "usd";
  return isExact ? "credited" : "amount_mismatch";
}

async function credit(tx: Tx, order: OrderRecord, notice: PaidNotice, deps: PayDeps) {
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

const MICROS_PER_CENT = 1_000_000n;

/**
 * Takes back credits until what was claimed of a payment is taken back, never more than was bought;
 * returns them when less is claimed than before, because a dispute was won.
 * The buyer is suspended and its campaigns pause, unless a partial refund was covered by credits of
 * the same purchase that it had not touched. Answers the order when anything of it is taken back,
 * or was until a dispute about it was won.
 */
export async function takeBack(
  tx: Tx,
  paymentId: string,
  deps: LedgerDeps,
): Promise<{ order: OrderRecord; wasWon: boolean } | undefined> {
  await lockPayment(tx, paymentId);
  const found = await findOrderOfPayment(tx, paymentId);
  if (found === undefined) return undefined;
  const { usdCents, wasWon } = await sumClaims(tx, paymentId);
  const claimed = claimedOf(found, usdCents);
  const amount = micros(claimed - found.reversed);
  if (amount > 0n) await takeMore(tx, found, { amount, isWhole: claimed === found.credits }, deps);
  if (amount < 0n) await giveBack(tx, found, micros(-amount), deps);
  return claimed > 0n || wasWon ? { order: found, wasWon } : undefined;
}

async function takeMore(
  tx: Tx,
  { orderId, agentId }: OrderRecord,
  { amount, isWhole }: { amount: Micros; isWhole: boolean },
  deps: LedgerDeps,
): Promise<void> {
  // Books before accounts; they are held either way, because the lot shows only later what is owed.
  const campaigns = await lockToPause(tx, agentId, deps);
  await lockOrder(tx, orderId);
  const owed = await reversePurchase(tx, { orderId, agentId, amount }, deps);
  const isMarked = await markReversed(tx, orderId, amount);
  invariant(isMarked, "a payment belongs to an order that was paid");
  if (isWhole || owed > 0n) {
    await suspendAgent(tx, agentId);
    await campaigns.pause();
  }
}

/** The buyer stays suspended until an operator decides. */
async function giveBack(
  tx: Tx,
  { orderId, agentId }: OrderRecord,
  amount: Micros,
  deps: LedgerDeps,
): Promise<void> {
  await lockOrder(tx, orderId);
  await restorePurchase(tx, { orderId, agentId, amount }, deps);
  await markReversed(tx, orderId, micros(-amount));
}

/** What is claimed of an order in credits: a cent is a credit. */
function claimedOf(order: OrderRecord, usdCents: bigint): Micros {
  const claimed = usdCents * MICROS_PER_CENT;
  return micros(claimed < order.credits ? claimed : order.credits);
}

/**
 * Refunds a purchase until so many cents of it are refunded in total, by default all that is not
 * disputed, and takes the credits back. A repeated call refunds nothing twice.
 *
 * **Errors** `not_found`, `unavailable`; `invalid_state` for an order that is not paid, of another
 * provider, or whose payment the provider does not refund.
 */
export async function refundOrder(
  db: Database,
  { orderId, totalCents }: { orderId: string; totalCents: number | undefined },
  deps: PayDeps & { provider: CheckoutProvider },
): Promise<{ order: OrderRecord; totalCents: number }> {
  const { provider } = deps;
  const { paymentId, priceUsdCents, status, ...order } = await requireOrder(db, orderId);
  if (paymentId === null || order.provider !== provider.name) {
    const message = `The order is ${status} with the provider ${order.provider}.`;
    throw new ExchangeError("invalid_state", { message, details: { status, validActions: [] } });
  }
  const { usdCents, refundedCents } = await sumClaims(db, paymentId);
  const most = priceUsdCents - Number(usdCents - refundedCents);
  const total = totalCents ?? most;
  if (total > most || total < 1) {
    throw new ExchangeError("invalid_state", {
      message: `At most ${most} cents of this order can be refunded; the rest is disputed.`,
      details: { status, validActions: [] },
    });
  }
  const missing = total - Number(refundedCents);
  if (missing > 0) {
    const idempotencyKey = `${orderId}:refund:${total}`;
    await provider.refund({ paymentId, usdCents: missing, idempotencyKey });
  }
  const message = { eventId: `refund:${orderId}:${total}`, type: "operator.refund" };
  const claim = { source: "refund", amountCents: total, currency: "usd", isWon: false };
  await takeNotice(db, { ...message, kind: "taken_back", paymentId, ...claim }, deps);
  return { order: await requireOrder(db, orderId), totalCents: total };
}

interface Deps extends PayDeps {
  readonly provider: CheckoutProvider;
  readonly since: Date;
  readonly isDryRun: boolean;
}

/**
 * Compares the provider's payments, refunds and disputes with the orders and books what is missing,
 * as their messages would have. An order that the database lost is opened again.
 */
export async function reconcilePayments(db: Database, deps: Deps): Promise<Difference[]> {
  const differences: Difference[] = [];
  for await (const payment of deps.provider.list(deps.since)) {
    const { notice } = payment;
    const found =
      notice.kind === "paid"
        ? await comparePaid(db, payment, deps)
        : await compareClaim(db, payment, deps);
    const subject = notice.paymentId ?? notice.eventId;
    if (found !== undefined) differences.push({ subject, ...found });
  }
  return differences;
}

type Found = Omit<Difference, "subject"> | undefined;

async function comparePaid(db: Database, payment: ListedPayment, deps: Deps): Promise<Found> {
  const { notice, order: lost } = payment;
  if (notice.kind !== "paid") return undefined;
  const { orderId } = notice;
  const order = orderId === null ? undefined : await findOrder(db, orderId);
  const isBooked = order?.status === "paid" || order?.status === "reversed";
  if (isBooked && order.paymentId === notice.paymentId) return undefined;
  const problem = `paid at the provider, order ${orderId ?? "none"} is ${order?.status ?? "lost"}`;
  if (isBooked) return { problem: `${problem}: a second payment, refund it`, result: "open" };
  const isKnown = order !== undefined || (await canOpen(db, orderId, lost));
  if (!isKnown) return { problem: `${problem} and its agent unknown: refund it`, result: "open" };
  if (deps.isDryRun) return { problem, result: "would_book" };
  if (order === undefined && orderId !== null && lost !== undefined) {
    const input = { ...lost, orderId, provider: deps.provider.name };
    await db.tx((tx) => insertOpen(tx, input, lost.createdAt));
  }
  return creditNow(db, { notice, problem }, deps);
}

async function creditNow(
  db: Database,
  { notice, problem }: { notice: ListedPayment["notice"]; problem: string },
  deps: Deps,
): Promise<Found> {
  const outcome = await takeNotice(db, notice, deps);
  if (outcome === "credited") return { problem, result: "booked" };
  return { problem: `${problem}: ${outcome}`, result: "open" };
}

async function canOpen(db: Database, orderId: string | null, lost: ListedPayment["order"]) {
  return orderId !== null && lost !== undefined && (await hasAgent(db, lost.agentId));
}

async function compareClaim(db: Database, payment: ListedPayment, deps: Deps): Promise<Found> {
  const { notice } = payment;
  if (notice.kind !== "taken_back" || notice.paymentId === null) return undefined;
  const { paymentId, source, amountCents: usdCents, isWon } = notice;
  if (await hasClaim(db, { paymentId, source, usdCents, isWon })) return undefined;
  const problem = `${source === "refund" ? "refunded" : "disputed"} at the provider`;
  if (deps.isDryRun) return { problem, result: "would_book" };
  const outcome = await takeNotice(db, notice, deps);
  // A payment of another shop on the same account.
  if (outcome === "unknown_payment") return undefined;
  return { problem, result: "booked" };
}
