import { createPublisherKit } from "@placard/publisher-kit";
import type { Turn } from "@placard/publisher-kit/types";
import { describe, expect, test, vi } from "vitest";
import { acknowledge, campaignId, delivery, startExchange } from "./exchange-double.ts";
import { ASK, exchangeWith, kitFor, reported, TAG } from "./paid-exchange.ts";

const EVENT_ID = /^evt_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

describe("context", () => {
  test("is reported for cpia campaigns once, and only when it is asked for", async () => {
    await using exchange = await exchangeWith("cpia", "cpr");
    const { kit } = kitFor(exchange);
    const turn = await kit.turn({ ...ASK, sessionKey: "s" });
    expect(kit.stats().reports.queued).toBe(0);
    const context = kit.context(turn);
    expect(context).toContain(`[[rec:${TAG}]]`);
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
    expect(first).toMatch(/"marks":\{"ad":"\[\[ad:shoe-shop-\w{4}\]\]"/);
    expect(first).not.toContain("/r/");
    expect(first).not.toBe(second);
  });
});

test("a prompt has the duty and the offers apart, and using it counts as using both", async () => {
  await using exchange = await exchangeWith("cpia");
  const { kit } = kitFor(exchange);
  const turn = await kit.turn(ASK);
  const { system, user } = kit.prompt(turn);
  expect(system).toContain("marks");
  expect(system).not.toContain(TAG);
  expect(user).toMatch(/^\[offers [\w-]{16}\]\n/);
  expect(kit.context(turn)).toBe(`${system}\n\n${user}`);
  expect(kit.prompt({ status: "no_fill", reason: "empty" })).toEqual({ system: "", user: "" });
  await kit.close();
  expect(reported(exchange)).toMatchObject([{ type: "impression", campaignId: campaignId(1) }]);
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
  [{ timeoutMs: 0 }, /timeoutMs/],
  [{ sessionSecret: "short" }, /sessionSecret/],
])("a wrong option (%j) is refused by name", (wrong, message) => {
  const right = { baseUrl: "http://exchange.test", apiKey: "rk_live_secret_value" };
  expect(() => createPublisherKit({ ...right, ...wrong })).toThrow(message);
});
