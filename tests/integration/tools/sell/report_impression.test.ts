import { describe, expect, test } from "vitest";
import { idFromUuid, uuidV7 } from "../../../../server/src/contract/ids.ts";
import { bookPair, type Pair, refused, setUpMarket, spendOf } from "../market.ts";

const market = setUpMarket();

const cpm = (campaign: object = {}, rateCredits = 500) =>
  bookPair(market, "cpm", { placement: { rateCredits }, campaign });
const send = (pair: Pair, fields: object, key = pair.publisher.key) =>
  market.call("report_impression", { campaignId: pair.campaignId, ...fields }, key);
const eventsOf = (pair: Pair) =>
  market.sql("select * from event where campaign_id = $1 order by id", [pair.uuid]);
const newEventId = (atMs = market.clock.now().getTime()) =>
  idFromUuid("evt", uuidV7(atMs, crypto.getRandomValues(new Uint8Array(16))));

describe("works", () => {
  test("the acknowledgement says what was counted, charged and earned", async () => {
    const pair = await cpm();
    const { deliveryId } = await pair.deliver();
    const eventId = newEventId();
    const acknowledgement = await pair.report("report_impression", {
      deliveryId,
      eventId,
      count: 12,
    });
    expect(acknowledgement).toEqual({
      campaignId: pair.campaignId,
      eventId,
      accepted: true,
      duplicate: false,
      billable: true,
      verified: false,
      counted: 12,
      chargedCredits: 6,
      earnedCredits: 4.8,
      remainingCredits: 494,
      campaignStatus: "active",
    });
  });

  test("a report with only the specified fields takes the oldest open delivery", async () => {
    const pair = await cpm({ budgetCredits: 5_000 });
    const first = await pair.deliver();
    const second = await pair.deliver();
    await pair.report("report_impression", { count: 10_000 });
    await pair.report("report_impression", { count: 1 });
    const taken = (await eventsOf(pair)).map((event) =>
      idFromUuid("dlv", String(event.delivery_id)),
    );
    expect(taken).toEqual([first.deliveryId.slice(0, 30), second.deliveryId.slice(0, 30)]);
  });

  test("without a count one impression is counted", async () => {
    const pair = await cpm();
    await pair.deliver();
    expect(await pair.report("report_impression")).toMatchObject({
      counted: 1,
      chargedCredits: 0.5,
    });
  });

  test("nothing is delivered, nothing is paid: not_delivered", async () => {
    const pair = await cpm();
    expect(await pair.report("report_impression", { count: 3 })).toMatchObject({
      accepted: true,
      billable: false,
      reason: "not_delivered",
      counted: 0,
      chargedCredits: 0,
      remainingCredits: 500,
    });
  });

  test("an impression of another unit is kept but costs nothing: not_billing_unit", async () => {
    const pair = await bookPair(market, "cpc");
    await pair.deliver();
    expect(await pair.report("report_impression", { count: 7 })).toMatchObject({
      billable: false,
      reason: "not_billing_unit",
      counted: 7,
      chargedCredits: 0,
    });
  });

  test("evidence is kept with the event, the session only as a hash", async () => {
    const pair = await bookPair(market, "cpia");
    await pair.deliver();
    const evidence = { matched: ["pan"], score: 0.5 };
    await pair.report("report_impression", {
      evidence,
      turnId: "turn-9",
      sessionKey: "mail@example.com",
    });
    const [event] = await eventsOf(pair);
    expect(event?.detail).toMatchObject({ evidence, turnId: "turn-9" });
    const leaks = await market.sql(
      "select 1 from session_charge s where row_to_json(s)::text like '%mail@example%'",
    );
    expect([leaks, JSON.stringify(event).includes("mail@example")]).toEqual([[], false]);
  });
});

describe("rejects bad input", () => {
  test.each([
    ["a time without zone", { occurredAt: "2026-01-01T00:00:00" }, "occurredAt"],
    ["evidence of 2,001 characters", { evidence: "x".repeat(2_001) }, "evidence"],
    ["evidence with a NUL character", { evidence: { a: ["\u0000"] } }, "evidence/a/0"],
  ])("%s is refused by its place and leaves no event", async (_case, fields, place) => {
    const pair = await cpm();
    await pair.deliver();
    const error = await refused(send(pair, fields), "invalid_arguments");
    expect(error.field).toBe(`/arguments/${place}`);
    expect(await eventsOf(pair)).toEqual([]);
  });

  test("evidence nested without end is refused and harms no other report", async () => {
    const pair = await cpm();
    const { deliveryId } = await pair.deliver();
    let deep: unknown = 1;
    for (let level = 0; level < 3_000; level += 1) deep = [deep];
    const [wrong, right] = await Promise.all([
      send(pair, { deliveryId, evidence: { deep } }),
      send(pair, { deliveryId }),
    ]);
    await refused(Promise.resolve(wrong), "invalid_arguments");
    expect(right.status).toBe(200);
  });

  test("text that only looks like an escape is taken", async () => {
    const pair = await cpm();
    await pair.deliver();
    const evidence = String.raw`a literal \u0000 and 😀`;
    await pair.report("report_impression", { evidence });
    expect((await eventsOf(pair))[0]?.detail).toMatchObject({ evidence });
  });
});

describe("is safe to repeat", () => {
  test("the same event id counts once, one after another and at once", async () => {
    const pair = await cpm();
    const { deliveryId } = await pair.deliver();
    const fields = { deliveryId, eventId: newEventId(), count: 10 };
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => pair.report("report_impression", fields)),
    );
    expect(answers.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
    expect(await pair.report("report_impression", fields)).toMatchObject({
      duplicate: true,
      reason: "duplicate",
      billable: false,
      chargedCredits: 0,
      eventId: fields.eventId,
    });
    expect((await pair.read()).spentCredits).toBe(5);
  });

  test("the same event id with another content is a conflict", async () => {
    const pair = await cpm();
    const { deliveryId } = await pair.deliver();
    const other = await pair.deliver();
    const eventId = newEventId();
    await pair.report("report_impression", { deliveryId, eventId, count: 10 });
    for (const fields of [
      { deliveryId, eventId, count: 11 },
      { deliveryId: other.deliveryId, eventId, count: 10 },
    ]) {
      const error = await refused(send(pair, fields), "event_conflict");
      expect(error.details).toEqual({ eventId });
    }
    expect((await pair.read()).spentCredits).toBe(5);
  });
});

describe("moves exactly the money it says", () => {
  test("a fraction of a micro-credit of the fee goes to the publisher, unit by unit", async () => {
    const pair = await cpm({}, 200.001);
    const { deliveryId } = await pair.deliver();
    const moved = await market.moved(() =>
      pair.report("report_impression", { deliveryId, count: 3 }),
    );
    expect(moved).toEqual(spendOf(pair, 480_003n, 120_000n));
  });

  test("one call of 1,000 and 1,000 calls of one cost the same", async () => {
    const pair = await cpm({}, 200.001);
    const { deliveryId } = await pair.deliver();
    const once = await market.moved(() =>
      pair.report("report_impression", { deliveryId, count: 200 }),
    );
    const often = await market.moved(() =>
      Promise.all(
        Array.from({ length: 200 }, () => pair.report("report_impression", { deliveryId })),
      ),
    );
    expect(often).toEqual(once);
  });

  test("a report that is not paid moves nothing", async () => {
    const pair = await bookPair(market, "cpia");
    const { deliveryId } = await pair.deliver();
    await pair.report("report_impression", { deliveryId });
    const moved = await market.moved(async () => {
      const again = await pair.report("report_impression", { deliveryId });
      const undelivered = await pair.report("report_impression");
      expect([again.reason, undelivered.reason]).toEqual(["duplicate", "not_delivered"]);
    });
    expect(moved).toEqual({});
  });
});
