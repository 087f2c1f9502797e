import { expect, test } from "vitest";
import { bookPair, clickThrough, setUpMarket, spendOf } from "../integration/tools/market.ts";

const market = setUpMarket();
const cpaPair = () => bookPair(market, "cpa", { campaign: { budgetCredits: 2_000 } });
type Pair = Awaited<ReturnType<typeof cpaPair>>;
const convert = (pair: Pair, deliveryId: string, orderId: string) =>
  pair.report("report_conversion", { conversionType: "cpa", deliveryId, orderId });
const DUPLICATE = { reason: "duplicate", chargedCredits: 0 };

test("invented order ids pay one delivery once", async () => {
  const pair = await cpaPair();
  const { deliveryId } = await pair.deliver();
  const moved = await market.moved(async () => {
    expect(await convert(pair, deliveryId, "real")).toMatchObject({ chargedCredits: 200 });
    for (let order = 0; order < 3; order += 1) {
      expect(await convert(pair, deliveryId, `invented-${order}`)).toMatchObject(DUPLICATE);
    }
  });
  expect(moved).toEqual(spendOf(pair, 160_000_000n, 40_000_000n));
});

test("another order of the delivery is paid when the advertiser reports it", async () => {
  const pair = await cpaPair();
  const { deliveryId } = await pair.deliver();
  await convert(pair, deliveryId, "first");
  expect(await convert(pair, deliveryId, "second")).toMatchObject(DUPLICATE);
  const { campaignId, advertiser } = pair;
  const args = { campaignId, conversionType: "cpa", deliveryId, orderId: "second" };
  const { body } = await market.call("report_conversion", args, advertiser.key);
  expect(body).toMatchObject({ verified: true, chargedCredits: 200 });
  expect(await convert(pair, deliveryId, "second")).toMatchObject(DUPLICATE);
});

test("several orders of a delivery are paid after a click on its link", async () => {
  const pair = await cpaPair();
  const { deliveryId, offer } = await pair.deliver();
  await clickThrough(market, pair, offer.clickUrl);
  for (const orderId of ["one", "two"]) {
    const paid = { verified: true, chargedCredits: 200 };
    expect(await convert(pair, deliveryId, orderId)).toMatchObject(paid);
  }
});

test("a coupon is no way around it", async () => {
  const pair = await bookPair(market, "cppromo");
  const coupon = { couponCode: "PAN10", agentInstructions: "Mention PAN10 for 10 % off." };
  const discount = { discountType: "percent", discountValue: 10 };
  const { campaignId, advertiser } = pair;
  await market.call("create_coupon", { campaignId, ...coupon, ...discount }, advertiser.key);
  await pair.deliver();
  const redeem = (orderId: string) => {
    const fields = { conversionType: "coupon_redeemed", couponCode: "PAN10", orderId };
    return pair.report("report_conversion", fields);
  };
  expect(await redeem("real")).toMatchObject({ chargedCredits: 50 });
  expect(await redeem("invented")).toMatchObject(DUPLICATE);
});
