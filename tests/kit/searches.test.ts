import { createPublisherKit } from "@placard/publisher-kit";
import type { KitEvent, PublisherKitOptions } from "@placard/publisher-kit/types";
import { describe, expect, test } from "vitest";
import { product, startExchange } from "./exchange-double.ts";

const ASK = { text: "I'm looking for trail running shoes under $100" };

async function openWorld(options: Partial<PublisherKitOptions> = {}) {
  const exchange = await startExchange();
  const clock = { nowMs: Date.parse("2026-03-01T12:00:00Z") };
  const events: KitEvent[] = [];
  const kit = createPublisherKit({
    baseUrl: exchange.baseUrl,
    apiKey: "rk_live_test_key_of_the_publisher",
    now: () => clock.nowMs,
    onEvent: (event) => events.push(event),
    ...options,
  });
  const searches = () => exchange.callsOf("search_shopfeed_products").length;
  return {
    exchange,
    kit,
    clock,
    events,
    searches,
    [Symbol.asyncDispose]: () => exchange[Symbol.asyncDispose](),
  };
}

describe("one search for many readers", () => {
  test("serves turns of one moment and of the next minute, each with its own cards", async () => {
    await using world = await openWorld();
    const { kit, clock, searches, events } = world;
    const together = await Promise.all([kit.turn(ASK), kit.turn(ASK), kit.turn(ASK)]);
    expect(searches()).toBe(1);
    clock.nowMs += 59_000;
    const later = await kit.turn(ASK);
    expect(searches()).toBe(1);
    const tokens = [...together, later].map((turn) =>
      turn.status === "filled" ? turn.cards[0]?.cardToken : undefined,
    );
    expect(new Set(tokens).size).toBe(4);
    expect(tokens).not.toContain(undefined);
    expect(events.filter(({ type }) => type === "search").at(-1)).toMatchObject({ shared: true });
    clock.nowMs += 2_000;
    await kit.turn(ASK);
    expect(searches()).toBe(2);
  });

  test("is another search where the words or the limits are others", async () => {
    await using world = await openWorld();
    const { kit, searches } = world;
    await kit.turn(ASK);
    await kit.turn({ text: "I'm looking for trail running shoes under $90" });
    await kit.turn({ text: "I'm looking for rain jackets under $100" });
    expect(searches()).toBe(3);
  });

  test("is not shared for longer than the host allows", async () => {
    await using world = await openWorld({ shareSearchesMs: 0 });
    await world.kit.turn(ASK);
    await world.kit.turn(ASK);
    expect(world.searches()).toBe(2);
  });

  test("never keeps a failure or a feed that is not ready", async () => {
    await using world = await openWorld();
    const { kit, exchange, searches } = world;
    exchange.handlers.search_shopfeed_products = () => ({ status: 503, body: {} });
    expect(await kit.turn(ASK)).toMatchObject({ reason: "http_error" });
    exchange.handlers.search_shopfeed_products = () => ({
      body: { status: "feed_pending", items: [] },
    });
    expect(await kit.turn(ASK)).toMatchObject({ reason: "feed_pending" });
    delete exchange.handlers.search_shopfeed_products;
    expect(await kit.turn(ASK)).toMatchObject({ status: "filled" });
    expect(searches()).toBe(3);
  });

  test("goes on for the others when one reader leaves, and ends when all have", async () => {
    await using world = await openWorld({ timeoutMs: 60_000 });
    const { kit, exchange } = world;
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let gone = 0;
    exchange.handlers.search_shopfeed_products = async (_call, response) => {
      response.on("close", () => {
        if (!response.writableEnded) gone += 1;
      });
      await held;
      return { body: { status: "ok", items: [product(exchange.baseUrl, 1)] } };
    };
    const [first, second] = [new AbortController(), new AbortController()];
    const leaves = kit.turn(ASK, { signal: first.signal });
    const stays = kit.turn(ASK, { signal: second.signal });
    await expect.poll(() => world.searches()).toBe(1);
    first.abort();
    expect(await leaves).toMatchObject({ reason: "aborted" });
    release();
    expect(await stays).toMatchObject({ status: "filled" });
    expect(gone).toBe(0);

    exchange.handlers.search_shopfeed_products = (_call, response) => {
      response.on("close", () => {
        gone += 1;
      });
      return "hang";
    };
    const only = new AbortController();
    const other = kit.turn({ text: "I'm looking for a tent" }, { signal: only.signal });
    await expect.poll(() => world.searches()).toBe(2);
    only.abort();
    expect(await other).toMatchObject({ reason: "aborted" });
    await expect.poll(() => gone).toBe(1);
  });

  test("says nothing about an exchange that went away meanwhile", async () => {
    await using world = await openWorld();
    const { kit, exchange } = world;
    await kit.turn(ASK);
    exchange.handlers.search_shopfeed_products = () => ({ status: 503, body: {} });
    for (let count = 1; count <= 5; count += 1) {
      await kit.turn({ text: `I'm looking for trail running shoes number ${count}` });
      // Fed from memory, such a turn neither heals the circuit nor opens it.
      if (count < 5) expect(await kit.turn(ASK)).toMatchObject({ status: "filled" });
    }
    expect(kit.stats().circuit).toBe("open");
  });
});
