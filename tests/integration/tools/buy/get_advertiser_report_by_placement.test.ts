import { afterAll, beforeAll, expect, test } from "vitest";
import { advertiserReportByPlacementSchema } from "../../../../server/src/contract/resources/report.ts";
import {
  bookCampaign,
  deliverOnce,
  listTestPlacement,
  registerAgent,
  resultOf,
} from "../../../setup/agents.ts";
import { bookPair, type Market, startMarket } from "../market.ts";
import { expectReportGuards } from "../report-guards.ts";

let market: Market;
beforeAll(async () => {
  market = await startMarket();
});
afterAll(() => market.close());

const report = (key: string, args: object = {}) =>
  resultOf(
    market.call("get_advertiser_report_by_placement", { period: "weekly", ...args }, key),
    advertiserReportByPlacementSchema,
  );

test("has a row for each placement that the caller booked, the dearest first", async () => {
  const { call } = market;
  const pair = await bookPair(market, "cpc");
  const publisher = await registerAgent(call, "publisher");
  const placement = await listTestPlacement(call, publisher, "cpc", { rateCredits: 40 });
  const { campaignId } = await bookCampaign(call, pair.advertiser, placement);
  await pair.deliver();
  await pair.report("report_click");
  const { deliveryId } = await deliverOnce(call, publisher, campaignId);
  await call("report_click", { campaignId, deliveryId }, publisher.key);
  const { items, totals, series } = await report(pair.advertiser.key);
  const second = { campaignId, placementId: placement.placementId };
  const first = { campaignId: pair.campaignId, placementId: pair.placement.placementId };
  expect(items.map((item) => [item.placementId, item.spendCredits, item.clicks])).toEqual([
    [second.placementId, 40, 1],
    [first.placementId, 25, 1],
  ]);
  expect(totals).toMatchObject({ spendCredits: 65, clicks: 2 });
  expect(series.at(-1)?.spendCredits).toBe(65);
  const only = await report(pair.advertiser.key, { placementId: first.placementId });
  expect(only.items.map((item) => item.placementId)).toEqual([first.placementId]);
  expect(only.totals.spendCredits).toBe(25);
});

test("as CSV has a line for each placement", async () => {
  const pair = await bookPair(market, "cpc");
  const { csv } = await report(pair.advertiser.key, { format: "csv" });
  const lines = (csv ?? "").trimEnd().split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[0]?.startsWith("placementId,")).toBe(true);
  expect(lines[1]).toContain("plc_");
});

test("rejects bad input, other roles and what is not the caller's; moves no money", () =>
  expectReportGuards(market, "get_advertiser_report_by_placement", "advertiser"));
