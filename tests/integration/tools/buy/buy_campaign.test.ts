import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import {
  type Campaign,
  campaignSchema,
} from "../../../../server/src/contract/resources/campaign.ts";
import {
  fundAgent,
  fundedAdvertiser,
  listTestPlacement,
  registerAgent,
  resultOf,
  type TestAgent,
} from "../../../setup/agents.ts";
import { expectCleanLedger } from "../books.ts";
import { refused, setUpMarket } from "../market.ts";

const market = setUpMarket();
let advertiser: TestAgent;
beforeAll(async () => {
  advertiser = await registerAgent(market.call, "advertiser");
  for (let pack = 0; pack < 2; pack += 1) await fundAgent(market.call, advertiser, "fleet");
});

/** Each test lists under a topic of its own, so that no filter finds those of others. */
let topics = 0;
const newTopic = () => {
  topics += 1;
  return `topic-${topics}`;
};
/** Each placement has a publisher of its own, because each publisher gets one share. */
const list = async (topic: string, rateCredits: number, fields: object = {}) => {
  const publisher = await registerAgent(market.call, "publisher");
  const given = { rateCredits, topics: [topic], ...fields };
  return { ...(await listTestPlacement(market.call, publisher, "cpc", given)), key: publisher.key };
};
/** Placements by the click at these rates; each needs ten clicks of budget. */
const market3 = async (rates: readonly number[] = [60, 25, 30]) => {
  const topic = newTopic();
  for (const rate of rates) await list(topic, rate);
  return topic;
};
const argsOf = (topic: string, fields: object = {}) => ({
  filter: { adUnitType: "cpc", topic },
  maxPlacements: 20,
  budgetCredits: 1_800,
  creativeText: "Cast-iron pans that last a lifetime.",
  creativeUrl: "https://shop.example.com/pans?click={click_id}",
  ...fields,
});
const buy = (topic: string, fields: object = {}, key = advertiser.key) =>
  market.call("buy_campaign", argsOf(topic, fields), key);
const bought = async (topic: string, fields: object = {}): Promise<Campaign[]> =>
  (await resultOf(buy(topic, fields), z.object({ items: z.array(campaignSchema) }))).items;
const ratesOf = (items: readonly Campaign[]) => items.map(({ rateCredits }) => rateCredits);
const budgetsOf = (items: readonly Campaign[]) => items.map(({ budgetCredits }) => budgetCredits);
const campaigns = async () => (await market.sql("select id from campaign")).length;

describe("works", () => {
  test("all that match are booked, cheapest first, in equal shares, at own rates", async () => {
    const items = await bought(await market3());
    expect(ratesOf(items)).toEqual([25, 30, 60]);
    expect(budgetsOf(items)).toEqual([600, 600, 600]);
    expect(new Set(items.map(({ placementId }) => placementId)).size).toBe(3);
    for (const item of items) {
      expect(item).toMatchObject({
        advertiserId: advertiser.agentId,
        status: "active",
        escrowStatus: "held",
        creative: { text: argsOf("").creativeText, version: 1 },
      });
    }
  });

  test.each([
    [1_799.999999, [25, 30]],
    [600, [25, 30]],
    [599.999999, [25]],
    [250, [25]],
  ])("%d credits book as many as every share is enough for", async (budgetCredits, rates) => {
    expect(ratesOf(await bought(await market3(), { budgetCredits }))).toEqual(rates);
  });

  test("never more than maxPlacements", async () => {
    const items = await bought(await market3(), { maxPlacements: 2 });
    expect(ratesOf(items)).toEqual([25, 30]);
    expect(budgetsOf(items)).toEqual([900, 900]);
  });

  test("the filter's kind, unit, topic and highest rate hold", async () => {
    const topic = await market3();
    await list(topic, 26, { kind: "tool_result" });
    await list(topic, 300, { adUnitType: "cpm" });
    const filtered = (filter: object) =>
      bought(topic, { filter: { adUnitType: "cpc", topic, ...filter } });
    expect(ratesOf(await filtered({ maxRateCredits: 30 }))).toEqual([25, 26, 30]);
    expect(ratesOf(await filtered({ kind: "tool_result" }))).toEqual([26]);
    const cpm = await bought(topic, { filter: { adUnitType: "cpm", topic } });
    expect(cpm.map(({ adUnitType }) => adUnitType)).toEqual(["cpm"]);
  });

  test("what applies to a campaign applies to each", async () => {
    const items = await bought(await market3(), { dailyCapCredits: 100, verifiedOnly: true });
    expect(items).toHaveLength(3);
    for (const item of items) {
      expect(item).toMatchObject({ dailyCapCredits: 100, verifiedOnly: true });
    }
  });

  test("own, blocking, paused and unapproved placements are passed over", async () => {
    const topic = newTopic();
    const both = await registerAgent(market.call, "both");
    await fundAgent(market.call, both, "builder");
    await listTestPlacement(market.call, both, "cpc", { rateCredits: 25, topics: [topic] });
    await list(topic, 26, { blockedAdvertiserIds: [both.agentId] });
    const { placementId, key } = await list(topic, 27);
    await market.call("update_placement", { placementId, status: "paused" }, key);
    const open = await list(topic, 28);
    const answer = await buy(topic, {}, both.key);
    expect(answer.body).toMatchObject({ items: [{ placementId: open.placementId }] });
    expect(Object(answer.body).items).toHaveLength(1);
  });
});

describe("rejects bad input", () => {
  test("a filter that matches nothing", async () => {
    const error = await refused(buy(newTopic()), "placement_not_bookable");
    expect(error.nextTools).toEqual(["search_placements"]);
  });

  test("only own placements match: nothing is bookable", async () => {
    const topic = newTopic();
    const both = await registerAgent(market.call, "both");
    await listTestPlacement(market.call, both, "cpc", { topics: [topic] });
    await refused(buy(topic, {}, both.key), "placement_not_bookable");
  });

  test("a budget that is enough for none names the smallest that is", async () => {
    const topic = await market3();
    const error = await refused(buy(topic, { budgetCredits: 249.999999 }), "budget_too_low");
    expect(error).toMatchObject({
      field: "/arguments/budgetCredits",
      details: { minimumCredits: 250 },
    });
    expect(await bought(topic, { budgetCredits: 250 })).toHaveLength(1);
  });

  test("what the lint refuses", async () => {
    const topic = await market3();
    await refused(buy(topic, { creativeText: "<b>Pans</b>" }), "creative_rejected");
    await refused(buy(topic, { creativeUrl: "http://10.0.0.1/" }), "destination_invalid");
  });
});

describe("moves exactly the money it says", () => {
  const escrowed = (amount: bigint, agentId = advertiser.agentId) => ({
    [`${agentId} available`]: -amount,
    [`${agentId} escrow`]: amount,
  });

  test("the odd micro-credits go to the first, and all of the budget is held", async () => {
    const topic = await market3([25, 26, 27]);
    const moved = await market.moved(async () => {
      const items = await bought(topic, { budgetCredits: 1_000.000001 });
      expect(budgetsOf(items)).toEqual([333.333335, 333.333333, 333.333333]);
    });
    expect(moved).toEqual(escrowed(1_000_000_001n));
  });

  test("when a later one is refused none is booked", async () => {
    const topic = await market3();
    const before = await campaigns();
    const moved = await market.moved(async () => {
      const error = await refused(buy(topic, { dailyCapCredits: 59 }), "invalid_arguments");
      expect(error.field).toBe("/arguments/dailyCapCredits");
    });
    expect(moved).toEqual({});
    expect(await campaigns()).toBe(before);
    const told = "select 1 from outbox where campaign_id not in (select id from campaign)";
    expect(await market.sql(told)).toEqual([]);
  });

  test("without enough credits for all none is booked; the whole shortfall is named", async () => {
    const topic = await market3();
    const poor = await fundedAdvertiser(market.call);
    const before = await campaigns();
    const moved = await market.moved(async () => {
      const error = await refused(buy(topic, {}, poor.key), "insufficient_credits");
      expect(error.details).toEqual({ shortfallCredits: 800, availableCredits: 1_000 });
    });
    expect(moved).toEqual({});
    expect(await campaigns()).toBe(before);
  });

  test("several at once never spend the same credit twice", async () => {
    const topic = await market3([25, 26, 27]);
    const poor = await fundedAdvertiser(market.call);
    const before = await campaigns();
    const moved = await market.moved(async () => {
      const answers = await Promise.all(
        [1, 2, 3, 4].map(() => buy(topic, { budgetCredits: 500, maxPlacements: 1 }, poor.key)),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 402, 402]);
    });
    expect(moved).toEqual(escrowed(1_000_000_000n, poor.agentId));
    expect(await campaigns()).toBe(before + 2);
  });

  test("the books verify after all of it", () => expectCleanLedger(market));
});
