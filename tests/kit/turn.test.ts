import { createPublisherKit } from "@placard/publisher-kit";
import type { KitEvent, PublisherKitOptions, Turn } from "@placard/publisher-kit/types";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  campaign,
  campaignId,
  delivery,
  placementId,
  product,
  startExchange,
} from "./exchange-double.ts";

const KEY = "rk_live_test_key_of_the_publisher";
const ASK = { text: "I'm looking for trail running shoes under $100" };

type Double = Awaited<ReturnType<typeof startExchange>>;

function kitFor(exchange: Pick<Double, "baseUrl">, options: Partial<PublisherKitOptions> = {}) {
  const events: KitEvent[] = [];
  const kit = createPublisherKit({
    baseUrl: exchange.baseUrl,
    apiKey: KEY,
    // Far beyond what the first turn of a process needs on a busy machine.
    timeoutMs: 5_000,
    onEvent: (event) => events.push(event),
    ...options,
  });
  return { kit, events };
}

const cardsOf = (turn: Turn) => (turn.status === "filled" ? turn.cards : []);

describe("gates", () => {
  const closed: [string, { text: string }, Partial<PublisherKitOptions>, string][] = [
    ["no shopping intent", { text: "write a poem about the sea" }, {}, "no_intent"],
    ["an empty turn", { text: "  " }, {}, "no_intent"],
    ["grief", { text: "my dad died, where can I buy a black suit" }, {}, "sensitive"],
    ["a phrase of the publisher", ASK, { policy: { sensitivePhrases: ["trail"] } }, "sensitive"],
    ["the publisher's rule", ASK, { policy: { allow: () => false } }, "policy"],
    ["no consent", ASK, { consent: () => false }, "consent"],
    ["a child", ASK, { consent: () => ({ coppa: true }) }, "consent"],
    [
      "a rule that throws",
      ASK,
      {
        policy: {
          allow: () => {
            throw new Error("host");
          },
        },
      },
      "policy",
    ],
  ];
  test.each(closed)("%s ends a turn without any network", async (_name, input, options, reason) => {
    await using exchange = await startExchange();
    const { kit } = kitFor(exchange, options);
    expect(await kit.turn(input)).toEqual({ status: "no_fill", reason });
    expect(exchange.calls).toEqual([]);
  });

  test("a sensitive earlier turn wins over a clear ask", async () => {
    await using exchange = await startExchange();
    const { kit } = kitFor(exchange);
    const previous = [{ role: "user" as const, text: "I was diagnosed with cancer" }];
    expect(await kit.turn({ ...ASK, previous })).toEqual({
      status: "no_fill",
      reason: "sensitive",
    });
  });

  test("a detector of the host cannot switch the sensitive list off", async () => {
    await using exchange = await startExchange();
    const intent = () => ({ shopping: true, score: 1, sensitive: false, reasons: [] });
    const { kit } = kitFor(exchange, { intent });
    for (const text of ["pills to kill myself", "where can I buy a dildo"]) {
      expect(await kit.turn({ text })).toEqual({ status: "no_fill", reason: "sensitive" });
    }
    expect(exchange.calls).toEqual([]);
  });

  test("a session has no more filled turns than the policy allows", async () => {
    await using exchange = await startExchange();
    const { kit } = kitFor(exchange, { policy: { maxFilledPerSession: 1 } });
    expect((await kit.turn({ ...ASK, sessionKey: "a" })).status).toBe("filled");
    expect(await kit.turn({ ...ASK, sessionKey: "a" })).toEqual({
      status: "no_fill",
      reason: "capped",
    });
    expect((await kit.turn({ ...ASK, sessionKey: "b" })).status).toBe("filled");
  });
});

describe("what leaves the server", () => {
  test("only the derived query, with its bounds, under the publisher's key", async () => {
    await using exchange = await startExchange();
    const { kit } = kitFor(exchange);
    await kit.turn({
      text: "My name is Ada Lovelace, ada@example.com. I'm looking for trail shoes under $100",
    });
    const [search] = exchange.callsOf("search_shopfeed_products");
    expect(search?.authorization).toBe(`Bearer ${KEY}`);
    const query = { q: "trail shoes", maxPrice: 100, currency: "USD", limit: 12 };
    expect(search?.args).toEqual(query);
    expect(JSON.stringify(exchange.calls)).not.toMatch(/ada|lovelace/i);
  });

  test("a session goes out under a pseudonym, and not at all when the reader objects", async () => {
    await using exchange = await startExchange({
      list_campaigns: () => ({ body: { items: [campaign(1, "cpm")], nextCursor: null } }),
    });
    const { kit } = kitFor(exchange);
    await kit.turn({ ...ASK, sessionKey: "user-4711" });
    await kit.turn({ ...ASK, sessionKey: "user-4711", consent: { gpc: true } });
    const [known, objected] = exchange.callsOf("deliver_ad");
    // So that the exchange can leave out campaigns for other things.
    expect(known?.args.query).toBe(exchange.callsOf("search_shopfeed_products")[0]?.args.q);
    expect(known?.args.sessionKey).toMatch(/^[\w-]{22}$/);
    expect(objected?.args).not.toHaveProperty("sessionKey");
    expect(JSON.stringify(exchange.calls)).not.toContain("4711");
  });

  test("bounds in another currency go with their currency", async () => {
    await using exchange = await startExchange();
    const { kit } = kitFor(exchange);
    await kit.turn({ text: "where can I buy headphones under €30" });
    const [search] = exchange.callsOf("search_shopfeed_products");
    expect(search?.args).toEqual({ q: "headphones", maxPrice: 30, currency: "EUR", limit: 12 });
  });
});

describe("cards", () => {
  test("carry what the feed says, a token, and nothing invented", async () => {
    await using exchange = await startExchange();
    const { kit } = kitFor(exchange);
    const [card] = cardsOf(await kit.turn(ASK));
    expect(card).toEqual({
      cardToken: expect.stringMatching(/^c1\./),
      kind: "product",
      title: "Trail shoe 1",
      image: { url: "https://img.example/1.jpg", width: 400, height: 400, alt: "A shoe" },
      price: {
        amount: 41,
        currency: "USD",
        compareAtAmount: null,
        discountPercent: null,
        discountAmount: null,
      },
      seller: "Shoe shop",
      availability: "in_stock",
      rating: { value: 4.5, count: 12 },
      disclosure: "Sponsored by Shoe shop",
      clickUrl: expect.stringContaining("/r/"),
    });
    expect(JSON.stringify(card)).not.toContain(KEY);
  });

  const bad: [string, Record<string, unknown>][] = [
    ["a foreign click address", { clickUrl: "https://shop.example/r/abc" }],
    ["an untracked path", { clickUrl: "/shop/1" }],
    ["a path that leaves the hop", { clickUrl: "ORIGIN/r/../shop" }],
    ["a name before the host", { clickUrl: "http://u:p@HOST/r/abc" }],
    ["a script for a click address", { clickUrl: "javascript:alert(1)//r/" }],
    ["no disclosure", { disclosure: "" }],
    ["a blank disclosure", { disclosure: "  " }],
    ["no title", { title: undefined }],
    ["a title that reads backwards", { title: "Shoe \u202egnp.exe" }],
    ["a script for an image", { image: { url: "javascript:alert(1)" } }],
    ["an image inside the page", { image: { url: "data:image/svg+xml,<svg/>" } }],
    ["a price that is text", { price: { amount: "40", currency: "USD" } }],
    ["a negative price", { price: { amount: -1, currency: "USD" } }],
    ["a price above the reader's", { price: { amount: 101, currency: "USD" } }],
  ];
  test.each(bad)("with %s is never shown", async (_name, change) => {
    await using exchange = await startExchange();
    const { origin, host } = new URL(exchange.baseUrl);
    const fixed = JSON.parse(
      JSON.stringify(change).replaceAll("ORIGIN", origin).replaceAll("HOST", host),
    );
    const broken = { ...product(exchange.baseUrl, 1), ...change, ...fixed };
    exchange.handlers.search_shopfeed_products = () => ({
      body: { status: "ok", items: [broken, null, 7, product(exchange.baseUrl, 2)] },
    });
    const { kit } = kitFor(exchange);
    expect(cardsOf(await kit.turn(ASK)).map(({ title }) => title)).toEqual(["Trail shoe 2"]);
  });

  test("of campaigns come first, no more are requested than fit, each in its turn", async () => {
    await using exchange = await startExchange({
      list_campaigns: () => ({
        body: { items: Array.from({ length: 9 }, (_, n) => campaign(n, "cpm")), nextCursor: null },
      }),
    });
    exchange.handlers.search_shopfeed_products = () => ({
      body: {
        status: "ok",
        items: Array.from({ length: 12 }, (_, n) => product(exchange.baseUrl, n)),
      },
    });
    const { kit } = kitFor(exchange);
    for (let turn = 0; turn < 9; turn += 1) {
      const kinds = cardsOf(await kit.turn(ASK)).map(({ kind }) => kind);
      const expected = ["campaign", "campaign", "campaign", "product", "product", "product"];
      expect(kinds).toEqual(expected);
    }
    const asked = exchange.callsOf("deliver_ad").map(({ args }) => args.campaignId);
    expect(asked).toHaveLength(9 * 3);
    expect(new Set(asked).size).toBe(9);
  });

  test("come only from the placements named in the options", async () => {
    await using exchange = await startExchange({
      list_campaigns: () => ({
        body: { items: [campaign(1, "cpm", 1), campaign(2, "cpm", 2)], nextCursor: null },
      }),
    });
    const { kit } = kitFor(exchange, { placements: [placementId(2)] });
    await kit.turn(ASK);
    expect(exchange.callsOf("deliver_ad").map(({ args }) => args.campaignId)).toEqual([
      campaignId(2),
    ]);
  });

  test("of a campaign without a disclosure text are dropped", async () => {
    await using exchange = await startExchange({
      list_campaigns: () => ({ body: { items: [campaign(1, "cpm")], nextCursor: null } }),
    });
    exchange.handlers.deliver_ad = (call) => ({
      body: delivery(exchange.baseUrl, {
        campaignId: String(call.args.campaignId),
        disclosure: { label: "Ad", sponsor: "Northwind", text: "" },
      }),
    });
    const { kit } = kitFor(exchange);
    const kinds = cardsOf(await kit.turn(ASK)).map(({ kind }) => kind);
    expect(kinds).toEqual(["product"]);
  });
});

describe("when the exchange fails", () => {
  test("a hanging search ends at the deadline, and its late answer is dropped", async () => {
    const late = Promise.withResolvers<void>();
    await using exchange = await startExchange({
      search_shopfeed_products: async () => {
        await late.promise;
        return { body: { status: "ok", items: [] } };
      },
    });
    const { kit, events } = kitFor(exchange, { timeoutMs: 60 });
    expect(await kit.turn(ASK)).toEqual({ status: "no_fill", reason: "timeout" });
    late.resolve();
    await kit.close();
    expect(events.filter(({ type }) => type === "search")).toEqual([]);
  });

  test("a body that never ends is cut at the deadline", async () => {
    await using exchange = await startExchange({
      search_shopfeed_products: (_call, response) => {
        response.writeHead(200, { "content-type": "application/json" });
        response.write('{"status":"ok","items":[');
        return "hang";
      },
    });
    const { kit } = kitFor(exchange, { timeoutMs: 60 });
    expect(await kit.turn(ASK)).toEqual({ status: "no_fill", reason: "timeout" });
  });

  test("a fetch that ignores its signal cannot hold a turn", async () => {
    const { kit } = kitFor(
      { baseUrl: "http://exchange.test" },
      { timeoutMs: 40, fetch: () => new Promise(() => undefined) },
    );
    expect(await kit.turn(ASK)).toEqual({ status: "no_fill", reason: "timeout" });
  });

  test("a hanging delivery costs the campaign, not the products", async () => {
    await using exchange = await startExchange({
      list_campaigns: () => ({ body: { items: [campaign(1, "cpm")], nextCursor: null } }),
      deliver_ad: () => "hang",
    });
    const { kit } = kitFor(exchange, { timeoutMs: 150 });
    const kinds = cardsOf(await kit.turn(ASK)).map(({ kind }) => kind);
    expect(kinds).toEqual(["product"]);
  });

  const faults: [string, Parameters<typeof startExchange>[0], string][] = [
    ["status 500", { search_shopfeed_products: () => ({ status: 500, body: {} }) }, "http_error"],
    ["malformed JSON", { search_shopfeed_products: () => ({ raw: "{" }) }, "http_error"],
    ["a list for an object", { search_shopfeed_products: () => ({ body: [] }) }, "http_error"],
    [
      "a redirect",
      { search_shopfeed_products: () => ({ status: 307, headers: { location: "/x" } }) },
      "http_error",
    ],
    [
      "feed_pending",
      { search_shopfeed_products: () => ({ body: { status: "feed_pending", items: [] } }) },
      "feed_pending",
    ],
    [
      "nothing found",
      { search_shopfeed_products: () => ({ body: { status: "empty", items: [] } }) },
      "empty",
    ],
  ];
  test.each(faults)("%s is a no-fill with its reason", async (_name, handlers, reason) => {
    await using exchange = await startExchange(handlers);
    const { kit } = kitFor(exchange);
    expect(await kit.turn(ASK)).toEqual({ status: "no_fill", reason });
  });

  test("five failed turns open the circuit for 30 seconds, then one turn tries again", async () => {
    let now = 1_800_000_000_000;
    await using exchange = await startExchange({
      search_shopfeed_products: () => ({ status: 503, body: {} }),
      list_campaigns: () => ({ status: 503, body: {} }),
    });
    const { kit } = kitFor(exchange, { now: () => now });
    for (let turn = 0; turn < 5; turn += 1) await kit.turn(ASK);
    const before = exchange.calls.length;
    expect(await kit.turn(ASK)).toEqual({ status: "no_fill", reason: "circuit_open" });
    expect(exchange.calls.length).toBe(before);
    now += 30_000;
    exchange.handlers.search_shopfeed_products = () => ({
      body: { status: "ok", items: [product(exchange.baseUrl, 1)] },
    });
    expect((await kit.turn(ASK)).status).toBe("filled");
    expect(kit.stats().circuit).toBe("closed");
  });

  test("a host that gives up gets an answer at once", async () => {
    await using exchange = await startExchange({ search_shopfeed_products: () => "hang" });
    const { kit } = kitFor(exchange, { timeoutMs: 5_000 });
    const giveUp = new AbortController();
    const turn = kit.turn(ASK, { signal: giveUp.signal });
    giveUp.abort();
    expect(await turn).toEqual({ status: "no_fill", reason: "aborted" });
    const gone = await kit.turn(ASK, { signal: giveUp.signal });
    expect(gone).toEqual({ status: "no_fill", reason: "aborted" });
  });

  test("whatever the exchange answers, a turn resolves and shows only lawful cards", async () => {
    const answers = fc.oneof(
      fc.json(),
      fc.string(),
      fc
        .array(
          fc.record(
            {
              title: fc.oneof(fc.string(), fc.anything()),
              clickUrl: fc.oneof(
                fc.webUrl(),
                fc.constant("http://exchange.test/r/abc"),
                fc.string(),
              ),
              disclosure: fc.oneof(fc.string(), fc.constant("Ad")),
              image: fc.option(fc.record({ url: fc.oneof(fc.webUrl(), fc.string()) })),
              price: fc.oneof(
                fc.record({ amount: fc.double(), currency: fc.constantFrom("USD", "", "E") }),
                fc.anything(),
              ),
            },
            { requiredKeys: [] },
          ),
        )
        .map((items) => JSON.stringify({ status: "ok", items, nextCursor: "again", filled: true })),
    );
    await fc.assert(
      fc.asyncProperty(answers, fc.integer({ min: 200, max: 599 }), async (text, status) => {
        const body = [204, 205, 304].includes(status) ? null : text;
        const { kit } = kitFor(
          { baseUrl: "http://exchange.test" },
          { fetch: async () => new Response(body, { status }), mode: "both" },
        );
        const turn = await kit.turn(ASK);
        for (const card of cardsOf(turn)) {
          expect(new URL(card.clickUrl).origin).toBe("http://exchange.test");
          expect(card.disclosure.trim()).not.toBe("");
          expect(card.title.trim()).not.toBe("");
        }
        expect(typeof kit.context(turn)).toBe("string");
        expect(typeof kit.observeAnswer(turn, text)).toBe("string");
      }),
      { numRuns: 150 },
    );
  });

  test.each([undefined, null, 7, {}, { text: 3 }, { text: "buy shoes", previous: "no" }])(
    "a wrong input (%j) resolves to a no-fill",
    async (input) => {
      const { kit } = kitFor({ baseUrl: "http://exchange.test" });
      const turn = await Reflect.apply(kit.turn, kit, [input]);
      expect(turn).toMatchObject({ status: "no_fill" });
    },
  );
});
