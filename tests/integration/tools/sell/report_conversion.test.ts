import { describe, expect, test } from "vitest";
import { idFromUuid } from "../../../../server/src/contract/ids.ts";
import {
  type Acknowledgement,
  acknowledgementSchema,
} from "../../../../server/src/contract/resources/delivery.ts";
import { bookCampaign, deliverOnce, registerAgent, resultOf } from "../../../setup/agents.ts";
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

const market = setUpMarket();

const cpaPair = (options: PairOptions = {}) =>
  bookPair(market, "cpa", { ...options, campaign: { budgetCredits: 2_000, ...options.campaign } });
const convert = (pair: Pair, fields: object): Promise<Acknowledgement> =>
  pair.report("report_conversion", fields);
const eventsOf = (pair: Pair) =>
  market.sql("select * from event where campaign_id = $1 and kind >= 3 order by id", [pair.uuid]);
const cpa = (orderId?: string) => ({
  conversionType: "cpa",
  ...(orderId === undefined ? {} : { orderId }),
});
describe("an advertiser names the click alone", () => {
  test("its own campaign's click is found, nobody else's", async () => {
    const pair = await cpaPair();
    const { offer } = await pair.deliver();
    await clickThrough(market, pair, offer.clickUrl);
    const [delivery] = await market.sql("select id from delivery where campaign_id = $1", [
      pair.uuid,
    ]);
    const clickId = idFromUuid("clk", String(delivery?.id));
    const report = (key: string, fields: object) =>
      market.call("report_conversion", { ...cpa("alone"), ...fields }, key);
    const stranger = (await cpaPair()).advertiser.key;
    for (const key of [stranger, pair.publisher.key]) {
      await refused(report(key, { clickId }), "not_found");
    }
    await refused(report(pair.advertiser.key, {}), "invalid_arguments");
    const paid = await resultOf(report(pair.advertiser.key, { clickId }), acknowledgementSchema);
    expect(paid).toMatchObject({ campaignId: pair.campaignId, verified: true, billable: true });
  });
});

describe("works", () => {
  test.each([
    ["cpr", "recommendation", 10],
    ["cpd", "decision", 20],
    ["cpa", "cpa", 200],
    ["cpl", "cpl", 100],
    ["cpi", "cpi", 100],
  ] as const)("%s pays for a %s", async (unit, conversionType, rate) => {
    const pair = await bookPair(market, unit, { campaign: { budgetCredits: 2_000 } });
    await pair.deliver();
    expect(await convert(pair, { conversionType })).toMatchObject({
      billable: true,
      counted: 1,
      verified: false,
      chargedCredits: rate,
      earnedCredits: rate * 0.8,
      remainingCredits: 2_000 - rate,
    });
  });

  test("what was sent along is kept with the event", async () => {
    const pair = await cpaPair();
    await pair.deliver();
    await convert(pair, { ...cpa("A-1"), valueUsd: 49.95, options: ["Pan A", "Pan B"] });
    expect((await eventsOf(pair))[0]?.detail).toMatchObject({
      orderId: "A-1",
      valueUsd: 49.95,
      options: ["Pan A", "Pan B"],
      conversionType: "cpa",
    });
  });

  test("a conversion of another unit's kind is kept and never paid", async () => {
    const cpr = await bookPair(market, "cpr");
    await cpr.deliver();
    expect((await convert(cpr, { conversionType: "decision" })).reason).toBe(
      "conversion_type_mismatch",
    );
    const cpc = await bookPair(market, "cpc");
    await cpc.deliver();
    expect((await convert(cpc, cpa())).reason).toBe("not_billing_unit");
    expect([(await cpr.read()).spentCredits, (await cpc.read()).spentCredits]).toEqual([0, 0]);
  });

  test("a coupon that the campaign does not have pays nothing", async () => {
    const pair = await bookPair(market, "cppromo");
    await pair.deliver();
    const report = { conversionType: "coupon_redeemed", couponCode: "NONE10" };
    expect(await convert(pair, report)).toMatchObject({
      reason: "coupon_invalid",
      chargedCredits: 0,
    });
  });
});

describe("recommendations and decisions pay once", () => {
  test("for a delivery", async () => {
    const pair = await bookPair(market, "cpr");
    const { deliveryId } = await pair.deliver();
    const report = { deliveryId, conversionType: "recommendation" };
    expect((await convert(pair, report)).chargedCredits).toBe(10);
    expect(await convert(pair, report)).toMatchObject({ reason: "duplicate", chargedCredits: 0 });
  });

  test.each([
    ["cpr", "recommendation"],
    ["cpd", "decision"],
  ] as const)("%s: for a session and 24 hours", async (unit, conversionType) => {
    const pair = await bookPair(market, unit);
    const report = async (sessionKey: string) => {
      const { deliveryId } = await pair.deliver();
      return convert(pair, { deliveryId, conversionType, sessionKey });
    };
    expect((await report("one")).billable).toBe(true);
    await market.travel(23 * HOUR_MS);
    expect((await report("one")).reason).toBe("duplicate");
    expect((await report("two")).billable).toBe(true);
    await market.travel(HOUR_MS);
    expect((await report("one")).billable).toBe(true);
  });

  test("without a session each delivery pays", async () => {
    const pair = await bookPair(market, "cpr");
    for (let turn = 0; turn < 2; turn += 1) {
      const { deliveryId } = await pair.deliver();
      const answer = await convert(pair, { deliveryId, conversionType: "recommendation" });
      expect(answer.billable).toBe(true);
    }
  });

  test("a delivery older than 24 hours pays for no recommendation", async () => {
    const pair = await bookPair(market, "cpr");
    const { deliveryId } = await pair.deliver();
    await market.travel(DAY_MS + 1);
    const report = { deliveryId, conversionType: "recommendation" };
    expect((await convert(pair, report)).reason).toBe("outside_window");
  });
});

describe("an order pays once, for ever", () => {
  test("however it is spaced or cased, in whatever call", async () => {
    const pair = await cpaPair();
    await pair.deliver();
    expect((await convert(pair, cpa("Order-7"))).billable).toBe(true);
    for (const orderId of ["Order-7", "  order-7 ", "ORDER-7"]) {
      expect(await convert(pair, cpa(orderId))).toMatchObject({ reason: "duplicate" });
    }
    expect((await pair.read()).spentCredits).toBe(200);
  });

  test("also in another campaign of the same advertiser", async () => {
    const pair = await cpaPair();
    await pair.deliver();
    await convert(pair, cpa("shared-1"));
    const second = await bookCampaign(market.call, pair.advertiser, pair.placement, {
      budgetCredits: 2_000,
    });
    await deliverOnce(market.call, pair.publisher, second.campaignId);
    const again = await resultOf(
      market.call(
        "report_conversion",
        { campaignId: second.campaignId, ...cpa("shared-1") },
        pair.publisher.key,
      ),
      acknowledgementSchema,
    );
    expect(again).toMatchObject({ reason: "duplicate", chargedCredits: 0 });
  });

  test("but another advertiser may have an order of the same name", async () => {
    const [first, second] = [await cpaPair(), await cpaPair()];
    for (const pair of [first, second]) {
      await pair.deliver();
      expect((await convert(pair, cpa("1001"))).billable).toBe(true);
    }
  });

  test("orders sent at once are paid once each", async () => {
    const pair = await cpaPair();
    const { deliveryId, offer } = await pair.deliver();
    await clickThrough(market, pair, offer.clickUrl);
    const moved = await market.moved(() =>
      Promise.all(
        ["a", "a", "b", "b", "a"].map((orderId) => convert(pair, { ...cpa(orderId), deliveryId })),
      ),
    );
    expect(moved).toEqual(spendOf(pair, 320_000_000n, 80_000_000n));
  });

  test("without an order one delivery pays one conversion", async () => {
    const pair = await cpaPair();
    const { deliveryId } = await pair.deliver();
    expect((await convert(pair, { ...cpa(), deliveryId })).billable).toBe(true);
    expect((await convert(pair, { ...cpa(), deliveryId })).reason).toBe("duplicate");
  });

  test("an order that found no money is not used up", async () => {
    const pair = await cpaPair({ campaign: { dailyCapCredits: 200 } });
    const [first, second] = [await pair.deliver(), await pair.deliver()];
    await convert(pair, { ...cpa("one"), deliveryId: first.deliveryId });
    const { deliveryId } = second;
    expect((await convert(pair, { ...cpa("two"), deliveryId })).reason).toBe("daily_cap");
    await market.travel(DAY_MS);
    await pair.deliver();
    expect((await convert(pair, cpa("two"))).billable).toBe(true);
  });
});

describe("rejects bad input", () => {
  test.each([
    ["a coupon without its code", { conversionType: "coupon_redeemed" }, "couponCode"],
    ["one option only", { conversionType: "decision", options: ["A"] }, "options"],
  ])("%s is refused by its place and leaves no event", async (_case, fields, place) => {
    const pair = await cpaPair();
    await pair.deliver();
    const error = await refused(
      market.call(
        "report_conversion",
        { campaignId: pair.campaignId, ...fields },
        pair.publisher.key,
      ),
      "invalid_arguments",
    );
    expect(error.field).toBe(`/arguments/${place}`);
    expect(await eventsOf(pair)).toEqual([]);
  });
});

describe("rejects wrong caller", () => {
  test("a third party reports nothing, whatever its role", async () => {
    const pair = await cpaPair();
    for (const role of ["publisher", "advertiser", "both"] as const) {
      const stranger = await registerAgent(market.call, role);
      const args = { campaignId: pair.campaignId, ...cpa("s") };
      await refused(market.call("report_conversion", args, stranger.key), "not_found");
    }
  });
});

describe("moves exactly the money it says", () => {
  test.each([
    ["cpr", "recommendation", 7],
    ["cpd", "decision", 7],
    ["cpa", "cpa", 14],
    ["cpl", "cpl", 14],
    ["cpi", "cpi", 14],
  ] as const)("%s earnings mature after %s and %i days", async (unit, conversionType, days) => {
    const pair = await bookPair(market, unit, { campaign: { budgetCredits: 2_000 } });
    await pair.deliver();
    await convert(pair, { conversionType });
    await market.runPeriodicJobs();
    const earned = `${pair.publisher.agentId} earned`;
    const early = await market.moved(() => market.travel(days * DAY_MS - 1));
    expect(early).not.toHaveProperty([earned]);
    const fee = BigInt(pair.campaign.rateCredits) * 200_000n;
    expect((await market.moved(() => market.travel(1)))[earned]).toBe(fee * 4n);
  });
});
