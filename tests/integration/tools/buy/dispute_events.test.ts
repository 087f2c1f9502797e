import { afterAll, describe, expect, test } from "vitest";
import { uuidFromId } from "../../../../server/src/contract/ids.ts";
import { whoamiSchema } from "../../../../server/src/contract/resources/agent.ts";
import { disputeEvents } from "../../../../server/src/tools/buy/dispute_events.ts";
import { resultOf, type TestAgent } from "../../../setup/agents.ts";
import { setUp } from "../../../setup/shared.ts";
import { expectCleanLedger } from "../books.ts";
import {
  bookPair,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  NOBODY,
  type Pair,
  refused,
  startMarket,
} from "../market.ts";

const market = setUp(startMarket);
afterAll(() => expectCleanLedger(market));

const reason = "Forty times the usual clicks.";
const dispute = (pair: Pair, fields: object, key = pair.advertiser.key) =>
  market.call("dispute_events", { campaignId: pair.campaignId, reason, ...fields }, key);
const disputed = (pair: Pair, fields: object) =>
  resultOf(dispute(pair, fields), disputeEvents.output);
const at = (offsetMs = 0) => new Date(market.clock.now().getTime() + offsetMs).toISOString();
const balance = async (agent: TestAgent) =>
  (await resultOf(market.call("whoami", {}, agent.key), whoamiSchema)).balance;

/** A click costs 25 credits: 20 for the publisher, 5 for the exchange. */
async function click(pair: Pair): Promise<string> {
  const { deliveryId } = await pair.deliver();
  return (await pair.report("report_click", { deliveryId })).eventId;
}
async function clicks(pair: Pair, times: number): Promise<string[]> {
  const eventIds: string[] = [];
  for (let index = 0; index < times; index += 1) eventIds.push(await click(pair));
  return eventIds;
}
const confirm = (pair: Pair) =>
  market.call("confirm_delivery", { campaignId: pair.campaignId }, pair.advertiser.key);
/** Earnings by state. **Units** credits. */
async function earnings(pair: Pair): Promise<Record<string, number>> {
  const rows = await market.sql(
    `select status, (sum(amount) / 1000000)::float8 as credits
     from earning where campaign_id = $1 group by status order by status`,
    [pair.uuid],
  );
  return Object.fromEntries(rows.map(({ status, credits }) => [String(status), Number(credits)]));
}

describe("works", () => {
  test("exactly the named events' earnings are held, out of one sweep or many", async () => {
    const pair = await bookPair(market, "cpc");
    const [first, second] = await clicks(pair, 3);
    await balance(pair.publisher);
    const [, fifth] = await clicks(pair, 2);
    expect(await disputed(pair, { eventIds: [first, fifth, second] })).toMatchObject({
      disputeId: expect.stringMatching(/^dsp_/),
      campaignId: pair.campaignId,
      status: "open",
      reason,
      events: 3,
      heldCredits: 60,
      chargedCredits: 75,
      eventsTooLate: 0,
    });
    expect(await earnings(pair)).toEqual({ held: 60, pending: 40 });
    expect((await balance(pair.publisher)).pendingEarningsCredits).toBe(100);
  });

  test("what is held does not mature, in time or by confirmation; the rest does", async () => {
    const pair = await bookPair(market, "cpc");
    const [first] = await clicks(pair, 3);
    await disputed(pair, { eventIds: [first] });
    await confirm(pair);
    expect(await balance(pair.publisher)).toMatchObject({
      earnedCredits: 40,
      pendingEarningsCredits: 20,
    });
    await market.travel(30 * DAY_MS);
    expect(await balance(pair.publisher)).toMatchObject({
      earnedCredits: 40,
      pendingEarningsCredits: 20,
    });
  });

  test("a stretch of time holds what was settled in it, its end not included", async () => {
    const pair = await bookPair(market, "cpc");
    await click(pair);
    market.clock.advance(MINUTE_MS);
    const from = at();
    await clicks(pair, 2);
    market.clock.advance(MINUTE_MS);
    const to = at(1);
    market.clock.advance(1);
    await click(pair);
    expect(await disputed(pair, { from, to })).toMatchObject({ events: 2, heldCredits: 40 });
    const rows = await market.sql(
      `select count(*) from disputed_event d join journal j using (campaign_id, batch_id)
       where d.campaign_id = $1 and j.at >= $2 and j.at < $3`,
      [pair.uuid, from, to],
    );
    expect(Number(rows[0]?.count)).toBe(2);
    expect(await earnings(pair)).toEqual({ held: 40, pending: 40 });
  });

  test("a stretch that matured in part holds the rest and counts what came too late", async () => {
    const pair = await bookPair(market, "cpc");
    const from = at(-1);
    await clicks(pair, 2);
    await confirm(pair);
    await clicks(pair, 3);
    expect(await disputed(pair, { from, to: at(1) })).toMatchObject({
      events: 3,
      heldCredits: 60,
      eventsTooLate: 2,
    });
    expect(await earnings(pair)).toEqual({ held: 60, matured: 40 });
  });

  test("impressions of thousands are held to the micro-credit", async () => {
    const pair = await bookPair(market, "cpm", { placement: { rateCredits: 333.333 } });
    const { deliveryId } = await pair.deliver();
    const report = (count: number) => pair.report("report_impression", { deliveryId, count });
    await report(17);
    const { eventId } = await report(101);
    await report(3);
    // 333333 micro-credits each, 66666 of them the fee.
    expect(await disputed(pair, { eventIds: [eventId] })).toMatchObject({
      heldCredits: (101 * 266_667) / 1e6,
      chargedCredits: (101 * 333_333) / 1e6,
    });
  });

  test("the publisher is told which dispute holds how much", async () => {
    const pair = await bookPair(market, "cpc");
    const [eventId] = await clicks(pair, 1);
    const { disputeId } = await disputed(pair, { eventIds: [eventId] });
    const told = await market.sql(
      `select agent_id, data from outbox
       where type = 'campaign.updated' and data ->> 'disputeId' = $1`,
      [disputeId],
    );
    expect(told).toEqual([
      {
        agent_id: uuidFromId(pair.publisher.agentId),
        data: expect.objectContaining({ dispute: "open", heldCredits: 20, reason }),
      },
    ]);
  });

  test("a campaign that is over can be disputed while its earnings are pending", async () => {
    const pair = await bookPair(market, "cpc");
    const [eventId] = await clicks(pair, 1);
    await market.call("request_refund", { campaignId: pair.campaignId }, pair.advertiser.key);
    await market.travel(2 * HOUR_MS);
    expect((await pair.read()).validActions).toContain("dispute_events");
    expect(await disputed(pair, { eventIds: [eventId] })).toMatchObject({ heldCredits: 20 });
  });
});

describe("rejects bad input", () => {
  test("an event is disputed once, also inside a stretch of time", async () => {
    const pair = await bookPair(market, "cpc");
    const from = at(-1);
    const [first, second] = await clicks(pair, 2);
    await disputed(pair, { eventIds: [first] });
    const again = await refused(dispute(pair, { eventIds: [second, first] }), "invalid_state");
    expect(again.details).toEqual({ status: "disputed", validActions: [], eventIds: [first] });
    expect(await earnings(pair)).toEqual({ held: 20, pending: 20 });
    expect(await disputed(pair, { from, to: at(1) })).toMatchObject({ events: 1 });
    const empty = await refused(dispute(pair, { from, to: at(1) }), "invalid_state");
    expect(empty.details).toMatchObject({ status: "no_events" });
  });

  test("one id twice in a call is one event", async () => {
    const pair = await bookPair(market, "cpc");
    const [eventId] = await clicks(pair, 1);
    expect(await disputed(pair, { eventIds: [eventId, eventId] })).toMatchObject({ events: 1 });
  });

  test("what matured cannot be disputed, and nothing of the call is held", async () => {
    const pair = await bookPair(market, "cpc");
    const [old] = await clicks(pair, 2);
    await market.sweep();
    await market.travel(73 * HOUR_MS);
    const [young] = await clicks(pair, 1);
    const error = await refused(dispute(pair, { eventIds: [young, old] }), "invalid_state");
    expect(error.details).toEqual({ status: "matured", validActions: [], eventIds: [old] });
    await market.sweep();
    expect(await earnings(pair)).toEqual({ matured: 40, pending: 20 });
    expect(
      await market.sql("select 1 from disputed_event where campaign_id = $1", [pair.uuid]),
    ).toEqual([]);
  });

  test("what cost nothing has nothing to hold", async () => {
    const pair = await bookPair(market, "cpc");
    const { deliveryId } = await pair.deliver();
    const { eventId } = await pair.report("report_impression", { deliveryId });
    const error = await refused(dispute(pair, { eventIds: [eventId] }), "invalid_state");
    expect(error.details).toMatchObject({ status: "not_charged", eventIds: [eventId] });
  });

  test.each([
    [{}, "/arguments/from"],
    [{ from: "2026-01-01T00:00:00Z" }, "/arguments/to"],
    [{ from: "2026-01-02T00:00:00Z", to: "2026-01-01T00:00:00Z" }, "/arguments/to"],
    [{ eventIds: [`evt_${NOBODY}`], to: "2026-01-01T00:00:00Z" }, "/arguments/to"],
    [{ eventIds: [`evt_${NOBODY}`], from: "2026-01-01T00:00:00Z" }, "/arguments/from"],
    [{ eventIds: [] }, "/arguments/eventIds"],
  ])("%j names the field that is wrong", async (fields, pointer) => {
    const pair = await bookPair(market, "cpc");
    const error = await refused(dispute(pair, fields), "invalid_arguments");
    expect(error.issues?.[0]?.pointer).toBe(pointer);
  });

  test("before anything is delivered there is nothing to dispute", async () => {
    const pair = await bookPair(market, "cpc", { campaign: { startAt: at(DAY_MS) } });
    const error = await refused(dispute(pair, { from: at(), to: at(1) }), "invalid_state");
    expect(error.details).toMatchObject({ status: "pending_start" });
  });
});

describe("rejects the wrong caller", () => {
  test("another's campaign, another's event and an unknown one are not found", async () => {
    const [pair, other] = [await bookPair(market, "cpc"), await bookPair(market, "cpc")];
    const [eventId] = await clicks(pair, 1);
    await clicks(other, 1);
    const foreign = dispute(pair, { eventIds: [eventId] }, other.advertiser.key);
    expect((await refused(foreign, "not_found")).details).toEqual({ resource: "campaign" });
    for (const unknown of [eventId, `evt_${NOBODY}`]) {
      const error = await refused(dispute(other, { eventIds: [unknown] }), "not_found");
      expect(error.details).toEqual({ resource: "event", eventIds: [unknown] });
    }
  });
});

describe("is safe to repeat", () => {
  test("a key has one dispute, whose events another call cannot dispute again", async () => {
    const pair = await bookPair(market, "cpc");
    const from = at(-1);
    const [first] = await clicks(pair, 3);
    const count = async () => (await market.sql("select 1 from dispute")).length;
    const args = { campaignId: pair.campaignId, eventIds: [first], reason };
    const { key } = pair.advertiser;
    const idempotencyKey = "dispute-1";
    const before = await market.call("dispute_events", args, key, { idempotencyKey });
    const again = await market.call("dispute_events", args, key, { idempotencyKey });
    expect(again.text).toBe(before.text);
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
    const other = { campaignId: pair.campaignId, from, to: at(1), reason };
    await refused(
      market.call("dispute_events", other, key, { idempotencyKey }),
      "idempotency_key_reused",
    );
    const disputes = await count();
    const both = await Promise.all(
      [1, 2].map((index) =>
        market.call("dispute_events", other, key, { idempotencyKey: `at-once-${index}` }),
      ),
    );
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await count()).toBe(disputes + 1);
    expect(await earnings(pair)).toEqual({ held: 60 });
  });
});

describe("moves exactly the money it says", () => {
  test("a dispute moves none", async () => {
    const pair = await bookPair(market, "cpc");
    const [eventId] = await clicks(pair, 2);
    await balance(pair.publisher);
    expect(await market.moved(() => disputed(pair, { eventIds: [eventId] }))).toEqual({});
  });

  test("disputes, settlement, sweeps and confirmation at once: money moves once", async () => {
    const pair = await bookPair(market, "cpc", { campaign: { budgetCredits: 2_000 } });
    const ids = await clicks(pair, 12);
    const work = ids.slice(0, 6).map((eventId) => dispute(pair, { eventIds: [eventId] }));
    const answers = await Promise.all([
      ...work,
      ...[1, 2, 3].map(() => click(pair)),
      confirm(pair),
      market.call("wallet", {}, pair.publisher.key),
    ]);
    const held = answers
      .slice(0, 6)
      .filter((answer) => typeof answer === "object" && answer.status === 200);
    const sums = await earnings(pair);
    expect(sums.held ?? 0).toBe(held.length * 20);
    expect((sums.held ?? 0) + (sums.matured ?? 0) + (sums.pending ?? 0)).toBeGreaterThanOrEqual(
      240,
    );
    await market.expectBooksAddUp();
  });
});
