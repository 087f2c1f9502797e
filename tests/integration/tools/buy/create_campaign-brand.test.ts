import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { uuidFromId } from "../../../../server/src/contract/ids.ts";
import { campaignSchema } from "../../../../server/src/contract/resources/campaign.ts";
import type { Placement } from "../../../../server/src/contract/resources/placement.ts";
import {
  bookCampaign,
  listTestPlacement,
  registerAgent,
  resultOf,
  type TestAgent,
} from "../../../setup/agents.ts";
import {
  type ListedBrand,
  openBrandSession,
  platformAdvertiser,
  rowOf,
} from "../../domain/brands/operator.ts";
import { type Market, NOBODY, refused, startMarket } from "../market.ts";

/** A placement for clicks costs 25 credits here, and the brand pays 40. */
let market: Market;
let session: Awaited<ReturnType<typeof openBrandSession>>;
let wallet: TestAgent;
let publisher: TestAgent;
let brand: ListedBrand;
let placement: Placement;
beforeAll(async () => {
  market = await startMarket();
  session = await openBrandSession(market);
  wallet = await platformAdvertiser(market);
  publisher = await registerAgent(market.call, "publisher");
  placement = await listTestPlacement(market.call, publisher, "cpc");
});
afterAll(async () => {
  await market.expectBooksAddUp();
  await session.close();
  await market.close();
});
beforeEach(async () => {
  await session.load(rowOf());
  brand = await session.brandOf("pellworth.example");
});

const creative = {
  creativeText: "Cast-iron pans that last a lifetime.",
  creativeUrl: "https://pellworth.example/pans",
};
const argsOf = (fields: object = {}) => ({
  placementId: placement.placementId,
  adUnitType: "cpc",
  budgetCredits: 400,
  brandId: brand.brandId,
  ...creative,
  ...fields,
});
const book = (fields: object = {}, key = wallet.key) =>
  market.call("create_campaign", argsOf(fields), key);

describe("a booking for a brand", () => {
  test("at the cap or below it is booked, and says which brand it is for", async () => {
    for (const rateCredits of [25, 40]) {
      const campaign = await resultOf(book({ rateCredits }), campaignSchema);
      expect(campaign).toMatchObject({ brandId: brand.brandId, rateCredits, status: "active" });
    }
  });

  test("above the cap is refused, and no money moves", async () => {
    expect(
      await market.moved(async () => {
        const answer = book({ rateCredits: 40.000001 });
        const error = await refused(answer, "rate_above_brand_cap");
        expect(error.details).toEqual({ maxRateCredits: 40 });
        expect((await answer).status).toBe(422);
      }),
    ).toEqual({});
  });

  test("by anybody but the platform wallet's agent is refused, whatever the brand", async () => {
    const stranger = await registerAgent(market.call, "advertiser");
    for (const brandId of [brand.brandId, `brd_${NOBODY}`]) {
      const answer = book({ brandId }, stranger.key);
      await refused(answer, "platform_wallet_only");
      expect((await answer).status).toBe(403);
    }
    const direct = book({ brandId: undefined }, stranger.key);
    await refused(direct, "insufficient_credits");
  });

  test("of an unknown brand, a retired one, or a unit it does not pay for is refused", async () => {
    const error = await refused(book({ brandId: `brd_${NOBODY}` }), "not_found");
    expect(error.details).toEqual({ resource: "brand" });
    await session.load(rowOf({ adUnitTypes: ["cpm", "cpr"] }));
    const mismatch = await refused(book(), "ad_unit_mismatch");
    expect(mismatch.details).toEqual({ adUnitTypes: ["cpr", "cpm"] });
    await session.load(rowOf({ isActive: false }));
    const retired = await refused(book(), "rate_above_brand_cap");
    expect(retired.details).toEqual({ maxRateCredits: 0 });
  });

  test("on a placement that blocks the brand is refused like a closed one", async () => {
    const blocked = { blockedBrandIds: [brand.brandId] };
    const { placementId } = await listTestPlacement(market.call, publisher, "cpc", blocked);
    await refused(book({ placementId }), "placement_not_bookable");
    expect((await book({ placementId, brandId: undefined })).status).toBe(200);
  });

  test("by buy_placement obeys the same rules", async () => {
    const { adUnitType: _unit, ...args } = argsOf();
    const buy = (key = wallet.key) => market.call("buy_placement", args, key);
    expect(await resultOf(buy(), campaignSchema)).toMatchObject({ brandId: brand.brandId });
    await session.load(rowOf({ maxRateCredits: 24.999999 }));
    await refused(buy(), "rate_above_brand_cap");
    await refused(buy((await registerAgent(market.call, "both")).key), "platform_wallet_only");
  });

  test("by buy_campaign passes over what blocks the brand or is too dear for it", async () => {
    const topic = `only here ${brand.brandId}`;
    const list = async (fields: object) => {
      const seller = await registerAgent(market.call, "publisher");
      return listTestPlacement(market.call, seller, "cpl", { topics: [topic], ...fields });
    };
    await session.load(rowOf({ maxRateCredits: 120 }));
    const good = [await list({ rateCredits: 100 }), await list({ rateCredits: 120 })];
    await list({ rateCredits: 121 });
    await list({ blockedBrandIds: [brand.brandId] });
    const many = (fields: object = {}, key = wallet.key) => {
      const {
        placementId: _placement,
        adUnitType: _unit,
        ...args
      } = argsOf({
        filter: { adUnitType: "cpl", topic },
        maxPlacements: 10,
        budgetCredits: 4_000,
        ...fields,
      });
      return market.call("buy_campaign", args, key);
    };
    const { items } = await resultOf(many(), z.object({ items: z.array(campaignSchema) }));
    expect(items.map(({ placementId }) => placementId)).toEqual(
      good.map(({ placementId }) => placementId),
    );
    await session.load(rowOf({ maxRateCredits: 99 }));
    await refused(many(), "rate_above_brand_cap");
    await refused(many({}, (await registerAgent(market.call, "both")).key), "platform_wallet_only");
    await refused(many({ brandId: `brd_${NOBODY}` }), "not_found");
  });

  test("is delivered under the brand's name and its own words of disclosure", async () => {
    await session.load(rowOf({ disclosure: "Paid partner of this exchange" }));
    const { campaignId } = await bookCampaign(market.call, wallet, placement, argsOf());
    const { body } = await market.call("deliver_ad", { campaignId }, publisher.key);
    expect(body).toMatchObject({
      filled: true,
      offer: { sponsor: "Pellworth" },
      disclosure: { sponsor: "Pellworth", text: "Ad · Paid partner of this exchange" },
    });
  });

  test("waits for an import that is lowering the cap, and then sees it", async () => {
    const { db } = market.exchange;
    let booking: ReturnType<typeof book> | undefined;
    await db.tx(async (tx) => {
      await tx.query({ name: "", text: "update brand set max_rate = 1 where id = $1" }, [
        uuidFromId(brand.brandId),
      ]);
      booking = book();
      const waiting = `select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(() => market.sql(waiting)).not.toEqual([]);
    });
    if (booking === undefined) throw new Error("Nothing was booked.");
    await refused(booking, "rate_above_brand_cap");
  });
});
