import { describe, expect, test } from "vitest";
import { publisherReportSchema } from "../../../../server/src/contract/resources/report.ts";
import { registerAgent, resultOf } from "../../../setup/agents.ts";
import { bookPair, DAY_MS, MINUTE_MS, setUpMarket } from "../market.ts";
import { expectReportGuards } from "../report-guards.ts";

const market = setUpMarket();

const report = (key: string, args: object = {}) =>
  resultOf(
    market.call("get_publisher_report", { period: "daily", ...args }, key),
    publisherReportSchema,
  );
const NOTHING = { recommendation: 0, decision: 0, coupon_redeemed: 0, cpa: 0, cpl: 0, cpi: 0 };

describe("works", () => {
  test("shows what was settled a moment ago, to the micro-credit", async () => {
    const pair = await bookPair(market, "cpm", { placement: { rateCredits: 333.333 } });
    const { deliveryId } = await pair.deliver();
    await pair.deliver();
    await pair.report("report_impression", { deliveryId, count: 7 });
    await pair.report("report_impression", { deliveryId, count: 3, evidence: { viewable: true } });
    await pair.report("report_click", { deliveryId });
    await pair.report("report_click", { deliveryId });
    await pair.report("report_conversion", { deliveryId, conversionType: "cpa", orderId: "o-1" });
    // The second delivery is written within a second.
    await expect.poll(async () => (await report(pair.publisher.key)).totals.deliveries).toBe(2);
    const { totals, legend, series } = await report(pair.publisher.key);
    expect(totals).toEqual({
      deliveries: 2,
      impressions: 10,
      viewable: 3,
      clicks: 1,
      conversions: { ...NOTHING, cpa: 1 },
      cited: 0,
      citedShare: null,
      verified: 0,
      invalid: 1,
      invalidByReason: { duplicate: 1 },
      ctr: 0.1,
      grossCredits: 3.33333,
      platformFeeCredits: 0.66666,
      earnedCredits: 2.66667,
      reversedCredits: 0,
      eCpmCredits: 266.667,
    });
    expect(legend).toEqual({
      grossCredits: 3.33333,
      platformFeeCredits: 0.66666,
      earnedCredits: 2.66667,
      pendingCredits: 2.66667,
      cashedOutCredits: 0,
      creditsPerUsd: 100,
    });
    expect(series).toHaveLength(30);
    expect(series.at(-1)).toMatchObject(totals);
  });

  test("lists each event of a campaign that earned nothing, with its reason", async () => {
    const pair = await bookPair(market, "cpm");
    const { deliveryId } = await pair.deliver();
    await pair.report("report_impression", { deliveryId, count: 7 });
    const { clickId, eventId } = await pair.report("report_click", { deliveryId });
    market.clock.advance(MINUTE_MS);
    const again = await pair.report("report_click", { deliveryId });
    const none = await pair.report("report_impression", { deliveryId, count: 9_999 });
    expect(none).toMatchObject({ counted: 2_493, reason: "budget_exhausted" });
    const key = pair.publisher.key;
    const { unbilled, totals } = await report(key, { campaignId: pair.campaignId });
    expect(unbilled).toMatchObject([
      { event: "impression", reason: "budget_exhausted", quantity: 7_506, eventId: none.eventId },
      { event: "click", reason: "duplicate", clickId, quantity: 1, eventId: again.eventId },
      { event: "click", reason: "not_billing_unit", clickId, quantity: 1, eventId },
    ]);
    expect(totals).toMatchObject({ clicks: 1, invalid: 7_507 });
    const [, second, first] = unbilled ?? [];
    const apartMs = Date.parse(second?.occurredAt ?? "") - Date.parse(first?.occurredAt ?? "");
    expect(apartMs).toBeGreaterThanOrEqual(MINUTE_MS);
    const other = await bookPair(market, "cpm");
    expect(await report(other.publisher.key, { campaignId: other.campaignId })).toMatchObject({
      unbilled: [],
    });
    expect(await report(key)).not.toHaveProperty("unbilled");
  });

  test("the first report of a publisher without anything is empty, not an error", async () => {
    const { key } = await registerAgent(market.call, "publisher");
    const { totals, legend } = await report(key);
    expect(totals).toMatchObject({ deliveries: 0, impressions: 0, ctr: 0, grossCredits: 0 });
    expect(legend).toMatchObject({ pendingCredits: 0, cashedOutCredits: 0, creditsPerUsd: 100 });
  });

  test("the legend tells earned, pending and cashed out apart", async () => {
    const pair = await bookPair(market, "cpa", {
      placement: { rateCredits: 500 },
      campaign: { budgetCredits: 5_000 },
    });
    const convert = async (orderId: string) => {
      const { deliveryId } = await pair.deliver();
      await pair.report("report_conversion", { deliveryId, conversionType: "cpa", orderId });
    };
    await convert("a");
    await market.call("confirm_delivery", { campaignId: pair.campaignId }, pair.advertiser.key);
    await convert("b");
    const { legend } = await report(pair.publisher.key);
    expect(legend).toMatchObject({ grossCredits: 1_000, earnedCredits: 800, pendingCredits: 400 });
  });
});

describe("buckets", () => {
  test("default windows are 30 days, 12 ISO weeks or 12 months, with the present one", async () => {
    const { key } = await registerAgent(market.call, "publisher");
    const now = market.clock.now();
    for (const [period, buckets] of [
      ["daily", 30],
      ["weekly", 12],
      ["monthly", 12],
    ] as const) {
      const { series, from, to, isFinal } = await report(key, { period });
      expect(series).toHaveLength(buckets);
      expect([series[0]?.from, series.at(-1)?.to]).toEqual([from, to]);
      expect(Date.parse(to)).toBeGreaterThanOrEqual(now.getTime());
      expect(isFinal).toBe(false);
    }
    const { series } = await report(key, { period: "weekly" });
    for (const { from } of series) expect(new Date(from).getUTCDay()).toBe(1);
  });

  test.each([
    ["America/New_York", "2026-03-08", "2026-03-09", 23],
    ["America/New_York", "2026-11-01", "2026-11-02", 25],
    ["Europe/Berlin", "2026-03-29", "2026-03-30", 23],
    ["Europe/Berlin", "2026-10-25", "2026-10-26", 25],
    ["Australia/Lord_Howe", "2026-04-05", "2026-04-06", 24.5],
    // Midnight comes twice, or not at all.
    ["America/Havana", "2026-11-01", "2026-11-02", 25],
    ["America/Havana", "2026-03-08", "2026-03-09", 23],
    ["Asia/Beirut", "2026-03-29", "2026-03-30", 23],
    ["Asia/Kathmandu", "2026-03-29", "2026-03-30", 24],
  ])("a day in %s that begins %s has its hours", async (timezone, from, to, hours) => {
    const { key } = await registerAgent(market.call, "publisher");
    const { series } = await report(key, { period: "range", from, to, timezone });
    expect(series).toHaveLength(1);
    const [day] = series;
    const ms = Date.parse(day?.to ?? "") - Date.parse(day?.from ?? "");
    expect(ms / 3_600_000).toBe(hours);
  });

  test("follow each other without a gap, and months have their own length", async () => {
    const { key } = await registerAgent(market.call, "publisher");
    const window = { from: "2026-01-15T10:30:00+01:00", to: "2026-04-02" };
    const args = { period: "monthly", timezone: "Europe/Berlin", ...window };
    const { series, from, to, timezone } = await report(key, args);
    expect(timezone).toBe("Europe/Berlin");
    expect(series.map((bucket) => bucket.from)).toEqual([
      "2026-01-15T09:30:00.000Z",
      "2026-01-31T23:00:00.000Z",
      "2026-02-28T23:00:00.000Z",
      "2026-03-31T22:00:00.000Z",
    ]);
    expect(series.slice(0, -1).map((bucket) => bucket.to)).toEqual(
      series.slice(1).map((bucket) => bucket.from),
    );
    expect([from, to]).toEqual([series[0]?.from, series.at(-1)?.to]);
  });

  test("an event counts in the half-open window of its settlement, not occurrence", async () => {
    const pair = await bookPair(market, "cpc");
    const { deliveryId } = await pair.deliver();
    const before = market.clock.now();
    market.clock.advance(MINUTE_MS);
    const occurredAt = before.toISOString();
    await pair.report("report_click", { deliveryId, occurredAt });
    const settledAt = market.clock.now();
    const clicks = async (from: Date, to: Date) => {
      const window = { from: from.toISOString(), to: to.toISOString() };
      return (await report(pair.publisher.key, { period: "range", ...window })).totals.clicks;
    };
    const after = new Date(settledAt.getTime() + 1);
    expect(await clicks(before, settledAt)).toBe(0);
    expect(await clicks(settledAt, after)).toBe(1);
    expect(await clicks(after, new Date(after.getTime() + 1))).toBe(0);
  });

  test("a window is final when nothing can fall into it, and then never changes", async () => {
    const pair = await bookPair(market, "cpc");
    await pair.deliver();
    await pair.report("report_click");
    const to = new Date(market.clock.now().getTime() + 1).toISOString();
    const args = { period: "daily", to };
    expect((await report(pair.publisher.key, args)).isFinal).toBe(false);
    market.clock.advance(6 * MINUTE_MS);
    const final = await report(pair.publisher.key, args);
    expect(final.isFinal).toBe(true);
    await market.travel(2 * DAY_MS);
    await pair.deliver();
    await pair.report("report_click");
    const later = await report(pair.publisher.key, args);
    expect(later.totals).toEqual(final.totals);
    expect(later.series).toEqual(final.series);
  });
});

describe("as CSV", () => {
  test("has a row for each bucket and the sums of the series", async () => {
    const pair = await bookPair(market, "cpc");
    await pair.deliver();
    await pair.report("report_click");
    const { csv, series } = await report(pair.publisher.key, { format: "csv" });
    const [names = "", ...rows] = (csv ?? "").trimEnd().split("\r\n");
    expect(rows).toHaveLength(series.length);
    const column = names.split(",").indexOf("earnedCredits");
    const earned = rows.map((row) => Number(row.split(",")[column]));
    expect(earned).toEqual(series.map((bucket) => bucket.earnedCredits));
    expect(names).toContain("conversions.cpa");
    expect(names).toContain("invalidByReason.duplicate");
  });
});

test("rejects windows, zones and periods that are none", () =>
  expectReportGuards(market, "get_publisher_report", "publisher"));
