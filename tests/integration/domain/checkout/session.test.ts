import { afterAll, describe, expect, test } from "vitest";
import { orderSchema } from "../../../../server/src/contract/resources/wallet.ts";
import { resultOf } from "../../../setup/agents.ts";
import { setUp } from "../../../setup/shared.ts";
import { DAY_MS, HOUR_MS, newKey, refused } from "../../tools/market.ts";
import { paidEvent, startCardMarket } from "./card-market.ts";

const market = setUp(() => startCardMarket({ timeoutMs: 400 }));
afterAll(() => market.expectVerified());

const lastRequest = () => {
  const request = market.stripe.requests.at(-1);
  if (request === undefined) throw new Error("Stripe was not asked.");
  return request;
};

describe("the session that Stripe is asked for", () => {
  test("sells the pack at its price in dollars and names the order everywhere", async () => {
    const agent = await market.agent();
    const order = await market.open(agent, "builder");
    const { fields, ...request } = lastRequest();
    expect(request).toEqual({
      idempotencyKey: order.orderId,
      authorization: "Bearer sk_test_key",
      contentType: "application/x-www-form-urlencoded",
    });
    const page = `${market.exchange.services.settings.baseUrl}/checkout/${order.orderId}`;
    expect(fields).toEqual({
      mode: "payment",
      "line_items[0][quantity]": "1",
      "line_items[0][price_data][currency]": "usd",
      "line_items[0][price_data][unit_amount]": "5000",
      "line_items[0][price_data][product_data][name]": "5,000 advertising credits",
      "line_items[0][price_data][product_data][metadata][packId]": "builder",
      client_reference_id: order.orderId,
      "metadata[orderId]": order.orderId,
      "metadata[agentId]": agent.agentId,
      "metadata[packId]": "builder",
      "payment_intent_data[metadata][orderId]": order.orderId,
      "payment_intent_data[metadata][agentId]": agent.agentId,
      "payment_intent_data[metadata][packId]": "builder",
      "payment_intent_data[description]": `Order ${order.orderId}`,
      expires_at: String(Math.floor(Date.parse(order.expiresAt) / 1000) - 120),
      success_url: page,
      cancel_url: `${page}?canceled=1`,
    });
  });

  test("is where the human pays; the order's own page says whether it is paid", async () => {
    const agent = await market.agent();
    const order = await market.open(agent);
    expect(order.checkoutUrl).toMatch(/^https:\/\/checkout\.stripe\.com\/c\/pay\/cs_test_\d+/);
    const page = `${market.baseUrl}/checkout/${order.orderId}`;
    const read = async () => (await fetch(page, { headers: { Accept: "text/html" } })).text();
    const open = await read();
    expect(open).toContain(`href="${order.checkoutUrl}"`);
    expect(open).not.toMatch(/<button|sandbox/);
    await market.send(paidEvent(order));
    expect(await read()).toContain("<h1>Paid</h1>");
  });
});

describe("buy_credits", () => {
  test("is safe to repeat: one order, one session, the same bytes", async () => {
    const agent = await market.agent();
    const sessions = market.stripe.sessions();
    const idempotencyKey = newKey();
    const buy = () =>
      market.call("buy_credits", { packId: "starter" }, agent.key, { idempotencyKey });
    const orders = await market.count("credit_order");
    const first = await buy();
    expect((await buy()).text).toBe(first.text);
    expect(await market.count("credit_order")).toBe(orders + 1);
    expect(market.stripe.sessions() - sessions).toBe(1);
  });

  test("asks Stripe again after its fault, with the same key", async () => {
    const agent = await market.agent();
    const sessions = market.stripe.sessions();
    const asked = market.stripe.requests.length;
    market.stripe.failNext("server_error", "cut_line");
    const order = await market.open(agent);
    const keys = market.stripe.requests.slice(asked).map(({ idempotencyKey }) => idempotencyKey);
    expect(keys).toEqual([order.orderId, order.orderId, order.orderId]);
    expect(market.stripe.sessions() - sessions).toBe(1);
  });

  test("a session whose answer was lost is found again, not made twice", async () => {
    const agent = await market.agent();
    const sessions = market.stripe.sessions();
    market.stripe.failNext("lost_answer");
    const order = await market.open(agent);
    expect(market.stripe.sessions() - sessions).toBe(1);
    expect(order.checkoutUrl).toContain(`cs_test_${sessions + 1}`);
  });

  test("may be repeated when Stripe stayed away, and then continues the order", async () => {
    const agent = await market.agent();
    const orders = await market.count("credit_order");
    const idempotencyKey = newKey();
    market.stripe.failNext("lost_answer", "server_error", "server_error");
    const call = () =>
      market.call("buy_credits", { packId: "starter" }, agent.key, { idempotencyKey });
    const error = await refused(call(), "unavailable");
    expect(error).toMatchObject({ recovery: "transient" });
    const order = await resultOf(call(), orderSchema);
    expect((await call()).text).toBe(JSON.stringify(order));
    expect((await market.count("credit_order")) - orders).toBe(1);
    expect((await market.send(paidEvent(order))).outcome).toBe("credited");
    expect((await market.balance(agent)).availableCredits).toBe(1_000);
  });

  test("a payment that arrives before the caller ever saw the address is credited", async () => {
    const agent = await market.agent();
    market.stripe.failNext("lost_answer", "server_error", "server_error");
    await refused(market.call("buy_credits", { packId: "starter" }, agent.key), "unavailable");
    const { fields } = lastRequest();
    const order = {
      orderId: fields.client_reference_id ?? "",
      packId: "starter",
      credits: 1_000,
      priceUsd: 10,
      checkoutUrl: `cs_test_${market.stripe.sessions()}`,
      status: "open",
      expiresAt: "",
    } as const;
    expect((await market.send(paidEvent(order))).outcome).toBe("credited");
    expect((await market.balance(agent)).availableCredits).toBe(1_000);
  });

  test("a wrong secret of ours is our fault, and its text stays with us", async () => {
    const agent = await market.agent();
    market.stripe.failNext("bad_key");
    const call = market.call("buy_credits", { packId: "starter" }, agent.key);
    const error = await refused(call, "internal");
    expect(JSON.stringify(error)).not.toMatch(/sk_test|stripe/i);
    expect(error.nextTools).toEqual(["report_bug"]);
  });

  test("a repeat that comes too late for a page names the way on", async () => {
    const agent = await market.agent();
    const idempotencyKey = newKey();
    const call = () =>
      market.call("buy_credits", { packId: "starter" }, agent.key, { idempotencyKey });
    market.stripe.failNext("bad_key");
    await refused(call(), "internal");
    await market.travel(DAY_MS - HOUR_MS / 2);
    expect(await refused(call(), "invalid_state")).toMatchObject({ nextTools: ["buy_credits"] });
  });

  test("holds no transaction open while Stripe is slow", async () => {
    const agent = await market.agent();
    market.stripe.failNext("lost_answer");
    const asked = market.stripe.requests.length;
    const slow = market.open(agent);
    await expect.poll(() => market.stripe.requests.length).toBeGreaterThan(asked);
    const open = await market.sql(
      `select pid from pg_stat_activity
       where datname = current_database() and state like 'idle in transaction%'`,
    );
    expect(open).toEqual([]);
    await slow;
  });
});
