import { randomUUID } from "node:crypto";
import Stripe from "stripe";
import { expect } from "vitest";
import { whoamiSchema } from "../../../../server/src/contract/resources/agent.ts";
import { type Order, orderSchema } from "../../../../server/src/contract/resources/wallet.ts";
import { verifyLedger } from "../../../../server/src/domain/ledger/index.ts";
import { deliverOnce, registerAgent, resultOf, type TestAgent } from "../../../setup/agents.ts";
import type { StartOptions } from "../../../setup/exchange.ts";
import { type Market, startMarket } from "../../tools/market.ts";
import { startFakeStripe } from "./fake-stripe.ts";

export const WEBHOOK_SECRET = "whsec_0123456789abcdef0123456789abcdef";
const signer = new Stripe("sk_test_signer").webhooks;

export type CardMarket = Awaited<ReturnType<typeof startCardMarket>>;

export interface WebhookAnswer {
  readonly status: number;
  readonly outcome: unknown;
}

export interface SendOptions {
  readonly secret?: string;
  /** When it was signed, before now. */
  readonly ageSeconds?: number;
  /** Changes the body after it was signed. */
  readonly tamper?: (payload: string) => string;
  readonly signature?: string;
}

/** Sends events to the webhook like Stripe, or like somebody who would like to be Stripe. */
function createSender({ baseUrl, clock }: Pick<Market, "baseUrl" | "clock">) {
  return async (event: object, how: SendOptions = {}): Promise<WebhookAnswer> => {
    clock.advance(1);
    const payload = JSON.stringify(event);
    const timestamp = Math.floor(clock.now().getTime() / 1000) - (how.ageSeconds ?? 0);
    const secret = how.secret ?? WEBHOOK_SECRET;
    const signature = signer.generateTestHeaderString({ payload, secret, timestamp });
    const response = await fetch(`${baseUrl}/webhooks/stripe`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "Stripe-Signature": how.signature ?? signature,
      },
      body: how.tamper?.(payload) ?? payload,
    });
    const body: unknown = await response.json();
    const outcome =
      typeof body === "object" && body !== null && "outcome" in body ? body.outcome : undefined;
    return { status: response.status, outcome };
  };
}

export interface CardMarketOptions extends Pick<StartOptions, "env" | "logger"> {
  /** How long Stripe may take; short only where a test lets it take too long. */
  readonly timeoutMs?: number;
}

/** An exchange that sells credits through a Stripe of our own making. */
export async function startCardMarket(options: CardMarketOptions = {}) {
  let market: Market | undefined;
  const stripe = await startFakeStripe(() => market?.clock.now() ?? new Date());
  market = await startMarket({
    ...(options.logger === undefined ? {} : { logger: options.logger }),
    env: {
      CHECKOUT_PROVIDER: "stripe",
      STRIPE_SECRET_KEY: "sk_test_key",
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      ...options.env,
    },
    stripe: { address: stripe.address, timeoutMs: options.timeoutMs ?? 10_000 },
  });
  const started = market;
  const { baseUrl, sql, exchange } = started;
  const send = createSender(started);
  const open = (agent: TestAgent, packId: Order["packId"] = "starter"): Promise<Order> =>
    resultOf(started.call("buy_credits", { packId }, agent.key), orderSchema);

  return {
    ...started,
    stripe,
    send,
    open,
    /** Opens an order and lets Stripe say that it was paid. */
    async buy(agent: TestAgent, packId: Order["packId"] = "starter"): Promise<Order> {
      const order = await open(agent, packId);
      expect(await send(paidEvent(order))).toEqual({ status: 200, outcome: "credited" });
      return order;
    },
    async balance(agent: TestAgent) {
      return (await resultOf(started.call("whoami", {}, agent.key), whoamiSchema)).balance;
    },
    async statusOf(order: Order) {
      const answer = await fetch(`${baseUrl}/checkout/${order.orderId}`, {
        headers: { Accept: "application/json" },
      });
      return orderSchema.parse(await answer.json()).status;
    },
    agent: (role: "advertiser" | "publisher" | "both" = "advertiser") =>
      registerAgent(started.call, role),
    count: async (table: string) => Number((await sql(`select count(*) from ${table}`))[0]?.count),
    /** No difference anywhere in the books. */
    async expectVerified() {
      const wrong = (await verifyLedger(exchange.db)).filter(({ findings }) => findings.length > 0);
      expect(wrong).toEqual([]);
    },
    async close() {
      await started.close();
      await stripe.close();
    },
  };
}

/** Reported clicks on a campaign: 25 credits each, 20 for the publisher. **Shape** their ids. */
export async function clicksOn(
  { call }: Pick<CardMarket, "call">,
  publisher: TestAgent,
  campaignId: string,
  times: number,
): Promise<string[]> {
  const eventIds: string[] = [];
  for (let index = 0; index < times; index += 1) {
    const { deliveryId } = await deliverOnce(call, publisher, campaignId);
    const { body } = await call("report_click", { campaignId, deliveryId }, publisher.key);
    eventIds.push(String(Object(body).eventId));
  }
  return eventIds;
}

/** Stripe's name of the payment of an order in these tests. */
export function paymentOf(order: Pick<Order, "orderId">): string {
  return `pi_${order.orderId}`;
}

function event(type: string, object: object) {
  return { id: `evt_${randomUUID()}`, object: "event", type, data: { object } };
}

export function paidEvent(order: Order, fields: object = {}, type = "checkout.session.completed") {
  return event(type, {
    id: `cs_test_${order.checkoutUrl.match(/cs_test_(\d+)/)?.[1] ?? "none"}`,
    object: "checkout.session",
    client_reference_id: order.orderId,
    payment_intent: paymentOf(order),
    amount_total: order.priceUsd * 100,
    currency: "usd",
    payment_status: "paid",
    ...fields,
  });
}

/** **Units** US cents, over all refunds of the charge. */
export function refundEvent(order: Order, refundedCents: number, fields: object = {}) {
  return event("charge.refunded", {
    id: `ch_${order.orderId}`,
    object: "charge",
    payment_intent: paymentOf(order),
    amount: order.priceUsd * 100,
    amount_refunded: refundedCents,
    currency: "usd",
    ...fields,
  });
}

export function disputeEvent(order: Order, type = "charge.dispute.created", fields: object = {}) {
  return event(type, {
    id: `dp_${order.orderId}`,
    object: "dispute",
    status: type === "charge.dispute.created" ? "needs_response" : "under_review",
    charge: `ch_${order.orderId}`,
    payment_intent: paymentOf(order),
    amount: order.priceUsd * 100,
    currency: "usd",
    ...fields,
  });
}
