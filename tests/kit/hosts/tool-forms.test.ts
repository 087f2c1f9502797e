import { createPublisherKit } from "@placard/publisher-kit";
import { findOffersTool } from "@placard/publisher-kit/tool";
import { expect, test } from "vitest";
import { startExchange } from "../exchange-double.ts";

/** An ask in whole words, and as a host's model takes it apart. */
const ASKS = [
  {
    words: "gaming laptop under $900, not acer",
    parsed: { query: "gaming laptop", exclude: ["acer"], maxPrice: 900, currency: "USD" },
  },
  {
    words: "the cheapest hiking boots between 50 and 120 euros",
    parsed: {
      query: "hiking boots",
      minPrice: 50,
      maxPrice: 120,
      currency: "EUR",
      sort: "price_asc",
    },
  },
  {
    words: "I'm looking for a desk lamp without usb, in stock",
    parsed: { query: "desk lamp", exclude: ["usb"], inStockOnly: true },
  },
] as const;

test.each(ASKS)("find_offers asks for the same list by whole words: $words", async (ask) => {
  await using exchange = await startExchange();
  for (const args of [{ query: ask.words }, ask.parsed]) {
    // A kit for each: one kit would answer an equal question from its cache.
    const kit = createPublisherKit({
      baseUrl: exchange.baseUrl,
      apiKey: "rk_live_test",
      timeoutMs: 5_000,
    });
    await findOffersTool(kit).execute(args);
    await kit.close();
  }
  const [whole, parsed] = exchange.callsOf("search_shopfeed_products").map(({ args }) => args);
  expect(parsed).toBeDefined();
  expect(whole).toEqual(parsed);
});
