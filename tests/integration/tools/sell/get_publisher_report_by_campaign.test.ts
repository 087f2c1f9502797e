import { expect, test } from "vitest";
import { publisherReportByCampaignSchema } from "../../../../server/src/contract/resources/report.ts";
import {
  bookCampaign,
  deliverOnce,
  fundedAdvertiser,
  registerAgent,
  resultOf,
} from "../../../setup/agents.ts";
import { bookPair, setUpMarket } from "../market.ts";
import { expectReportGuards } from "../report-guards.ts";

const market = setUpMarket();

const report = (key: string, args: object = {}) =>
  resultOf(
    market.call("get_publisher_report_by_campaign", { period: "daily", ...args }, key),
    publisherReportByCampaignSchema,
  );

test("has a row for each campaign on the caller's placements, most gross first", async () => {
  const pair = await bookPair(market, "cpc");
  const { call } = market;
  const rival = await fundedAdvertiser(call);
  const second = await bookCampaign(call, rival, pair.placement);
  const idle = await bookCampaign(call, rival, pair.placement);
  for (const campaignId of [pair.campaignId, second.campaignId, second.campaignId]) {
    const { deliveryId } = await deliverOnce(call, pair.publisher, campaignId);
    await call("report_click", { campaignId, deliveryId }, pair.publisher.key);
  }
  const { items, totals, isTruncated } = await report(pair.publisher.key);
  expect(items.map((item) => [item.campaignId, item.grossCredits, item.earnedCredits])).toEqual([
    [second.campaignId, 50, 40],
    [pair.campaignId, 25, 20],
    [idle.campaignId, 0, 0],
  ]);
  expect(items[0]).toMatchObject({
    placementId: pair.placement.placementId,
    adUnitType: "cpc",
    status: "active",
  });
  expect([totals.grossCredits, isTruncated]).toEqual([75, false]);
  const { campaignId } = second;
  const only = await report(pair.publisher.key, { campaignId });
  expect(only.items.map((item) => item.campaignId)).toEqual([campaignId]);
  expect(only.totals.grossCredits).toBe(50);
});

test("keeps a finished campaign where it earned and leaves it out where it did not", async () => {
  const pair = await bookPair(market, "cpc");
  await pair.deliver();
  await pair.report("report_click");
  await market.call(
    "confirm_delivery",
    { campaignId: pair.campaignId, final: true },
    pair.advertiser.key,
  );
  await market.travel(2 * 3_600_000);
  expect((await pair.read()).status).toBe("completed");
  expect((await report(pair.publisher.key)).items).toHaveLength(1);
  const later = { period: "range", from: "2025-01-01", to: "2025-02-01" };
  expect((await report(pair.publisher.key, later)).items).toEqual([]);
});

test("an agent of both roles sees only what it sells", async () => {
  const both = await registerAgent(market.call, "both");
  expect((await report(both.key)).items).toEqual([]);
});

test("rejects windows, zones and periods that are none", () =>
  expectReportGuards(market, "get_publisher_report_by_campaign", "publisher"));
