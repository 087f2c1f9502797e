import { createPublisherKit } from "@placard/publisher-kit";
import { describe, expect, test } from "vitest";
import { startExchange } from "./exchange-double.ts";
import { measureTurns, percentile, TROUBLES } from "./soak/latency.ts";

const ASK = { text: "I'm looking for trail running shoes under $100" };

describe("an exchange in trouble", () => {
  test("delays an answer by 810 ms at most in context mode", async () => {
    // The worst of a few says more about the machine; `npm run prove -- kit` takes the worst of
    // hundreds.
    const taken = await Promise.all(
      TROUBLES.map(async (trouble) => ({
        trouble,
        medianMs: percentile(await measureTurns(trouble, 5), 0.5),
      })),
    );
    expect(taken.filter(({ medianMs }) => !(medianMs <= 810))).toEqual([]);
  });

  test("delays nothing in sidebar mode: the answer is whole while the turn waits", async () => {
    await using exchange = await startExchange({
      search_shopfeed_products: () => "hang",
      list_campaigns: () => "hang",
    });
    const kit = createPublisherKit({ baseUrl: exchange.baseUrl, apiKey: "rk_live_test" });
    const abort = new AbortController();
    let isOver = false;
    const turn = kit.turn(ASK, { signal: abort.signal }).finally(() => {
      isOver = true;
    });
    await expect.poll(() => exchange.calls.length).toBeGreaterThan(0);
    async function* model() {
      yield "Look at ";
      yield "the soles.";
    }
    let answer = "";
    for await (const piece of model()) answer += piece;
    expect(answer).toBe("Look at the soles.");
    expect(isOver).toBe(false);
    abort.abort();
    expect(await turn).toMatchObject({ status: "no_fill" });
  });

  test("is left alone after five failures, and then costs no time at all", async () => {
    await using exchange = await startExchange({
      search_shopfeed_products: () => ({ status: 500, body: {} }),
    });
    const kit = createPublisherKit({ baseUrl: exchange.baseUrl, apiKey: "rk_live_test" });
    for (let count = 0; count < 5; count += 1) await kit.turn(ASK);
    const calls = exchange.calls.length;
    expect(await kit.turn(ASK)).toEqual({ status: "no_fill", reason: "circuit_open" });
    expect(exchange.calls).toHaveLength(calls);
  });
});
