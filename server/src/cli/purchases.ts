import { ExchangeError } from "../contract/errors.ts";
import { creditsFromMicros } from "../contract/money.ts";
import {
  type CashoutProvider,
  type Difference,
  endRecovery,
  findPayoutHold,
  reconcilePayouts,
} from "../domain/cashout/index.ts";
import {
  type CheckoutProvider,
  listOrders,
  type OrderRecord,
  reconcilePayments,
  refundOrder,
  statusOf,
} from "../domain/checkout/index.ts";
import { holdText } from "./cashouts.ts";
import {
  audit,
  type CommandContext,
  defineCommand,
  listing,
  tableOf,
  usageError,
} from "./command.ts";

const LISTED_MAX = 200;

/** **Errors** `not_found`, `invalid_state`, `unavailable`. */
export const runPurchasesCommand = defineCommand<ReconcileContext>("purchases", {
  list: {
    usage: "[ORDER_ID] [--agent AGENT_ID] [--payment TEXT]",
    async run(given, { db, clock }) {
      const orders = await listOrders(db, {
        orderId: given.subject || undefined,
        agentId: given.get("agent"),
        paymentId: given.get("payment"),
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

export interface ReconcileContext extends CommandContext {
  readonly providers: () => Promise<{
    readonly checkout: CheckoutProvider;
    readonly cashout: CashoutProvider;
    readonly seasoningDays: number;
  }>;
}

/** Further back than any backup that is restored should lie. */
const SINCE_DAYS = 30;
const DAY_MS = 86_400_000;

export const runReconcileCommand = defineCommand<ReconcileContext>("reconcile", {
  "": {
    usage: "[--since TIME] [--book] [--accept]",
    async run(given, context) {
      const { db, ids, clock } = context;
      const now = clock.now();
      const isDryRun = !given.has("book");
      const providers = await context.providers();
      const deps = { ids, now, isDryRun, seasoningDays: providers.seasoningDays };
      const since = sinceOf(given.get("since"), now);
      const differences = [
        ...(await reconcilePayments(db, { ...deps, provider: providers.checkout, since })),
        ...(await reconcilePayouts(db, { ...deps, provider: providers.cashout })),
      ];
      const open = differences.filter(({ result }) => result === "open");
      const isWhole = !isDryRun && (open.length === 0 || given.has("accept"));
      const hold = await db.tx(async (tx) => {
        if (isWhole) await endRecovery(tx);
        if (!isDryRun) {
          const detail = {
            since: since.toISOString(),
            differences,
            isAccepted: given.has("accept"),
          };
          await audit(tx, context, { action: "reconcile", subject: "books", detail });
        }
        return (await findPayoutHold(tx)) ?? null;
      });
      return {
        json: { since: since.toISOString(), differences, hold },
        text: textOf(differences) + holdText(hold),
        exitCode: isDryRun ? Number(differences.length > 0) : Number(!isWhole),
      };
    },
  },
});

function sinceOf(text: string | undefined, now: Date): Date {
  if (text === undefined) return new Date(now.getTime() - SINCE_DAYS * DAY_MS);
  const since = new Date(text);
  if (!Number.isNaN(since.getTime())) return since;
  throw new ExchangeError("invalid_request", {
    message: "--since must be an ISO 8601 time such as 2026-11-22T09:00:00Z.",
  });
}

function textOf(differences: readonly Difference[]): string {
  if (differences.length === 0) return "No differences.\n";
  const rows = differences.map(({ subject, problem, result }) => [subject, result, problem]);
  return tableOf([["subject", "result", "difference"], ...rows]);
}
