import { describe, expect, test } from "vitest";
import { idFromUuid, uuidV7 } from "../../../../server/src/contract/ids.ts";
import {
  bookPair,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  NOBODY,
  type Pair,
  refused,
  setUpMarket,
  spendOf,
} from "../market.ts";

const market = setUpMarket();

const cpm = (campaign: object = {}, rateCredits = 500) =>
  bookPair(market, "cpm", { placement: { rateCredits }, campaign });
const send = (pair: Pair, fields: object, key = pair.publisher.key) =>
  market.call("report_impression", { campaignId: pair.campaignId, ...fields }, key);
const eventsOf = (pair: Pair) =>
  market.sql("select * from event where campaign_id = $1 order by id", [pair.uuid]);
const newEventId = (atMs = market.clock.now().getTime()) =>
  idFromUuid("evt", uuidV7(atMs, crypto.getRandomValues(new Uint8Array(16))));

describe("counts a delivery only for what it is", () => {
  test("at most 10,000 impressions each; more is taken in part", async () => {
    const pair = await cpm({ budgetCredits: 5_000 }, 200);
    const { deliveryId } = await pair.deliver();
    expect((await pair.report("report_impression", { deliveryId, count: 6_000 })).counted).toBe(
      6_000,
    );
    expect(await pair.report("report_impression", { deliveryId, count: 6_000 })).toMatchObject({
      counted: 4_000,
      chargedCredits: 800,
      reason: "duplicate",
    });
    expect(await pair.report("report_impression", { deliveryId })).toMatchObject({
      counted: 0,
      reason: "duplicate",
      billable: false,
    });
  });

  test("for 24 hours and not a millisecond longer", async () => {
    const pair = await cpm();
    const { deliveryId } = await pair.deliver();
    await market.travel(DAY_MS - 1);
    expect((await pair.report("report_impression", { deliveryId })).billable).toBe(true);
    market.clock.advance(1);
    expect(await pair.report("report_impression", { deliveryId })).toMatchObject({
      reason: "outside_window",
      chargedCredits: 0,
    });
    expect((await pair.report("report_impression")).reason).toBe("not_delivered");
  });

  test("a delivery id of another campaign is not_delivered", async () => {
    const pair = await cpm();
    const other = await cpm();
    await pair.deliver();
    const { deliveryId } = await other.deliver();
    expect(await pair.report("report_impression", { deliveryId })).toMatchObject({
      reason: "not_delivered",
      chargedCredits: 0,
    });
  });

  test("a forged delivery id is not_delivered, whichever part was changed", async () => {
    const pair = await cpm();
    const { deliveryId } = await pair.deliver();
    const mac = deliveryId.slice(31);
    const forgeries = [
      `${deliveryId.slice(0, 29)}${deliveryId[29] === "0" ? "1" : "0"}_${mac}`,
      `${deliveryId.slice(0, 31)}${mac[0] === "A" ? "B" : "A"}${mac.slice(1)}`,
      `dlv_${NOBODY}_${"A".repeat(22)}`,
    ];
    for (const forged of forgeries) {
      expect(await pair.report("report_impression", { deliveryId: forged })).toMatchObject({
        reason: "not_delivered",
        chargedCredits: 0,
      });
    }
  });

  test("cpia counts one context insertion, whatever the count says", async () => {
    const pair = await bookPair(market, "cpia");
    const { deliveryId } = await pair.deliver();
    expect(await pair.report("report_impression", { deliveryId, count: 50 })).toMatchObject({
      counted: 1,
      chargedCredits: 1,
      earnedCredits: 0.8,
    });
    expect(await pair.report("report_impression", { deliveryId })).toMatchObject({
      reason: "duplicate",
      chargedCredits: 0,
    });
  });

  test("cpia pays once for a session and 30 minutes", async () => {
    const pair = await bookPair(market, "cpia");
    const insertion = async (sessionKey: string) => {
      const { deliveryId } = await pair.deliver();
      return pair.report("report_impression", { deliveryId, sessionKey });
    };
    expect((await insertion("one")).chargedCredits).toBe(1);
    market.clock.advance(29 * MINUTE_MS);
    expect(await insertion("one")).toMatchObject({ reason: "duplicate", chargedCredits: 0 });
    expect((await insertion("two")).chargedCredits).toBe(1);
    market.clock.advance(MINUTE_MS);
    expect((await insertion("one")).chargedCredits).toBe(1);
  });

  test("a verifiedOnly campaign pays for no unverified impression", async () => {
    const pair = await cpm({ verifiedOnly: true });
    await pair.deliver();
    expect(await pair.report("report_impression", { count: 9 })).toMatchObject({
      billable: false,
      reason: "unverified",
      chargedCredits: 0,
    });
  });
});

describe("never spends beyond the budget", () => {
  test("a count beyond the budget is taken in part and exhausts the campaign", async () => {
    const pair = await cpm({ budgetCredits: 200 }, 200);
    const { deliveryId } = await pair.deliver();
    await pair.report("report_impression", { deliveryId, count: 800 });
    expect(await pair.report("report_impression", { deliveryId, count: 500 })).toMatchObject({
      counted: 200,
      chargedCredits: 40,
      reason: "budget_exhausted",
      billable: true,
      remainingCredits: 0,
      campaignStatus: "exhausted",
    });
    expect(await pair.report("report_impression", { deliveryId })).toMatchObject({
      counted: 0,
      chargedCredits: 0,
      reason: "budget_exhausted",
    });
    expect((await pair.read()).escrowStatus).toBe("settled");
  });

  test("the report that leaves less than one unit exhausts the campaign", async () => {
    const pair = await cpm({ budgetCredits: 200.1 }, 200);
    await pair.deliver();
    expect(await pair.report("report_impression", { count: 1_000 })).toMatchObject({
      counted: 1_000,
      remainingCredits: 0.1,
      campaignStatus: "exhausted",
    });
  });

  test("reports sent at once never take more than there is", async () => {
    const pair = await cpm({ budgetCredits: 200 }, 200);
    const deliveries = await Promise.all([1, 2, 3, 4].map(() => pair.deliver()));
    const moved = await market.moved(async () => {
      const all = await Promise.all(
        deliveries.flatMap(({ deliveryId }) =>
          [1, 2, 3].map(() => pair.report("report_impression", { deliveryId, count: 150 })),
        ),
      );
      expect(all.reduce((sum, { counted }) => sum + counted, 0)).toBe(1_000);
    });
    expect(moved).toEqual(spendOf(pair, 160_000_000n, 40_000_000n));
  });

  test("the daily cap holds for the UTC day and is decided at settlement", async () => {
    const pair = await cpm({ dailyCapCredits: 2 });
    const { deliveryId } = await pair.deliver();
    expect(await pair.report("report_impression", { deliveryId, count: 10 })).toMatchObject({
      counted: 4,
      chargedCredits: 2,
      reason: "daily_cap",
      campaignStatus: "active",
    });
    expect(await pair.report("report_impression", { deliveryId })).toMatchObject({
      counted: 0,
      reason: "daily_cap",
    });
    await market.travel(DAY_MS);
    const next = await pair.deliver();
    expect(
      await pair.report("report_impression", { deliveryId: next.deliveryId, count: 3 }),
    ).toMatchObject({ counted: 3, chargedCredits: 1.5 });
  });
});

describe("knows when it happened", () => {
  test("occurredAt may lie 7 days back and 5 minutes ahead", async () => {
    const pair = await cpm();
    await pair.deliver();
    const at = (offsetMs: number) =>
      new Date(market.clock.now().getTime() + 1 + offsetMs).toISOString();
    for (const [offsetMs, reason] of [
      [-7 * DAY_MS, "outside_window"],
      [-5 * MINUTE_MS, undefined],
      [5 * MINUTE_MS, undefined],
    ] as const) {
      const report = await pair.report("report_impression", { occurredAt: at(offsetMs) });
      expect(report.reason).toBe(reason);
    }
    for (const offsetMs of [-7 * DAY_MS - 1, 5 * MINUTE_MS + 1]) {
      const error = await refused(send(pair, { occurredAt: at(offsetMs) }), "event_outside_window");
      expect(error.field).toBe("/arguments/occurredAt");
    }
  });

  test("an event id of another time is refused", async () => {
    const pair = await cpm();
    await pair.deliver();
    const nowMs = market.clock.now().getTime();
    for (const atMs of [nowMs - 8 * DAY_MS, nowMs + 10 * MINUTE_MS]) {
      const error = await refused(
        send(pair, { eventId: newEventId(atMs) }),
        "event_outside_window",
      );
      expect(error.field).toBe("/arguments/eventId");
    }
    expect(await eventsOf(pair)).toEqual([]);
  });

  test("a report after the campaign has closed is accepted and pays nothing", async () => {
    const pair = await cpm();
    const { deliveryId } = await pair.deliver();
    const args = { campaignId: pair.campaignId, final: true };
    await market.call("confirm_delivery", args, pair.advertiser.key);
    expect((await pair.report("report_impression", { deliveryId })).billable).toBe(true);
    await market.travel(HOUR_MS);
    expect((await pair.read()).status).toBe("completed");
    expect(await pair.report("report_impression", { deliveryId })).toMatchObject({
      accepted: true,
      billable: false,
      reason: "campaign_closed",
      campaignStatus: "completed",
    });
  });

  test("a campaign that has not started takes reports without paying", async () => {
    const startAt = new Date(market.clock.now().getTime() + DAY_MS).toISOString();
    const pair = await cpm({ startAt });
    expect((await pair.report("report_impression")).reason).toBe("campaign_closed");
  });
});
