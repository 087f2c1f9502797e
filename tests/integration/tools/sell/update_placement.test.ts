import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { campaignSchema } from "../../../../server/src/contract/resources/campaign.ts";
import {
  type Placement,
  placementSchema,
} from "../../../../server/src/contract/resources/placement.ts";
import {
  bookCampaign,
  deliverOnce,
  fundedAdvertiser,
  listTestPlacement,
  registerAgent,
  resultOf,
  type TestAgent,
} from "../../../setup/agents.ts";
import { type Market, NOBODY, refused, SECOND_MS, startMarket } from "../market.ts";

let market: Market;
let publisher: TestAgent;
let advertiser: TestAgent;
beforeAll(async () => {
  market = await startMarket();
  publisher = await registerAgent(market.call, "publisher");
  advertiser = await fundedAdvertiser(market.call, "builder");
});
afterAll(() => market.close());

const change = (placement: Placement, fields: object, key = publisher.key) =>
  market.call("update_placement", { placementId: placement.placementId, ...fields }, key);
const changed = (placement: Placement, fields: object) =>
  resultOf(change(placement, fields), placementSchema);
const list = (unit: Placement["adUnitType"] = "cpc", fields = {}) =>
  listTestPlacement(market.call, publisher, unit, fields);

describe("works", () => {
  test("only the fields that are sent change", async () => {
    const before = await list();
    const after = await changed(before, { description: "Another text." });
    expect(after).toEqual({
      ...before,
      description: "Another text.",
      revision: 2,
      updatedAt: market.clock.now().toISOString(),
    });
  });

  test("every field can be changed", async () => {
    const fields = {
      title: "New title",
      description: "New description",
      kind: "tool_result",
      adUnitType: "cpm",
      rateCredits: 300,
      feedType: "shopfeed_us_shop",
      contextUse: "reasoning_context",
      topics: ["garden"],
      excludedTopics: ["politics"],
      blockedBrandIds: [`brd_${NOBODY}`],
      blockedAdvertiserIds: [`agt_${NOBODY}`],
      frequencyCap: { perSession: 3, windowMinutes: 60 },
      disclosureLabel: "Advertisement",
      status: "paused",
    };
    expect(await changed(await list(), fields)).toMatchObject({ ...fields, floorCredits: 200 });
  });

  test("a new rate holds for later bookings only", async () => {
    const placement = await list();
    const before = await bookCampaign(market.call, advertiser, placement);
    await changed(placement, { rateCredits: 40 });
    const after = await bookCampaign(market.call, advertiser, placement);
    expect([before.rateCredits, after.rateCredits]).toEqual([25, 40]);
    const read = await resultOf(
      market.call("get_campaign", { campaignId: before.campaignId }, advertiser.key),
      campaignSchema,
    );
    expect(read.rateCredits).toBe(25);
    await deliverOnce(market.call, publisher, before.campaignId);
    const moved = await market.moved(() =>
      market.call("report_click", { campaignId: before.campaignId }, publisher.key),
    );
    expect(moved[`${publisher.agentId} pending_earnings`]).toBe(20_000_000n);
  });

  test("a paused placement never delivers and can be resumed", async () => {
    const placement = await list();
    const { campaignId } = await bookCampaign(market.call, advertiser, placement);
    await deliverOnce(market.call, publisher, campaignId);
    await changed(placement, { status: "paused" });
    market.clock.advance(SECOND_MS);
    const paused = await market.call("deliver_ad", { campaignId }, publisher.key);
    expect(paused.body).toMatchObject({ filled: false, noFillReason: "paused" });
    await changed(placement, { status: "active" });
    market.clock.advance(SECOND_MS);
    await deliverOnce(market.call, publisher, campaignId);
  });

  test("an archived placement is final and never delivers", async () => {
    const placement = await list();
    const { campaignId } = await bookCampaign(market.call, advertiser, placement);
    await changed(placement, { status: "archived" });
    market.clock.advance(SECOND_MS);
    const answer = await market.call("deliver_ad", { campaignId }, publisher.key);
    expect(answer.body).toMatchObject({ filled: false });
    for (const fields of [{ status: "active" }, { title: "Back again" }, { status: "paused" }]) {
      const error = await refused(change(placement, fields), "invalid_state");
      expect(error.details).toEqual({ status: "archived", validActions: ["list_placement"] });
    }
  });

  test("moving to a unit that sells influence opens the context by contextUse", async () => {
    const placement = await list("cpc", { rateCredits: 25 });
    const error = await refused(change(placement, { adUnitType: "cpr" }), "invalid_arguments");
    expect(error.field).toBe("/arguments/contextUse");
    const after = await changed(placement, { adUnitType: "cpr", contextUse: "reasoning_context" });
    expect(after).toMatchObject({ adUnitType: "cpr", rateCredits: 25, floorCredits: 10 });
  });
});

describe("goes back to review", () => {
  let manual: Market;
  let owner: TestAgent;
  beforeAll(async () => {
    manual = await startMarket({ env: { REVIEW_POLICY: "manual" } });
    owner = await registerAgent(manual.call, "publisher");
  });
  afterAll(() => manual.close());

  const approved = async () => {
    const placement = await listTestPlacement(manual.call, owner, "cpc");
    await manual.sql("update placement set review_status = 'approved'");
    return placement;
  };
  const edited = (placement: Placement, fields: object) =>
    resultOf(
      manual.call("update_placement", { placementId: placement.placementId, ...fields }, owner.key),
      placementSchema,
    );

  test.each([
    ["title", { title: "Changed title" }],
    ["description", { description: "Changed." }],
    ["kind", { kind: "general" }],
    ["adUnitType", { adUnitType: "cppromo", rateCredits: 50 }],
  ])("a changed %s needs a new approval and is not bookable until then", async (_name, fields) => {
    const placement = await approved();
    expect((await edited(placement, fields)).reviewStatus).toBe("pending_review");
    const buyer = await fundedAdvertiser(manual.call);
    const booking = manual.call(
      "create_campaign",
      {
        placementId: placement.placementId,
        adUnitType: "adUnitType" in fields ? "cppromo" : "cpc",
        budgetCredits: 500,
        creativeText: "Good pans.",
        creativeUrl: "https://shop.example.com/",
      },
      buyer.key,
    );
    await refused(booking, "placement_not_bookable");
  });

  test.each([
    ["rate", { rateCredits: 99 }],
    ["status", { status: "paused" }],
    ["list of topics", { topics: ["garden"] }],
    ["title that is the same", { title: "Sidebar sold by cpc" }],
  ])("a changed %s needs no new approval", async (_name, fields) => {
    expect((await edited(await approved(), fields)).reviewStatus).toBe("approved");
  });
});

describe("rejects bad input", () => {
  test("a rate below the floor changes nothing", async () => {
    const placement = await list();
    const error = await refused(change(placement, { rateCredits: 24.999999 }), "rate_below_floor");
    expect(error.details).toEqual({ floorCredits: 25 });
    expect((await changed(placement, { topics: [] })).rateCredits).toBe(25);
  });

  test("an old rate below the new unit's floor is refused", async () => {
    const error = await refused(change(await list(), { adUnitType: "cpm" }), "rate_below_floor");
    expect(error.details).toEqual({ floorCredits: 200 });
  });

  test("a stale revision is a conflict and changes nothing", async () => {
    const placement = await list();
    await changed(placement, { topics: ["a"], revision: 1 });
    const error = await refused(change(placement, { topics: ["b"], revision: 1 }), "conflict");
    expect(error.details).toEqual({ revision: 2 });
    expect(error.nextTools).toEqual(["list_placements"]);
    expect((await changed(placement, { revision: 2 })).topics).toEqual(["a"]);
  });

  test("of changes sent at once with one revision exactly one wins", async () => {
    const placement = await list();
    const answers = await Promise.all(
      ["a", "b", "c", "d"].map((topic) => change(placement, { topics: [topic], revision: 1 })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  });
});

describe("moves exactly the money it says", () => {
  test("changing, pausing and archiving a booked placement move none", async () => {
    const placement = await list();
    await bookCampaign(market.call, advertiser, placement);
    const moved = await market.moved(async () => {
      await changed(placement, { rateCredits: 400 });
      await changed(placement, { status: "paused" });
      await changed(placement, { status: "archived" });
    });
    expect(moved).toEqual({});
  });
});
