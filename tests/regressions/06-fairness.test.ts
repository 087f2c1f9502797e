import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ExchangeError } from "../../server/src/contract/errors.ts";
import { acknowledgementSchema } from "../../server/src/contract/resources/delivery.ts";
import { systemClock } from "../../server/src/core/clock.ts";
import { type Database, openDatabase } from "../../server/src/core/db.ts";
import { silentLogger } from "../../server/src/core/log.ts";
import { insertDeliveries } from "../../server/src/domain/delivery/queries.ts";
import { createSettlement } from "../../server/src/domain/events/index.ts";
import { type Books, eventOf, ids, openBooks } from "../integration/domain/events/books.ts";
import { bookedPair, deliverOnce, registerAgent, resultOf } from "../setup/agents.ts";
import { startExchange, type TestExchange } from "../setup/exchange.ts";

const CPC = { adUnitType: "cpc" as const, unitPrice: 200_000, unitFee: 40_000, funded: 1e9 };
const LIMITS = "event=100/100,unbilled=1/20";

const UNNAMED = { deliveryUuid: null };

let books: Books;
let placard: TestExchange;
beforeAll(async () => {
  const env = { RATE_LIMIT_LOOPBACK: "1", RATE_LIMITS: LIMITS };
  [books, placard] = await Promise.all([openBooks(), startExchange({ env })]);
});
afterAll(() => Promise.all([books.close(), placard.close()]));

test("a click waits for at most two batches of another agent's 20,000 events", async () => {
  const [own, other] = [await books.campaign(CPC), await books.campaign(CPC)];
  const settlement = books.settlement();
  let settled = 0;
  const flood = Array.from({ length: 20 }, async () => {
    const events = Array.from({ length: 1_000 }, () => eventOf(own, { preassignedReason: 1 }));
    settled += (await settlement.settle(events)).length;
  });
  const [click] = await settlement.settle([eventOf(other)]);
  expect(click?.charged).toBe(200_000n);
  expect(settled).toBe(0);
  await Promise.all(flood);
});

test("a statement that takes too long is not divided for ever", async () => {
  const facts = await books.campaign(CPC);
  let statements = 0;
  const slow: Database = {
    ...books.db,
    lane: () => slow,
    query() {
      statements += 1;
      return Promise.reject(new ExchangeError("deadline_exceeded", {}));
    },
  };
  const settlement = createSettlement({ db: slow, ids, clock: systemClock, logger: silentLogger });
  const results = await settlement.settle(Array.from({ length: 60 }, () => eventOf(facts)));
  expect(new Set(results.map(({ fault }) => fault?.code))).toEqual(new Set(["unavailable"]));
  expect(statements).toBeLessThan(4);
});

test("200,000 used deliveries do not slow down a report without a delivery id", async () => {
  const [full, empty] = [await books.campaign(CPC), await books.campaign(CPC)];
  const client = new pg.Client({ connectionString: books.databaseUrl });
  await client.connect();
  await client.query(
    `insert into delivery (campaign_id, id, creative_version, used)
     select $1, (left(uuid_floor(now() - n * interval '200 microseconds')::text, 14)
       || '7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 1, 1 << 2
     from generate_series(1, 200000) n`,
    [full.uuid],
  );
  await client.end();
  const took = async (campaign: typeof full) => {
    const settlement = books.settlement();
    const reports = () => Array.from({ length: 20 }, () => eventOf(campaign, UNNAMED));
    await settlement.settle(reports());
    const startedAtMs = performance.now();
    for (let round = 0; round < 10; round += 1) await settlement.settle(reports());
    return performance.now() - startedAtMs;
  };
  const quiet = await took(empty);
  expect(await took(full)).toBeLessThan(quiet * 5 + 200);
});

test("a reporter whose events are not billed gets small batches", async () => {
  const campaign = await books.campaign(CPC);
  const { settlement, sent } = books.watched();
  const report = async (fields: object) => {
    const before = sent.length;
    await settlement.settle(Array.from({ length: 200 }, () => eventOf(campaign, fields)));
    return sent.slice(before).map(({ events }) => events);
  };
  const unbilled = { preassignedReason: 1 };
  await report(unbilled);
  expect(Math.max(...(await report(unbilled)))).toBe(16);
  const sizes = await report({});
  expect(sizes[0]).toBe(16);
  expect(sizes[1]).toBeGreaterThan(64);
});

test("a late delivery is found before newer ones that were used", async () => {
  const campaign = await books.campaign(CPC);
  const db = openDatabase({
    connectionString: books.databaseUrl,
    connections: 1,
    logger: silentLogger,
    role: "placard_app",
  });
  const deliveryOf = (uuid: string) => ({
    campaignUuid: campaign.uuid,
    uuid,
    version: 1,
    session: null,
  });
  const [late, early] = [ids.uuid(), ids.uuid()];
  const settlement = books.settlement();
  const report = async () => (await settlement.settle([eventOf(campaign, UNNAMED)]))[0];
  await insertDeliveries(db, [deliveryOf(early)]);
  expect(await report()).toMatchObject({ deliveryUuid: early, reason: 0 });
  expect((await report())?.reason).not.toBe(0);
  await insertDeliveries(db, [deliveryOf(late)]);
  expect(await report()).toMatchObject({ deliveryUuid: late, reason: 0 });
  await db.close();
});

test("reports cost as many points as they have events, and unbilled ones have fewer", async () => {
  const { publisher, campaign } = await bookedPair(placard.call, "cpc", { budgetCredits: 500 });
  const { campaignId } = campaign;
  const { deliveryId } = await deliverOnce(placard.call, publisher, campaignId);
  const click = { type: "click", campaignId, deliveryId };
  const report = (events: number) =>
    placard.call("report_events", { events: Array(events).fill(click) }, publisher.key);
  const many = await report(101);
  expect(many.body).toMatchObject({
    error: { code: "rate_limited", details: { policy: "event" } },
  });
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  expect((await report(40)).isError).toBe(false);
  const next = await report(1);
  expect(next.body).toMatchObject({
    error: { code: "rate_limited", details: { policy: "unbilled" } },
  });
  const { publisher: honest, campaign: theirs } = await bookedPair(placard.call, "cpc");
  const delivery = await deliverOnce(placard.call, honest, theirs.campaignId);
  const args = { campaignId: theirs.campaignId, deliveryId: delivery.deliveryId };
  const clicked = placard.call("report_click", args, honest.key);
  expect(await resultOf(clicked, acknowledgementSchema)).toMatchObject({ billable: true });
});

test("refused events cost as much as unbilled ones, in a call and as a whole", async () => {
  const agents = await Promise.all([1, 2].map(() => bookedPair(placard.call, "cpc")));
  const wrong = { type: "click", campaignId: "cmp_wrong" };
  for (const [index, { publisher, campaign }] of agents.entries()) {
    const good = { type: "click", campaignId: campaign.campaignId };
    const events = [...Array(40).fill(wrong), ...(index === 0 ? [] : [good])];
    expect((await placard.call("report_events", { events }, publisher.key)).isError).toBe(
      index === 0,
    );
    const next = await placard.call("report_events", { events: [good] }, publisher.key);
    expect(next.body).toMatchObject({
      error: { code: "rate_limited", details: { policy: "unbilled" } },
    });
  }
});

test("a caller who goes on beyond its limit waits longer for each refusal", async () => {
  const { key } = await registerAgent(placard.call, "publisher");
  const tookMs: number[] = [];
  const report = async () => {
    const startedAtMs = performance.now();
    const events = Array(101).fill({});
    const { status } = await placard.call("report_events", { events }, key);
    expect(status).toBe(429);
    tookMs.push(performance.now() - startedAtMs);
  };
  for (let call = 0; call < 6; call += 1) await report();
  expect(tookMs[5]).toBeGreaterThan(240);
});
