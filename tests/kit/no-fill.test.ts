import { expect, test } from "vitest";
import { startExchange } from "./exchange-double.ts";
import { ASK, kitFor } from "./paid-exchange.ts";

test("a turn without offers says what to do where it is printed, and nowhere else", async () => {
  await using exchange = await startExchange({
    search_shopfeed_products: () => ({ status: 503, body: {} }),
  });
  const { kit } = kitFor(exchange, { timeoutMs: 5_000 });
  const turn = await kit.turn(ASK);
  expect(`${turn}`).toMatch(/^No offers \(http_error\)\. .*`baseUrl`.*`apiKey`/);
  expect(JSON.parse(JSON.stringify(turn))).toEqual({ status: "no_fill", reason: "http_error" });
  expect(Object.keys(turn)).toEqual(["status", "reason"]);
  expect(structuredClone(turn)).toEqual({ status: "no_fill", reason: "http_error" });
  expect(String(await kit.turn({ text: "Write a poem." }))).toMatch(/^No offers \(no_intent\)\./);
});
