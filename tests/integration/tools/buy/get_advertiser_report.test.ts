import { describe, expect, test } from "vitest";
import {
  advertiserReportSchema,
  publisherReportSchema,
} from "../../../../server/src/contract/resources/report.ts";
import { resultOf } from "../../../setup/agents.ts";
import { openSession } from "../../domain/disputes/session.ts";
import { bookPair, DAY_MS, setUpMarket } from "../market.ts";
import { expectReportGuards } from "../report-guards.ts";

const market = setUpMarket();

const report = (key: string, args: object = {}) =>
  resultOf(
    market.call("get_advertiser_report", { period: "daily", ...args }, key),
    advertiserReportSchema,
  );

describe("works", () => {
  test("shows what was spent and bought, and is the same over every period", async () => {
    const pair = await bookPair(market, "cpm", {
      placement: { rateCredits: 333.333 },
      campaign: { budgetCredits: 4_000 },
    });
    const { deliveryId } = await pair.deliver();
    await pair.report("report_impression", { deliveryId, count: 9_999 });
    await pair.report("report_impression", { deliveryId, count: 9 });
    for (const period of ["daily", "weekly", "monthly"]) {
      const { totals, legend } = await report(pair.advertiser.key, { period });
      expect(totals).toMatchObject({
        impressions: 10_000,
        invalid: 8,
        invalidByReason: { duplicate: 8 },
        spendCredits: 3_333.33,
      });
      expect(legend).toEqual({
        creditsSpent: 3_333.33,
        creditsPurchased: 5_000,
        creditsPerUsd: 100,
      });
    }
  });

  test("purchases and spend count in their own windows", async () => {
    const pair = await bookPair(market, "cpc");
    await pair.deliver();
    await pair.report("report_click");
    await market.travel(40 * DAY_MS);
    const { legend, totals } = await report(pair.advertiser.key);
    expect(legend).toMatchObject({ creditsSpent: 0, creditsPurchased: 0 });
    expect(totals.clicks).toBe(0);
    const { legend: all } = await report(pair.advertiser.key, { period: "monthly" });
    expect(all).toMatchObject({ creditsSpent: 25, creditsPurchased: 5_000 });
  });
});

describe("earnings that were taken back", () => {
  test("show as reversed at their time, and leave what was settled as it was", async () => {
    const pair = await bookPair(market, "cpc");
    const { deliveryId } = await pair.deliver();
    const { eventId } = await pair.report("report_click", { deliveryId });
    await pair.deliver();
    await pair.report("report_click");
    const before = await report(pair.advertiser.key);
    await market.travel(DAY_MS);
    const { campaignId } = pair;
    const args = { campaignId, eventIds: [eventId], reason: "Not ours." };
    const { body } = await market.call("dispute_events", args, pair.advertiser.key);
    await openSession(market).decide("reverse", "dispute", String(Object(body).disputeId));
    const after = await report(pair.advertiser.key);
    expect(after.totals).toEqual({ ...before.totals, reversedCredits: 25 });
    const days = after.series.filter((bucket) => bucket.reversedCredits !== 0);
    expect(days).toHaveLength(1);
    expect(days[0]).toEqual({ ...after.series.at(-1), reversedCredits: 25 });
    const sold = await resultOf(
      market.call("get_publisher_report", { period: "daily" }, pair.publisher.key),
      publisherReportSchema,
    );
    expect(sold.totals).toMatchObject({ grossCredits: 50, earnedCredits: 40, reversedCredits: 20 });
    expect(sold.legend.pendingCredits).toBe(20);
    // Earned less reversed is what the ledger gave and took.
    const [ledger] = await market.sql(
      `select (sum(e.amount) / 1000000)::integer as credits
      from entry e
      join campaign c on c.publisher_id = e.owner_id
      where c.id = $1 and e.type in ('earning_pending', 'earning_reversed')`,
      [pair.uuid],
    );
    expect(ledger?.credits).toBe(20);
  });
});

test("rejects windows, zones and periods that are none", () =>
  expectReportGuards(market, "get_advertiser_report", "advertiser"));
