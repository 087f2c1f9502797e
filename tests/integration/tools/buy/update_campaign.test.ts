import { describe, expect, test } from "vitest";
import { campaignSchema } from "../../../../server/src/contract/resources/campaign.ts";
import { resultOf } from "../../../setup/agents.ts";
import { expectCleanLedger } from "../books.ts";
import { bookPair, DAY_MS, HOUR_MS, type Pair, refused, setUpMarket } from "../market.ts";

const market = setUpMarket();

const call = (pair: Pair, fields: object, key = pair.advertiser.key) =>
  market.call("update_campaign", { campaignId: pair.campaignId, ...fields }, key);
const update = (pair: Pair, fields: object) => resultOf(call(pair, fields), campaignSchema);
const at = (offsetMs: number) => new Date(market.clock.now().getTime() + offsetMs).toISOString();
const views = (pair: Pair, deliveryId: string, count: number) =>
  pair.report("report_impression", { deliveryId, count });
/** A campaign by impressions of 0.2 credits, whose whole budget of 200 was spent. */
const exhaustedPair = async () => {
  const pair = await bookPair(market, "cpm", { campaign: { budgetCredits: 200 } });
  await views(pair, (await pair.deliver()).deliveryId, 1_000);
  expect((await pair.read()).status).toBe("exhausted");
  return pair;
};
const told = (pair: Pair) =>
  market.sql("select data from outbox where campaign_id = $1 and type = 'campaign.updated'", [
    pair.uuid,
  ]);

describe("works: pausing and resuming", () => {
  test("a paused campaign delivers nothing from then on, a resumed one does", async () => {
    const pair = await bookPair(market, "cpc");
    await pair.deliver();
    const paused = await update(pair, { status: "paused" });
    expect(paused).toMatchObject({ status: "paused", remainingCredits: 500, escrowStatus: "held" });
    expect(paused.validActions).toContain("update_campaign");
    expect(await pair.tryDeliver()).toEqual({ filled: false, noFillReason: "paused" });
    const resumed = await update(pair, { status: "active" });
    expect(resumed.status).toBe("active");
    expect(resumed.revision).toBeGreaterThan(paused.revision);
    await pair.deliver();
  });

  test("what was delivered before the pause is paid during it", async () => {
    const pair = await bookPair(market, "cpc");
    const { deliveryId } = await pair.deliver();
    await update(pair, { status: "paused" });
    expect(await pair.report("report_click", { deliveryId })).toMatchObject({
      chargedCredits: 25,
      campaignStatus: "paused",
    });
  });

  test("the state it has already is no error", async () => {
    const pair = await bookPair(market, "cpc");
    expect((await update(pair, { status: "active" })).status).toBe("active");
    await update(pair, { status: "paused" });
    expect((await update(pair, { status: "paused" })).status).toBe("paused");
  });

  test("a budget that ended during the pause wakes exhausted, not active", async () => {
    const pair = await bookPair(market, "cpm", { campaign: { budgetCredits: 200 } });
    const { deliveryId } = await pair.deliver();
    await update(pair, { status: "paused" });
    await views(pair, deliveryId, 1_000);
    expect((await update(pair, { status: "active" })).status).toBe("exhausted");
    expect((await update(pair, { addBudgetCredits: 1 })).status).toBe("active");
  });

  test("the publisher is told what changed; a call without changes changes nothing", async () => {
    const pair = await bookPair(market, "cpc");
    const before = await pair.read();
    expect(await update(pair, {})).toEqual(before);
    expect(await told(pair)).toEqual([]);
    await update(pair, { status: "paused", dailyCapCredits: 50 });
    expect(await told(pair)).toEqual([
      { data: { campaignId: pair.campaignId, changed: ["status", "dailyCapCredits"] } },
    ]);
  });
});

describe("works: before the start", () => {
  test("a waiting campaign is paused and waits again when it is resumed", async () => {
    const pair = await bookPair(market, "cpc", { campaign: { startAt: at(DAY_MS) } });
    expect((await update(pair, { status: "paused" })).status).toBe("paused");
    expect((await update(pair, { status: "active" })).status).toBe("pending_start");
    await update(pair, { status: "paused" });
    const startsNow = await update(pair, { status: "active", startAt: at(-1_000) });
    expect(startsNow.status).toBe("active");
    await pair.deliver();
  });

  test("the start moves, also to now, and never past the end", async () => {
    const pair = await bookPair(market, "cpc", {
      campaign: { startAt: at(DAY_MS), endAt: at(3 * DAY_MS) },
    });
    const startAt = at(2 * DAY_MS);
    expect(await update(pair, { startAt })).toMatchObject({ startAt, status: "pending_start" });
    const late = await refused(call(pair, { startAt: at(4 * DAY_MS) }), "invalid_arguments");
    expect(late.field).toBe("/arguments/startAt");
    expect((await update(pair, { startAt: at(0) })).status).toBe("active");
    await refused(call(pair, { startAt: at(DAY_MS) }), "invalid_state");
  });
});

describe("works: removing budget", () => {
  test("what is unspent returns to the micro-credit, and more can be added", async () => {
    const pair = await bookPair(market, "cpm", { campaign: { budgetCredits: 400 } });
    await views(pair, (await pair.deliver()).deliveryId, 100);
    const moved = await market.moved(() => update(pair, { removeBudgetCredits: 379.000001 }));
    expect(moved).toEqual({
      [`${pair.advertiser.agentId} available`]: 379_000_001n,
      [`${pair.advertiser.agentId} escrow`]: -379_000_001n,
    });
    expect(await pair.read()).toMatchObject({
      status: "active",
      budgetCredits: 20.999999,
      spentCredits: 20,
      remainingCredits: 0.999999,
    });
    expect(await update(pair, { addBudgetCredits: 100 })).toMatchObject({
      budgetCredits: 120.999999,
    });
    await views(pair, (await pair.deliver()).deliveryId, 505);
    expect(await pair.read()).toMatchObject({ status: "exhausted", spentCredits: 120.8 });
    await expectCleanLedger(market);
  });

  test("all of it leaves an exhausted campaign; what is spent stays", async () => {
    const pair = await bookPair(market, "cpm", { campaign: { budgetCredits: 200 } });
    await views(pair, (await pair.deliver()).deliveryId, 100);
    const tooMuch = await refused(
      call(pair, { removeBudgetCredits: 180.000001 }),
      "budget_too_low",
    );
    expect(tooMuch.details).toEqual({ removableCredits: 180 });
    const left = await update(pair, { removeBudgetCredits: 180 });
    expect(left).toMatchObject({ status: "exhausted", budgetCredits: 20, remainingCredits: 0 });
    await refused(call(pair, { removeBudgetCredits: 1, addBudgetCredits: 1 }), "invalid_arguments");
  });

  test("a campaign that has not started keeps enough for one unit", async () => {
    const pair = await bookPair(market, "cpc", { campaign: { startAt: at(DAY_MS) } });
    await refused(call(pair, { removeBudgetCredits: 480 }), "budget_too_low");
    expect((await update(pair, { removeBudgetCredits: 475 })).remainingCredits).toBe(25);
  });
});

describe("works: adding budget", () => {
  test("an exhausted campaign wakes as soon as it can pay one unit", async () => {
    const pair = await exhaustedPair();
    expect(await pair.tryDeliver()).toMatchObject({ noFillReason: "budget_exhausted" });
    expect(await update(pair, { addBudgetCredits: 0.1 })).toMatchObject({
      status: "exhausted",
      budgetCredits: 200.1,
      remainingCredits: 0.1,
    });
    expect(await update(pair, { addBudgetCredits: 0.1 })).toMatchObject({
      status: "active",
      budgetCredits: 200.2,
      remainingCredits: 0.2,
      spentCredits: 200,
    });
    const { deliveryId } = await pair.deliver();
    expect(await views(pair, deliveryId, 2)).toMatchObject({
      counted: 1,
      campaignStatus: "exhausted",
    });
  });

  test("a paused campaign stays paused; with both fields an exhausted one is paused", async () => {
    const paused = await bookPair(market, "cpc");
    await update(paused, { status: "paused" });
    expect((await update(paused, { addBudgetCredits: 5 })).status).toBe("paused");
    const both = await exhaustedPair();
    expect(await update(both, { addBudgetCredits: 5, status: "paused" })).toMatchObject({
      status: "paused",
      remainingCredits: 5,
    });
  });
});

describe("rejects bad input", () => {
  test.each([
    ["seven decimals", { addBudgetCredits: 0.0000001 }, "addBudgetCredits"],
    ["a cap that pays for no unit", { dailyCapCredits: 24.999999 }, "dailyCapCredits"],
    ["an end in the past", { endAt: "2020-01-01T00:00:00Z" }, "endAt"],
  ])("%s is refused by its place", async (_case, fields, place) => {
    const pair = await bookPair(market, "cpc");
    const error = await refused(call(pair, fields), "invalid_arguments");
    expect(error.field).toBe(`/arguments/${place}`);
    expect(await pair.read()).toEqual(pair.campaign);
  });

  test("an end before the start", async () => {
    const pair = await bookPair(market, "cpc", { campaign: { startAt: at(DAY_MS) } });
    const error = await refused(call(pair, { endAt: at(HOUR_MS) }), "invalid_arguments");
    expect(error.field).toBe("/arguments/endAt");
  });

  const scheduled = () => bookPair(market, "cpc", { campaign: { startAt: at(DAY_MS) } });
  const refunding = async () => {
    const pair = await bookPair(market, "cpc");
    await pair.deliver();
    await market.call("request_refund", { campaignId: pair.campaignId }, pair.advertiser.key);
    return pair;
  };
  const ended = (final: object) => async () => {
    const pair = await bookPair(market, "cpc");
    const args = { campaignId: pair.campaignId, ...final };
    const tool = "final" in final ? "confirm_delivery" : "request_refund";
    await market.call(tool, args, pair.advertiser.key);
    return pair;
  };
  test.each([
    ["pending_start", "active", scheduled],
    ["exhausted", "active", exhaustedPair],
    ["exhausted", "paused", exhaustedPair],
    ["refunding", "active", refunding],
    ["canceled", "active", ended({})],
    ["completed", "paused", ended({ final: true })],
  ] as const)("%s cannot be made %s", async (from, to, make) => {
    const pair = await make();
    const before = await pair.read();
    const error = await refused(call(pair, { status: to }), "invalid_state");
    expect(error.details).toEqual({ status: from, validActions: before.validActions });
    expect(await pair.read()).toEqual(before);
  });

  test.each([{ addBudgetCredits: 100 }, { creativeText: "Too late." }, { dailyCapCredits: 100 }])(
    "a campaign that is over takes no %j",
    async (fields) => {
      const pair = await refunding();
      const moved = await market.moved(() => refused(call(pair, fields), "invalid_state"));
      expect(moved).toEqual({});
    },
  );
});

describe("moves exactly the money it says", () => {
  test("added budget moves from available to escrow, to the micro-credit", async () => {
    const pair = await bookPair(market, "cpc");
    expect(await market.moved(() => update(pair, { addBudgetCredits: 100.000001 }))).toEqual({
      [`${pair.advertiser.agentId} available`]: -100_000_001n,
      [`${pair.advertiser.agentId} escrow`]: 100_000_001n,
    });
    expect(await pair.read()).toMatchObject({
      budgetCredits: 600.000001,
      remainingCredits: 600.000001,
    });
  });

  test("nothing else moves money", async () => {
    const pair = await bookPair(market, "cpc");
    const moved = await market.moved(async () => {
      await update(pair, { status: "paused", dailyCapCredits: 50, endAt: at(DAY_MS) });
      await update(pair, { status: "active", creativeText: "Pans for all." });
    });
    expect(moved).toEqual({});
  });

  test("without enough credits nothing changes, whatever else was sent", async () => {
    const pair = await bookPair(market, "cpc");
    const moved = await market.moved(async () => {
      const error = await refused(
        call(pair, {
          status: "paused",
          addBudgetCredits: 4_500.5,
          creativeText: "Pans for all.",
          dailyCapCredits: 50,
          endAt: at(DAY_MS),
        }),
        "insufficient_credits",
      );
      expect(error.details).toMatchObject({ shortfallCredits: 0.5 });
    });
    expect(moved).toEqual({});
    expect(await pair.read()).toEqual(pair.campaign);
    expect(await told(pair)).toEqual([]);
  });

  test.each([
    ["creative_rejected", { creativeText: "www.pans.example" }],
    ["invalid_arguments", { dailyCapCredits: 1 }],
    ["invalid_arguments", { endAt: "2020-01-01T00:00:00Z" }],
  ])("a budget sent along with something wrong stays (%s)", async (code, fields) => {
    const pair = await bookPair(market, "cpc");
    const moved = await market.moved(() =>
      refused(call(pair, { addBudgetCredits: 100, status: "paused", ...fields }), code),
    );
    expect(moved).toEqual({});
    expect(await pair.read()).toEqual(pair.campaign);
  });

  test("top-ups at once never spend the same credit twice", async () => {
    const pair = await bookPair(market, "cpc");
    const moved = await market.moved(async () => {
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => call(pair, { addBudgetCredits: 2_000 })),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 402, 402, 402]);
    });
    expect(moved).toEqual({
      [`${pair.advertiser.agentId} available`]: -4_000_000_000n,
      [`${pair.advertiser.agentId} escrow`]: 4_000_000_000n,
    });
  });

  test("a top-up amid reports loses neither", async () => {
    const pair = await bookPair(market, "cpm", { campaign: { budgetCredits: 200 } });
    const { deliveryId } = await pair.deliver();
    let charged = 0;
    const moved = await market.moved(async () => {
      const reports = Array.from({ length: 24 }, () => views(pair, deliveryId, 100));
      const more = Array.from({ length: 4 }, () => update(pair, { addBudgetCredits: 20 }));
      for (const { chargedCredits } of await Promise.all(reports)) charged += chargedCredits;
      await Promise.all(more);
    });
    const { spentCredits, remainingCredits } = await pair.read();
    expect(charged).toBeCloseTo(spentCredits, 6);
    expect(spentCredits + remainingCredits).toBe(280);
    const spent = BigInt(Math.round(spentCredits * 1_000_000));
    const { advertiser, publisher } = pair;
    expect(moved[`${advertiser.agentId} available`]).toBe(-80_000_000n);
    expect(moved[`${advertiser.agentId} escrow`] ?? 0n).toBe(80_000_000n - spent);
    expect(moved[`${publisher.agentId} pending_earnings`]).toBe((spent * 8n) / 10n);
    expect(moved["exchange platform_fee"]).toBe((spent * 2n) / 10n);
  });

  test("the books verify after all of it", () => expectCleanLedger(market));
});
