import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Order } from "../../../server/src/contract/resources/wallet.ts";
import type { TestAgent } from "../../setup/agents.ts";
import { startExchange } from "../../setup/exchange.ts";
import { type CardMarket, paidEvent, startCardMarket } from "../domain/checkout/card-market.ts";
import { DAY_MS, NOBODY } from "../tools/market.ts";

let market: CardMarket;
let agent: TestAgent;
let order: Order;
beforeAll(async () => {
  market = await startCardMarket();
});
afterAll(async () => {
  await market.expectVerified();
  await market.close();
});
afterEach(() => market.expectBooksAddUp());

const opened = async () => {
  agent = await market.agent();
  order = await market.open(agent);
};
const available = async () => (await market.balance(agent)).availableCredits;

describe("a payment that Stripe signed", () => {
  test("credits the order, exactly once, however often it is told", async () => {
    await opened();
    const told = paidEvent(order);
    expect(await market.send(told)).toEqual({ status: 200, outcome: "credited" });
    expect(await market.send(told)).toEqual({ status: 200, outcome: "repeated" });
    expect(await available()).toBe(1_000);
    expect(await market.statusOf(order)).toBe("paid");
  });

  test("moves the pack from the clearing account to the buyer, to the micro-credit", async () => {
    await opened();
    expect(await market.moved(() => market.send(paidEvent(order)))).toEqual({
      [`${agent.agentId} available`]: 1_000_000_000n,
      "exchange checkout_clearing": -1_000_000_000n,
    });
  });

  test("credits one session once, also by another event", async () => {
    await opened();
    await market.send(paidEvent(order));
    const other = paidEvent(order, {}, "checkout.session.async_payment_succeeded");
    expect(await market.send(other)).toEqual({ status: 200, outcome: "already_paid" });
    expect(await available()).toBe(1_000);
  });

  test("told ten times at once credits once", async () => {
    await opened();
    const same = paidEvent(order);
    const events = [...Array(5).fill(same), ...Array.from({ length: 5 }, () => paidEvent(order))];
    const outcomes = await Promise.all(events.map((event) => market.send(event)));
    expect(outcomes.every(({ status }) => status === 200)).toBe(true);
    expect(outcomes.filter(({ outcome }) => outcome === "credited")).toHaveLength(1);
    expect(await available()).toBe(1_000);
  });

  test("of a slow payment method counts when the money is there, not before", async () => {
    await opened();
    const completed = paidEvent(order, { payment_status: "unpaid" });
    expect(await market.send(completed)).toEqual({ status: 200, outcome: "awaiting_payment" });
    expect(await available()).toBe(0);
    const arrived = paidEvent(order, {}, "checkout.session.async_payment_succeeded");
    expect(await market.send(arrived)).toEqual({ status: 200, outcome: "credited" });
    expect(await available()).toBe(1_000);
  });

  test("in the wrong order counts once all the same", async () => {
    await opened();
    const arrived = paidEvent(order, {}, "checkout.session.async_payment_succeeded");
    expect((await market.send(arrived)).outcome).toBe("credited");
    const completed = paidEvent(order, { payment_status: "unpaid" });
    expect(await market.send(completed)).toEqual({ status: 200, outcome: "awaiting_payment" });
    expect(await available()).toBe(1_000);
  });

  test("still counts after the order has expired", async () => {
    await opened();
    await market.travel(3 * DAY_MS);
    expect(await market.statusOf(order)).toBe("expired");
    expect((await market.send(paidEvent(order))).outcome).toBe("credited");
    expect(await available()).toBe(1_000);
  });

  test("a sale of something else on the same account credits nobody", async () => {
    await opened();
    for (const reference of [`ord_${NOBODY}`, "invoice-17", null]) {
      const event = paidEvent(order, { client_reference_id: reference, id: "cs_test_other" });
      expect(await market.send(event)).toEqual({ status: 200, outcome: "unknown_order" });
    }
    expect(await available()).toBe(0);
  });

  test.each([
    ["less than the price", { amount_total: 999 }],
    ["more than the price", { amount_total: 1_001 }],
    ["no amount", { amount_total: null }],
    ["the same number in another currency", { currency: "eur" }],
  ])("of %s credits nothing", async (_case, fields) => {
    await opened();
    const answer = await market.send(paidEvent(order, fields));
    expect(answer).toEqual({ status: 200, outcome: "amount_mismatch" });
    expect(await available()).toBe(0);
    expect(await market.statusOf(order)).toBe("open");
  });

  test("by a session that is not the order's credits nothing", async () => {
    await opened();
    const answer = await market.send(paidEvent(order, { id: "cs_test_second" }));
    expect(answer).toEqual({ status: 200, outcome: "second_payment" });
    expect(await available()).toBe(0);
  });

  test("an event of a kind that we have no use for answers 200", async () => {
    await opened();
    const answer = await market.send(paidEvent(order, {}, "customer.created"));
    expect(answer).toEqual({ status: 200, outcome: "ignored" });
  });
});

describe("what Stripe did not sign credits nothing", () => {
  test.each([
    ["with another secret", { secret: "whsec_someone_else" }],
    ["without a signature", { signature: "" }],
    ["with a signature of nonsense", { signature: "t=1,v1=00" }],
    ["ten minutes old", { ageSeconds: 600 }],
    ["one second past the tolerance", { ageSeconds: 302 }],
    ["with one byte changed", { tamper: (text: string) => text.replace("paid", "Paid") }],
    ["with one space more", { tamper: (text: string) => `${text} ` }],
    ["with another order", { tamper: (text: string) => text.replace(/ord_./, "ord_1") }],
  ])("%s", async (_case, how) => {
    await opened();
    const answer = await market.send(paidEvent(order), how);
    expect(answer).toEqual({ status: 400, outcome: undefined });
    expect(await available()).toBe(0);
  });

  test("but within the tolerance it does", async () => {
    await opened();
    expect((await market.send(paidEvent(order), { ageSeconds: 298 })).outcome).toBe("credited");
  });

  test("other methods and large bodies are refused", async () => {
    const url = `${market.baseUrl}/webhooks/stripe`;
    expect((await fetch(url)).status).toBe(405);
    const body = "x".repeat(300 * 1024);
    expect((await fetch(url, { method: "POST", body })).status).toBe(413);
  });

  test("an exchange with sandbox money has no such address", async () => {
    const sandbox = await startExchange();
    const answer = await fetch(`${sandbox.baseUrl}/webhooks/stripe`, { method: "POST" });
    expect(answer.status).toBe(404);
    await sandbox.close();
  });

  test("the sandbox's button does not exist beside real money", async () => {
    await opened();
    const answer = await fetch(`${market.baseUrl}/checkout/${order.orderId}/pay`, {
      method: "POST",
    });
    expect(answer.status).toBe(404);
    expect(await available()).toBe(0);
  });
});
