import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CATALOGUE } from "../../server/src/tools/catalogue.ts";
import { startExchange, type TestExchange } from "../setup/exchange.ts";
import { CLIENTS, createMcpCaller } from "./clients.ts";
import { TOUR_PRODUCT, tour, withoutIds } from "./tour.ts";

let world: TestExchange;
let overHttp: Awaited<ReturnType<typeof tour>>;
beforeAll(async () => {
  // Cashouts stay as they are asked for, so that every tour sees the same.
  world = await startExchange({
    env: { CASHOUT_NEW_ADDRESS_HOURS: "24", POSTBACK_ALLOW_HOSTS: "127.0.0.1" },
  });
  await world.loadProducts("tour", [TOUR_PRODUCT]);
  overHttp = await tour(world.call);
});
afterAll(() => world.close());

test("the tour calls every tool with success, and is refused in many ways", () => {
  const called = new Set(overHttp.right.map((step) => step.tool));
  expect(CATALOGUE.map((tool) => tool.name).filter((name) => !called.has(name))).toEqual([]);
  expect(overHttp.right.filter((step) => step.isError)).toEqual([]);
  expect(overHttp.wrong.filter((step) => !step.isError)).toEqual([]);
  const codes = new Set(overHttp.wrong.map((step) => codeOf(step.body)));
  expect(codes).toEqual(
    new Set([
      "missing_key",
      "unknown_tool",
      "wrong_role",
      "invalid_arguments",
      "key_in_arguments",
      "not_found",
      "conflict",
      "invalid_state",
      "rate_below_floor",
      "insufficient_credits",
      "budget_too_low",
      "ad_unit_mismatch",
      "idempotency_key_reused",
      "creative_rejected",
      "destination_invalid",
      "placement_not_bookable",
    ]),
  );
});

describe.each(CLIENTS)("$name", (kind) => {
  test("gets from every tool what HTTP gives, and the same errors", async () => {
    const client = createMcpCaller(kind, `${world.baseUrl}/mcp`);
    const overMcp = await tour(client.call);
    await client.close();
    expect(withoutIds(overMcp.right)).toEqual(withoutIds(overHttp.right));
    expect(withoutIds(overMcp.wrong)).toEqual(withoutIds(overHttp.wrong));
  });

  test("reads the whole object also in the text", async () => {
    const connection = await kind.connect(`${world.baseUrl}/mcp`);
    const found = await connection.callTool("search_shopfeed_products", { q: "kettle" });
    const refused = await connection.callTool("search_shopfeed_products", { limit: 0 });
    for (const { texts, body } of [found, refused]) {
      expect(JSON.parse(texts[0] ?? "")).toEqual(body);
    }
    await connection.close();
  });

  test("gets the first answer again for the same idempotency key", async () => {
    const client = createMcpCaller(kind, `${world.baseUrl}/mcp`);
    const identity = { provider: "Test House", displayName: "Twice", role: "advertiser" };
    const { key } = registered((await client.call("register", identity)).body);
    const order = { packId: "starter", idempotencyKey: "order-1" };
    const first = await client.call("buy_credits", order, key);
    const second = await client.call("buy_credits", order, key);
    const overHttpToo = await world.call("buy_credits", { packId: "starter" }, key, {
      headers: { "Idempotency-Key": "order-1" },
    });
    expect(first.isError).toBe(false);
    expect(second.body).toEqual(first.body);
    expect(overHttpToo.body).toEqual(first.body);
    expect(overHttpToo.headers.get("Idempotent-Replayed")).toBe("true");
    await client.close();
  });
});

function codeOf(body: unknown): unknown {
  return Object(Object(body).error).code;
}

function registered(body: unknown): { key: string } {
  return { key: String(Object(body).apiKey) };
}
