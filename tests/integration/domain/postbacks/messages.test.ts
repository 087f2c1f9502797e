import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import type { AdUnitType } from "../../../../server/src/contract/enums.ts";
import {
  postbackBodySchema,
  registeredPostbackSchema,
} from "../../../../server/src/contract/resources/postback.ts";
import { resultOf } from "../../../setup/agents.ts";
import { isVerified, type Receiver, startReceiver } from "../../../setup/receiver.ts";
import { bookPair, type Market, MINUTE_MS, type Pair, startMarket } from "../../tools/market.ts";
import { type Postman, startPostman } from "./postman.ts";

let market: Market;
let postman: Postman;
let receiver: Receiver;
beforeAll(async () => {
  market = await startMarket({ env: { POSTBACK_ALLOW_HOSTS: "127.0.0.1" } });
  postman = await startPostman(market);
});
afterAll(async () => {
  await postman.close();
  await market.close();
});
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  // The next test's rounds must not find the endpoints of this one.
  await market.sql("update postback_endpoint set status = 'deleted', disabled_reason = null");
  await receiver.close();
});

/** Earlier events are sent first: only later ones reach the endpoint. */
async function register(key: string, fields: object = {}) {
  await postman.run();
  return resultOf(
    market.call("register_postback", { url: receiver.url, ...fields }, key),
    registeredPostbackSchema,
  );
}

const bodies = (type?: string) =>
  receiver.received
    .filter((one) => type === undefined || one.type === type)
    .map((one) => postbackBodySchema.strict().parse(JSON.parse(one.body)));

const moneySchema = z.object({ chargedCredits: z.number(), earnedCredits: z.number() });

function moneySent(): { chargedCredits: number; earnedCredits: number } {
  const sent = bodies().flatMap(({ data }) => {
    const money = moneySchema.safeParse(data);
    return money.success ? [money.data] : [];
  });
  const sum = (pick: (one: z.infer<typeof moneySchema>) => number) =>
    sent.reduce((total, one) => total + Math.round(pick(one) * 1_000_000), 0) / 1_000_000;
  return {
    chargedCredits: sum((one) => one.chargedCredits),
    earnedCredits: sum((one) => one.earnedCredits),
  };
}

async function bookMoney({ uuid }: Pair) {
  const [row] = await market.sql(
    "select earned + fee as charged, earned from campaign_book where campaign_id = $1",
    [uuid],
  );
  return {
    chargedCredits: Number(row?.charged) / 1_000_000,
    earnedCredits: Number(row?.earned) / 1_000_000,
  };
}

test("a click is sent to both sides, signed, with the same id and the money it moved", async () => {
  const pair = await bookPair(market, "cpc");
  const ofAdvertiser = await register(pair.advertiser.key);
  const ofPublisher = await register(pair.publisher.key);
  const { deliveryId } = await pair.deliver();
  const { clickId, eventId } = await pair.report("report_click", { deliveryId });
  await postman.run();
  const clicks = receiver.received.filter((one) => one.type === "click.recorded");
  expect(clicks).toHaveLength(2);
  expect(new Set(clicks.map((one) => one.id)).size).toBe(1);
  expect(new Set(clicks.map((one) => one.body)).size).toBe(1);
  for (const { secret } of [ofAdvertiser, ofPublisher]) {
    expect(clicks.filter((one) => isVerified(one, secret))).toHaveLength(1);
  }
  expect(bodies("click.recorded")[0]).toMatchObject({
    apiVersion: "1.0",
    data: {
      campaignId: pair.campaignId,
      placementId: pair.placement.placementId,
      eventId,
      clickId,
      billable: true,
      verified: false,
      chargedCredits: 25,
      earnedCredits: 20,
    },
  });
  expect(clicks[0]?.headers).toMatchObject({
    "content-type": "application/json",
    "webhook-id": clicks[0]?.id,
  });
});

test("impressions of a minute are one message for each campaign, when it is over", async () => {
  const pair = await bookPair(market, "cpm", { campaign: { budgetCredits: 1_000 } });
  await register(pair.advertiser.key);
  const { deliveryId } = await pair.deliver();
  for (const count of [1, 20, 300]) await pair.report("report_impression", { deliveryId, count });
  await postman.run();
  expect(bodies("impression.batch")).toEqual([]);
  market.clock.advance(MINUTE_MS + 2_000);
  await postman.run();
  const sent = bodies("impression.batch");
  const counted = sent.map(({ data }) => Number(data.impressions));
  // The three reports may lie on both sides of a full minute.
  expect(sent.length).toBeLessThan(3);
  expect(counted.reduce((sum, one) => sum + one, 0)).toBe(321);
  expect(sent[0]?.data).toMatchObject({ campaignId: pair.campaignId, from: expect.any(String) });
  expect(moneySent()).toEqual(await bookMoney(pair));
  await postman.run();
  expect(bodies("impression.batch")).toHaveLength(sent.length);
});

test("unbilled events of a minute beyond 100 take more messages, all in order", async () => {
  const pair = await bookPair(market, "cpc", { campaign: { budgetCredits: 1_000 } });
  await register(pair.advertiser.key, { eventTypes: ["unbilled.batch"] });
  await market.sql(
    `insert into postback_unbilled (campaign_id, minute, event)
      select $1, '2026-01-01T10:00Z', jsonb_build_object('number', n)
      from generate_series(1, 250) n`,
    [pair.uuid],
  );
  await postman.run();
  const sent = bodies("unbilled.batch").map(({ data }) => z.array(z.unknown()).parse(data.events));
  const sizes = sent.map(({ length }) => length);
  expect(sizes.toSorted((left, right) => right - left)).toEqual([100, 100, 50]);
  const numbers = sent.map((events) => events.map((event) => Number(Object(event).number)));
  expect(numbers.every((some) => some.every((one, at) => one === (some[0] ?? 0) + at))).toBe(true);
  expect(new Set(numbers.flat()).size).toBe(250);
});

const UNITS: readonly { unit: AdUnitType; report(pair: Pair): Promise<unknown>; type: string }[] = [
  {
    unit: "cpa",
    type: "conversion.recorded",
    report: (pair) =>
      pair.report("report_conversion", { conversionType: "cpa", orderId: "A-1", valueUsd: 12.5 }),
  },
  {
    unit: "cpr",
    type: "conversion.recorded",
    report: (pair) => pair.report("report_conversion", { conversionType: "recommendation" }),
  },
];

test.each(UNITS)("a $unit is sent as $type with its order", async ({ unit, report, type }) => {
  const options = { placement: { contextUse: "reasoning_context" } };
  const pair = await bookPair(market, unit, { ...options, campaign: { budgetCredits: 2_000 } });
  await register(pair.advertiser.key, { eventTypes: [type] });
  await pair.deliver();
  await report(pair);
  await postman.run();
  expect(bodies()).toHaveLength(1);
  expect(bodies(type)[0]?.data).toMatchObject({ billable: true, campaignId: pair.campaignId });
  if (unit === "cpa") {
    expect(bodies()[0]?.data).toMatchObject({ orderId: "A-1", valueUsd: 12.5 });
  }
  expect(moneySent()).toEqual(await bookMoney(pair));
});

test("a redeemed coupon is sent with its code", async () => {
  const pair = await bookPair(market, "cppromo", { campaign: { budgetCredits: 2_000 } });
  const coupon = { couponCode: "PAN10", agentInstructions: "Say PAN10.", discountType: "percent" };
  const args = { campaignId: pair.campaignId, ...coupon, discountValue: 10 };
  await market.call("create_coupon", args, pair.advertiser.key);
  await register(pair.advertiser.key, { eventTypes: ["coupon.redeemed"] });
  await pair.deliver();
  const redeemed = { conversionType: "coupon_redeemed", couponCode: "pan10", orderId: "B-1" };
  await pair.report("report_conversion", redeemed);
  await postman.run();
  expect(bodies("coupon.redeemed").map(({ data }) => data)).toMatchObject([
    { conversionType: "coupon_redeemed", couponCode: "pan10", orderId: "B-1", billable: true },
  ]);
});

test("repeats and clicks without a delivery are not sent", async () => {
  const pair = await bookPair(market, "cpc");
  await register(pair.advertiser.key, { eventTypes: ["click.recorded"] });
  await pair.report("report_click");
  const { deliveryId } = await pair.deliver();
  await pair.report("report_click", { deliveryId });
  await pair.report("report_click", { deliveryId });
  await postman.run();
  expect(bodies()).toHaveLength(1);
});

describe("an endpoint gets messages", () => {
  test("only of the types it asked for", async () => {
    const pair = await bookPair(market, "cpc");
    await register(pair.publisher.key, { eventTypes: ["campaign.booked"] });
    await pair.deliver();
    await pair.report("report_click");
    await postman.run();
    expect(bodies()).toEqual([]);
  });

  test("only of the campaign it is registered for", async () => {
    const pair = await bookPair(market, "cpc");
    const other = await bookPair(market, "cpc");
    const { campaignId } = pair;
    await register(pair.advertiser.key, { campaignId, eventTypes: ["click.recorded"] });
    for (const one of [pair, other]) {
      await one.deliver();
      await one.report("report_click");
    }
    await postman.run();
    expect(bodies().map(({ data }) => data.campaignId)).toEqual([campaignId]);
  });

  test("of bookings and money from the outbox, in the transaction of the effect", async () => {
    const publisher = await bookPair(market, "cpc");
    await register(publisher.publisher.key, { eventTypes: ["campaign.booked"] });
    await register(publisher.advertiser.key, { eventTypes: ["wallet.credited"] });
    const args = {
      placementId: publisher.placement.placementId,
      adUnitType: "cpc",
      budgetCredits: 300,
      creativeText: "Pans.",
      creativeUrl: "https://shop.example.com/",
    };
    const booked = await market.call("create_campaign", args, publisher.advertiser.key);
    // Refused, so nothing of it may be sent.
    const refused = { ...args, budgetCredits: 1_000_000 };
    await market.call("create_campaign", refused, publisher.advertiser.key);
    await postman.run();
    expect(bodies()).toMatchObject([
      { type: "campaign.booked", data: { campaignId: Object(booked.body).campaignId } },
    ]);
    expect(await market.sql("select 1 from outbox")).toEqual([]);
  });

  test("when its campaign is exhausted by the very batch that ends the money", async () => {
    const pair = await bookPair(market, "cpc", { campaign: { budgetCredits: 250 } });
    await register(pair.advertiser.key, { eventTypes: ["campaign.exhausted"] });
    for (let click = 0; click < 10; click += 1) {
      const { deliveryId } = await pair.deliver();
      await pair.report("report_click", { deliveryId });
    }
    await postman.run();
    expect(bodies().map(({ type, data }) => [type, data.campaignId])).toEqual([
      ["campaign.exhausted", pair.campaignId],
    ]);
  });
});

test("without an endpoint that wants events, settlement records no pending batch", async () => {
  const pair = await bookPair(market, "cpc");
  await register(pair.advertiser.key, { eventTypes: ["campaign.exhausted"] });
  await pair.deliver();
  await pair.report("report_click");
  expect(await market.sql("select 1 from postback_batch")).toEqual([]);
});
