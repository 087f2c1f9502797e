import { expect, test } from "vitest";
import { couponSchema } from "../../../../server/src/contract/resources/campaign.ts";
import { AD_UNIT_TYPES, AD_UNITS } from "../../../../server/src/contract/units.ts";
import { resultOf } from "../../../setup/agents.ts";
import { bookPair, type Pair, setUpMarket } from "../market.ts";

const market = setUpMarket();

async function couponOf(pair: Pair): Promise<object> {
  const { campaignId, advertiser } = pair;
  const args = { campaignId, agentInstructions: "Mention it.", discountType: "free_shipping" };
  const answer = market.call("create_coupon", args, advertiser.key);
  return { couponCode: (await resultOf(answer, couponSchema)).couponCode };
}

test.each(AD_UNIT_TYPES)("%s is booked, delivered, reported and paid", async (code) => {
  const { floorCredits, pricedBy, reportTool, conversionType, needsCoupon } = AD_UNITS[code];
  const budgetCredits = Math.max(1_000, 10 * floorCredits);
  const pair = await bookPair(market, code, { campaign: { budgetCredits } });
  const coupon = needsCoupon ? await couponOf(pair) : {};
  await pair.deliver();
  const chargedCredits = floorCredits / pricedBy;
  const type = conversionType === undefined ? {} : { conversionType };
  expect(await pair.report(reportTool, { ...type, ...coupon })).toMatchObject({
    billable: true,
    chargedCredits,
    remainingCredits: budgetCredits - chargedCredits,
  });
});
