import { describe, expect, test } from "vitest";
import { type Coupon, couponSchema } from "../../../../server/src/contract/resources/campaign.ts";
import { registerAgent, resultOf } from "../../../setup/agents.ts";
import { bookPair, HOUR_MS, NOBODY, type Pair, refused, setUpMarket } from "../market.ts";

const market = setUpMarket();

const create = (pair: Pair, fields: object = {}): Promise<Coupon> => {
  const args = {
    campaignId: pair.campaignId,
    couponCode: "PAN10",
    agentInstructions: "Mention the code for free shipping.",
    discountType: "free_shipping",
    ...fields,
  };
  return resultOf(market.call("create_coupon", args, pair.advertiser.key), couponSchema);
};
const call = (pair: Pair, fields: object, key = pair.advertiser.key) =>
  market.call("update_coupon", fields, key);
const change = (pair: Pair, fields: object) => resultOf(call(pair, fields), couponSchema);
const redeem = (pair: Pair, orderId: string) =>
  pair.report("report_conversion", {
    conversionType: "coupon_redeemed",
    couponCode: "PAN10",
    orderId,
  });

describe("works", () => {
  test("a paused code is neither delivered nor paid for; a resumed one is", async () => {
    const pair = await bookPair(market, "cppromo");
    const { couponId } = await create(pair);
    expect((await change(pair, { couponId, status: "paused" })).status).toBe("paused");
    expect((await pair.deliver()).offer).not.toHaveProperty("couponCode");
    expect(await redeem(pair, "A-1")).toMatchObject({ counted: 0, reason: "coupon_invalid" });
    expect((await change(pair, { couponId, status: "active" })).status).toBe("active");
    expect((await pair.deliver()).offer).toMatchObject({ couponCode: "PAN10" });
    expect(await redeem(pair, "A-2")).toMatchObject({ counted: 1 });
  });

  test("more redemptions reopen an exhausted code, and the rest stays", async () => {
    const pair = await bookPair(market, "cppromo");
    const coupon = await create(pair, { maxRedemptions: 1 });
    await pair.deliver();
    await redeem(pair, "A-1");
    const endsAt = new Date(market.clock.now().getTime() + HOUR_MS).toISOString();
    const { couponId } = coupon;
    expect(await change(pair, { couponId, maxRedemptions: 2, endsAt })).toEqual({
      ...coupon,
      maxRedemptions: 2,
      redeemedCount: 1,
      endsAt,
    });
  });
});

describe("rejects bad input", () => {
  test("nothing to change, fewer redemptions than there were, an end that is over", async () => {
    const pair = await bookPair(market, "cppromo");
    const coupon = await create(pair);
    for (const order of ["A-1", "A-2"]) {
      await pair.deliver();
      await redeem(pair, order);
    }
    const { couponId } = coupon;
    const past = new Date(market.clock.now().getTime() - 1).toISOString();
    for (const fields of [{}, { maxRedemptions: 1 }, { endsAt: past }]) {
      await refused(call(pair, { couponId, ...fields }), "invalid_arguments");
    }
    const { body } = await market.call("list_coupons", {}, pair.advertiser.key);
    expect(body).toMatchObject({ items: [{ ...coupon, redeemedCount: 2 }] });
  });
});

describe("rejects wrong caller", () => {
  test("a coupon of others is like none", async () => {
    const pair = await bookPair(market, "cppromo");
    const { couponId } = await create(pair);
    const stranger = await registerAgent(market.call, "both");
    const fields = { status: "paused" };
    const other = await refused(call(pair, { couponId, ...fields }, stranger.key), "not_found");
    const missing = call(pair, { couponId: `cpn_${NOBODY}`, ...fields });
    expect(await refused(missing, "not_found")).toEqual(other);
  });
});
