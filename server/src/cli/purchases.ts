import { creditsFromMicros } from "../contract/money.ts";
import { listOrders, type OrderRecord, refundOrder, statusOf } from "../domain/checkout/index.ts";
import { audit, defineCommand, listing, optionsOf, usageError } from "./command.ts";
import type { ReconcileContext } from "./reconcile.ts";

const LISTED_MAX = 200;

/** **Errors** `not_found`, `invalid_state`, `unavailable`. */
export const runPurchasesCommand = defineCommand<ReconcileContext>("purchases", {
  list: {
    usage: "[ORDER_ID] [--agent AGENT_ID] [--payment TEXT]",
    async run(given, { db, clock }) {
      const { agent, payment } = optionsOf(given, ["agent", "payment"]);
      const orders = await listOrders(db, {
        ...(given.subject === "" ? {} : { orderId: given.subject }),
        ...(agent === undefined ? {} : { agentId: agent }),
        ...(payment === undefined ? {} : { paymentId: payment }),
        limit: LISTED_MAX,
      });
      const items = orders.map((order) => itemOf(order, clock.now()));
      const rows = items.map((item) => Object.values(item).map((value) => String(value ?? "")));
      return listing(items, { head: HEAD, rows, empty: "No purchases." });
    },
  },
  refund: {
    usage: "ORDER_ID [--usd NUMBER] --reason TEXT --yes",
    async run(given, context) {
      const { subject: orderId } = given;
      const { db, ids, clock } = context;
      const usd = given.get("usd");
      const totalCents = usd === undefined ? undefined : Math.round(Number(usd) * 100);
      if (totalCents !== undefined && !(totalCents > 0)) {
        const message = "--usd must be a number of dollars above 0: the total of all refunds.";
        throw usageError(message, runPurchasesCommand.usage);
      }
      const { checkout: provider, seasoningDays } = await context.providers();
      // Before the money moves: who ordered it is known also if the answer is lost.
      const detail = { totalCents: totalCents ?? "all", reason: given.get("reason") };
      await audit(db, context, { action: "purchases.refund", subject: orderId, detail });
      const deps = { ids, now: clock.now(), seasoningDays, provider };
      const refunded = await refundOrder(db, { orderId, totalCents }, deps);
      const json = itemOf(refunded.order, clock.now());
      const dollars = (refunded.totalCents / 100).toFixed(2);
      const taken = `${json.reversedCredits} credits taken back`;
      const text = `${orderId}: $${dollars} are refunded, ${taken}\n`;
      return { json, text };
    },
  },
});

const HEAD = ["order", "agent", "status", "usd", "credits", "taken back", "created", "payment"];

function itemOf(order: OrderRecord, now: Date) {
  return {
    orderId: order.orderId,
    agentId: order.agentId,
    status: statusOf(order, now),
    priceUsd: order.priceUsdCents / 100,
    credits: creditsFromMicros(order.credits),
    reversedCredits: creditsFromMicros(order.reversed),
    createdAt: order.createdAt.toISOString(),
    paymentId: order.paymentId,
  };
}
