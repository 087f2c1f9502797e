import { afterAll, beforeAll, expect, test } from "vitest";
import type { z } from "zod";
import type {
  advertiserReportByCampaignSchema,
  advertiserReportByPlacementSchema,
} from "../../../../server/src/contract/resources/report.ts";
import {
  bookCampaign,
  deliverOnce,
  listTestPlacement,
  registerAgent,
  resultOf,
} from "../../../setup/agents.ts";
import { bookPair, type Market, startMarket } from "../market.ts";
import { expectReportGuards } from "../report-guards.ts";

interface RowReport {
  readonly tool: string;
  readonly schema:
    | typeof advertiserReportByCampaignSchema
    | typeof advertiserReportByPlacementSchema;
  /** What a row is about, and how its ids begin. */
  readonly field: "campaignId" | "placementId";
  readonly prefix: string;
}

/** What both reports with a row for each thing promise an advertiser. */
export function testAdvertiserRows({ tool, schema, field, prefix }: RowReport): void {
  let market: Market;
  beforeAll(async () => {
    market = await startMarket();
  });
  afterAll(() => market.close());

  const report = (key: string, args: object = {}): Promise<z.output<typeof schema>> =>
    resultOf(market.call(tool, { period: "weekly", ...args }, key), schema);

  test(`has a row for each ${field} that the caller booked, the dearest first`, async () => {
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
    expect(items).toMatchObject([
      { [field]: second[field], spendCredits: 40, clicks: 1 },
      { [field]: first[field], spendCredits: 25, clicks: 1 },
    ]);
    expect(totals).toMatchObject({ spendCredits: 65, clicks: 2 });
    expect(series.at(-1)?.spendCredits).toBe(65);
    const only = await report(pair.advertiser.key, { [field]: first[field] });
    expect(only.items).toHaveLength(1);
    expect(only.items).toMatchObject([{ [field]: first[field] }]);
    expect(only.totals.spendCredits).toBe(25);
  });

  test(`as CSV has a line for each ${field}`, async () => {
    const pair = await bookPair(market, "cpc");
    const { csv } = await report(pair.advertiser.key, { format: "csv" });
    const lines = (csv ?? "").trimEnd().split("\r\n");
    expect(lines).toHaveLength(2);
    expect(lines[0]?.startsWith(`${field},`)).toBe(true);
    expect(lines[1]).toContain(prefix);
  });

  test("rejects windows, zones and periods that are none", () =>
    expectReportGuards(market, tool, "advertiser"));
}
