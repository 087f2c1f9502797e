import { describe, expect, test } from "vitest";
import { listOf } from "../../../../server/src/contract/fields.ts";
import { type Coupon, couponSchema } from "../../../../server/src/contract/resources/campaign.ts";
import { bookCampaign, registerAgent, resultOf } from "../../../setup/agents.ts";
import { bookPair, HOUR_MS, NOBODY, type Pair, refused, setUpMarket } from "../market.ts";

const market = setUpMarket();

const create = (pair: Pair, fields: object = {}): Promise<Coupon> => {
  const args = {
    campaignId: pair.campaignId,
    agentInstructions: "Mention the code for free shipping.",
    discountType: "free_shipping",
    ...fields,
  };
  return resultOf(market.call("create_coupon", args, pair.advertiser.key), couponSchema);
};
const call = (pair: Pair, fields: object = {}, key = pair.advertiser.key) =>
  market.call("list_coupons", fields, key);
const list = (pair: Pair, fields: object = {}) =>
  resultOf(call(pair, fields), listOf(couponSchema));
const codesOf = async (pair: Pair, fields: object = {}) =>
  (await list(pair, fields)).items.map(({ couponCode }) => couponCode);
const statusOf = async (pair: Pair, couponCode: string) =>
  (await list(pair)).items.find((coupon) => coupon.couponCode === couponCode)?.status;

describe("works", () => {
  test("a coupon reads as it was made", async () => {
    const pair = await bookPair(market, "cppromo");
    const coupon = await create(pair);
    expect(await list(pair)).toEqual({ items: [coupon], nextCursor: null });
  });

  test("those of all own campaigns, newest first, or of one", async () => {
    const pair = await bookPair(market, "cppromo");
    const { campaignId } = await bookCampaign(market.call, pair.advertiser, pair.placement);
    for (const couponCode of ["ONE", "TWO"]) await create(pair, { couponCode });
    await create(pair, { couponCode: "SIDE", campaignId });
    await create(pair, { couponCode: "THREE" });
    expect(await codesOf(pair)).toEqual(["THREE", "SIDE", "TWO", "ONE"]);
    expect(await codesOf(pair, { campaignId })).toEqual(["SIDE"]);
    expect(await codesOf(pair, { campaignId: pair.campaignId })).toEqual(["THREE", "TWO", "ONE"]);
  });

  test("pages show each once, also while new ones are made", async () => {
    const pair = await bookPair(market, "cppromo");
    const made = Array.from({ length: 5 }, (_, index) => `CODE-${index}`);
    for (const couponCode of made) await create(pair, { couponCode });
    const first = await list(pair, { limit: 2 });
    await create(pair, { couponCode: "NEWER" });
    const second = await list(pair, { limit: 2, cursor: first.nextCursor });
    const third = await list(pair, { limit: 2, cursor: second.nextCursor });
    const pages = [first, second, third];
    expect(pages.map(({ items }) => items.length)).toEqual([2, 2, 1]);
    expect(third.nextCursor).toBeNull();
    const codes = pages.flatMap(({ items }) => items.map(({ couponCode }) => couponCode));
    expect(codes).toEqual(made.toReversed());
  });

  test("the status follows time and use", async () => {
    const pair = await bookPair(market, "cppromo");
    const at = (ms: number) => new Date(market.clock.now().getTime() + ms).toISOString();
    const dates = { startsAt: at(HOUR_MS), endsAt: at(2 * HOUR_MS) };
    await create(pair, { couponCode: "DATED", ...dates });
    await create(pair, { couponCode: "ONCE", maxRedemptions: 1 });
    expect(await statusOf(pair, "DATED")).toBe("paused");
    market.clock.advance(HOUR_MS);
    expect(await statusOf(pair, "DATED")).toBe("active");
    market.clock.advance(HOUR_MS);
    expect(await statusOf(pair, "DATED")).toBe("expired");
    expect(await statusOf(pair, "ONCE")).toBe("active");
    await pair.deliver();
    const report = { conversionType: "coupon_redeemed", couponCode: "once", orderId: "A-1" };
    await pair.report("report_conversion", report);
    expect((await list(pair)).items[0]).toMatchObject({
      couponCode: "ONCE",
      status: "exhausted",
      redeemedCount: 1,
    });
    await market.sql("update coupon set is_paused = true, max_redemptions = 2 where code = 'ONCE'");
    expect(await statusOf(pair, "ONCE")).toBe("paused");
  });

  test("an advertiser without any has an empty list", async () => {
    const pair = await bookPair(market, "cppromo");
    expect(await list(pair)).toEqual({ items: [], nextCursor: null });
  });
});

describe("rejects bad input", () => {
  test("a cursor of another list", async () => {
    const pair = await bookPair(market, "cppromo");
    const cursor = Buffer.from(pair.campaignId).toString("base64url");
    expect((await refused(call(pair, { cursor }), "invalid_arguments")).field).toBe(
      "/arguments/cursor",
    );
  });
});

describe("rejects wrong caller", () => {
  test("nobody sees coupons of others", async () => {
    const pair = await bookPair(market, "cppromo");
    const { campaignId } = pair;
    await create(pair);
    const stranger = await registerAgent(market.call, "both");
    expect((await call(pair, {}, stranger.key)).body).toEqual({ items: [], nextCursor: null });
    const other = await refused(call(pair, { campaignId }, stranger.key), "not_found");
    const missing = call(pair, { campaignId: `cmp_${NOBODY}` }, stranger.key);
    expect(await refused(missing, "not_found")).toEqual(other);
  });
});
