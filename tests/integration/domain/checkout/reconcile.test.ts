import { afterAll, beforeEach, expect, test } from "vitest";
import { runPurchasesCommand, runReconcileCommand } from "../../../../server/src/cli/purchases.ts";
import { uuidFromId } from "../../../../server/src/contract/ids.ts";
import type { Order } from "../../../../server/src/contract/resources/wallet.ts";
import { createSandboxCashout } from "../../../../server/src/providers/cashout/sandbox.ts";
import { createStripeCheckout } from "../../../../server/src/providers/checkout/stripe.ts";
import type { TestAgent } from "../../../setup/agents.ts";
import { setUp } from "../../../setup/shared.ts";
import { paidEvent, refundEvent, startCardMarket, WEBHOOK_SECRET } from "./card-market.ts";

const market = setUp(() => startCardMarket());
afterAll(() => market.expectVerified());
beforeEach(() => {
  for (const path of Object.keys(market.stripe.listed)) delete market.stripe.listed[path];
});

const reconcile = (...words: string[]) => operate(runReconcileCommand, words);

async function operate(command: typeof runReconcileCommand, words: string[]) {
  let text = "";
  const { db, ids, clock } = market.exchange.services;
  const checkout = createStripeCheckout({
    secretKey: "sk_test_key",
    webhookSecret: WEBHOOK_SECRET,
    baseUrl: market.baseUrl,
    address: market.stripe.address,
  });
  const code = await command([...words, "--json"], {
    ...{ db, ids, clock, actor: "ada" },
    stdout: { write: (part) => (text += part) },
    providers: async () => ({ checkout, cashout: createSandboxCashout(), seasoningDays: 30 }),
  });
  return { code, ...JSON.parse(text) };
}

/** Stripe's object inside an event, with what the page was opened with. */
function objectOf(event: ReturnType<typeof paidEvent>, fields: object = {}): object {
  return { ...event.data.object, ...fields };
}
const listPaid = (order: Order, agent: TestAgent) => {
  const metadata = { orderId: order.orderId, agentId: agent.agentId, packId: order.packId };
  const created = Math.floor(market.clock.now().getTime() / 1_000);
  market.stripe.listed["checkout/sessions"] = [objectOf(paidEvent(order), { metadata, created })];
};

test("a payment whose message was lost is credited once", async () => {
  const agent = await market.agent();
  const order = await market.open(agent);
  listPaid(order, agent);
  expect(await reconcile()).toMatchObject({ code: 1, differences: [{ result: "would_book" }] });
  expect((await market.balance(agent)).availableCredits).toBe(0);
  expect(await reconcile("--book")).toMatchObject({ differences: [{ result: "booked" }] });
  expect((await market.balance(agent)).availableCredits).toBe(order.credits);
  expect(await reconcile("--book")).toMatchObject({ code: 0, differences: [] });
  expect(await market.send(paidEvent(order))).toMatchObject({ outcome: "already_paid" });
  expect((await market.balance(agent)).availableCredits).toBe(order.credits);
});

test("an order that the database lost is opened again and credited", async () => {
  const agent = await market.agent();
  const order = await market.open(agent);
  listPaid(order, agent);
  await market.sql("delete from credit_order where id = $1", [uuidFromId(order.orderId)]);
  expect(await reconcile("--book")).toMatchObject({ differences: [{ result: "booked" }] });
  expect((await market.balance(agent)).availableCredits).toBe(order.credits);
  expect(await market.statusOf(order)).toBe("paid");
});

test("a payment of an unknown agent is left to the operator", async () => {
  const agent = await market.agent();
  const order = await market.open(agent);
  const unknown = { ...agent, agentId: market.exchange.services.ids.id("agt") };
  listPaid(order, unknown);
  await market.sql("delete from credit_order where id = $1", [uuidFromId(order.orderId)]);
  expect(await reconcile("--book")).toMatchObject({ code: 1, differences: [{ result: "open" }] });
});

test("a refund whose message was lost takes the credits back once", async () => {
  const agent = await market.agent();
  const order = await market.buy(agent);
  market.stripe.listed.charges = [refundEvent(order, order.priceUsd * 100).data.object];
  expect(await reconcile("--book")).toMatchObject({ differences: [{ result: "booked" }] });
  expect((await market.balance(agent)).availableCredits).toBe(0);
  expect(await reconcile("--book")).toMatchObject({ code: 0, differences: [] });
});

test("an operator refunds a purchase at Stripe in parts, each of them once", async () => {
  const agent = await market.agent();
  const order = await market.buy(agent);
  const why = ["--reason", "Asked.", "--yes"];
  const refund = (...words: string[]) =>
    operate(runPurchasesCommand, ["refund", order.orderId, ...words, ...why]);
  await refund("--usd", "4");
  await refund("--usd", "4");
  expect([...market.stripe.refunds.values()]).toEqual([400]);
  expect((await market.balance(agent)).availableCredits).toBe(600);
  // Stripe's own message about the refund arrives as well.
  await market.send(refundEvent(order, 400));
  expect(await refund()).toMatchObject({ status: "reversed", reversedCredits: 1_000 });
  expect([...market.stripe.refunds.values()]).toEqual([400, 600]);
  expect((await market.balance(agent)).availableCredits).toBe(0);
  await expect(refund("--usd", "11")).rejects.toMatchObject({ code: "invalid_state" });
  const { items } = await operate(runPurchasesCommand, ["list", "--agent", agent.agentId]);
  expect(items).toMatchObject([{ orderId: order.orderId, status: "reversed" }]);
  const found = await operate(runPurchasesCommand, ["list", "--payment", items[0].paymentId]);
  expect(found.items).toEqual(items);
});
