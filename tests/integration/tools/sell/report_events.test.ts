import { describe, expect, test } from "vitest";
import { z } from "zod";
import { ERRORS } from "../../../../server/src/contract/errors.ts";
import { idFromUuid, uuidV7 } from "../../../../server/src/contract/ids.ts";
import { acknowledgementSchema } from "../../../../server/src/contract/resources/delivery.ts";
import { bookCampaign, registerAgent, resultOf } from "../../../setup/agents.ts";
import { bookPair, NOBODY, type Pair, refused, setUpMarket, spendOf } from "../market.ts";

const market = setUpMarket();

const itemSchema = acknowledgementSchema.partial().extend({
  index: z.number(),
  error: z.looseObject({ code: z.string(), field: z.string().optional() }).optional(),
});
const resultSchema = z.object({ items: z.array(itemSchema), chargedCredits: z.number() });
const send = (pair: Pair, events: readonly object[]) =>
  market.call("report_events", { events }, pair.publisher.key);
const sent = (pair: Pair, events: readonly object[]) => resultOf(send(pair, events), resultSchema);
const eventsOf = async (pair: Pair) =>
  (await market.sql("select 1 from event where campaign_id = $1", [pair.uuid])).length;
const newEventId = () =>
  idFromUuid(
    "evt",
    uuidV7(market.clock.now().getTime(), crypto.getRandomValues(new Uint8Array(16))),
  );

describe("works", () => {
  test("all kinds of events of several campaigns are taken, in the order sent", async () => {
    const cpm = await bookPair(market, "cpm");
    const second = await bookCampaign(market.call, cpm.advertiser, cpm.placement);
    const { deliveryId } = await cpm.deliver();
    const { campaignId } = cpm;
    const { items, chargedCredits } = await sent(cpm, [
      { type: "impression", campaignId, deliveryId, count: 5 },
      { type: "click", campaignId, deliveryId },
      { type: "conversion", campaignId, deliveryId, conversionType: "cpa" },
      { type: "impression", campaignId, deliveryId },
      { type: "impression", campaignId: second.campaignId },
    ]);
    expect(items.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4]);
    expect(items.map((item) => item.campaignId)).toEqual([
      ...Array.from({ length: 4 }, () => campaignId),
      second.campaignId,
    ]);
    expect(items.map(({ chargedCredits: charged }) => charged)).toEqual([1, 0, 0, 0.2, 0]);
    expect(items.map(({ reason }) => reason)).toEqual([
      undefined,
      "not_billing_unit",
      "not_billing_unit",
      undefined,
      "not_delivered",
    ]);
    expect(chargedCredits).toBe(1.2);
  });

  test("1,000 events in one call settle exactly", async () => {
    const pair = await bookPair(market, "cpm");
    const { deliveryId } = await pair.deliver();
    const { campaignId } = pair;
    const moved = await market.moved(async () => {
      const { items, chargedCredits } = await sent(
        pair,
        Array.from({ length: 1_000 }, () => ({ type: "impression", campaignId, deliveryId })),
      );
      expect(items).toHaveLength(1_000);
      expect(items.every(({ counted }) => counted === 1)).toBe(true);
      expect(chargedCredits).toBe(200);
    });
    expect(moved).toEqual(spendOf(pair, 160_000_000n, 40_000_000n));
    expect(await eventsOf(pair)).toBe(1_000);
  });

  test("a wrong event gets its own error and touches no other", async () => {
    const [pair, other] = [await bookPair(market, "cpm"), await bookPair(market, "cpm")];
    const { deliveryId } = await pair.deliver();
    const { campaignId } = pair;
    const eventId = newEventId();
    const { items, chargedCredits } = await sent(pair, [
      { type: "impression", campaignId, deliveryId },
      { type: "impression", campaignId: other.campaignId },
      { type: "impression", campaignId: `cmp_${NOBODY}` },
      { type: "impression", campaignId, deliveryId, occurredAt: "2020-01-01T00:00:00Z" },
      { type: "impression", campaignId, deliveryId, eventId, count: 2 },
      { type: "impression", campaignId, deliveryId, eventId, count: 3 },
      { type: "conversion", campaignId, conversionType: "coupon_redeemed" },
      { type: "impression", campaignId, deliveryId },
    ]);
    expect(items.map(({ error }) => error?.code)).toEqual([
      undefined,
      "not_found",
      "not_found",
      "event_outside_window",
      undefined,
      "event_conflict",
      "invalid_arguments",
      undefined,
    ]);
    expect(items[3]?.error?.field).toBe("/arguments/events/3/occurredAt");
    expect(items[3]?.error?.recovery).toBe(ERRORS.event_outside_window.recovery);
    expect(chargedCredits).toBe(0.8);
  });

  test("an event id repeated inside one call counts once", async () => {
    const pair = await bookPair(market, "cpm");
    const { deliveryId } = await pair.deliver();
    const event = {
      type: "impression",
      campaignId: pair.campaignId,
      deliveryId,
      eventId: newEventId(),
      count: 10,
    };
    const { items, chargedCredits } = await sent(pair, [event, event, event]);
    expect(items.map(({ duplicate }) => duplicate)).toEqual([false, true, true]);
    expect(chargedCredits).toBe(2);
  });

  test("the whole call can be repeated by its event ids without counting twice", async () => {
    const pair = await bookPair(market, "cpm");
    const { deliveryId } = await pair.deliver();
    const events = Array.from({ length: 20 }, () => ({
      type: "impression",
      campaignId: pair.campaignId,
      deliveryId,
      eventId: newEventId(),
    }));
    expect((await sent(pair, events)).chargedCredits).toBe(4);
    expect(
      (await sent(pair, [...events, { ...events[0], eventId: newEventId() }])).chargedCredits,
    ).toBe(0.2);
    expect((await pair.read()).spentCredits).toBe(4.2);
  });

  test("a budget that ends inside a call is spent to the last unit and no further", async () => {
    const pair = await bookPair(market, "cpc", { campaign: { budgetCredits: 250 } });
    const deliveries = await Promise.all(Array.from({ length: 12 }, () => pair.deliver()));
    const { items, chargedCredits } = await sent(
      pair,
      deliveries.map(({ deliveryId }) => ({
        type: "click",
        campaignId: pair.campaignId,
        deliveryId,
      })),
    );
    expect(items.map(({ billable }) => billable)).toEqual([
      ...Array.from({ length: 10 }, () => true),
      false,
      false,
    ]);
    expect(items.at(-1)).toMatchObject({ reason: "budget_exhausted", campaignStatus: "exhausted" });
    expect(chargedCredits).toBe(250);
    expect(await pair.read()).toMatchObject({ remainingCredits: 0, status: "exhausted" });
  });
});

describe("rejects bad input", () => {
  const impression = { type: "impression", campaignId: `cmp_${NOBODY}` };
  test.each([
    ["an unknown type", [{ ...impression, type: "view" }], "/arguments/events/0/type"],
    ["a field of another type", [{ ...impression, orderId: "1" }], "/arguments/events/0/orderId"],
  ])("%s: the whole call is refused by its place", async (_case, events, pointer) => {
    const publisher = await registerAgent(market.call, "publisher");
    const error = await refused(
      market.call("report_events", { events }, publisher.key),
      "invalid_arguments",
    );
    expect(error.field).toBe(pointer);
  });
});

describe("moves exactly the money it says", () => {
  test("calls of many callers at once move what their answers say", async () => {
    const pair = await bookPair(market, "cpm", { campaign: { budgetCredits: 250 } });
    const deliveries = await Promise.all([1, 2, 3].map(() => pair.deliver()));
    let charged = 0;
    const moved = await market.moved(async () => {
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, call) =>
          sent(
            pair,
            deliveries.map(({ deliveryId }) => ({
              type: "impression",
              campaignId: pair.campaignId,
              deliveryId,
              count: call + 1,
            })),
          ),
        ),
      );
      charged = answers.reduce((sum, { chargedCredits }) => sum + chargedCredits, 0);
    });
    expect(Math.round(charged * 1_000_000)).toBe(250_000_000);
    expect(moved).toEqual(spendOf(pair, 200_000_000n, 50_000_000n));
  });
});
