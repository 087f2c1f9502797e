import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { uuidFromId } from "../../server/src/contract/ids.ts";
import { campaignSchema } from "../../server/src/contract/resources/campaign.ts";
import { readEnv } from "../../server/src/core/env.ts";
import { expectCleanLedger } from "../integration/tools/books.ts";
import { DAY_MS, HOUR_MS, refused, setUpMarket } from "../integration/tools/market.ts";
import {
  bookCampaign,
  deliverOnce,
  fundedAdvertiser,
  listTestPlacement,
  registerAgent,
  resultOf,
  type TestAgent,
} from "../setup/agents.ts";

const PLACEMENTS_MAX = 40;
const market = setUpMarket({
  env: {
    UNPROVEN_PLACEMENTS_MAX: String(PLACEMENTS_MAX),
    UNPROVEN_DAY_CREDITS: "400",
    PURCHASE_SEASONING_DAYS: "0",
  },
});

/** Read as soon as the exchange answers. */
let limitsAtStart: unknown;

beforeAll(async () => {
  limitsAtStart = await market.sql("select placements_max, day_earnings_max from publisher_limits");
});

test("the limits apply to the first request of an exchange", () => {
  const limits = { placements_max: PLACEMENTS_MAX, day_earnings_max: "400000000" };
  expect(limitsAtStart).toEqual([limits]);
});

const publisherWith = async (topic: string, rateCredits: number, count = 1) => {
  const publisher = await registerAgent(market.call, "publisher");
  for (let made = 0; made < count; made += 1) {
    await listTestPlacement(market.call, publisher, "cpc", { rateCredits, topics: [topic] });
  }
  return publisher;
};

const bought = async (topic: string, maxPlacements: number) => {
  const advertiser = await fundedAdvertiser(market.call, "builder");
  const args = {
    filter: { adUnitType: "cpc", topic },
    maxPlacements,
    budgetCredits: 4_800,
    creativeText: "Cast-iron pans that last a lifetime.",
    creativeUrl: "https://shop.example.com/pans?click={click_id}",
  };
  const answer = market.call("buy_campaign", args, advertiser.key);
  return (await resultOf(answer, z.object({ items: z.array(campaignSchema) }))).items;
};

/** Sells impressions to a new advertiser; by default 625 credits, of which 500 are earned. */
const soldTo = async (publisher: TestAgent, impressions = 1_250) => {
  const advertiser = await fundedAdvertiser(market.call);
  const placement = await listTestPlacement(market.call, publisher, "cpm", { rateCredits: 500 });
  const { campaignId } = await bookCampaign(market.call, advertiser, placement, {
    budgetCredits: 900,
  });
  const { deliveryId } = await deliverOnce(market.call, publisher, campaignId);
  const args = { campaignId, deliveryId, count: impressions };
  const { body } = await market.call("report_impression", args, publisher.key);
  expect(body).toMatchObject({ counted: impressions });
  return { advertiser, campaignId, placement };
};

const confirmed = async (sold: { advertiser: TestAgent; campaignId: string }) => {
  const { campaignId, advertiser } = sold;
  const { body } = await market.call("confirm_delivery", { campaignId }, advertiser.key);
  return Object(body).maturedCredits;
};

const balanceOf = async (agent: TestAgent) =>
  Object((await market.call("whoami", {}, agent.key)).body).balance;

describe("buy_campaign", () => {
  test("gives one publisher one share, however many placements it has", async () => {
    const flood = await publisherWith("flooded", 25, PLACEMENTS_MAX);
    const others = [
      await publisherWith("flooded", 30),
      await publisherWith("flooded", 31),
      await publisherWith("flooded", 32),
    ];
    const items = await bought("flooded", 20);
    expect(items.map(({ publisherId }) => publisherId).sort()).toEqual(
      [flood, ...others].map(({ agentId }) => agentId).sort(),
    );
  });

  test("prefers a publisher whose deliveries were confirmed to a cheaper new one", async () => {
    const known = await publisherWith("ranked", 40);
    await publisherWith("ranked", 25);
    expect(await confirmed(await soldTo(known))).toBe(500);
    expect(await confirmed(await soldTo(known))).toBe(500);
    const [item] = await bought("ranked", 1);
    expect(item?.publisherId).toBe(known.agentId);
  });
});

describe("an unproven publisher", () => {
  test("has so many active placements, until two advertisers have confirmed", async () => {
    const publisher = await publisherWith("full", 25, PLACEMENTS_MAX - 2);
    const sold = [await soldTo(publisher), await soldTo(publisher)];
    const list = () => listTestPlacement(market.call, publisher, "cpc");
    const args = {
      title: "One too many",
      description: "Beside the answers of a test chat.",
      kind: "chat_sidebar",
      adUnitType: "cpc",
      rateCredits: 25,
    };
    const error = await refused(
      market.call("list_placement", args, publisher.key),
      "invalid_state",
    );
    expect(error.details).toMatchObject({
      status: "unproven",
      activePlacementsMax: PLACEMENTS_MAX,
    });
    const change = (status: string) =>
      market.call(
        "update_placement",
        { placementId: sold[0]?.placement.placementId, status },
        publisher.key,
      );
    expect((await change("paused")).isError).toBe(false);
    await list();
    await refused(change("active"), "invalid_state");
    for (const one of sold) await confirmed(one);
    expect((await change("active")).isError).toBe(false);
    await list();
  });

  test("stays unproven when one advertiser has confirmed everything", async () => {
    const publisher = await registerAgent(market.call, "publisher");
    const sold = await soldTo(publisher, 1_800);
    expect(await confirmed(sold)).toBe(720);
    const [agent] = await market.sql("select proven_at from agent where id = $1", [
      uuidFromId(publisher.agentId),
    ]);
    expect(agent).toEqual({ proven_at: null });
  });

  test("is paid everything; what nothing verifies above the day's limit matures late", async () => {
    const publisher = await registerAgent(market.call, "publisher");
    await soldTo(publisher);
    await market.runPeriodicJobs();
    expect(await balanceOf(publisher)).toMatchObject({ pendingEarningsCredits: 500 });
    await market.travel(73 * HOUR_MS);
    expect(await balanceOf(publisher)).toMatchObject({
      earnedCredits: 400,
      pendingEarningsCredits: 100,
    });
    await market.travel(20 * DAY_MS);
    expect(await balanceOf(publisher)).toMatchObject({ earnedCredits: 400 });
    await market.travel(8 * DAY_MS);
    expect(await balanceOf(publisher)).toMatchObject({
      earnedCredits: 500,
      pendingEarningsCredits: 0,
    });
    await expectCleanLedger(market);
  });

  test("is paid at once what the advertiser confirms", async () => {
    const publisher = await registerAgent(market.call, "publisher");
    const sold = await soldTo(publisher);
    await market.runPeriodicJobs();
    await market.travel(73 * HOUR_MS);
    expect(await confirmed(sold)).toBe(100);
    expect(await balanceOf(publisher)).toMatchObject({ earnedCredits: 500 });
  });
});

test("a demo has no limits; elsewhere they are 100 placements and 2,000 credits a day", () => {
  const demo = readEnv({ DEMO: "1" });
  expect(demo.UNPROVEN_PLACEMENTS_MAX).toBeNull();
  expect(demo.UNPROVEN_DAY_CREDITS).toBeNull();
  const live = readEnv({
    PUBLIC_BASE_URL: "https://ads.example.com",
    SIGNING_KEYS: `1:${"A".repeat(43)}`,
    REVIEW_POLICY: "auto",
    CHECKOUT_PROVIDER: "stripe",
    STRIPE_SECRET_KEY: "sk_live_key",
    STRIPE_WEBHOOK_SECRET: "whsec_key",
    CASHOUT_PROVIDER: "btcpay",
    BTCPAY_URL: "https://pay.example.com",
    BTCPAY_API_KEY: "key",
    BTCPAY_STORE_ID: "store",
  });
  expect(live).toMatchObject({ UNPROVEN_PLACEMENTS_MAX: 100, UNPROVEN_DAY_CREDITS: 2_000 });
});
