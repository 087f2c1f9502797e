import type { Database } from "../../core/db.ts";
import { type Difference, hasAgent } from "../cashout/index.ts";
import { type CheckoutProvider, insertOpen, type ListedPayment, type PayDeps } from "./order.ts";
import { takeNotice } from "./payments.ts";
import { findOrder, hasClaim } from "./queries.ts";

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

async function canOpen(
  db: Database,
  orderId: string | null,
  lost: ListedPayment["order"],
): Promise<boolean> {
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
