import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  bookPair,
  DAY_MS,
  HOUR_MS,
  type Market,
  SECOND_MS,
  startMarket,
} from "../../tools/market.ts";

let market: Market;
beforeAll(async () => {
  market = await startMarket();
  // To the start of a day, so that a booking has all of it.
  await market.travel(DAY_MS - (market.clock.now().getTime() % DAY_MS) + SECOND_MS);
});
afterAll(() => market.close());

const DAILY_CAP = 1_500;
const CLICK = 25;

/** Delivers and reports clicks until the answer is a no-fill; gives back how many were paid. */
const spendAll = async (pair: Awaited<ReturnType<typeof bookPair>>) => {
  for (let clicks = 0; ; clicks += 1) {
    market.clock.advance(SECOND_MS);
    const answer = await pair.tryDeliver();
    if (!JSON.stringify(answer).includes('"filled":true')) return { clicks, answer };
    const { deliveryId } = JSON.parse(JSON.stringify(answer));
    await pair.report("report_click", { deliveryId });
  }
};
const held = { filled: false, noFillReason: "daily_cap" };

describe("even pacing", () => {
  test("hands a daily cap out over the day, and all of it by its end", async () => {
    const dailyCapCredits = DAILY_CAP;
    const pair = await bookPair(market, "cpc", {
      campaign: { budgetCredits: 4_000, dailyCapCredits },
    });
    const start = market.clock.now().getTime();
    const first = await spendAll(pair);
    expect(first.answer).toMatchObject(held);
    // 20 clicks ahead of a plan that has just begun.
    expect(first.clicks).toBeGreaterThanOrEqual(20);
    expect(first.clicks).toBeLessThan(23);
    market.clock.advance(start + 12 * HOUR_MS - market.clock.now().getTime());
    const byNoon = first.clicks + (await spendAll(pair)).clicks;
    expect(byNoon).toBeGreaterThanOrEqual(50);
    expect(byNoon).toBeLessThan(53);
    market.clock.advance(start + 20 * HOUR_MS - market.clock.now().getTime());
    const byNight = byNoon + (await spendAll(pair)).clicks;
    expect(byNight).toBe(DAILY_CAP / CLICK);
    expect((await pair.read()).spentCredits).toBe(DAILY_CAP);
    await market.travel(start + DAY_MS - market.clock.now().getTime());
    expect(await pair.tryDeliver()).toMatchObject({ filled: true });
  });

  test("spreads a budget until its end without any cap", async () => {
    const endAt = new Date(market.clock.now().getTime() + 4 * DAY_MS).toISOString();
    const pair = await bookPair(market, "cpc", { campaign: { budgetCredits: 4_000, endAt } });
    const first = await spendAll(pair);
    expect(first.answer).toMatchObject(held);
    expect(first.clicks).toBeLessThan(23);
    await market.travel(3.9 * DAY_MS);
    await spendAll(pair);
    await vi.waitFor(async () => expect((await pair.read()).spentCredits).toBe(4_000));
  });

  test("holds back nothing of a campaign with neither cap nor end", async () => {
    const pair = await bookPair(market, "cpc", { campaign: { budgetCredits: 1_000 } });
    const { clicks, answer } = await spendAll(pair);
    expect(clicks).toBe(40);
    expect(answer).toMatchObject({ noFillReason: "budget_exhausted" });
  });

  test("acts in deliver_ad alone: what was delivered is paid", async () => {
    const campaign = { budgetCredits: 4_000, dailyCapCredits: DAILY_CAP };
    const pair = await bookPair(market, "cpc", { campaign });
    const open = await pair.deliver();
    await spendAll(pair);
    expect(await pair.tryDeliver()).toMatchObject(held);
    const { deliveryId } = open;
    expect(await pair.report("report_click", { deliveryId })).toMatchObject({ billable: true });
  });
});
