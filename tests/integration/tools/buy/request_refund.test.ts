import { describe, expect, test } from "vitest";
import type { AdUnitType } from "../../../../server/src/contract/enums.ts";
import { timeSchema } from "../../../../server/src/contract/fields.ts";
import { campaignSchema } from "../../../../server/src/contract/resources/campaign.ts";
import { resultOf } from "../../../setup/agents.ts";
import { expectCleanLedger } from "../books.ts";
import {
  bookPair,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  type Pair,
  refused,
  SECOND_MS,
  setUpMarket,
  spendOf,
} from "../market.ts";

const market = setUpMarket();

const refundSchema = campaignSchema.extend({ drainsUntil: timeSchema });
const call = (pair: Pair, fields: object = {}, key = pair.advertiser.key) =>
  market.call("request_refund", { campaignId: pair.campaignId, ...fields }, key);
const refund = (pair: Pair, fields: object = {}) => resultOf(call(pair, fields), refundSchema);
const drainSeconds = ({ drainsUntil }: { drainsUntil: string }) =>
  (Date.parse(drainsUntil) - market.clock.now().getTime()) / SECOND_MS;
const setStatus = (pair: Pair, status: string) =>
  market.call("update_campaign", { campaignId: pair.campaignId, status }, pair.advertiser.key);
const refundOf = (pair: Pair, amount: bigint) => ({
  [`${pair.advertiser.agentId} available`]: amount,
  [`${pair.advertiser.agentId} escrow`]: -amount,
});

/** What an hour of the clock moves for this pair; other tests left campaigns that drain, too. */
const movedFor = async ({ advertiser, publisher }: Pair, durationMs: number) => {
  const moved = await market.moved(() => market.travel(durationMs));
  const own = [advertiser.agentId, publisher.agentId];
  return Object.fromEntries(
    Object.entries(moved).filter(([account]) => own.some((id) => account.startsWith(id))),
  );
};

const scheduled = () => {
  const startAt = new Date(market.clock.now().getTime() + DAY_MS).toISOString();
  return bookPair(market, "cpc", { campaign: { startAt } });
};
const paused = async () => {
  const pair = await bookPair(market, "cpc");
  await setStatus(pair, "paused");
  return pair;
};
/** No tool brings it about under automatic review. */
const unreviewed = async () => {
  const pair = await bookPair(market, "cpc");
  await market.sql("update campaign_book set status = 'pending_review' where campaign_id = $1", [
    pair.uuid,
  ]);
  return pair;
};
/** 1,000 impressions were paid; the half unit that is left pays for none. */
const exhausted = async () => {
  const pair = await bookPair(market, "cpm", { campaign: { budgetCredits: 200.1 } });
  const { deliveryId } = await pair.deliver();
  await pair.report("report_impression", { deliveryId, count: 1_000 });
  return pair;
};

describe("works", () => {
  test.each([
    ["pending_review", unreviewed],
    ["pending_start", scheduled],
    ["active", () => bookPair(market, "cpc")],
    ["paused", paused],
  ] as const)("%s without any delivery is canceled at once", async (status, make) => {
    const pair = await make();
    const before = await pair.read();
    expect(before.status).toBe(status);
    expect(before.validActions).toContain("request_refund");
    const moved = await market.moved(async () => {
      const answer = await refund(pair);
      expect(answer).toMatchObject({
        status: "canceled",
        escrowStatus: "refunded",
        refundedCredits: 500,
        remainingCredits: 0,
        spentCredits: 0,
      });
      expect(drainSeconds(answer)).toBe(0);
    });
    expect(moved).toEqual(refundOf(pair, 500_000_000n));
  });

  test("an exhausted one drains, then returns less than a unit", async () => {
    const pair = await exhausted();
    expect((await pair.read()).status).toBe("exhausted");
    expect(await refund(pair)).toMatchObject({ status: "refunding", remainingCredits: 0.1 });
    expect(await movedFor(pair, HOUR_MS)).toEqual(refundOf(pair, 100_000n));
    expect(await pair.read()).toMatchObject({
      status: "canceled",
      escrowStatus: "settled",
      spentCredits: 200,
      refundedCredits: 0.1,
    });
  });

  test.each([
    ["cpm", 3_600],
    ["cpia", 3_600],
    ["cpc", 3_600],
    ["cpr", 3_600],
    ["cpd", 3_600],
    ["cppromo", 3_600],
    ["cpa", 86_400],
    ["cpl", 86_400],
    ["cpi", 86_400],
  ] as const)("%s drains for %d seconds after a delivery", async (unit: AdUnitType, seconds) => {
    const pair = await bookPair(market, unit, { campaign: { budgetCredits: 2_000 } });
    await pair.deliver();
    const answer = await refund(pair);
    expect(answer.status).toBe("refunding");
    expect(drainSeconds(answer)).toBe(seconds);
    await market.travel(seconds * SECOND_MS - 1);
    expect((await pair.read()).status).toBe("refunding");
    await market.travel(1);
    expect(await pair.read()).toMatchObject({ status: "canceled", refundedCredits: 2_000 });
  });

  test("during the drain nothing is delivered and what was delivered is paid", async () => {
    const pair = await bookPair(market, "cpc");
    const [first, second] = [await pair.deliver(), await pair.deliver()];
    expect((await refund(pair)).validActions).toEqual(["confirm_delivery", "dispute_events"]);
    expect(await pair.tryDeliver()).toEqual({ filled: false, noFillReason: "ended" });
    await market.travel(HOUR_MS - MINUTE_MS);
    const { deliveryId } = first;
    expect(await pair.report("report_click", { deliveryId })).toMatchObject({
      chargedCredits: 25,
      campaignStatus: "refunding",
      remainingCredits: 475,
    });
    await market.travel(MINUTE_MS);
    const late = await pair.report("report_click", { deliveryId: second.deliveryId });
    expect(late).toMatchObject({ billable: false, reason: "campaign_closed", chargedCredits: 0 });
    expect(await pair.read()).toMatchObject({
      status: "canceled",
      escrowStatus: "settled",
      spentCredits: 25,
      refundedCredits: 475,
    });
  });

  test("both sides are told, the publisher with the reason", async () => {
    const pair = await bookPair(market, "cpc");
    await pair.deliver();
    await refund(pair, { reason: "The offer is over." });
    await market.travel(HOUR_MS);
    const rows = await market.sql(
      "select type, data from outbox where campaign_id = $1 order by created_at, type",
      [pair.uuid],
    );
    expect(rows.slice(1)).toMatchObject([
      { type: "campaign.updated", data: { status: "refunding", reason: "The offer is over." } },
      { type: "refund.completed", data: { status: "canceled" } },
    ]);
  });

  test("its earnings mature as if it had not ended", async () => {
    const pair = await bookPair(market, "cpc");
    await pair.deliver();
    await pair.report("report_click");
    await refund(pair);
    await market.travel(HOUR_MS);
    expect(await movedFor(pair, 72 * HOUR_MS)).toEqual({
      [`${pair.publisher.agentId} pending_earnings`]: -20_000_000n,
      [`${pair.publisher.agentId} earned`]: 20_000_000n,
    });
  });
});

describe("rejects bad input", () => {
  test("a second time, during the drain and after it", async () => {
    const pair = await bookPair(market, "cpc");
    await pair.deliver();
    const { drainsUntil } = await refund(pair);
    await market.travel(30 * MINUTE_MS);
    const again = await refused(call(pair), "invalid_state");
    expect(again.details).toEqual({
      status: "refunding",
      validActions: ["confirm_delivery", "dispute_events"],
    });
    market.clock.advance(Date.parse(drainsUntil) - market.clock.now().getTime());
    await market.runPeriodicJobs();
    expect((await pair.read()).status).toBe("canceled");
    const moved = await market.moved(async () => {
      const over = await refused(call(pair), "invalid_state");
      expect(over.details).toMatchObject({ status: "canceled" });
    });
    expect(moved).toEqual({});
  });

  test.each([true, false])("one that completes or did (delivered: %s)", async (isDelivered) => {
    const pair = await bookPair(market, "cpc");
    if (isDelivered) await pair.deliver();
    const args = { campaignId: pair.campaignId, final: true };
    await market.call("confirm_delivery", args, pair.advertiser.key);
    const error = await refused(call(pair), "invalid_state");
    expect(error.details).toMatchObject({ status: isDelivered ? "completing" : "completed" });
  });

  test("one whose creative was rejected", async () => {
    const pair = await unreviewed();
    await market.sql("update campaign_book set status = 'rejected' where campaign_id = $1", [
      pair.uuid,
    ]);
    await refused(call(pair), "invalid_state");
  });
});

describe("is safe to repeat", () => {
  test("of several at once one happens", async () => {
    const pair = await bookPair(market, "cpc");
    const moved = await market.moved(async () => {
      const answers = await Promise.all([1, 2, 3, 4].map(() => call(pair)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    });
    expect(moved).toEqual(refundOf(pair, 500_000_000n));
  });

  test("a refund and a final confirmation at once: one of them ends it", async () => {
    const pair = await bookPair(market, "cpc");
    const args = { campaignId: pair.campaignId, final: true };
    const moved = await market.moved(async () => {
      const answers = await Promise.all([
        call(pair),
        market.call("confirm_delivery", args, pair.advertiser.key),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    });
    expect(moved).toEqual(refundOf(pair, 500_000_000n));
  });
});

describe("moves exactly the money it says", () => {
  test("nothing at the request, the rest to the micro-credit after the drain", async () => {
    const pair = await bookPair(market, "cpc", { campaign: { budgetCredits: 500.000001 } });
    await pair.deliver();
    await pair.report("report_click");
    await market.runPeriodicJobs();
    expect(await market.moved(() => refund(pair))).toEqual({});
    expect(await movedFor(pair, HOUR_MS)).toEqual(refundOf(pair, 475_000_001n));
    expect(await movedFor(pair, HOUR_MS)).toEqual({});
  });

  test("amid reports nothing is lost and nothing overspent", async () => {
    const pair = await bookPair(market, "cpm", { campaign: { budgetCredits: 200 } });
    const { deliveryId } = await pair.deliver();
    const view = () => pair.report("report_impression", { deliveryId, count: 50 });
    const views = Array.from({ length: 15 }, view);
    const ending = refund(pair);
    const reports = await Promise.all([...views, ...Array.from({ length: 15 }, view)]);
    expect((await ending).status).toBe("refunding");
    const charged = reports.reduce((sum, { chargedCredits }) => sum + chargedCredits, 0);
    expect(charged).toBe(200);
    expect(reports.reduce((sum, { counted }) => sum + counted, 0)).toBe(1_000);
    expect(await movedFor(pair, HOUR_MS)).toEqual({});
    expect(await pair.read()).toMatchObject({
      status: "canceled",
      spentCredits: 200,
      refundedCredits: 0,
    });
  });

  test("reports at the end of the drain are paid or closed, and the rest returns", async () => {
    const pair = await bookPair(market, "cpm", { campaign: { budgetCredits: 200 } });
    const { deliveryId } = await pair.deliver();
    await refund(pair);
    market.clock.advance(HOUR_MS);
    const view = () => pair.report("report_impression", { deliveryId, count: 10 });
    const [reports] = await Promise.all([
      Promise.all(Array.from({ length: 30 }, view)),
      market.runPeriodicJobs(),
    ]);
    const paid = reports.filter(({ chargedCredits }) => chargedCredits === 2);
    const closed = reports.filter(({ reason }) => reason === "campaign_closed");
    expect(paid.length + closed.length).toBe(30);
    await market.expectBooksAddUp();
    const { status, spentCredits, refundedCredits } = await pair.read();
    expect({ status, spentCredits, refundedCredits }).toEqual({
      status: "canceled",
      spentCredits: 2 * paid.length,
      refundedCredits: 200 - 2 * paid.length,
    });
  });

  test("a late report moves what any report moves", async () => {
    const pair = await bookPair(market, "cpc");
    const { deliveryId } = await pair.deliver();
    await refund(pair);
    const moved = await market.moved(() => pair.report("report_click", { deliveryId }));
    expect(moved).toEqual(spendOf(pair, 20_000_000n, 5_000_000n));
  });

  test("the books verify after all of it", () => expectCleanLedger(market));
});
