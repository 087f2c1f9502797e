import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { listOf } from "../../../server/src/contract/fields.ts";
import { whoamiSchema } from "../../../server/src/contract/resources/agent.ts";
import { type Campaign, campaignSchema } from "../../../server/src/contract/resources/campaign.ts";
import { acknowledgementSchema } from "../../../server/src/contract/resources/delivery.ts";
import {
  bookCampaign,
  deliverOnce,
  fundedAdvertiser,
  listTestPlacement,
  registerAgent,
  resultOf,
  type TestAgent,
} from "../../setup/agents.ts";
import type { CallTool } from "../../setup/exchange.ts";
import type { Books } from "./books.ts";
import { setUpRecipe, TRANSPORTS } from "./transports.ts";

/** Rates that a float would get wrong: 333.333 credits are 333,333 µcr an impression. */
const CPM_RATE_CREDITS = 333.333;
const CPR_RATE_CREDITS = 10.000001;
const IMPRESSIONS = 7;
/** 7 x 333,333 µcr; the fee is 7 x floor(333,333 x 20 %) = 7 x 66,666. */
const CPM = { charged: 2_333_331n, fee: 466_662n, earned: 1_866_669n };
const CPR = { charged: 10_000_001n, fee: 2_000_000n, earned: 8_000_001n };

describe.each(TRANSPORTS)("the publisher's recipe over $name", (transport) => {
  const recipe = setUpRecipe(transport);

  test("leads from registration to earnings, exact to the micro-credit", () =>
    sellAndEarn(recipe.call, recipe.books));
});

async function sellAndEarn(call: CallTool, books: Books): Promise<void> {
  const publisher = await registerAgent(call, "publisher", "Kitchen Chat");
  const seen = await listTestPlacement(call, publisher, "cpm", {
    rateCredits: CPM_RATE_CREDITS,
  });
  const recommended = await listTestPlacement(call, publisher, "cpr", {
    rateCredits: CPR_RATE_CREDITS,
  });
  expect(await bookings(call, publisher)).toEqual([]);

  const advertiser = await fundedAdvertiser(call);
  const booked = [
    await bookCampaign(call, advertiser, seen, { budgetCredits: 400 }),
    await bookCampaign(call, advertiser, recommended, { budgetCredits: 150.5 }),
  ];

  const found = await vi.waitUntil(async () => {
    const campaigns = await bookings(call, publisher);
    return campaigns.length === booked.length ? campaigns : null;
  });
  const campaignOn = (placementId: string) => {
    const campaign = found.find((one) => one.placementId === placementId);
    if (campaign === undefined) throw new Error(`No booking on ${placementId}.`);
    return campaign;
  };
  const onSidebar = campaignOn(seen.placementId);
  const inAnswer = campaignOn(recommended.placementId);
  await showAd(call, publisher, onSidebar);
  await recommendBrand(call, publisher, inAnswer);

  expect(await balance(call, publisher)).toMatchObject({
    pendingEarningsCredits: 9.86667,
    earnedCredits: 0,
  });
  await confirm(call, advertiser, onSidebar.campaignId);
  expect(await balance(call, publisher)).toMatchObject({
    pendingEarningsCredits: 8.000001,
    earnedCredits: 1.866669,
  });
  await confirm(call, advertiser, inAnswer.campaignId);
  expect(await balance(call, publisher)).toMatchObject({
    pendingEarningsCredits: 0,
    earnedCredits: 9.86667,
  });
  // Looking brings what was settled into the advertiser's wallet too.
  expect(await balance(call, advertiser)).toMatchObject({
    availableCredits: 449.5,
    escrowedCredits: 538.166668,
  });

  expect(await books.balancesOf(publisher.agentId)).toEqual({ earned: CPM.earned + CPR.earned });
  expect(await books.balancesOf(advertiser.agentId)).toEqual({
    available: 449_500_000n,
    escrow: 550_500_000n - CPM.charged - CPR.charged,
  });
  expect(await books.platform()).toEqual({
    checkout_clearing: -1_000_000_000n,
    platform_fee: CPM.fee + CPR.fee,
  });
  await books.expectBalanced();
}

async function showAd(call: CallTool, publisher: TestAgent, campaign: Campaign): Promise<void> {
  const { campaignId } = campaign;
  const ad = await deliverOnce(call, publisher, campaignId, { turnId: "turn-1" });
  expect(ad.creative.text).toBe(campaign.creative.text);
  expect(ad.billing).toMatchObject({ adUnitType: "cpm", reportTool: "report_impression" });
  const { deliveryId } = ad;
  const shown = { campaignId, deliveryId, count: IMPRESSIONS };
  expect(await report(call, publisher, ad.billing.reportTool, shown)).toMatchObject({
    counted: IMPRESSIONS,
    chargedCredits: 2.333331,
  });
}

/** With the specification's own fields alone: the report finds its delivery by itself. */
async function recommendBrand(
  call: CallTool,
  publisher: TestAgent,
  { campaignId }: Campaign,
): Promise<void> {
  const offer = await deliverOnce(call, publisher, campaignId, { turnId: "turn-2" });
  expect(offer.contextUse).toBe("reasoning_context");
  const { conversionType, reportTool } = offer.billing;
  const mentioned = await report(call, publisher, reportTool, { campaignId, conversionType });
  expect(mentioned).toMatchObject({ billable: true, chargedCredits: CPR_RATE_CREDITS });
}

async function bookings(call: CallTool, publisher: TestAgent): Promise<Campaign[]> {
  const filter = { role: "publisher", status: "active" };
  const list = call("list_campaigns", filter, publisher.key);
  return (await resultOf(list, listOf(campaignSchema))).items;
}

function report(call: CallTool, publisher: TestAgent, tool: string, args: object) {
  return resultOf(call(tool, args, publisher.key), acknowledgementSchema);
}

async function balance(call: CallTool, agent: TestAgent) {
  return (await resultOf(call("whoami", {}, agent.key), whoamiSchema)).balance;
}

function confirm(call: CallTool, advertiser: TestAgent, campaignId: string) {
  return resultOf(call("confirm_delivery", { campaignId }, advertiser.key), z.object({}));
}
