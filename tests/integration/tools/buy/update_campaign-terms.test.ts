import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { uuidFromId } from "../../../../server/src/contract/ids.ts";
import { campaignSchema } from "../../../../server/src/contract/resources/campaign.ts";
import { acknowledgementSchema } from "../../../../server/src/contract/resources/delivery.ts";
import type { Placement } from "../../../../server/src/contract/resources/placement.ts";
import {
  bookCampaign,
  deliverOnce,
  fundedAdvertiser,
  listTestPlacement,
  registerAgent,
  resultOf,
  type TestAgent,
} from "../../../setup/agents.ts";
import { expectCleanLedger } from "../books.ts";
import {
  bookPair,
  DAY_MS,
  HOUR_MS,
  type Market,
  type Pair,
  refused,
  setUpMarket,
  startMarket,
} from "../market.ts";

/** The creative, the daily cap and the end of a running campaign. */
const market = setUpMarket();

const call = (pair: Pair, fields: object) =>
  market.call("update_campaign", { campaignId: pair.campaignId, ...fields }, pair.advertiser.key);
const update = (pair: Pair, fields: object) => resultOf(call(pair, fields), campaignSchema);
const at = (offsetMs: number) => new Date(market.clock.now().getTime() + offsetMs).toISOString();
const click = async (pair: Pair) => {
  const { deliveryId } = await pair.deliver();
  return pair.report("report_click", { deliveryId });
};
const views = (pair: Pair, deliveryId: string, count: number) =>
  pair.report("report_impression", { deliveryId, count });

describe("another creative", () => {
  const text = "Carbon-steel pans, lighter than cast iron.";

  test("is a new version and delivered at once", async () => {
    const pair = await bookPair(market, "cpc");
    await pair.deliver();
    const { creative } = await update(pair, { creativeText: text });
    const before = pair.campaign.creative;
    expect(creative).toMatchObject({ text, url: before.url, version: 2 });
    expect(creative.reviewStatus).toBe("approved");
    expect(creative.creativeId).not.toBe(before.creativeId);
    expect(await pair.deliver()).toMatchObject({ creative: { text, version: 2 } });
    const url = "https://shop.example.com/carbon";
    expect((await update(pair, { creativeUrl: url })).creative).toMatchObject({
      text,
      url,
      version: 3,
    });
  });

  test("deliveries of every older version can still be reported", async () => {
    const pair = await bookPair(market, "cpc", { campaign: { budgetCredits: 2_000 } });
    const deliveryIds = [(await pair.deliver()).deliveryId];
    for (let version = 2; version <= 50; version += 1) {
      await update(pair, { creativeText: `Pans, edition ${version}.` });
      if (version % 7 === 0) deliveryIds.push((await pair.deliver()).deliveryId);
    }
    for (const deliveryId of deliveryIds) {
      expect((await pair.report("report_click", { deliveryId })).chargedCredits).toBe(25);
    }
    await refused(call(pair, { creativeText: "One too many." }), "conflict");
    expect((await pair.read()).creative.version).toBe(50);
  });

  test("what is refused leaves the old one", async () => {
    const pair = await bookPair(market, "cpc");
    const marked = await refused(call(pair, { creativeText: "<b>Pans</b>" }), "creative_rejected");
    expect(marked.field).toBe("/arguments/creativeText");
    const url = "http://shop.example.com/";
    await refused(call(pair, { creativeUrl: url }), "destination_invalid");
    expect((await pair.read()).creative).toEqual(pair.campaign.creative);
  });
});

describe("daily cap and end", () => {
  test("a cap below what today has cost stops payment today, not tomorrow", async () => {
    const pair = await bookPair(market, "cpc");
    await click(pair);
    await click(pair);
    const { deliveryId } = await pair.deliver();
    expect((await update(pair, { dailyCapCredits: 25 })).dailyCapCredits).toBe(25);
    expect(await pair.report("report_click", { deliveryId })).toMatchObject({
      reason: "daily_cap",
      chargedCredits: 0,
      remainingCredits: 450,
    });
    expect(await pair.tryDeliver()).toEqual({ filled: false, noFillReason: "daily_cap" });
    await market.travel(DAY_MS);
    expect((await click(pair)).chargedCredits).toBe(25);
    expect(await pair.tryDeliver()).toMatchObject({ noFillReason: "daily_cap" });
    expect((await pair.read()).spentCredits).toBe(75);
  });

  test("the same holds for impressions, which settle as a set", async () => {
    const pair = await bookPair(market, "cpm");
    const { deliveryId } = await pair.deliver();
    await views(pair, deliveryId, 50);
    await update(pair, { dailyCapCredits: 5 });
    expect(await views(pair, deliveryId, 50)).toMatchObject({ counted: 0, reason: "daily_cap" });
    await market.travel(DAY_MS);
    const { deliveryId: next } = await pair.deliver();
    expect(await views(pair, next, 50)).toMatchObject({ counted: 25, chargedCredits: 5 });
  });

  test("a raised cap pays again on the same day", async () => {
    const pair = await bookPair(market, "cpc", { campaign: { dailyCapCredits: 25 } });
    await click(pair);
    expect(await pair.tryDeliver()).toMatchObject({ noFillReason: "daily_cap" });
    await update(pair, { dailyCapCredits: 50 });
    expect((await click(pair)).chargedCredits).toBe(25);
  });

  test("a new end is shown with the offer and completes the campaign", async () => {
    const pair = await bookPair(market, "cpc");
    const endAt = at(HOUR_MS);
    expect((await update(pair, { endAt })).endAt).toBe(endAt);
    expect((await pair.deliver()).offer.expiresAt).toBe(endAt);
    await market.travel(HOUR_MS);
    expect(await pair.tryDeliver()).toMatchObject({ noFillReason: "ended" });
    expect((await pair.read()).status).toBe("completing");
    await market.travel(HOUR_MS);
    expect(await pair.read()).toMatchObject({ status: "completed", refundedCredits: 500 });
  });
});

describe("an exhausted campaign", () => {
  const exhaustedPair = async () => {
    const pair = await bookPair(market, "cpm", { campaign: { budgetCredits: 200.1 } });
    await views(pair, (await pair.deliver()).deliveryId, 1_000);
    return pair;
  };

  test("is given up after 30 days, not before", async () => {
    const pair = await exhaustedPair();
    await market.travel(30 * DAY_MS - 1_000);
    expect((await pair.read()).status).toBe("exhausted");
    await market.travel(1_000);
    expect((await pair.read()).status).toBe("completing");
    await market.travel(HOUR_MS);
    expect(await pair.read()).toMatchObject({ status: "completed", refundedCredits: 0.1 });
  });

  test("also when nothing looked for longer, and not once budget was added", async () => {
    const [left, woken] = [await exhaustedPair(), await exhaustedPair()];
    await update(woken, { addBudgetCredits: 10 });
    await market.travel(45 * DAY_MS);
    expect((await left.read()).status).toBe("completing");
    expect((await woken.read()).status).toBe("active");
  });
});

describe("another creative where somebody reviews it", () => {
  let reviewed: Market;
  beforeAll(async () => {
    reviewed = await startMarket({ env: { REVIEW_POLICY: "manual" } });
  });
  afterAll(() => reviewed.close());

  /** What a reviewer does; there is no tool for it. */
  const approve = async (uuid: string, version: number) => {
    const values = [uuid, version];
    await reviewed.sql(
      "update creative set review_status = 'approved' where campaign_id = $1 and version = $2",
      values,
    );
    await reviewed.sql("update campaign set creative_version = $2 where id = $1", values);
    await reviewed.sql(
      `update campaign_book set status = 'active'
      where campaign_id = $1 and status = 'pending_review'`,
      [uuid],
    );
    reviewed.clock.advance(1_000);
  };
  const approvedPair = async () => {
    const publisher = await registerAgent(reviewed.call, "publisher");
    const advertiser = await fundedAdvertiser(reviewed.call);
    const placement = await listTestPlacement(reviewed.call, publisher, "cpc");
    await reviewed.sql("update placement set review_status = 'approved'");
    const pair = await bookOn(reviewed, { publisher, advertiser, placement });
    expect(pair.campaign.status).toBe("pending_review");
    await approve(pair.uuid, 1);
    return pair;
  };

  test("the old one is delivered until the new one is approved", async () => {
    const pair = await approvedPair();
    const first = await pair.deliver();
    const changed = await pair.update({ creativeText: "Carbon-steel pans." });
    expect(changed.creative).toEqual({ ...pair.campaign.creative, reviewStatus: "approved" });
    expect((await pair.deliver()).creative).toEqual(first.creative);
    await approve(pair.uuid, 2);
    const second = await pair.deliver();
    expect(second.creative).toMatchObject({ text: "Carbon-steel pans.", version: 2 });
    for (const { deliveryId } of [first, second]) {
      expect((await pair.click(deliveryId)).chargedCredits).toBe(25);
    }
  });

  test("a second change builds on the one that still waits, never on a refused one", async () => {
    const pair = await approvedPair();
    await pair.update({ creativeUrl: "https://shop.example.com/carbon" });
    await pair.update({ creativeText: "Carbon-steel pans." });
    await approve(pair.uuid, 3);
    const built = { text: "Carbon-steel pans.", url: "https://shop.example.com/carbon" };
    expect((await pair.deliver()).creative).toEqual({ ...built, version: 3 });
    await pair.update({ creativeText: "Pans that nobody likes." });
    await reviewed.sql(
      "update creative set review_status = 'rejected' where campaign_id = $1 and version = 4",
      [pair.uuid],
    );
    await pair.update({ creativeUrl: "https://shop.example.com/steel" });
    await approve(pair.uuid, 5);
    expect((await pair.deliver()).creative).toEqual({
      text: built.text,
      url: "https://shop.example.com/steel",
      version: 5,
    });
  });

  test("the books verify after all of it", () => expectCleanLedger(reviewed));
});

/** A booking in another exchange than the file's. */
async function bookOn(
  { call: tool }: Market,
  sides: {
    publisher: TestAgent;
    advertiser: TestAgent;
    placement: Placement;
  },
) {
  const { publisher, advertiser, placement } = sides;
  const campaign = await bookCampaign(tool, advertiser, placement);
  const { campaignId } = campaign;
  return {
    campaign,
    uuid: uuidFromId(campaignId),
    deliver: () => deliverOnce(tool, publisher, campaignId),
    click: (deliveryId: string) =>
      resultOf(
        tool("report_click", { campaignId, deliveryId }, publisher.key),
        acknowledgementSchema,
      ),
    update: (fields: object) =>
      resultOf(tool("update_campaign", { campaignId, ...fields }, advertiser.key), campaignSchema),
  };
}

test("the books verify after all of it", () => expectCleanLedger(market));
