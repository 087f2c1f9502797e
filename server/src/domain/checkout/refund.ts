import { ExchangeError } from "../../contract/errors.ts";
import type { Database } from "../../core/db.ts";
import { type CheckoutProvider, type PayDeps, requireOrder } from "./order.ts";
import { takeNotice } from "./payments.ts";
import { type OrderRecord, sumClaims } from "./queries.ts";

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
