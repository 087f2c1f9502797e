import { describe, expect, test, vi } from "vitest";
import { uuidFromId } from "../../../../server/src/contract/ids.ts";
import {
  type Acknowledgement,
  acknowledgementSchema,
} from "../../../../server/src/contract/resources/delivery.ts";
import { resultOf } from "../../../setup/agents.ts";
import {
  bookPair,
  DAY_MS,
  HOUR_MS,
  NOBODY,
  type Pair,
  type PairOptions,
  refused,
  setUpMarket,
  spendOf,
} from "../market.ts";

const BROWSER = "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36";

const market = setUpMarket();

const cpaPair = (options: PairOptions = {}) =>
  bookPair(market, "cpa", { ...options, campaign: { budgetCredits: 2_000, ...options.campaign } });
const convert = (pair: Pair, fields: object): Promise<Acknowledgement> =>
  pair.report("report_conversion", fields);
const byAdvertiser = (pair: Pair, fields: object): Promise<Acknowledgement> =>
  resultOf(
    market.call(
      "report_conversion",
      { campaignId: pair.campaignId, ...fields },
      pair.advertiser.key,
    ),
    acknowledgementSchema,
  );
const eventsOf = (pair: Pair) =>
  market.sql("select * from event where campaign_id = $1 and kind >= 3 order by id", [pair.uuid]);
const cpa = (orderId?: string) => ({
  conversionType: "cpa",
  ...(orderId === undefined ? {} : { orderId }),
});
/** A click through the tracked link, settled. */
const clickThrough = async (pair: Pair, clickUrl: string) => {
  await fetch(clickUrl, { redirect: "manual", headers: { "User-Agent": BROWSER } });
  const verified = "select 1 from delivery where campaign_id = $1 and is_click_verified";
  await vi.waitFor(async () => expect(await market.sql(verified, [pair.uuid])).not.toEqual([]), {
    interval: 10,
  });
};

describe("a touch counts inside its window", () => {
  test("nothing was delivered: not_delivered", async () => {
    const pair = await cpaPair();
    expect((await convert(pair, cpa("x-1"))).reason).toBe("not_delivered");
  });

  test("a click of another campaign, or one never made, is not_delivered", async () => {
    const [pair, other] = [await cpaPair(), await cpaPair()];
    const { deliveryId } = await pair.deliver();
    await other.deliver();
    const { clickId } = await other.report("report_click");
    for (const wrong of [clickId, `clk_${NOBODY}`, `clk_${deliveryId.slice(4, 30)}`]) {
      expect((await convert(pair, { ...cpa("x-2"), clickId: wrong })).reason).toBe("not_delivered");
    }
  });

  test("a delivery without a click counts for 24 hours", async () => {
    const pair = await cpaPair();
    const { deliveryId } = await pair.deliver();
    await market.travel(DAY_MS - HOUR_MS);
    expect((await convert(pair, { ...cpa("in"), deliveryId })).billable).toBe(true);
    await market.travel(HOUR_MS + 1_000);
    expect((await convert(pair, { ...cpa("out"), deliveryId })).reason).toBe("outside_window");
    expect((await convert(pair, cpa("none"))).reason).toBe("not_delivered");
  });

  test("a click counts for 7 days", async () => {
    const pair = await cpaPair();
    const { deliveryId } = await pair.deliver();
    const { clickId } = await pair.report("report_click", { deliveryId });
    await market.travel(7 * DAY_MS - HOUR_MS);
    expect((await convert(pair, { ...cpa("in"), clickId })).billable).toBe(true);
    await market.travel(HOUR_MS + 1_000);
    expect((await convert(pair, { ...cpa("out"), clickId })).reason).toBe("outside_window");
    expect((await convert(pair, cpa("out-2"))).reason).toBe("not_delivered");
  });

  test("the booking may set its own windows", async () => {
    const attributionWindow = { clickDays: 1, contextHours: 1 };
    const pair = await cpaPair({ campaign: { attributionWindow } });
    const { deliveryId } = await pair.deliver();
    await market.travel(HOUR_MS + 1_000);
    expect((await convert(pair, { ...cpa("a"), deliveryId })).reason).toBe("outside_window");
    await pair.report("report_click", { deliveryId });
    expect((await convert(pair, { ...cpa("b"), deliveryId })).billable).toBe(true);
    await market.travel(DAY_MS + 1_000);
    expect((await convert(pair, { ...cpa("c"), deliveryId })).reason).toBe("outside_window");
  });

  test("the latest click wins over an earlier one and over later deliveries", async () => {
    const pair = await cpaPair();
    const [first, second] = [await pair.deliver(), await pair.deliver()];
    await pair.report("report_click", { deliveryId: first.deliveryId });
    market.clock.advance(1_000);
    await pair.report("report_click", { deliveryId: second.deliveryId });
    market.clock.advance(1_000);
    await pair.deliver();
    await convert(pair, cpa("touch"));
    const [event] = await eventsOf(pair);
    expect(event?.delivery_id).toBe(uuidFromId(second.deliveryId));
  });

  test("a conversion right after the delivery finds it, also when others came before", async () => {
    const pair = await cpaPair();
    await pair.deliver();
    const { deliveryId } = await pair.deliver();
    expect((await convert(pair, { ...cpa("quick"), deliveryId })).billable).toBe(true);
  });
});

describe("the advertiser confirms", () => {
  test("its own report is verified and pays the publisher", async () => {
    const pair = await cpaPair();
    await pair.deliver();
    const moved = await market.moved(async () => {
      expect(await byAdvertiser(pair, cpa("mine"))).toMatchObject({
        billable: true,
        verified: true,
      });
    });
    expect(moved).toEqual(spendOf(pair, 160_000_000n, 40_000_000n));
  });

  test("its report for an order the publisher reported verifies it and pays no more", async () => {
    const pair = await cpaPair();
    await pair.deliver();
    await convert(pair, cpa("both"));
    const moved = await market.moved(async () => {
      expect((await byAdvertiser(pair, cpa("both"))).chargedCredits).toBe(0);
    });
    expect(moved).toEqual({});
    const rows = await market.sql(
      "select is_verified from conversion_order where campaign_id = $1",
      [pair.uuid],
    );
    expect(rows).toEqual([{ is_verified: true }]);
  });

  test("with conversionSource advertiser no report of the publisher is paid", async () => {
    const pair = await cpaPair({ campaign: { conversionSource: "advertiser" } });
    await pair.deliver();
    expect(await convert(pair, cpa("p"))).toMatchObject({
      reason: "unverified",
      chargedCredits: 0,
    });
    expect((await byAdvertiser(pair, cpa("p"))).billable).toBe(true);
  });

  test("verifiedOnly pays after a click the hop saw, or on the advertiser's word", async () => {
    const pair = await cpaPair({ campaign: { verifiedOnly: true } });
    const { offer, deliveryId } = await pair.deliver();
    expect((await convert(pair, { ...cpa("v-1"), deliveryId })).reason).toBe("unverified");
    await clickThrough(pair, offer.clickUrl);
    expect(await convert(pair, { ...cpa("v-1"), deliveryId })).toMatchObject({
      billable: true,
      verified: true,
    });
    expect((await byAdvertiser(pair, cpa("v-2"))).verified).toBe(true);
  });

  test.each(["recommendation", "decision"])("it cannot report a %s", async (conversionType) => {
    const pair = await bookPair(market, "cpr");
    await pair.deliver();
    await refused(
      market.call(
        "report_conversion",
        { campaignId: pair.campaignId, conversionType },
        pair.advertiser.key,
      ),
      "not_found",
    );
  });
});
