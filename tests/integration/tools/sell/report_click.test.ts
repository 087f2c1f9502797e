import { describe, expect, test, vi } from "vitest";
import {
  bookPair,
  DAY_MS,
  HOUR_MS,
  type Pair,
  setUpMarket,
  spendOf,
  startMarket,
} from "../market.ts";

const BROWSER = "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36";

const market = setUpMarket();

const follow = (url: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(url, { method, redirect: "manual", headers: { "User-Agent": BROWSER, ...headers } });
const clicksOf = (pair: Pair) =>
  market.sql("select * from event where campaign_id = $1 and kind = 2 order by id", [pair.uuid]);
/** The hop settles behind the reader's back; this waits until it has. */
const settledClicks = (pair: Pair, count: number) =>
  vi.waitFor(async () => expect(await clicksOf(pair)).toHaveLength(count), { interval: 10 });
const clickIdIn = (response: Response) =>
  new URL(response.headers.get("Location") ?? "").searchParams.get("click");

describe("works", () => {
  test("a click on a cpc campaign is charged and gets its id", async () => {
    const pair = await bookPair(market, "cpc");
    const { deliveryId } = await pair.deliver();
    expect(await pair.report("report_click", { deliveryId })).toMatchObject({
      accepted: true,
      billable: true,
      duplicate: false,
      verified: false,
      counted: 1,
      chargedCredits: 25,
      earnedCredits: 20,
      remainingCredits: 475,
      clickId: `clk_${deliveryId.slice(4, 30)}`,
    });
  });

  test("a report with only the campaign takes the oldest delivery without a click", async () => {
    const pair = await bookPair(market, "cpc");
    const first = await pair.deliver();
    const second = await pair.deliver();
    const ids = [await pair.report("report_click"), await pair.report("report_click")];
    expect(ids.map(({ clickId }) => clickId)).toEqual(
      [first, second].map(({ deliveryId }) => `clk_${deliveryId.slice(4, 30)}`),
    );
    expect((await pair.report("report_click")).reason).toBe("not_delivered");
  });

  test("a click on a cpa campaign costs nothing and still gives its id", async () => {
    const pair = await bookPair(market, "cpa", { campaign: { budgetCredits: 2_000 } });
    await pair.deliver();
    const click = await pair.report("report_click");
    expect(click).toMatchObject({
      billable: false,
      reason: "not_billing_unit",
      chargedCredits: 0,
    });
    expect(click.clickId).toMatch(/^clk_/);
  });

  test("the hop charges by itself and hands over the same click id", async () => {
    const pair = await bookPair(market, "cpc");
    const { deliveryId, offer } = await pair.deliver();
    const moved = await market.moved(async () => {
      const response = await follow(offer.clickUrl);
      expect(response.status).toBe(302);
      expect(clickIdIn(response)).toBe(`clk_${deliveryId.slice(4, 30)}`);
      await settledClicks(pair, 1);
    });
    expect(moved).toEqual(spendOf(pair, 20_000_000n, 5_000_000n));
    expect((await clicksOf(pair))[0]).toMatchObject({ reason: 0, is_verified: true });
  });
});

describe("counts a delivery's click once", () => {
  test("a report after the hop is a duplicate with the same click id", async () => {
    const pair = await bookPair(market, "cpc");
    const { deliveryId, offer } = await pair.deliver();
    const response = await follow(offer.clickUrl);
    await settledClicks(pair, 1);
    expect(await pair.report("report_click", { deliveryId })).toMatchObject({
      duplicate: true,
      reason: "duplicate",
      chargedCredits: 0,
      clickId: clickIdIn(response),
    });
  });

  test("a hop after the report redirects, pays nothing, and verifies the click", async () => {
    const pair = await bookPair(market, "cpc");
    const { deliveryId, offer } = await pair.deliver();
    await pair.report("report_click", { deliveryId });
    const moved = await market.moved(async () => {
      expect((await follow(offer.clickUrl)).status).toBe(302);
      await settledClicks(pair, 2);
    });
    expect(moved).toEqual({});
    const rows = await market.sql(
      "select is_click_verified from delivery where campaign_id = $1 and clicked_at is not null",
      [pair.uuid],
    );
    expect(rows).toEqual([{ is_click_verified: true }]);
  });

  test("hop and report at once charge one click", async () => {
    const pair = await bookPair(market, "cpc");
    const { deliveryId, offer } = await pair.deliver();
    const moved = await market.moved(async () => {
      await Promise.all([
        follow(offer.clickUrl),
        pair.report("report_click", { deliveryId }),
        follow(offer.clickUrl),
        pair.report("report_click", { deliveryId }),
      ]);
      await settledClicks(pair, 4);
    });
    expect(moved).toEqual(spendOf(pair, 20_000_000n, 5_000_000n));
  });

  test("replays of a link redirect and are not counted again", async () => {
    const pair = await bookPair(market, "cpc");
    const { offer } = await pair.deliver();
    for (let click = 0; click < 3; click += 1) {
      expect((await follow(offer.clickUrl)).status).toBe(302);
    }
    await settledClicks(pair, 3);
    expect((await pair.read()).spentCredits).toBe(25);
  });
});

describe("charges no click that is none", () => {
  test.each([
    ["a declared bot", { "User-Agent": "Googlebot/2.1 (+http://www.google.com/bot.html)" }],
    ["a program", { "User-Agent": "python-requests/2.32" }],
    ["a prefetch", { "Sec-Purpose": "prefetch" }],
    ["a prerender", { "Sec-Purpose": "prefetch;prerender" }],
  ])("%s is redirected, kept with its reason, and never billed", async (_case, headers) => {
    const pair = await bookPair(market, "cpc");
    const { offer, deliveryId } = await pair.deliver();
    expect((await follow(offer.clickUrl, headers)).status).toBe(302);
    await settledClicks(pair, 1);
    expect((await clicksOf(pair))[0]).toMatchObject({ reason: 8, charged: "0", counted: 0 });
    const reported = await pair.report("report_click", { deliveryId });
    expect(reported).toMatchObject({ reason: "declared_bot", chargedCredits: 0 });
  });

  test("HEAD looks at the address and leaves no trace", async () => {
    const pair = await bookPair(market, "cpc");
    const { offer } = await pair.deliver();
    expect((await follow(offer.clickUrl, {}, "HEAD")).status).toBe(302);
    await follow(offer.clickUrl);
    await settledClicks(pair, 1);
  });

  test("a click after 24 hours redirects for 30 days and is never billed", async () => {
    const pair = await bookPair(market, "cpc");
    const { offer, deliveryId } = await pair.deliver();
    await market.travel(DAY_MS + 1);
    expect((await follow(offer.clickUrl)).status).toBe(302);
    await settledClicks(pair, 1);
    expect((await clicksOf(pair))[0]).toMatchObject({ reason: 5, charged: "0" });
    expect((await pair.report("report_click", { deliveryId })).reason).toBe("outside_window");
    expect((await pair.read()).spentCredits).toBe(0);
  });

  test("a verifiedOnly campaign pays for the hop's click alone", async () => {
    const pair = await bookPair(market, "cpc", { campaign: { verifiedOnly: true } });
    const { offer, deliveryId } = await pair.deliver();
    expect(await pair.report("report_click", { deliveryId })).toMatchObject({
      reason: "unverified",
      billable: false,
      chargedCredits: 0,
    });
    await follow(offer.clickUrl);
    await settledClicks(pair, 2);
    expect((await pair.read()).spentCredits).toBe(25);
  });

  test("a delivery of another campaign gives no click", async () => {
    const pair = await bookPair(market, "cpc");
    const other = await bookPair(market, "cpc");
    const { deliveryId } = await other.deliver();
    const click = await pair.report("report_click", { deliveryId });
    expect(click).toMatchObject({ reason: "not_delivered", chargedCredits: 0 });
    expect(click).not.toHaveProperty("clickId");
  });

  test("a click that finds no money is kept and leaves the delivery as it was", async () => {
    const pair = await bookPair(market, "cpc", { campaign: { budgetCredits: 260 } });
    for (let click = 0; click < 10; click += 1) {
      const { deliveryId } = await pair.deliver();
      await pair.report("report_click", { deliveryId });
    }
    expect(await pair.read()).toMatchObject({ status: "exhausted", remainingCredits: 10 });
    expect(await pair.report("report_click")).toMatchObject({ reason: "not_delivered" });
  });

  test("the daily cap is never passed, not even in part of a click", async () => {
    const pair = await bookPair(market, "cpc", { campaign: { dailyCapCredits: 49 } });
    const deliveries = await Promise.all([1, 2, 3].map(() => pair.deliver()));
    const clicks = await Promise.all(
      deliveries.map(({ deliveryId }) => pair.report("report_click", { deliveryId })),
    );
    expect(clicks.map(({ reason }) => reason ?? "billed").toSorted()).toEqual([
      "billed",
      "daily_cap",
      "daily_cap",
    ]);
  });
});

describe("moves exactly the money it says", () => {
  test("a click of 25.000003 credits pays 20.000003 and a fee of 5", async () => {
    const pair = await bookPair(market, "cpc", { placement: { rateCredits: 25.000003 } });
    await pair.deliver();
    const moved = await market.moved(async () => {
      expect(await pair.report("report_click")).toMatchObject({
        chargedCredits: 25.000003,
        earnedCredits: 20.000003,
      });
    });
    expect(moved).toEqual(spendOf(pair, 20_000_003n, 5_000_000n));
  });

  test("a campaign without a fee pays all to the publisher", async () => {
    const free = await startMarket({ env: { PLATFORM_FEE_BPS: "0" } });
    try {
      const pair = await bookPair(free, "cpc");
      await pair.deliver();
      const moved = await free.moved(() => pair.report("report_click"));
      expect(moved).toEqual({
        [`${pair.advertiser.agentId} escrow`]: -25_000_000n,
        [`${pair.publisher.agentId} pending_earnings`]: 25_000_000n,
      });
    } finally {
      await free.close();
    }
  });

  test("earnings mature 72 hours after the click, by themselves", async () => {
    const pair = await bookPair(market, "cpc");
    await pair.deliver();
    await pair.report("report_click");
    await market.runPeriodicJobs();
    const early = await market.moved(() => market.travel(72 * HOUR_MS - 1));
    expect(early).not.toHaveProperty([`${pair.publisher.agentId} earned`]);
    expect(await market.moved(() => market.travel(1))).toMatchObject({
      [`${pair.publisher.agentId} pending_earnings`]: -20_000_000n,
      [`${pair.publisher.agentId} earned`]: 20_000_000n,
    });
  });
});
