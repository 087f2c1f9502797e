import { createPublisherKit } from "@placard/publisher-kit";
import type { KitEvent, PublisherKitOptions, Turn } from "@placard/publisher-kit/types";
import { describe, expect, test, vi } from "vitest";
import { acknowledge, campaign, campaignId, delivery, startExchange } from "./exchange-double.ts";

const ASK = { text: "I'm looking for trail running boots" };
const EVENT_ID = /^evt_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

type Double = Awaited<ReturnType<typeof startExchange>>;

/** An exchange with one live campaign of each given unit. */
async function exchangeWith(...units: string[]) {
  const exchange = await startExchange({
    list_campaigns: () => ({
      body: { items: units.map((unit, n) => campaign(n + 1, unit)), nextCursor: null },
    }),
    search_shopfeed_products: () => ({ body: { status: "empty", items: [] } }),
  });
  exchange.handlers.deliver_ad = (call) => {
    const id = String(call.args.campaignId);
    const unit = units[Number(id.slice(-2)) - 1] ?? "cpm";
    return { body: delivery(exchange.baseUrl, { campaignId: id, unit }) };
  };
  return exchange;
}

function kitFor(exchange: Double, options: Partial<PublisherKitOptions> = {}) {
  const events: KitEvent[] = [];
  const kit = createPublisherKit({
    baseUrl: exchange.baseUrl,
    apiKey: "rk_live_test_key_of_the_publisher",
    mode: "both",
    onEvent: (event) => events.push(event),
    ...options,
  });
  return { kit, events };
}

/** Everything the exchange was told, over all batches. */
function reported(exchange: Double): Record<string, unknown>[] {
  return exchange
    .callsOf("report_events")
    .flatMap(({ args }) => (Array.isArray(args.events) ? args.events : []));
}

describe("context", () => {
  test("is reported for cpia campaigns once, and only when it is asked for", async () => {
    await using exchange = await exchangeWith("cpia", "cpr");
    const { kit } = kitFor(exchange);
    const turn = await kit.turn({ ...ASK, sessionKey: "s" });
    expect(kit.stats().reports.queued).toBe(0);
    const context = kit.context(turn);
    expect(context).toContain("[offer x1");
    expect(kit.context(turn)).toBe(context);
    await kit.close();
    expect(reported(exchange)).toEqual([
      {
        type: "impression",
        campaignId: campaignId(1),
        deliveryId: expect.stringMatching(/^dlv_/),
        turnId: turn.status === "filled" ? turn.turnId : "",
        count: 1,
        sessionKey: expect.stringMatching(/^[\w-]{22}$/),
        eventId: expect.stringMatching(EVENT_ID),
        occurredAt: expect.stringMatching(/Z$/),
      },
    ]);
  });

  test("is empty in sidebar mode and for a no-fill", async () => {
    await using exchange = await exchangeWith("cpia");
    const { kit } = kitFor(exchange, { mode: "sidebar" });
    const turn = await kit.turn(ASK);
    expect(turn).not.toHaveProperty("context");
    expect(kit.context(turn)).toBe("");
    expect(kit.context({ status: "no_fill", reason: "empty" })).toBe("");
    await kit.close();
    expect(reported(exchange)).toEqual([]);
  });

  test("leaves out an offer that may only be shown", async () => {
    await using exchange = await exchangeWith("cpia");
    exchange.handlers.deliver_ad = (call) => ({
      body: delivery(exchange.baseUrl, {
        campaignId: String(call.args.campaignId),
        unit: "cpia",
        contextUse: "presentation_only",
      }),
    });
    const { kit } = kitFor(exchange);
    expect(kit.context(await kit.turn(ASK))).toBe("");
    await kit.close();
    expect(reported(exchange)).toEqual([]);
  });

  test("holds products as data between markers nobody can guess", async () => {
    await using exchange = await startExchange();
    const { kit } = kitFor(exchange);
    const [first, second] = [kit.context(await kit.turn(ASK)), kit.context(await kit.turn(ASK))];
    expect(first).toMatch(/\[offers ([\w-]{16})\]\n\{"title":"Trail.*\n\[end of offers \1\]$/);
    expect(first).toContain("disclosure");
    expect(first).not.toBe(second);
  });
});

describe("an observed answer", () => {
  const cases: [string, string, string, object[]][] = [
    [
      "cpr",
      "recommends",
      "I'd recommend the Northwind 01.",
      [{ conversionType: "recommendation" }],
    ],
    ["cpr", "only names", "Northwind was founded in 1990.", []],
    ["cpr", "warns of", "Avoid Northwind.", []],
    [
      "cpd",
      "chooses",
      "I'd go with the Northwind 01 over Salomon.",
      [{ conversionType: "decision", options: ["Northwind 01", "Salomon"] }],
    ],
    ["cpd", "only recommends", "I'd recommend the Northwind 01.", []],
    ["cpc", "recommends", "I'd recommend the Northwind 01.", []],
  ];
  test.each(cases)("a %s campaign the answer %s", async (unit, _verb, answer, expected) => {
    await using exchange = await exchangeWith(unit);
    const { kit } = kitFor(exchange);
    const turn = await kit.turn(ASK);
    kit.observeAnswer(turn, answer);
    kit.observeAnswer(turn, answer);
    await kit.close();
    expect(reported(exchange)).toMatchObject(expected);
    expect(reported(exchange)).toHaveLength(expected.length);
  });

  test("without context in the turn earns no report", async () => {
    await using exchange = await exchangeWith("cpr");
    const { kit } = kitFor(exchange, { mode: "sidebar" });
    const mentions = kit.observeAnswer(await kit.turn(ASK), "I'd recommend the Northwind 01.");
    expect(mentions).toHaveLength(1);
    await kit.close();
    expect(reported(exchange)).toEqual([]);
  });

  test("the words of the answer go out only when the host shares text", async () => {
    await using exchange = await exchangeWith("cpr");
    for (const shareText of [false, true]) {
      const { kit } = kitFor(exchange, { shareText });
      kit.observeAnswer(await kit.turn(ASK), "Hm. I'd recommend the Northwind 01. Bye.");
      await kit.close();
    }
    const [silent, shared] = reported(exchange);
    expect(silent).not.toHaveProperty("evidence");
    expect(shared?.evidence).toBe("I'd recommend the Northwind 01.");
  });

  const chunks = ["I'd recommend", " the North", "wind 01 here."];

  test("a stream is handed on unchanged, chunk by chunk, and reported at its end", async () => {
    await using exchange = await exchangeWith("cpr");
    const { kit } = kitFor(exchange);
    const readable = new ReadableStream<string>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk);
        controller.close();
      },
    });
    const out: string[] = [];
    for await (const chunk of kit.observeAnswer(await kit.turn(ASK), readable)) out.push(chunk);
    async function* iterable() {
      yield* chunks;
    }
    for await (const chunk of kit.observeAnswer(await kit.turn(ASK), iterable())) out.push(chunk);
    expect(out).toEqual([...chunks, ...chunks]);
    await kit.close();
    expect(reported(exchange)).toHaveLength(2);
  });

  test("a stream's first chunk arrives before its second exists", async () => {
    await using exchange = await exchangeWith("cpr");
    const { kit } = kitFor(exchange);
    let made = 0;
    async function* slow() {
      for (const chunk of chunks) {
        made += 1;
        yield chunk;
      }
    }
    const turn = await kit.turn(ASK);
    const watched = kit.observeAnswer(turn, slow())[Symbol.asyncIterator]();
    expect((await watched.next()).value).toBe(chunks[0]);
    expect(made).toBe(1);
  });

  test("an error in the stream reaches the reader of the stream", async () => {
    await using exchange = await exchangeWith("cpr");
    const { kit } = kitFor(exchange);
    async function* broken() {
      yield "I'd recommend";
      throw new Error("model gone");
    }
    const watched = kit.observeAnswer(await kit.turn(ASK), broken());
    const drain = async (): Promise<void> => {
      for await (const _chunk of watched);
    };
    await expect(drain()).rejects.toThrow("model gone");
  });
});

describe("the reporter", () => {
  const report = (number: number) => ({
    type: "impression" as const,
    campaignId: campaignId(number),
  });

  test("repeats under the same ids until each is answered, so nothing counts twice", async () => {
    let call = 0;
    await using exchange = await startExchange();
    const settled = new Map<unknown, number>();
    exchange.handlers.report_events = (received) => {
      call += 1;
      if (call === 1) return { status: 503, body: { error: { code: "unavailable" } } };
      const events = Array.isArray(received.args.events) ? received.args.events : [];
      // The exchange settles each id once, whatever the publisher hears of it.
      for (const { eventId } of events) settled.set(eventId, (settled.get(eventId) ?? 0) + 1);
      if (call === 2) return { raw: "{ cut" };
      return { body: acknowledge(received) };
    };
    const { kit } = kitFor(exchange);
    const ids = [1, 2, 3].map((number) => kit.report(report(number)));
    await kit.close({ drainMs: 20_000 });
    expect(call).toBe(3);
    expect([...settled.keys()]).toEqual(ids);
    expect(kit.stats().reports).toMatchObject({
      queued: 0,
      acknowledged: 3,
      retried: 6,
      dropped: 0,
      chargedCredits: 6,
    });
  });

  test("sends again only the events the exchange left open", async () => {
    await using exchange = await startExchange();
    let call = 0;
    exchange.handlers.report_events = (received) => {
      call += 1;
      const body = acknowledge(received);
      if (call > 1) return { body };
      const items: object[] = body.items;
      items[1] = { index: 1, error: { code: "unavailable", recovery: "transient" } };
      items[2] = { index: 2, error: { code: "not_found", recovery: "correctable" } };
      return { body };
    };
    const { kit, events } = kitFor(exchange);
    const ids = [1, 2, 3].map((number) => kit.report(report(number)));
    await kit.close({ drainMs: 20_000 });
    const [, second] = exchange.callsOf("report_events");
    expect(second?.args.events).toMatchObject([{ eventId: ids[1] }]);
    expect(kit.stats().reports).toMatchObject({ acknowledged: 2, rejected: 1, queued: 0 });
    expect(events).toContainEqual({
      type: "report",
      outcome: "rejected",
      eventId: ids[2],
      campaignId: campaignId(3),
      detail: "not_found",
    });
  });

  test("one event the exchange cannot read does not take the others with it", async () => {
    await using exchange = await startExchange();
    exchange.handlers.report_events = (received) => {
      const bad = JSON.stringify(received.args).includes(campaignId(5));
      if (bad) return { status: 422, body: { error: { code: "invalid_arguments" } } };
      return { body: acknowledge(received) };
    };
    const { kit } = kitFor(exchange);
    for (let number = 1; number <= 8; number += 1) kit.report(report(number));
    await kit.close({ drainMs: 20_000 });
    expect(kit.stats().reports).toMatchObject({ acknowledged: 7, rejected: 1, dropped: 0 });
  });

  test("sends a hundred events at once without waiting for its second", async () => {
    await using exchange = await startExchange();
    const { kit } = kitFor(exchange);
    for (let number = 1; number <= 100; number += 1) kit.report(report(number));
    await vi.waitFor(() => expect(kit.stats().reports.acknowledged).toBe(100), { timeout: 900 });
    expect(exchange.callsOf("report_events")).toHaveLength(1);
    await kit.close();
  });

  test("gives up at the drain's end, counts what it lost and never throws", async () => {
    await using exchange = await startExchange({ report_events: () => "hang" });
    const { kit } = kitFor(exchange);
    kit.report(report(1));
    await kit.close({ drainMs: 50 });
    expect(kit.stats().reports).toMatchObject({ queued: 0, dropped: 1 });
    expect(kit.report(report(2))).toBeUndefined();
    await kit.close();
  });

  test("a listener that throws harms nothing", async () => {
    await using exchange = await exchangeWith("cpia");
    const { kit } = kitFor(exchange, {
      onEvent: () => {
        throw new Error("host");
      },
    });
    const turn: Turn = await kit.turn(ASK);
    expect(turn.status).toBe("filled");
    kit.context(turn);
    await kit.close();
    expect(reported(exchange)).toHaveLength(1);
  });
});

test.each([
  [{ baseUrl: "no address" }, /baseUrl/],
  [{ baseUrl: "file:///etc/passwd" }, /baseUrl/],
  [{ apiKey: " " }, /apiKey/],
  [{ timeoutMs: 0 }, /timeoutMs/],
  [{ sessionSecret: "short" }, /sessionSecret/],
])("a wrong option (%j) is refused by name", (wrong, message) => {
  const right = { baseUrl: "http://exchange.test", apiKey: "rk_live_secret_value" };
  expect(() => createPublisherKit({ ...right, ...wrong })).toThrow(message);
});
