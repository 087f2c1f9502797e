import { beforeAll, describe, expect, test } from "vitest";
import { whoamiSchema } from "../../../../server/src/contract/resources/agent.ts";
import { type Order, orderSchema } from "../../../../server/src/contract/resources/wallet.ts";
import { payCheckout, registerAgent, resultOf, type TestAgent } from "../../../setup/agents.ts";
import { DAY_MS, setUpMarket } from "../market.ts";

const market = setUpMarket();
let agent: TestAgent;
beforeAll(async () => {
  agent = await registerAgent(market.call, "advertiser");
});

const buy = (packId: string): Promise<Order> =>
  resultOf(market.call("buy_credits", { packId }, agent.key), orderSchema);
const payAsJson = (order: Order) =>
  fetch(`${order.checkoutUrl}/pay`, { method: "POST", headers: { Accept: "application/json" } });

describe("works", () => {
  test.each([
    ["starter", 1_000, 10],
    ["builder", 5_000, 50],
    ["fleet", 25_000, 250],
  ])("%s is %i credits for $%i, open for 24 hours", async (packId, credits, priceUsd) => {
    const order = await buy(packId);
    expect(order).toMatchObject({ packId, credits, priceUsd, status: "open" });
    expect(order.checkoutUrl).toBe(`${market.baseUrl}/checkout/${order.orderId}`);
    expect(Date.parse(order.expiresAt)).toBe(market.clock.now().getTime() + DAY_MS);
  });

  test("a publisher may buy too", async () => {
    const publisher = await registerAgent(market.call, "publisher");
    const answer = await market.call("buy_credits", { packId: "starter" }, publisher.key);
    expect(answer.status).toBe(200);
  });

  test("credits are available as soon as the order is paid", async () => {
    const buyer = await registerAgent(market.call, "both");
    const order = await resultOf(
      market.call("buy_credits", { packId: "builder" }, buyer.key),
      orderSchema,
    );
    await payCheckout(order.checkoutUrl);
    const { balance } = await resultOf(market.call("whoami", {}, buyer.key), whoamiSchema);
    expect(balance.availableCredits).toBe(5_000);
    expect(balance.earnedCredits).toBe(0);
  });
});

describe("moves exactly the money it says", () => {
  test("paying moves the pack from the clearing account to available", async () => {
    const order = await buy("starter");
    expect(await market.moved(() => payAsJson(order))).toEqual({
      [`${agent.agentId} available`]: 1_000_000_000n,
      "exchange checkout_clearing": -1_000_000_000n,
    });
  });

  test("paying twice, and five times at once, credits once", async () => {
    const order = await buy("starter");
    await payAsJson(order);
    const moved = await market.moved(async () => {
      const answers = await Promise.all([1, 2, 3, 4, 5].map(() => payAsJson(order)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    });
    expect(moved).toEqual({});
    const fresh = await buy("starter");
    const raced = await market.moved(() =>
      Promise.all([1, 2, 3, 4, 5].map(() => payAsJson(fresh))),
    );
    expect(raced[`${agent.agentId} available`]).toBe(1_000_000_000n);
  });

  test("an order older than 24 hours is expired and takes no payment", async () => {
    const order = await buy("starter");
    market.clock.advance(DAY_MS);
    const moved = await market.moved(async () => {
      const answer = await payAsJson(order);
      expect(answer.status).toBe(409);
      expect(await answer.json()).toMatchObject({
        error: {
          code: "invalid_state",
          details: { status: "expired", validActions: ["buy_credits"] },
        },
      });
    });
    expect(moved).toEqual({});
    const shown = await fetch(order.checkoutUrl, { headers: { Accept: "application/json" } });
    expect(orderSchema.parse(await shown.json()).status).toBe("expired");
  });

  test("the last millisecond of the 24 hours still counts", async () => {
    const order = await buy("starter");
    market.clock.advance(DAY_MS - 1);
    const moved = await market.moved(() => payAsJson(order));
    expect(moved[`${agent.agentId} available`]).toBe(1_000_000_000n);
  });
});
