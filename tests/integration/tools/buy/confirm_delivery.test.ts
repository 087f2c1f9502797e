import { describe, expect, test } from "vitest";
import { z } from "zod";
import { campaignSchema } from "../../../../server/src/contract/resources/campaign.ts";
import { resultOf } from "../../../setup/agents.ts";
import { bookPair, DAY_MS, HOUR_MS, type Pair, refused, setUpMarket } from "../market.ts";

const market = setUpMarket();

const confirmedSchema = campaignSchema.extend({ maturedCredits: z.number() });
const call = (pair: Pair, fields: object = {}, key = pair.advertiser.key) =>
  market.call("confirm_delivery", { campaignId: pair.campaignId, ...fields }, key);
const confirm = (pair: Pair, fields: object = {}) => resultOf(call(pair, fields), confirmedSchema);
const clicked = async (clicks = 1) => {
  const pair = await bookPair(market, "cpc");
  for (let click = 0; click < clicks; click += 1) {
    await pair.deliver();
    await pair.report("report_click");
  }
  return pair;
};

describe("works", () => {
  test("pending earnings mature at once, also those that were not swept yet", async () => {
    const pair = await clicked(2);
    const answer = await confirm(pair);
    expect(answer).toMatchObject({ maturedCredits: 40, status: "active", spentCredits: 50 });
    const rows = await market.sql("select status from earning where campaign_id = $1", [pair.uuid]);
    expect(rows).toEqual([{ status: "matured" }]);
  });

  test("only what was delivered so far matures; later events wait again", async () => {
    const pair = await clicked();
    await confirm(pair);
    await pair.deliver();
    await pair.report("report_click");
    expect((await confirm(pair)).maturedCredits).toBe(20);
    expect((await confirm(pair)).maturedCredits).toBe(0);
  });

  test("final without any delivery closes at once and returns the whole budget", async () => {
    const pair = await bookPair(market, "cpc");
    expect(await confirm(pair, { final: true })).toMatchObject({
      status: "completed",
      remainingCredits: 0,
      refundedCredits: 500,
      escrowStatus: "refunded",
    });
  });

  test("final after deliveries takes late reports for an hour, then returns the rest", async () => {
    const pair = await clicked();
    const { deliveryId } = await pair.deliver();
    expect(await confirm(pair, { final: true })).toMatchObject({
      status: "completing",
      remainingCredits: 475,
    });
    await market.travel(HOUR_MS - 1_000);
    expect(await pair.report("report_click", { deliveryId })).toMatchObject({
      billable: true,
      campaignStatus: "completing",
    });
    expect((await pair.read()).status).toBe("completing");
    await market.travel(1_000);
    expect(await pair.read()).toMatchObject({
      status: "completed",
      spentCredits: 50,
      refundedCredits: 450,
      remainingCredits: 0,
    });
  });

  test("an acquisition campaign drains for a day", async () => {
    const pair = await bookPair(market, "cpa", { campaign: { budgetCredits: 2_000 } });
    await pair.deliver();
    await confirm(pair, { final: true });
    await market.travel(DAY_MS - 1_000);
    expect((await pair.read()).status).toBe("completing");
    await market.travel(1_000);
    expect(await pair.read()).toMatchObject({ status: "completed", refundedCredits: 2_000 });
  });

  test("endAt ends a campaign in the same way", async () => {
    const endAt = new Date(market.clock.now().getTime() + DAY_MS).toISOString();
    const pair = await bookPair(market, "cpc", { campaign: { endAt } });
    await pair.deliver();
    await market.travel(DAY_MS);
    expect((await pair.read()).status).toBe("completing");
    await market.travel(HOUR_MS);
    expect(await pair.read()).toMatchObject({ status: "completed", refundedCredits: 500 });
  });

  test("a completed campaign can still be confirmed", async () => {
    const pair = await clicked();
    await confirm(pair, { final: true });
    await market.travel(HOUR_MS);
    expect((await pair.read()).status).toBe("completed");
    expect((await confirm(pair)).maturedCredits).toBe(0);
  });

  test("both sides are told", async () => {
    const pair = await clicked();
    await confirm(pair, { final: true });
    await market.travel(HOUR_MS);
    const rows = await market.sql(
      "select type from outbox where campaign_id = $1 order by created_at, type",
      [pair.uuid],
    );
    expect(rows.map(({ type }) => type)).toEqual([
      "campaign.booked",
      "escrow.released",
      "campaign.completed",
    ]);
  });
});

describe("rejects bad input", () => {
  test("a campaign that is ending or over cannot be ended again", async () => {
    const pair = await clicked();
    await confirm(pair, { final: true });
    const error = await refused(call(pair, { final: true }), "invalid_state");
    expect(error.details).toMatchObject({ status: "completing" });
    await market.travel(HOUR_MS);
    const over = await refused(call(pair, { final: true }), "invalid_state");
    expect(over.details).toMatchObject({ status: "completed" });
  });
});

describe("is safe to repeat", () => {
  test("of two at once one matures", async () => {
    const pair = await clicked();
    const answers = await Promise.all([confirm(pair), confirm(pair), confirm(pair)]);
    const matured = answers.map(({ maturedCredits }) => maturedCredits);
    expect(matured.toSorted((a, b) => a - b)).toEqual([0, 0, 20]);
  });

  test("of two ends at once one happens", async () => {
    const pair = await bookPair(market, "cpc");
    const moved = await market.moved(async () => {
      const answers = await Promise.all([1, 2, 3].map(() => call(pair, { final: true })));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    });
    expect(moved).toEqual({
      [`${pair.advertiser.agentId} available`]: 500_000_000n,
      [`${pair.advertiser.agentId} escrow`]: -500_000_000n,
    });
  });
});

describe("moves exactly the money it says", () => {
  test("confirming moves pending earnings to earned and nothing else", async () => {
    const pair = await clicked(3);
    expect(await market.moved(() => confirm(pair))).toEqual({
      [`${pair.publisher.agentId} pending_earnings`]: -60_000_000n,
      [`${pair.publisher.agentId} earned`]: 60_000_000n,
    });
  });

  test("the end of the drain returns exactly what was not spent", async () => {
    const pair = await clicked(3);
    await confirm(pair, { final: true });
    expect(await market.moved(() => market.travel(HOUR_MS))).toEqual({
      [`${pair.advertiser.agentId} available`]: 425_000_000n,
      [`${pair.advertiser.agentId} escrow`]: -425_000_000n,
    });
  });

  test("a spent campaign has nothing to return", async () => {
    const pair = await bookPair(market, "cpc", { campaign: { budgetCredits: 250 } });
    for (let click = 0; click < 10; click += 1) {
      await pair.deliver();
      await pair.report("report_click");
    }
    await confirm(pair, { final: true });
    expect(await market.moved(() => market.travel(HOUR_MS))).toEqual({});
    expect(await pair.read()).toMatchObject({ status: "completed", refundedCredits: 0 });
  });
});
