import { afterAll, describe, expect, test } from "vitest";
import {
  advertiserReportByCampaignSchema,
  attributionSchema,
  publisherReportByPlacementSchema,
} from "../../../../server/src/contract/resources/report.ts";
import { rollUp } from "../../../../server/src/domain/reports/index.ts";
import { bookCampaign, resultOf } from "../../../setup/agents.ts";
import { setUp } from "../../../setup/shared.ts";
import { CITING, deliverCited, PAID, recommend } from "../citing.ts";
import { bookPair, type PairOptions, refused, startMarket } from "../market.ts";

const market = setUp(startMarket);
afterAll(() => market.expectBooksAddUp());

const pairOf = (options: PairOptions = CITING) => bookPair(market, "cpr", options);

describe("rejects", () => {
  test("citedOnly for a unit that no answer can cite", async () => {
    const pair = await bookPair(market, "cpc", CITING);
    const args = {
      placementId: pair.placement.placementId,
      budgetCredits: 500,
      creativeText: "Cast-iron pans that last a lifetime.",
      creativeUrl: "https://shop.example.com/pans",
      citedOnly: true,
    };
    expect(pair.campaign.citedOnly).toBe(false);
    const answer = market.call("buy_placement", args, pair.advertiser.key);
    expect(await refused(answer, "invalid_arguments")).toMatchObject({
      field: "/arguments/citedOnly",
    });
  });

  test("a creative that forms a mark", async () => {
    const pair = await pairOf();
    const args = {
      placementId: pair.placement.placementId,
      budgetCredits: 500,
      creativeText: "Cast-iron pans [[rec:a-advertiser-0000]].",
      creativeUrl: "https://shop.example.com/pans",
    };
    await refused(market.call("buy_placement", args, pair.advertiser.key), "creative_rejected");
  });
});

describe("citedOnly", () => {
  test("is as the placement says when it is booked, and stays so", async () => {
    const [citing, plain] = [await pairOf(), await pairOf({})];
    expect([citing.campaign.citedOnly, plain.campaign.citedOnly]).toEqual([true, false]);
    for (const [pair, citations] of [
      [citing, false],
      [plain, true],
    ] as const) {
      const change = { placementId: pair.placement.placementId, citations };
      await market.call("update_placement", change, pair.publisher.key);
      expect((await pair.read()).citedOnly).toBe(!citations);
      const next = await bookCampaign(market.call, pair.advertiser, pair.placement);
      expect(next.citedOnly).toBe(citations);
    }
  });

  test("can be chosen by the advertiser either way", async () => {
    expect((await pairOf({ campaign: { citedOnly: true } })).campaign.citedOnly).toBe(true);
    const loose = await pairOf({ ...CITING, campaign: { citedOnly: false } });
    expect(loose.campaign.citedOnly).toBe(false);
    await loose.deliver();
    const answer = await loose.report("report_conversion", { conversionType: "recommendation" });
    expect(answer).toMatchObject(PAID);
  });
});

describe("reports", () => {
  test("show the share of cited influence to both sides, also when folded", async () => {
    const pair = await pairOf({});
    for (const fields of [{}, {}, { label: "Other" }, { rendered: false }]) {
      await recommend(pair, await deliverCited(pair), fields);
    }
    const { deliveryId } = await pair.deliver();
    await pair.report("report_conversion", { deliveryId, conversionType: "recommendation" });
    const expected = {
      conversions: { recommendation: 4 },
      viewable: 0,
      cited: 2,
      citedShare: 0.5,
      invalidByReason: { disclosure_missing: 1 },
    };
    for (const isFolded of [false, true]) {
      if (isFolded) await rollUp(market.exchange.db, market.clock.now());
      const sold = await resultOf(
        market.call("get_publisher_report_by_placement", { period: "daily" }, pair.publisher.key),
        publisherReportByPlacementSchema,
      );
      const bought = await resultOf(
        market.call("get_advertiser_report_by_campaign", { period: "daily" }, pair.advertiser.key),
        advertiserReportByCampaignSchema,
      );
      const { campaignId } = pair;
      const { totals } = await resultOf(
        market.call("get_attribution", { campaignId }, pair.advertiser.key),
        attributionSchema,
      );
      for (const row of [sold.totals, sold.items[0], bought.totals, bought.items[0], totals]) {
        expect(row).toMatchObject(expected);
      }
      expect(sold.totals.grossCredits).toBe(40);
      expect(bought.totals.spendCredits).toBe((await pair.read()).spentCredits);
    }
  });

  test("have no share where nothing was recommended", async () => {
    const pair = await bookPair(market, "cpm");
    const { deliveryId } = await pair.deliver();
    await pair.report("report_impression", { deliveryId, evidence: { viewable: true } });
    const args = { period: "daily", format: "csv" };
    const { totals, csv = "" } = await resultOf(
      market.call("get_publisher_report_by_placement", args, pair.publisher.key),
      publisherReportByPlacementSchema,
    );
    expect(totals).toMatchObject({ viewable: 1, cited: 0, citedShare: null });
    expect(csv.split("\r\n")[0]).toContain(",cited,citedShare,");
  });
});
