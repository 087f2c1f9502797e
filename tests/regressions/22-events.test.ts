import { describe, expect, test } from "vitest";
import { z } from "zod";
import { bookPair, clickThrough, MINUTE_MS, setUpMarket } from "../integration/tools/market.ts";
import { resultOf } from "../setup/agents.ts";

const market = setUpMarket();
const at = (offsetMs: number) => new Date(market.clock.now().getTime() + offsetMs).toISOString();

describe("a click after a bot's click on the link", () => {
  const BOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
  const botClick = async (pair: Awaited<ReturnType<typeof bookPair>>, clickUrl: string) => {
    await fetch(clickUrl, { redirect: "manual", headers: { "User-Agent": BOT } });
    const settled = "select id from event where campaign_id = $1 and reason <> 0";
    await expect
      .poll(async () => (await market.sql(settled, [pair.uuid])).length, { interval: 10 })
      .toBe(1);
  };

  test("is not billed when the publisher reports it", async () => {
    const pair = await bookPair(market, "cpc");
    const { deliveryId, offer } = await pair.deliver();
    await botClick(pair, offer.clickUrl);
    const report = await pair.report("report_click", { deliveryId });
    expect(report).toMatchObject({ reason: "declared_bot", chargedCredits: 0 });
    expect(await pair.report("report_click", {})).toMatchObject({ reason: "not_delivered" });
    expect(await pair.read()).toMatchObject({ spentCredits: 0 });
  });

  test("is billed when a reader follows the link", async () => {
    const pair = await bookPair(market, "cpc");
    const { deliveryId, offer } = await pair.deliver();
    await botClick(pair, offer.clickUrl);
    await clickThrough(market, pair, offer.clickUrl);
    expect(await pair.report("report_click", { deliveryId })).toMatchObject({ duplicate: true });
    expect(await pair.read()).toMatchObject({ spentCredits: 25 });
  });
});

test.each([
  [-6 * MINUTE_MS, { reason: "outside_window", chargedCredits: 0 }],
  [-4 * MINUTE_MS, { billable: true }],
])("an event %i ms before its delivery", async (offsetMs, expected) => {
  const pair = await bookPair(market, "cpc");
  const { deliveryId } = await pair.deliver();
  const occurredAt = at(offsetMs);
  expect(await pair.report("report_click", { deliveryId, occurredAt })).toMatchObject(expected);
  await pair.deliver();
  expect(await pair.report("report_click", { occurredAt })).toMatchObject(expected);
});

test("without a consent string under GDPR no session key is used or stored", async () => {
  const pair = await bookPair(market, "cpr", { placement: { citations: false } });
  const sessionKey = "session-7";
  const charge = async (consent: object) => {
    const { deliveryId } = await pair.deliver({ sessionKey, consent });
    const report = { deliveryId, sessionKey, conversionType: "recommendation" };
    return pair.report("report_conversion", report);
  };
  const stored = () =>
    market.sql("select * from session_charge where campaign_id = $1", [pair.uuid]);
  expect(await charge({ gdpr: true })).toMatchObject({ billable: true });
  expect(await charge({ gdpr: true })).toMatchObject({ billable: true });
  expect(await stored()).toEqual([]);
  expect(await charge({ gdpr: true, gdprConsent: "CPXxRfAPXxRfA" })).toMatchObject({
    billable: true,
  });
  expect(await stored()).toHaveLength(1);
});

test("a wrong event of a batch is its own error", async () => {
  const pair = await bookPair(market, "cpm");
  const { deliveryId } = await pair.deliver();
  const { campaignId } = pair;
  const view = { type: "impression", campaignId, deliveryId };
  const events = [{ ...view, count: 0 }, view, { type: "view", campaignId }, view, 7];
  const answer = market.call("report_events", { events }, pair.publisher.key);
  const schema = z.object({
    items: z.array(
      z.object({
        index: z.number(),
        counted: z.number().optional(),
        error: z.object({ code: z.string(), field: z.string().optional() }).optional(),
      }),
    ),
  });
  const { items } = await resultOf(answer, schema);
  expect(items.map(({ index, counted, error }) => [index, counted ?? error?.code])).toEqual([
    [0, "invalid_arguments"],
    [1, 1],
    [2, "invalid_arguments"],
    [3, 1],
    [4, "invalid_arguments"],
  ]);
  expect(items[0]?.error?.field).toBe("/arguments/events/0/count");
});
