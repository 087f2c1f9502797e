import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PLACEMENT_KINDS } from "../../../../server/src/contract/enums.ts";
import { placementSchema } from "../../../../server/src/contract/resources/placement.ts";
import { AD_UNIT_TYPES, AD_UNITS } from "../../../../server/src/contract/units.ts";
import {
  listTestPlacement,
  registerAgent,
  resultOf,
  type TestAgent,
} from "../../../setup/agents.ts";
import { type Market, NOBODY, refused, startMarket } from "../market.ts";

let market: Market;
let publisher: TestAgent;
beforeAll(async () => {
  market = await startMarket();
  publisher = await registerAgent(market.call, "publisher");
});
afterAll(() => market.close());

const args = {
  title: "Sidebar of a cooking chat",
  description: "Beside recipes and kitchen questions.",
  kind: "chat_sidebar",
  adUnitType: "cpc",
  rateCredits: 25,
};
const list = (fields: object) =>
  market.call("list_placement", { ...args, ...fields }, publisher.key);
const placements = async () => (await market.sql("select id from placement")).length;

describe("works", () => {
  test("what was sent comes back, with the defaults of the contract", async () => {
    const placement = await resultOf(list({}), placementSchema);
    expect(placement).toMatchObject({
      ...args,
      publisherId: publisher.agentId,
      status: "active",
      reviewStatus: "approved",
      contextUse: "presentation_only",
      topics: [],
      excludedTopics: [],
      blockedBrandIds: [],
      blockedAdvertiserIds: [],
      disclosureLabel: "Ad",
      floorCredits: 25,
      minBudgetCredits: 250,
      stats: { deliveries: 0, events: 0, earnedCredits: 0 },
      revision: 1,
      createdAt: market.clock.now().toISOString(),
    });
    expect(placement).not.toHaveProperty("feedType");
    expect(placement).not.toHaveProperty("frequencyCap");
  });

  test("every optional field is kept", async () => {
    const fields = {
      feedType: "shopfeed_us_shop",
      contextUse: "reasoning_context",
      topics: ["cooking", "kitchen"],
      excludedTopics: ["alcohol"],
      blockedBrandIds: [`brd_${NOBODY}`],
      blockedAdvertiserIds: [`agt_${NOBODY}`],
      frequencyCap: { perSession: 2, windowMinutes: 30 },
      disclosureLabel: "Sponsored",
    };
    expect(await resultOf(list(fields), placementSchema)).toMatchObject(fields);
  });

  test.each(PLACEMENT_KINDS)("the kind %s can be listed", async (kind) => {
    expect(await resultOf(list({ kind }), placementSchema)).toMatchObject({ kind });
  });

  test("an agent of role both may list", async () => {
    const both = await registerAgent(market.call, "both");
    const placement = await listTestPlacement(market.call, both, "cpm");
    expect(placement.publisherId).toBe(both.agentId);
  });

  test.each([
    ["cpm", 200, 200],
    ["cpm", 1_000, 1_000],
    ["cpia", 1, 100],
    ["cpc", 25, 250],
    ["cpa", 200, 2_000],
  ])(
    "%s at %d asks for a budget of at least %d credits",
    async (adUnitType, rateCredits, least) => {
      const placement = await resultOf(list({ adUnitType, rateCredits }), placementSchema);
      expect(placement.minBudgetCredits).toBe(least);
    },
  );

  test("under manual review a new placement waits", async () => {
    const manual = await startMarket({ env: { REVIEW_POLICY: "manual" } });
    try {
      const owner = await registerAgent(manual.call, "publisher");
      const placement = await listTestPlacement(manual.call, owner, "cpm");
      expect(placement).toMatchObject({ status: "active", reviewStatus: "pending_review" });
    } finally {
      await manual.close();
    }
  });
});

describe("rejects bad input", () => {
  test.each(AD_UNIT_TYPES)("%s takes its floor and nothing below it", async (adUnitType) => {
    const { floorCredits } = AD_UNITS[adUnitType];
    const step = adUnitType === "cpm" ? 0.001 : 0.000001;
    const below = Number((floorCredits - step).toFixed(6));
    const before = await placements();
    const error = await refused(list({ adUnitType, rateCredits: below }), "rate_below_floor");
    expect(error).toMatchObject({
      field: "/arguments/rateCredits",
      details: { floorCredits },
      recovery: "correctable",
    });
    expect(await placements()).toBe(before);
    const placement = await resultOf(
      list({ adUnitType, rateCredits: floorCredits }),
      placementSchema,
    );
    expect(placement).toMatchObject({ rateCredits: floorCredits, floorCredits });
    expect(placement.contextUse).toBe(
      AD_UNITS[adUnitType].needsReasoningContext ? "reasoning_context" : "presentation_only",
    );
  });

  test("a cpm rate has at most three decimals, others at most six", async () => {
    const cpm = await resultOf(list({ adUnitType: "cpm", rateCredits: 200.001 }), placementSchema);
    expect(cpm.rateCredits).toBe(200.001);
    const fine = await resultOf(list({ rateCredits: 25.000001 }), placementSchema);
    expect(fine.rateCredits).toBe(25.000001);
    for (const wrong of [
      { adUnitType: "cpm", rateCredits: 200.0001 },
      { adUnitType: "cpc", rateCredits: 25.0000001 },
    ]) {
      const error = await refused(list(wrong), "invalid_arguments");
      expect(error.field).toBe("/arguments/rateCredits");
    }
  });

  test.each(["cpr", "cpd", "cpia"])(
    "%s sells influence and is not listed as presentation_only",
    async (adUnitType) => {
      const fields = { adUnitType, rateCredits: 50, contextUse: "presentation_only" };
      const error = await refused(list(fields), "invalid_arguments");
      expect(error.field).toBe("/arguments/contextUse");
    },
  );

  test("half a frequency cap names the other half", async () => {
    const error = await refused(list({ frequencyCap: { perSession: 1 } }), "invalid_arguments");
    expect(error.field).toBe("/arguments/frequencyCap/windowMinutes");
  });
});

describe("is safe to repeat", () => {
  test("two agents may use the same key", async () => {
    const other = await registerAgent(market.call, "publisher");
    const options = { idempotencyKey: "a-common-key" };
    const first = await market.call("list_placement", args, publisher.key, options);
    const second = await market.call("list_placement", args, other.key, options);
    expect(first.status).toBe(200);
    expect(second.text).not.toBe(first.text);
  });

  test("two different keys for one call are refused", async () => {
    await refused(
      market.call("list_placement", { ...args, idempotencyKey: "one" }, publisher.key, {
        idempotencyKey: "two",
      }),
      "invalid_request",
    );
    await refused(
      market.call("list_placement", args, publisher.key, {
        idempotencyKey: "one",
        headers: { "Idempotency-Key": "two" },
      }),
      "invalid_request",
    );
  });
});
