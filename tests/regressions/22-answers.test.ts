import { describe, expect, test } from "vitest";
import { listOf } from "../../server/src/contract/fields.ts";
import { uuidFromId } from "../../server/src/contract/ids.ts";
import { placementSchema } from "../../server/src/contract/resources/placement.ts";
import {
  attributionSchema,
  publisherReportByCampaignSchema,
  publisherReportSchema,
} from "../../server/src/contract/resources/report.ts";
import { cashoutSchema } from "../../server/src/contract/resources/wallet.ts";
import { cashOut, earningPublisher } from "../integration/domain/cashout/earning.ts";
import { HOUR_MS, refused, setUpMarket } from "../integration/tools/market.ts";
import {
  bookCampaign,
  bookedPair,
  deliverOnce,
  fundedAdvertiser,
  listTestPlacement,
  registerAgent,
  resultOf,
} from "../setup/agents.ts";

const market = setUpMarket({ env: { CASHOUT_NEW_ADDRESS_HOURS: "24", USD_PER_BTC: "64392.23" } });

describe("a cashout that waits", () => {
  test("for its new address says so, and until when", async () => {
    const cashout = await cashOut(market, await earningPublisher(market));
    expect(cashout.held).toEqual({
      reason: "new_address",
      explanation: expect.stringContaining("new address"),
      until: new Date(Date.parse(cashout.createdAt) + 24 * HOUR_MS).toISOString(),
    });
  });

  test("for the operator says so, in list_cashouts too", async () => {
    const agent = await earningPublisher(market);
    // The address of the test before.
    const { held } = await cashOut(market, agent);
    expect(held).toMatchObject({ reason: "address_review" });
    await market.sql("update agent set status = 'suspended' where id = $1", [
      uuidFromId(agent.agentId),
    ]);
    const listed = market.call("list_cashouts", {}, agent.key);
    const { items } = await resultOf(listed, listOf(cashoutSchema));
    expect(items[0]?.held).toMatchObject({ reason: "agent_suspended" });
  });
});

test("search_placements repeats and skips nothing while placements are added", async () => {
  const publisher = await registerAgent(market.call, "publisher");
  const list = (rateCredits: number) =>
    listTestPlacement(market.call, publisher, "cpc", { rateCredits, topics: ["paging"] });
  for (const rate of [30, 40, 50, 60]) await list(rate);
  for (const sort of ["relevance", "rate_asc", "rate_desc", "newest"]) {
    const page = (fields: object) =>
      resultOf(
        market.call("search_placements", { topic: "paging", sort, limit: 2, ...fields }),
        listOf(placementSchema),
      );
    const first = await page({});
    // Whatever the order, one of them comes before the second page.
    for (const rate of [25, 70]) await list(rate);
    const second = await page({ cursor: first.nextCursor });
    const seen = [...first.items, ...second.items].map(({ placementId }) => placementId);
    expect(new Set(seen).size, sort).toBe(4);
    const rates = [...first.items, ...second.items].map(({ rateCredits }) => rateCredits);
    if (sort === "rate_asc") expect(rates).toEqual(rates.toSorted((one, two) => one - two));
    if (sort === "rate_desc") expect(rates).toEqual(rates.toSorted((one, two) => two - one));
  }
});

test("validActions of a publisher names nothing that only the advertiser may call", async () => {
  const { publisher, advertiser, campaign } = await bookedPair(market.call, "cpc");
  const { campaignId } = campaign;
  const actionsFor = async (key: string) => {
    const one = Object((await market.call("get_campaign", { campaignId }, key)).body).validActions;
    const listed = Object((await market.call("list_campaigns", {}, key)).body).items[0];
    expect(listed.validActions).toEqual(one);
    return one;
  };
  expect(await actionsFor(publisher.key)).toEqual(["deliver_ad"]);
  expect(await actionsFor(advertiser.key)).toContain("update_campaign");
  await market.call("update_campaign", { campaignId, status: "paused" }, advertiser.key);
  expect(await actionsFor(publisher.key)).toEqual([]);
});

test("a report counts what the acknowledgements counted", async () => {
  const { publisher, campaign } = await bookedPair(market.call, "cpc");
  const { campaignId } = campaign;
  const { deliveryId } = await deliverOnce(market.call, publisher, campaignId);
  const events = [
    { type: "impression", campaignId, deliveryId },
    { type: "click", campaignId, deliveryId },
    { type: "click", campaignId, deliveryId },
    { type: "conversion", campaignId, deliveryId, conversionType: "cpl" },
    { type: "conversion", campaignId, deliveryId, conversionType: "recommendation" },
  ];
  const answer = await market.call("report_events", { events }, publisher.key);
  const counted = Object(answer.body).items.map((one: { counted: number }) => one.counted);
  const { totals } = await resultOf(
    market.call("get_publisher_report", { period: "daily", campaignId }, publisher.key),
    publisherReportSchema,
  );
  const { impressions, clicks, conversions, invalid } = totals;
  const { cpl, recommendation } = conversions;
  expect([impressions, clicks, 0, cpl, recommendation]).toEqual(counted);
  expect(counted).toEqual([1, 1, 0, 1, 1]);
  expect(invalid).toBe(1);
});

test("a blocked advertiser learns that it is blocked", async () => {
  const publisher = await registerAgent(market.call, "publisher");
  const advertiser = await fundedAdvertiser(market.call);
  const placement = await listTestPlacement(market.call, publisher, "cpc", {
    blockedAdvertiserIds: [advertiser.agentId],
  });
  const { placementId, adUnitType } = placement;
  const args = {
    placementId,
    adUnitType,
    budgetCredits: 300,
    creativeText: "Cast-iron pans.",
    creativeUrl: "https://shop.example.com/",
  };
  const error = await refused(
    market.call("create_campaign", args, advertiser.key),
    "placement_not_bookable",
  );
  expect(error.message).toMatch(/does not accept bookings by this advertiser/);
  expect(error.details).toEqual({ reason: "advertiser_blocked" });
});

test("reports leave out empty rows on request", async () => {
  const publisher = await registerAgent(market.call, "publisher");
  const advertiser = await fundedAdvertiser(market.call);
  const placement = await listTestPlacement(market.call, publisher, "cpc");
  const used = await bookCampaign(market.call, advertiser, placement);
  await bookCampaign(market.call, advertiser, placement);
  const { deliveryId } = await deliverOnce(market.call, publisher, used.campaignId);
  const click = { campaignId: used.campaignId, deliveryId };
  await market.call("report_click", click, publisher.key);
  const report = (fields: object) =>
    resultOf(
      market.call(
        "get_publisher_report_by_campaign",
        { period: "daily", ...fields },
        publisher.key,
      ),
      publisherReportByCampaignSchema,
    );
  const whole = await report({});
  expect(whole.series).toHaveLength(30);
  expect(whole.items).toHaveLength(2);
  const short = await report({ omitEmpty: true, format: "csv" });
  expect(short.series.map(({ clicks }) => clicks)).toEqual([1]);
  expect(short.items.map(({ campaignId }) => campaignId)).toEqual([used.campaignId]);
  expect(short.totals).toEqual(whole.totals);
  expect(short.csv?.trim().split("\r\n")).toHaveLength(2);
  const rows = async (groupBy: string, omitEmpty: boolean) => {
    const args = { campaignId: used.campaignId, groupBy, omitEmpty };
    const answer = market.call("get_attribution", args, advertiser.key);
    return (await resultOf(answer, attributionSchema)).series.length;
  };
  expect([await rows("day", false), await rows("day", true)]).toEqual([30, 1]);
  expect(await rows("conversionType", true)).toBe(0);
  expect(await rows("placement", true)).toBe(1);
});
