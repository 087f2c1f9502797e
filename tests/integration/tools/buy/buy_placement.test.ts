import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { campaignSchema } from "../../../../server/src/contract/resources/campaign.ts";
import {
  bookCampaign,
  fundAgent,
  fundedAdvertiser,
  listTestPlacement,
  registerAgent,
  resultOf,
  type TestAgent,
} from "../../../setup/agents.ts";
import { expectCleanLedger } from "../books.ts";
import {
  type Bookings,
  DAY_MS,
  HOUR_MS,
  type Market,
  NOBODY,
  refused,
  startBookings,
} from "../market.ts";

let shop: Bookings;
let market: Market;
let publisher: TestAgent;
let advertiser: TestAgent;
beforeAll(async () => {
  shop = await startBookings("buy_placement", { placement: { rateCredits: 30.5 } });
  ({ market, publisher, advertiser } = shop);
});
afterAll(() => market.close());

const argsOf = (fields: object = {}) => shop.argsOf(fields);
const buy = (fields: object = {}, key?: string) => shop.book(fields, key);
const bought = (fields: object = {}) => shop.booked(fields);
const campaigns = () => shop.campaigns();
const at = (offsetMs: number) => shop.at(offsetMs);

describe("works", () => {
  test.each([
    ["cpc", 30.5],
    ["cpm", 333.333],
    ["cpa", 200],
  ] as const)("it is create_campaign at the placement's terms (%s)", async (unit, rateCredits) => {
    const other = await listTestPlacement(market.call, publisher, unit, { rateCredits });
    const { creativeText, creativeUrl } = argsOf();
    const shared = { creativeText, creativeUrl, budgetCredits: 2_000, dailyCapCredits: 400 };
    const fields = { ...shared, endAt: at(DAY_MS) };
    const short = await bought({ placementId: other.placementId, ...fields });
    const long = await bookCampaign(market.call, advertiser, other, fields);
    const { campaignId: _a, createdAt: _b, updatedAt: _c, creative: shown, ...rest } = short;
    const { campaignId: _d, createdAt: _e, updatedAt: _f, creative: same, ...expected } = long;
    expect(rest).toEqual(expected);
    expect({ ...shown, creativeId: "" }).toEqual({ ...same, creativeId: "" });
    expect(rest).toMatchObject({ adUnitType: unit, rateCredits, status: "active" });
  });

  test("every optional argument but the rate is kept", async () => {
    const fields = {
      startAt: at(HOUR_MS),
      endAt: at(DAY_MS),
      dailyCapCredits: 100,
      attributionWindow: { clickDays: 3, contextHours: 2 },
      conversionSource: "advertiser",
      verifiedOnly: true,
    };
    expect(await bought(fields)).toMatchObject({ ...fields, status: "pending_start" });
  });

  test("the rate is the one of the moment and stays", async () => {
    const other = await listTestPlacement(market.call, publisher, "cpc");
    const { placementId } = other;
    const before = await bought({ placementId });
    await market.call("update_placement", { placementId, rateCredits: 40 }, publisher.key);
    expect((await bought({ placementId })).rateCredits).toBe(40);
    const read = market.call("get_campaign", { campaignId: before.campaignId }, advertiser.key);
    expect((await resultOf(read, campaignSchema)).rateCredits).toBe(25);
  });
});

describe("rejects bad input", () => {
  test.each([
    ["an end in the past", { endAt: "2020-01-01T00:00:00Z" }, "endAt"],
    ["a cap below one unit", { dailyCapCredits: 30 }, "dailyCapCredits"],
  ])("%s is refused by its place", async (_case, fields, place) => {
    const error = await refused(buy(fields), "invalid_arguments");
    expect(error.field).toBe(`/arguments/${place}`);
  });

  test("a budget below ten units names the smallest", async () => {
    const error = await refused(buy({ budgetCredits: 304.999999 }), "budget_too_low");
    expect(error.details).toEqual({ minimumCredits: 305 });
  });
});

describe("rejects wrong caller", () => {
  test("a publisher books nothing, and nobody their own placement", async () => {
    await refused(buy({}, publisher.key), "wrong_role");
    const both = await registerAgent(market.call, "both");
    await fundAgent(market.call, both);
    const { placementId } = await listTestPlacement(market.call, both, "cpc");
    await refused(buy({ placementId }, both.key), "self_dealing");
  });

  test("a brand is booked by the platform's wallet alone", async () => {
    await refused(buy({ brandId: `brd_${NOBODY}` }), "platform_wallet_only");
  });
});

describe("moves exactly the money it says", () => {
  test("the budget moves from available to escrow, to the micro-credit", async () => {
    expect(await market.moved(() => bought({ budgetCredits: 500.000001 }))).toEqual({
      [`${advertiser.agentId} available`]: -500_000_001n,
      [`${advertiser.agentId} escrow`]: 500_000_001n,
    });
  });

  test("without enough credits nothing moves, and the shortfall is named", async () => {
    const poor = await fundedAdvertiser(market.call);
    const before = await campaigns();
    const moved = await market.moved(async () => {
      const error = await refused(
        buy({ budgetCredits: 1_000.25 }, poor.key),
        "insufficient_credits",
      );
      expect(error.details).toMatchObject({ shortfallCredits: 0.25 });
    });
    expect(moved).toEqual({});
    expect(await campaigns()).toBe(before);
  });

  test("the books verify after all of it", () => expectCleanLedger(market));
});
