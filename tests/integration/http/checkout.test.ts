import { describe, expect, test } from "vitest";
import { orderSchema } from "../../../server/src/contract/resources/wallet.ts";
import { registerAgent, resultOf } from "../../setup/agents.ts";
import { DAY_MS, NOBODY, setUpMarket } from "../tools/market.ts";

const market = setUpMarket();

const open = async (packId = "builder") => {
  const { key } = await registerAgent(market.call, "advertiser");
  return resultOf(market.call("buy_credits", { packId }, key), orderSchema);
};
const see = (url: string, Accept = "text/html", init: RequestInit = {}) =>
  fetch(url, { redirect: "manual", headers: { Accept }, ...init });
const pay = (url: string, Accept = "text/html") => see(`${url}/pay`, Accept, { method: "POST" });

describe("the page", () => {
  test("shows what is bought and for how much, and one button", async () => {
    const order = await open();
    const answer = await see(order.checkoutUrl);
    const text = await answer.text();
    expect(answer.headers.get("Content-Type")).toMatch(/^text\/html/);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    for (const part of ["Buy 5,000 credits", "builder", "Pay $50.00", order.orderId, "sandbox"]) {
      expect(text).toContain(part);
    }
    expect(text.match(/<button/g)).toHaveLength(1);
  });

  test("loads nothing from elsewhere and runs no script", async () => {
    const answer = await see((await open()).checkoutUrl);
    const policy = answer.headers.get("Content-Security-Policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    const text = await answer.text();
    expect(text).not.toMatch(/<script|style=|onclick|https?:\/\/(?!127\.0\.0\.1)/);
  });

  test("after paying the reader is sent to a page that says so, without a button", async () => {
    const order = await open();
    const paid = await pay(order.checkoutUrl);
    expect([paid.status, paid.headers.get("Location")]).toEqual([
      303,
      `/checkout/${order.orderId}`,
    ]);
    const text = await (await see(order.checkoutUrl)).text();
    expect(text).toContain("<h1>Paid</h1>");
    expect(text).toMatch(/Receipt<\/dt><dd><code>ord_/);
    expect(text).toContain('<a href="/console#ledger');
    expect(text).not.toContain("<button");
  });

  test("names the wallet that gets the credits", async () => {
    const agent = await registerAgent(market.call, "advertiser", "Iron Pans & Pots");
    const order = await resultOf(
      market.call("buy_credits", { packId: "starter" }, agent.key),
      orderSchema,
    );
    const text = await (await see(order.checkoutUrl)).text();
    expect(text).toContain("Iron Pans &amp; Pots");
    expect(text).toContain(agent.agentId);
  });

  test("who canceled at the provider reads that nothing was charged, and may pay", async () => {
    const text = await (await see(`${(await open()).checkoutUrl}?canceled=1`)).text();
    expect(text).toContain("Nothing was charged");
    expect(text).toContain("<button");
  });

  test("an expired order says so and has no button", async () => {
    const order = await open();
    market.clock.advance(DAY_MS);
    const text = await (await see(order.checkoutUrl)).text();
    expect(text).toContain("expired");
    expect(text).not.toContain("<button");
  });
});

describe("as JSON", () => {
  test("the order as buy_credits returned it", async () => {
    const order = await open("fleet");
    expect(await (await see(order.checkoutUrl, "application/json")).json()).toEqual(order);
  });

  test("paying answers the paid order, once and again", async () => {
    const order = await open();
    for (let turn = 0; turn < 2; turn += 1) {
      const answer = await pay(order.checkoutUrl, "application/json");
      expect(await answer.json()).toEqual({ ...order, status: "paid" });
    }
  });
});

describe("refuses", () => {
  test.each([
    ["an order that does not exist", `ord_${NOBODY}`],
    ["an id of another kind", `agt_${NOBODY}`],
    ["no id", ""],
    ["something after the id", `ord_${NOBODY}/refund`],
    ["two steps up", "..%2f..%2fapi"],
  ])("%s", async (_case, path) => {
    const answer = await see(`${market.baseUrl}/checkout/${path}`, "application/json");
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: { code: "not_found" } });
  });

  test("paying by GET and showing by POST", async () => {
    const order = await open();
    expect((await see(`${order.checkoutUrl}/pay`)).status).toBe(405);
    expect((await see(order.checkoutUrl, "text/html", { method: "POST" })).status).toBe(405);
    expect((await see(order.checkoutUrl, "application/json")).status).toBe(200);
  });
});
