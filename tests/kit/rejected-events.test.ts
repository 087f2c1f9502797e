import { createFetchHandler } from "@placard/publisher-kit/fetch";
import type { PublisherKitOptions } from "@placard/publisher-kit/types";
import { afterEach, expect, test, vi } from "vitest";
import { ASK, cpmExchange, kitFor, openSession, reported, sendThrough } from "./browser-double.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

type Line = Record<string, unknown> & { event: string };

/** A page that shows the cards of a turn that its server made with `kit.turn`. */
async function shownPage(
  exchange: Awaited<ReturnType<typeof cpmExchange>>,
  options: Partial<PublisherKitOptions> = {},
  claims?: () => { sessionKey: string },
) {
  const lines: Line[] = [];
  const logger = { warn: (event: string, fields = {}) => lines.push({ event, ...fields }) };
  const { kit, events } = kitFor(exchange, { logger, ...options });
  const turn = await kit.turn({ text: ASK, sessionKey: "the conversation" });
  if (turn.status !== "filled") throw new Error(String(turn));
  const send = sendThrough(createFetchHandler(kit, claims === undefined ? {} : { claims }));
  const token = await openSession(send);
  const views = turn.cards.map(({ cardToken }, at) => {
    return { id: `w${at}`, type: "viewable", cardToken, turnId: "", at: Date.now() };
  });
  const report = (list: readonly unknown[] = views) => send("events", { token, events: list });
  return { kit, events, lines, turn, views, report };
}

test("cards of `kit.turn` with a session report their views by default", async () => {
  await using exchange = await cpmExchange();
  const { kit, turn, lines, report } = await shownPage(exchange);
  const { status, body } = await report();
  expect([status, body]).toEqual([202, { accepted: turn.cards.length, rejected: 0 }]);
  await kit.close();
  expect(reported(exchange)).toMatchObject([{ type: "impression", turnId: turn.turnId }]);
  expect(lines).toEqual([]);
});

test("a session that `claims` names reports the cards of its own name only", async () => {
  await using exchange = await cpmExchange();
  const own = await shownPage(exchange, {}, () => ({ sessionKey: "the conversation" }));
  expect((await own.report()).body).toMatchObject({ rejected: 0 });
  const other = await shownPage(exchange, {}, () => ({ sessionKey: "another conversation" }));
  expect((await other.report()).body).toEqual({ accepted: 0, rejected: other.views.length });
  const rejections = other.events.filter(({ type }) => type === "widget_rejected");
  expect(rejections).toHaveLength(other.views.length);
  expect(rejections[0]).toMatchObject({ reason: "other_session", event: "viewable" });
  expect(other.lines).toMatchObject([
    {
      event: "widget_events_rejected",
      reason: "other_session",
      events: other.views.length,
      help: expect.stringContaining("`claims`"),
    },
  ]);
});

test("each rejected event is an event of the kit, each reason a line with what to do", async () => {
  let now = 1_800_000_000_000;
  await using exchange = await cpmExchange();
  const { events, lines, views, report } = await shownPage(exchange, { now: () => now });
  const [view] = views;
  await report([
    null,
    { ...view, type: "conversion" },
    { ...view, cardToken: `${view?.cardToken}A` },
    { ...view, turnId: "trn_other" },
  ]);
  const reasonsOf = () =>
    events.flatMap((event) => (event.type === "widget_rejected" ? [event.reason] : []));
  expect(reasonsOf()).toEqual(["malformed", "malformed", "unknown_card", "other_turn"]);
  expect(lines.map(({ reason, events: count }) => [reason, count])).toEqual([
    ["malformed", 2],
    ["unknown_card", 1],
    ["other_turn", 1],
  ]);
  expect(lines[1]?.help).toContain("`sessionSecret`");
  now += 24 * 3_600_000;
  const { report: reportLater } = await shownPage(exchange, { now: () => now });
  await reportLater([view]);
  expect(events.some(({ type }) => type === "widget")).toBe(false);
});

test("without a logger the console says once what to change, and nothing else", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  await using exchange = await cpmExchange();
  const claims = () => ({ sessionKey: "another conversation" });
  const { kit } = kitFor(exchange);
  const turn = await kit.turn({ text: ASK, sessionKey: "the conversation" });
  const send = sendThrough(createFetchHandler(kit, { claims }));
  const token = await openSession(send);
  const cards = turn.status === "filled" ? turn.cards : [];
  for (const { cardToken } of cards) {
    const view = { id: "w1", type: "viewable", cardToken, turnId: "", at: Date.now() };
    await send("events", { token, events: [view] });
  }
  expect(cards.length).toBeGreaterThan(1);
  const fields = { reason: "other_session", events: 1, help: expect.stringContaining("`claims`") };
  expect(warn.mock.calls).toEqual([["[placard] widget_events_rejected", fields]]);
});
