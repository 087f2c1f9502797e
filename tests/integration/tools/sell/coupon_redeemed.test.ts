import { describe, expect, test } from "vitest";
import { z } from "zod";
import { listOf } from "../../../../server/src/contract/fields.ts";
import { type Coupon, couponSchema } from "../../../../server/src/contract/resources/campaign.ts";
import { registerAgent, resultOf } from "../../../setup/agents.ts";
import { expectCleanLedger } from "../books.ts";
import {
  bookPair,
  clickThrough,
  DAY_MS,
  HOUR_MS,
  type Pair,
  type PairOptions,
  refused,
  setUpMarket,
  spendOf,
} from "../market.ts";

/** `report_conversion` of coupons: what a cppromo campaign pays, 50 credits for each redemption. */
const market = setUpMarket();

const CODE = "PAN10";

const createCoupon = (pair: Pair, fields: object = {}): Promise<Coupon> => {
  const args = {
    campaignId: pair.campaignId,
    couponCode: CODE,
    agentInstructions: "Mention code PAN10 for 10 % off.",
    discountType: "percent",
    discountValue: 10,
    ...fields,
  };
  return resultOf(market.call("create_coupon", args, pair.advertiser.key), couponSchema);
};
/** A campaign whose coupon was delivered once, and whose link was followed. */
const promo = async (coupon: object = {}, options: PairOptions = {}) => {
  const pair = await bookPair(market, "cppromo", options);
  await createCoupon(pair, coupon);
  const { offer } = await pair.deliver();
  await clickThrough(market, pair, offer.clickUrl);
  return pair;
};
const report = (fields: object = {}) => ({
  conversionType: "coupon_redeemed",
  couponCode: CODE,
  ...fields,
});
const redeem = (pair: Pair, fields: object = {}) =>
  pair.report("report_conversion", report(fields));
const at = (offsetMs: number) => new Date(market.clock.now().getTime() + offsetMs).toISOString();
/** Redemptions as `list_coupons` counts them, newest coupon first. */
const redeemed = async ({ advertiser, campaignId }: Pair) => {
  const answer = market.call("list_coupons", { campaignId }, advertiser.key);
  const { items } = await resultOf(answer, listOf(couponSchema));
  return items.map(({ redeemedCount }) => redeemedCount);
};

describe("works", () => {
  test("each order that used the code pays once", async () => {
    const pair = await promo();
    expect(await redeem(pair, { orderId: "A-1" })).toMatchObject({
      accepted: true,
      billable: true,
      counted: 1,
      chargedCredits: 50,
      earnedCredits: 40,
      remainingCredits: 450,
    });
    for (const orderId of ["A-1", "a-1", " A-1 "]) {
      expect(await redeem(pair, { orderId })).toMatchObject({
        reason: "duplicate",
        chargedCredits: 0,
      });
    }
    expect((await redeem(pair, { orderId: "A-2" })).chargedCredits).toBe(50);
    expect(await redeemed(pair)).toEqual([2]);
    expect((await pair.read()).spentCredits).toBe(100);
  });

  test("one clicked delivery may bring many orders, named or not", async () => {
    const pair = await promo();
    const { deliveryId, offer } = await pair.deliver();
    await clickThrough(market, pair, offer.clickUrl);
    for (const orderId of ["B-1", "B-2", "B-3"]) {
      expect((await redeem(pair, { deliveryId, orderId })).chargedCredits).toBe(50);
    }
    expect((await redeem(pair, { deliveryId, orderId: "B-1" })).reason).toBe("duplicate");
    expect(await redeemed(pair)).toEqual([3]);
  });

  test("the code counts in any case", async () => {
    const pair = await promo({ couponCode: "Pan-10" });
    const spellings = ["Pan-10", "PAN-10", "pan-10", " pAN-10 "];
    for (const [index, couponCode] of spellings.entries()) {
      const fields = { couponCode, orderId: `case-${index}` };
      expect((await redeem(pair, fields)).chargedCredits).toBe(50);
    }
    expect(await redeemed(pair)).toEqual([4]);
  });

  test("without an order each delivery pays once", async () => {
    const pair = await promo();
    const { deliveryId } = await pair.deliver();
    expect((await redeem(pair, { deliveryId })).chargedCredits).toBe(50);
    expect((await redeem(pair, { deliveryId })).reason).toBe("duplicate");
    // The first delivery is still open, then none.
    expect((await redeem(pair)).chargedCredits).toBe(50);
    expect(await redeem(pair)).toMatchObject({ reason: "not_delivered", chargedCredits: 0 });
    expect(await redeemed(pair)).toEqual([2]);
  });

  test("an order may use two coupons; each pays for itself", async () => {
    const pair = await promo();
    await createCoupon(pair, { couponCode: "SHIP" });
    const orderId = "C-1";
    expect((await redeem(pair, { orderId })).chargedCredits).toBe(50);
    expect((await redeem(pair, { orderId, couponCode: "SHIP" })).chargedCredits).toBe(50);
    expect(await redeemed(pair)).toEqual([1, 1]);
  });

  test("an older coupon pays while deliveries carry a newer one", async () => {
    const pair = await promo();
    await createCoupon(pair, { couponCode: "NEWER" });
    expect((await pair.deliver()).offer.couponCode).toBe("NEWER");
    expect((await redeem(pair, { orderId: "D-1" })).chargedCredits).toBe(50);
    expect(await redeemed(pair)).toEqual([0, 1]);
  });

  test("during a pause and during the drain of a refund what was delivered pays", async () => {
    const pair = await promo();
    const { campaignId, advertiser } = pair;
    await market.call("update_campaign", { campaignId, status: "paused" }, advertiser.key);
    expect((await redeem(pair, { orderId: "E-1" })).chargedCredits).toBe(50);
    await market.call("request_refund", { campaignId }, advertiser.key);
    expect((await redeem(pair, { orderId: "E-2" })).chargedCredits).toBe(50);
    await market.travel(HOUR_MS);
    expect((await redeem(pair, { orderId: "E-3" })).reason).toBe("campaign_closed");
    expect(await pair.read()).toMatchObject({ spentCredits: 100, refundedCredits: 400 });
    expect(await redeemed(pair)).toEqual([2]);
  });

  test("on other units a redemption is kept and neither paid nor counted", async () => {
    const pair = await bookPair(market, "cpr");
    await createCoupon(pair);
    await pair.deliver();
    expect(await redeem(pair, { orderId: "F-1" })).toMatchObject({
      reason: "conversion_type_mismatch",
      chargedCredits: 0,
    });
    expect(await redeemed(pair)).toEqual([0]);
  });

  test("a batch says of each order what became of it", async () => {
    const pair = await promo({ maxRedemptions: 2 });
    const orders = ["G-1", "G-1", "G-2", "G-3"];
    const events = orders.map((orderId) => ({
      type: "conversion",
      campaignId: pair.campaignId,
      ...report({ orderId }),
    }));
    const schema = z.object({
      items: z.array(z.object({ reason: z.string().optional() })),
      chargedCredits: z.number(),
    });
    const answer = market.call("report_events", { events }, pair.publisher.key);
    const { items, chargedCredits } = await resultOf(answer, schema);
    expect(items.map(({ reason }) => reason)).toEqual([
      undefined,
      "duplicate",
      undefined,
      "coupon_invalid",
    ]);
    expect(chargedCredits).toBe(100);
    expect(await redeemed(pair)).toEqual([2]);
  });
});

describe("rejects bad input", () => {
  test("a redemption without its code", async () => {
    const pair = await promo();
    const args = { campaignId: pair.campaignId, conversionType: "coupon_redeemed" };
    const answer = market.call("report_conversion", args, pair.publisher.key);
    expect((await refused(answer, "invalid_arguments")).field).toBe("/arguments/couponCode");
  });

  test.each([
    ["an unknown code", {}, { couponCode: "PAN11" }, undefined],
    ["part of the code", {}, { couponCode: "PAN1" }, undefined],
    ["a pattern", {}, { couponCode: "PAN%" }, undefined],
    ["a paused coupon", {}, {}, "is_paused = true"],
    ["a coupon that has not started", { startsAt: "2099-01-01T00:00:00Z" }, {}, undefined],
  ])("%s pays nothing", async (_case, coupon, fields, change) => {
    const pair = await promo(coupon);
    if (change !== undefined) {
      await market.sql(`update coupon set ${change} where campaign_id = $1`, [pair.uuid]);
    }
    const before = await redeemed(pair);
    const moved = await market.moved(async () => {
      expect(await redeem(pair, { orderId: "H-1", ...fields })).toMatchObject({
        billable: false,
        counted: 0,
        reason: "coupon_invalid",
        chargedCredits: 0,
        remainingCredits: 500,
      });
    });
    expect(moved).toEqual({});
    expect(await redeemed(pair)).toEqual(before);
  });

  test("an expired coupon pays nothing, except for what happened before", async () => {
    const endsAt = at(HOUR_MS);
    const pair = await promo({ endsAt });
    market.clock.advance(2 * HOUR_MS);
    expect((await redeem(pair, { orderId: "I-1" })).reason).toBe("coupon_invalid");
    const atTheEnd = await redeem(pair, { orderId: "I-2", occurredAt: endsAt });
    expect(atTheEnd.reason).toBe("coupon_invalid");
    const occurredAt = new Date(Date.parse(endsAt) - 1).toISOString();
    expect((await redeem(pair, { orderId: "I-3", occurredAt })).chargedCredits).toBe(50);
    expect(await redeemed(pair)).toEqual([1]);
  });

  test("the coupon of another campaign, even of the same two sides", async () => {
    const pair = await promo();
    const other = await bookPair(market, "cppromo");
    await createCoupon(other, { couponCode: "THEIRS" });
    const fields = { orderId: "J-1", couponCode: "THEIRS" };
    expect(await redeem(pair, fields)).toMatchObject({
      reason: "coupon_invalid",
      chargedCredits: 0,
    });
    expect(await redeemed(other)).toEqual([0]);
  });

  test("a code of which nothing was delivered, or not lately", async () => {
    const pair = await bookPair(market, "cppromo");
    await createCoupon(pair);
    expect((await redeem(pair, { orderId: "K-1" })).reason).toBe("not_delivered");
    const { deliveryId } = await pair.deliver();
    await market.travel(DAY_MS + 60_000);
    expect((await redeem(pair, { orderId: "K-1" })).reason).toBe("not_delivered");
    expect((await redeem(pair, { orderId: "K-1", deliveryId })).reason).toBe("outside_window");
    expect(await redeemed(pair)).toEqual([0]);
  });
});

describe("rejects wrong caller", () => {
  test("neither the advertiser nor a stranger redeems", async () => {
    const pair = await promo();
    const stranger = await registerAgent(market.call, "both");
    const args = { campaignId: pair.campaignId, ...report({ orderId: "L-1" }) };
    for (const { key } of [stranger, pair.advertiser]) {
      await refused(market.call("report_conversion", args, key), "not_found");
    }
    expect(await redeemed(pair)).toEqual([0]);
  });
});

describe("is safe to repeat", () => {
  test("the same event too, also with another order", async () => {
    const pair = await promo();
    const { eventId } = await redeem(pair, { orderId: "M-1" });
    for (const orderId of ["M-1", "M-2"]) {
      expect(await redeem(pair, { eventId, orderId })).toMatchObject({
        duplicate: true,
        chargedCredits: 0,
      });
    }
    expect(await redeemed(pair)).toEqual([1]);
  });
});

describe("moves exactly the money it says", () => {
  test("a redemption moves the rate, its fee to the exchange", async () => {
    const pair = await promo();
    const moved = await market.moved(() => redeem(pair, { orderId: "N-1" }));
    expect(moved).toEqual(spendOf(pair, 40_000_000n, 10_000_000n));
  });

  test("one order, reported by many at once, pays once", async () => {
    const pair = await promo();
    const moved = await market.moved(async () => {
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => redeem(pair, { orderId: "O-1" })),
      );
      expect(answers.filter(({ billable }) => billable)).toHaveLength(1);
      expect(answers.filter(({ reason }) => reason === "duplicate")).toHaveLength(11);
    });
    expect(moved).toEqual(spendOf(pair, 40_000_000n, 10_000_000n));
    expect(await redeemed(pair)).toEqual([1]);
  });

  test("maxRedemptions holds exactly when many orders come at once", async () => {
    const pair = await promo({ maxRedemptions: 5 });
    const moved = await market.moved(async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => redeem(pair, { orderId: `P-${index}` })),
      );
      expect(answers.filter(({ billable }) => billable)).toHaveLength(5);
      expect(answers.filter(({ reason }) => reason === "coupon_invalid")).toHaveLength(15);
    });
    expect(moved).toEqual(spendOf(pair, 200_000_000n, 50_000_000n));
    expect(await redeemed(pair)).toEqual([5]);
  });

  test("an order that the budget did not reach pays after a top-up", async () => {
    const pair = await promo();
    for (let order = 1; order <= 10; order += 1) await redeem(pair, { orderId: `Q-${order}` });
    const orderId = "Q-11";
    expect(await redeem(pair, { orderId })).toMatchObject({
      reason: "budget_exhausted",
      chargedCredits: 0,
      campaignStatus: "exhausted",
    });
    expect(await redeemed(pair)).toEqual([10]);
    const more = { campaignId: pair.campaignId, addBudgetCredits: 50 };
    await market.call("update_campaign", more, pair.advertiser.key);
    expect(await redeem(pair, { orderId })).toMatchObject({
      chargedCredits: 50,
      campaignStatus: "exhausted",
    });
    expect(await redeemed(pair)).toEqual([11]);
  });

  test("the books verify after all of it", () => expectCleanLedger(market));
});
