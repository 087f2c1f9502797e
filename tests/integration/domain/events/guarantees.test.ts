import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { idFromUuid } from "../../../../server/src/contract/ids.ts";
import { codeOfReason } from "../../../../server/src/contract/reasons.ts";
import { KIND } from "../../../../server/src/contract/units.ts";
import { systemClock } from "../../../../server/src/core/clock.ts";
import type { Tx } from "../../../../server/src/core/db.ts";
import type { CampaignFacts } from "../../../../server/src/domain/delivery/index.ts";

import { settleEvents } from "../../../../server/src/domain/events/queries.ts";
import { execute } from "../../../setup/postgres.ts";
import { type Books, eventOf, ids, openBooks } from "./books.ts";

let books: Books;

beforeAll(async () => {
  books = await openBooks();
});

afterAll(() => books.close());

const CREDIT = 1_000_000;
const CLICK = { adUnitType: "cpc" as const, unitPrice: 25 * CREDIT, unitFee: 5 * CREDIT };
const VIEW = { adUnitType: "cpm" as const, unitPrice: 200_000, unitFee: 40_000 };
const WRITERS = 200;

const duplicate = codeOfReason("duplicate");
const budgetExhausted = codeOfReason("budget_exhausted");
const dailyCap = codeOfReason("daily_cap");

async function countOutbox(facts: CampaignFacts, type: string): Promise<number> {
  const rows = await books.db.query<{ count: number }>(
    {
      name: "test.count_outbox",
      text: "select count(*)::integer as count from outbox where campaign_id = $1 and type = $2",
    },
    [facts.uuid, type],
  );
  return rows[0]?.count ?? -1;
}

describe("the end of a budget", () => {
  test("lets exactly one of 200 writers have the last unit", async () => {
    const facts = await books.campaign({ ...CLICK, funded: CLICK.unitPrice });
    // Four processes of batches, and one in which every report brings a transaction of its own.
    const settlements = [1, 2, 3, 4].map(() => books.settlement());
    const results = await Promise.all(
      Array.from({ length: WRITERS }, async (_, writer) => {
        const event = eventOf(facts);
        const [result] =
          (await settlements[writer % 5]?.settle([event])) ??
          (await books.db.tx((tx: Tx) =>
            settleEvents(tx, { uuid: ids.uuid(), now: systemClock.now() }, [event]),
          ));
        return result;
      }),
    );
    expect(results.filter((result) => result?.charged === facts.unitPrice)).toHaveLength(1);
    expect(results.filter((result) => result?.reason === budgetExhausted)).toHaveLength(199);
    const { book, events } = await books.read(facts);
    expect(book).toMatchObject({ status: "exhausted", escrow: "0", units: "1", events: "200" });
    expect(events).toHaveLength(WRITERS);
    expect(await countOutbox(facts, "campaign.exhausted")).toBe(1);
  });

  test("inside a batch counts up exactly to the last unit", async () => {
    const units = 10;
    const funded = units * VIEW.unitPrice + VIEW.unitPrice - 1;
    const facts = await books.campaign({ ...VIEW, funded });
    const events = [4, 4, 4, 4].map((quantity) => eventOf(facts, { quantity }));
    const results = await books.settlement().settle(events);
    expect(results.map((result) => result.counted)).toEqual([4, 4, 2, 0]);
    expect(results.map((result) => result.reason)).toEqual([
      0,
      0,
      budgetExhausted,
      budgetExhausted,
    ]);
    const { book } = await books.read(facts);
    expect(book).toMatchObject({
      status: "exhausted",
      escrow: String(VIEW.unitPrice - 1),
      earned: String(units * (VIEW.unitPrice - VIEW.unitFee)),
      fee: String(units * VIEW.unitFee),
    });
    expect(await countOutbox(facts, "campaign.exhausted")).toBe(1);
  });

  test("by the set path alone marks the campaign exhausted and tells of it once", async () => {
    const facts = await books.campaign({ ...VIEW, funded: 3 * VIEW.unitPrice });
    const [result] = await books.settlement().settle([eventOf(facts, { quantity: 3 })]);
    expect(result).toMatchObject({ reason: 0, counted: 3, status: "exhausted" });
    expect(await countOutbox(facts, "campaign.exhausted")).toBe(1);
  });
});

describe("a daily cap", () => {
  test("stops spending at its last whole unit, however the events arrive", async () => {
    const dailyCapMicros = 5 * VIEW.unitPrice + 1;
    const book = { ...VIEW, funded: 100 * CREDIT, dailyCap: dailyCapMicros };
    const facts = await books.campaign(book);
    const settlement = books.settlement();
    const events = Array.from({ length: 12 }, () => eventOf(facts));
    const results = await Promise.all(events.map((event) => settlement.settle([event])));
    const counted = results.flat().map((result) => result.counted);
    expect(counted.reduce((sum, one) => sum + one, 0)).toBe(5);
    expect(results.flat().filter((result) => result.reason === dailyCap)).toHaveLength(7);
    const { book: left } = await books.read(facts);
    expect(left).toMatchObject({ status: "active", spent_today: String(5 * VIEW.unitPrice) });
  });
});

describe("an event id", () => {
  test("never pays twice: not in a batch, not later, not by two processes", async () => {
    const facts = await books.campaign({ ...VIEW, funded: 100 * CREDIT });
    const event = eventOf(facts, { quantity: 2 });
    const one = books.settlement();
    const other = books.settlement();
    const results = (
      await Promise.all([one.settle([event, event]), other.settle([event]), other.settle([event])])
    ).flat();
    results.push(...(await one.settle([event])));
    expect(results.filter((result) => result.charged > 0n)).toHaveLength(1);
    expect(results.filter((result) => result.reason === duplicate)).toHaveLength(4);
    expect((await books.read(facts)).book).toMatchObject({ units: "2", events: "1" });
  });

  test("with another content is a conflict and changes nothing", async () => {
    const facts = await books.campaign({ ...VIEW, funded: 100 * CREDIT });
    const event = eventOf(facts, { quantity: 2 });
    const settlement = books.settlement();
    await settlement.settle([event]);
    const before = await books.read(facts);
    const others = [
      { ...event, quantity: 3 },
      { ...event, deliveryUuid: ids.uuid() },
      { ...event, kind: KIND.click, isBilling: false, quantity: 1 },
    ];
    for (const other of others) {
      const [result] = await settlement.settle([other]);
      expect(result).toMatchObject({ isConflict: true, charged: 0n });
    }
    expect(await books.read(facts)).toEqual(before);
  });

  test("that repeats an event of another campaign is an event of its own", async () => {
    const left = await books.campaign({ ...VIEW, funded: 100 * CREDIT });
    const right = await books.campaign({ ...VIEW, funded: 100 * CREDIT });
    const uuid = ids.uuid();
    const settlement = books.settlement();
    const results = await settlement.settle([eventOf(left, { uuid }), eventOf(right, { uuid })]);
    expect(results.map((result) => result.counted)).toEqual([1, 1]);
  });
});

describe("a batch whose answer was lost", () => {
  test("answers the original outcome when it is settled again under its own id", async () => {
    const facts = await books.campaign({ ...VIEW, funded: 5 * VIEW.unitPrice });
    const twice = eventOf(facts, { quantity: 2 });
    const events = [twice, twice, eventOf(facts, { quantity: 2 }), eventOf(facts, { quantity: 2 })];
    const batch = ids.uuid();
    const first = await books.exactly(events, batch);
    const before = await books.read(facts);
    const again = await books.exactly(events, batch);
    const outcome = ({ reason, counted, charged }: (typeof first)[number]) => [
      reason,
      counted,
      charged,
    ];
    expect(again.map(outcome)).toEqual(first.map(outcome));
    expect(first.map((result) => result.reason)).toEqual([0, duplicate, 0, budgetExhausted]);
    expect(await books.read(facts)).toEqual(before);
  });

  test("is a set of duplicates under another id", async () => {
    const facts = await books.campaign({ ...VIEW, funded: 100 * CREDIT });
    const events = [eventOf(facts), eventOf(facts)];
    await books.exactly(events);
    const again = await books.exactly(events);
    expect(again.map((result) => result.reason)).toEqual([duplicate, duplicate]);
  });

  test("finds its outcome by itself after the connection broke in the middle", async () => {
    const facts = await books.campaign({ ...VIEW, funded: 1_000 * CREDIT });
    const settlement = books.settlement();
    const sent = Array.from({ length: 40 }, () => eventOf(facts));
    const settled = sent.map((event) => settlement.settle([event]));
    const breaks = Array.from({ length: 5 }, () =>
      execute(
        books.databaseUrl,
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'placard'
           and query like '%settle_impressions%'`,
      ),
    );
    await Promise.all(breaks);
    const results = (await Promise.all(settled)).flat();
    expect(results.map((result) => result.charged)).toEqual(sent.map(() => facts.unitPrice));
    expect((await books.read(facts)).book).toMatchObject({ units: "40", events: "40" });
  });
});

describe("two campaigns of one advertiser told of the same order at once", () => {
  test("pay for it once", async () => {
    const unit = { adUnitType: "cpa" as const, unitPrice: 200 * CREDIT, unitFee: 40 * CREDIT };
    const left = await books.campaign({ ...unit, funded: 10_000 * CREDIT });
    const right = await books.campaign({ ...unit, funded: 10_000 * CREDIT });
    await execute(
      books.databaseUrl,
      `update campaign_book set advertiser_id = (
         select advertiser_id from campaign_book where campaign_id = '${left.uuid}'
       ) where campaign_id = '${right.uuid}'`,
    );
    for (let round = 0; round < 10; round += 1) {
      const orderHash = ids.uuid();
      const deliveries = await Promise.all([left, right].map(deliver));
      const results = await Promise.all(
        [left, right].map((facts, side) =>
          books
            .settlement()
            .settle([eventOf(facts, { orderHash, deliveryUuid: deliveries[side] ?? null })]),
        ),
      );
      expect(results.flat().filter((result) => result.charged > 0n)).toHaveLength(1);
    }
  });
});

async function deliver(facts: CampaignFacts): Promise<string> {
  const uuid = ids.uuid();
  await execute(
    books.databaseUrl,
    `insert into delivery (campaign_id, id, creative_version)
     values ('${facts.uuid}', '${uuid}', 1)`,
  );
  return uuid;
}

describe("the running exchange's database role", () => {
  const tables = ["event", "journal", "entry", "txn"] as const;

  for (const table of tables) {
    for (const change of ["update", "delete", "truncate"] as const) {
      test(`cannot ${change} ${table}`, async () => {
        const text = {
          update: `update ${table} set campaign_id = null`,
          delete: `delete from ${table}`,
          truncate: `truncate ${table} cascade`,
        }[change].replace("entry set campaign_id", "entry set owner_id");
        const attempt = books.db.query({ name: "", text });
        await expect(attempt).rejects.toMatchObject({ code: "42501" });
      });
    }
  }

  test("cannot touch the partitions behind event and delivery either", async () => {
    const partitions = await books.db.query<{ name: string }>({
      name: "test.partitions",
      text: `select inhrelid::regclass::text as name
        from pg_inherits
        where inhparent in ('event'::regclass, 'delivery'::regclass)`,
    });
    expect(partitions.length).toBeGreaterThan(20);
    for (const { name } of partitions) {
      const attempt = books.db.query({ name: "", text: `delete from ${name}` });
      await expect(attempt).rejects.toMatchObject({ code: "42501" });
    }
  });

  test("does not even let the owner change a booked event", async () => {
    const facts = await books.campaign({ ...VIEW, funded: 100 * CREDIT });
    const event = eventOf(facts);
    await books.settlement().settle([event]);
    const attempt = execute(books.databaseUrl, `delete from event where id = '${event.uuid}'`);
    await expect(attempt).rejects.toThrow("never changed");
    expect(idFromUuid("evt", event.uuid)).toMatch(/^evt_/);
  });
});
