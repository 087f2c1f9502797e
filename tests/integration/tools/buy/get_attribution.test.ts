import { describe, expect, test } from "vitest";
import { uuidFromId } from "../../../../server/src/contract/ids.ts";
import { acknowledgementSchema } from "../../../../server/src/contract/resources/delivery.ts";
import {
  advertiserReportSchema,
  attributionSchema,
} from "../../../../server/src/contract/resources/report.ts";
import { resultOf } from "../../../setup/agents.ts";
import {
  bookPair,
  clickThrough,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  type Pair,
  refused,
  SECOND_MS,
  setUpMarket,
} from "../market.ts";

const market = setUpMarket();

const cpaPair = () => bookPair(market, "cpa", { campaign: { budgetCredits: 2_000 } });
const attribution = (pair: Pair, args: object = {}) =>
  resultOf(
    market.call("get_attribution", { campaignId: pair.campaignId, ...args }, pair.advertiser.key),
    attributionSchema,
  );
const convert = (pair: Pair, fields: object) =>
  pair.report("report_conversion", { conversionType: "cpa", ...fields });
const convertByAdvertiser = (pair: Pair, fields: object) =>
  resultOf(
    market.call(
      "report_conversion",
      { campaignId: pair.campaignId, conversionType: "cpa", ...fields },
      pair.advertiser.key,
    ),
    acknowledgementSchema,
  );

describe("works", () => {
  test("shows each conversion with the touch that earned it", async () => {
    const pair = await cpaPair();
    const first = await pair.deliver();
    const { clickId } = await pair.report("report_click", { deliveryId: first.deliveryId });
    market.clock.advance(HOUR_MS);
    const second = await pair.deliver();
    market.clock.advance(MINUTE_MS);
    await convert(pair, { clickId, orderId: "A-1", valueUsd: 12.5 });
    await convert(pair, { deliveryId: second.deliveryId, orderId: "A-2" });
    await convert(pair, { orderId: "A-1" });
    const { conversions, totals, attributionWindow } = await attribution(pair);
    expect(conversions).toHaveLength(3);
    const [again, byContext, byClick] = conversions;
    expect(byClick).toMatchObject({
      conversionType: "cpa",
      touch: "click",
      clickId,
      isClickVerified: false,
      orderId: "A-1",
      valueUsd: 12.5,
      verified: false,
      chargedCredits: 200,
    });
    const clicked = Date.parse(byClick?.clickedAt ?? "");
    expect(clicked - Date.parse(byClick?.deliveredAt ?? "")).toBeLessThan(MINUTE_MS);
    expect(Date.parse(byClick?.settledAt ?? "") - clicked).toBeGreaterThanOrEqual(HOUR_MS);
    expect(byContext).toMatchObject({ touch: "context", orderId: "A-2", creativeVersion: 1 });
    expect(byContext).not.toHaveProperty("clickId");
    expect(again).toMatchObject({ reason: "duplicate", chargedCredits: 0 });
    expect(totals).toMatchObject({ spendCredits: 400, conversions: { cpa: 2 }, invalid: 1 });
    expect(attributionWindow).toEqual({ clickDays: 7, contextHours: 24 });
  });

  test.each([
    ["hour", 48],
    ["day", 30],
    ["week", 12],
  ])("by %s has a bucket for each, the present one last", async (groupBy, buckets) => {
    const pair = await bookPair(market, "cpc");
    await pair.deliver();
    await pair.report("report_click");
    const { series, totals, timezone } = await attribution(pair, { groupBy });
    expect(timezone).toBe("UTC");
    expect(series).toHaveLength(buckets);
    expect(series.at(-1)).toMatchObject({ clicks: 1, spendCredits: 25 });
    expect(totals).toMatchObject({ clicks: 1, spendCredits: 25 });
  });

  test("by placement and by conversion type", async () => {
    const pair = await cpaPair();
    const { deliveryId } = await pair.deliver();
    await convert(pair, { deliveryId, orderId: "B-1" });
    await convert(pair, { deliveryId, orderId: "B-1" });
    const { placementId } = pair.placement;
    const byPlacement = await attribution(pair, { groupBy: "placement" });
    expect(byPlacement.series).toEqual([{ placementId, ...byPlacement.totals }]);
    const { series } = await attribution(pair, { groupBy: "conversionType" });
    expect(series).toHaveLength(6);
    expect(series).toContainEqual({
      conversionType: "cpa",
      counted: 1,
      verified: 0,
      invalid: 1,
      spendCredits: 200,
    });
  });

  test("shows what was not counted and why", async () => {
    const pair = await bookPair(market, "cpc");
    const { offer } = await pair.deliver();
    const headers = { "User-Agent": "Googlebot/2.1 (+http://www.google.com/bot.html)" };
    await fetch(offer.clickUrl, { redirect: "manual", headers });
    await expect
      .poll(async () => (await attribution(pair)).invalidTraffic)
      .toEqual({ declared_bot: 1 });
    const { unbilled } = await attribution(pair);
    expect(unbilled).toMatchObject([{ event: "click", reason: "declared_bot", quantity: 1 }]);
  });

  test("has the postbacks of its campaign in its log, and of no other", async () => {
    const [pair, other] = [await cpaPair(), await cpaPair()];
    expect((await attribution(pair)).postbackLog).toEqual([]);
    for (const { uuid, advertiser } of [pair, other]) {
      const url = "https://93.184.216.34/postbacks";
      const { body } = await market.call("register_postback", { url }, advertiser.key);
      // What the courier writes when the receiver has answered.
      await market.sql(
        `insert into postback_attempt (id, endpoint_id, event_id, type, campaign_id, attempt,
            status, http_status, duration_ms, created_at)
          select gen_random_uuid(), e.id, gen_random_uuid(), 'click.recorded', $1, 1, 'success',
            200, 12, now()
          from postback_endpoint e
          where e.id = $2`,
        [uuid, uuidFromId(String(Object(body).postbackId))],
      );
    }
    const { postbackLog } = await attribution(pair);
    expect(postbackLog).toHaveLength(1);
    expect(postbackLog[0]).toMatchObject({ type: "click.recorded", status: "success" });
  });

  test("its totals are those of the report on the campaign", async () => {
    const pair = await cpaPair();
    const { deliveryId } = await pair.deliver();
    await convert(pair, { deliveryId, orderId: "C-1" });
    const args = { period: "daily", campaignId: pair.campaignId };
    const report = await resultOf(
      market.call("get_advertiser_report", args, pair.advertiser.key),
      advertiserReportSchema,
    );
    const { totals, series } = await attribution(pair);
    expect(totals).toEqual(report.totals);
    expect(series.map((row) => ("clicks" in row ? row.spendCredits : -1))).toEqual(
      report.series.map((bucket) => bucket.spendCredits),
    );
  });
});

describe("what becomes verified later", () => {
  test("an order that the advertiser reports too: counted once, verified since", async () => {
    const pair = await cpaPair();
    await pair.deliver();
    await convert(pair, { orderId: "D-1" });
    expect((await attribution(pair)).totals.verified).toBe(0);
    const moved = await market.moved(() => convertByAdvertiser(pair, { orderId: " d-1 " }));
    expect(moved).toEqual({});
    const { totals, conversions } = await attribution(pair);
    expect(totals).toMatchObject({ verified: 1, conversions: { cpa: 1 }, spendCredits: 200 });
    expect(conversions.at(-1)).toMatchObject({ verified: true, chargedCredits: 200 });
    await convertByAdvertiser(pair, { orderId: "D-1" });
    expect((await attribution(pair)).totals.verified).toBe(1);
  });

  test("also when the advertiser tells of it after the window of its touch", async () => {
    const pair = await cpaPair();
    await pair.deliver();
    await convert(pair, { orderId: "D-2" });
    await market.travel(8 * DAY_MS);
    const told = await convertByAdvertiser(pair, { orderId: "D-2" });
    expect(told).toMatchObject({ duplicate: true, chargedCredits: 0 });
    const { totals } = await attribution(pair);
    expect(totals).toMatchObject({ verified: 1, conversions: { cpa: 1 }, spendCredits: 200 });
  });

  test("not one whose earning has matured: then it is a repeat like any other", async () => {
    const pair = await cpaPair();
    await pair.deliver();
    await convert(pair, { orderId: "E-1" });
    const { campaignId } = pair;
    await market.call("confirm_delivery", { campaignId }, pair.advertiser.key);
    await convertByAdvertiser(pair, { orderId: "E-1" });
    const { totals, conversions } = await attribution(pair);
    expect(totals).toMatchObject({ verified: 0, conversions: { cpa: 1 } });
    expect(conversions.at(-1)).toMatchObject({ verified: false, chargedCredits: 200 });
  });

  test("a reported click that the hop saw too, with the order that came from it", async () => {
    const pair = await cpaPair();
    const { deliveryId, offer } = await pair.deliver();
    const { clickId } = await pair.report("report_click", { deliveryId });
    await convert(pair, { clickId, orderId: "F-1" });
    expect((await attribution(pair)).totals.verified).toBe(0);
    await clickThrough(market, pair, offer.clickUrl);
    const { totals, conversions } = await attribution(pair);
    expect(totals).toMatchObject({ verified: 2, clicks: 1, conversions: { cpa: 1 } });
    expect(conversions[0]).toMatchObject({ verified: true, isClickVerified: true });
  });

  test("never the order of another campaign, which keeps what it was first", async () => {
    const pair = await cpaPair();
    await pair.deliver();
    await convert(pair, { orderId: "G-1" });
    const { placementId } = pair.placement;
    const booking = {
      placementId,
      adUnitType: "cpa",
      budgetCredits: 2_000,
      creativeText: "Pans that last.",
      creativeUrl: "https://shop.example.com/",
    };
    const { body } = await market.call("create_campaign", booking, pair.advertiser.key);
    const campaignId = String(Object(body).campaignId);
    await market.call("deliver_ad", { campaignId }, pair.publisher.key);
    const report = { campaignId, conversionType: "cpa", orderId: "G-1" };
    const { body: told } = await market.call("report_conversion", report, pair.advertiser.key);
    expect(told).toMatchObject({ reason: "duplicate", chargedCredits: 0 });
    expect((await attribution(pair)).totals).toMatchObject({ verified: 0, spendCredits: 200 });
  });
});

describe("the time of a click", () => {
  test("is when it occurred, so that an order between it and its report still counts", async () => {
    const pair = await cpaPair();
    const { deliveryId } = await pair.deliver();
    const clickedAt = market.clock.now().toISOString();
    market.clock.advance(MINUTE_MS);
    const orderedAt = market.clock.now().toISOString();
    market.clock.advance(MINUTE_MS);
    const { clickId } = await pair.report("report_click", { deliveryId, occurredAt: clickedAt });
    const ordered = await convert(pair, { clickId, orderId: "H-1", occurredAt: orderedAt });
    expect(ordered).toMatchObject({ billable: true });
    const early = new Date(Date.parse(clickedAt) - 10 * SECOND_MS).toISOString();
    const before = await convert(pair, { clickId, orderId: "H-2", occurredAt: early });
    expect(before).toMatchObject({ billable: false, reason: "outside_window" });
  });
});

describe("rejects", () => {
  test("bad input", async () => {
    const { advertiser, campaignId } = await cpaPair();
    const wrong: readonly [object, string][] = [
      [{}, "/arguments/campaignId"],
      [{ campaignId, groupBy: "minute" }, "/arguments/groupBy"],
      [{ campaignId, timezone: "UTC" }, "/arguments/timezone"],
      [{ campaignId, groupBy: "hour", from: "2026-01-01" }, "/arguments/from"],
      [{ campaignId, from: "2026-03-02", to: "2026-03-01" }, "/arguments/to"],
    ];
    for (const [args, field] of wrong) {
      const error = await refused(
        market.call("get_attribution", args, advertiser.key),
        "invalid_arguments",
      );
      expect(error.field, JSON.stringify(args)).toBe(field);
    }
  });
});
