import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Queryable } from "../../../../server/src/core/db.ts";
import { createIdSource } from "../../../../server/src/core/ids.ts";
import { rollUp } from "../../../../server/src/domain/reports/index.ts";
import { REPORTS } from "../../../../server/src/domain/reports/report.ts";
import { createTestDatabase, type TestDatabase } from "../../../setup/database.ts";
import { differencesOf, questionsOf } from "./differences.ts";
import { openRandomMarket, type RandomMarket } from "./random-market.ts";

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const START = new Date("2026-03-08T03:15:00.000Z");
const HOUR_MS = 3_600_000;

let database: TestDatabase;
let market: RandomMarket;
beforeAll(async () => {
  database = await createTestDatabase();
  const { databaseUrl } = database;
  market = await openRandomMarket({ databaseUrl, campaigns: 12, start: START, seed: SEED });
});
afterAll(async () => {
  await market.close();
  await database.drop();
});

/** What all advertisers' reports and all books say at one and the same moment. */
async function reportsAndBooks(snapshot: Queryable): Promise<{ reports: bigint; books: bigint }> {
  const now = market.clock.now();
  const request = { period: "daily", timezone: "UTC", omitEmpty: false, format: "json" } as const;
  let reports = 0n;
  for (const agentId of new Set(market.campaigns.map((facts) => facts.advertiserId))) {
    const { totals } = await REPORTS.advertiser({ snapshot, agentId, now }, request);
    reports += BigInt(Math.round(totals.spendCredits * 1_000_000));
  }
  const [row] = await snapshot.query<{ spent: string }>({
    name: "test.books",
    text: "select sum(earned + fee)::text as spent from campaign_book",
  });
  return { reports, books: BigInt(row?.spent ?? 0) };
}

const rolledRows = async () => {
  const [row] = await market.owner.query<{ count: number; events: string | null }>({
    name: "test.rolled",
    text: `select count(*)::integer as count, sum(events)::text as events
      from report_rollup
      where grain = 1 and kind > 0`,
  });
  return row;
};

/** Other databases of the server have transactions too, below which everything must wait. */
const foldAll = () =>
  expect
    .poll(
      async () => {
        await rollUp(market.db, market.clock.now());
        const [journal] = await market.owner.query<{ events: string }>({
          name: "test.journal_events",
          text: "select sum(events)::text as events from journal",
        });
        return (await rolledRows())?.events === journal?.events;
      },
      { timeout: 15_000 },
    )
    .toBe(true);

test(`reports equal the books while others settle and roll (seed ${SEED})`, async () => {
  let isDone = false;
  const settling = (async () => {
    for (let round = 0; round < 25; round += 1) {
      await market.settle(40);
      await market.travel(HOUR_MS / 3);
    }
    isDone = true;
  })();
  const rolling = [1, 2].map(async () => {
    while (!isDone) await rollUp(market.db, market.clock.now(), 7);
  });
  let looks = 0;
  while (!isDone) {
    const { reports, books } = await market.db.snapshot(reportsAndBooks);
    expect(reports).toBe(books);
    looks += 1;
  }
  await Promise.all([settling, ...rolling]);
  expect(looks).toBeGreaterThan(3);
});

describe("the roller", () => {
  test("folds each row once, however many do it at once and however often", async () => {
    await foldAll();
    const before = await rolledRows();
    await Promise.all([1, 2, 3, 4].map(() => rollUp(market.db, market.clock.now(), 3)));
    expect(await rolledRows()).toEqual(before);
  });

  test("waits for a batch that commits late, and does not miss it", async () => {
    const late = new pg.Client({ connectionString: database.databaseUrl });
    await late.connect();
    await late.query("begin");
    // It has its number before all that follow, and ends after them.
    await late.query("select pg_current_xact_id()");
    await market.settle(60);
    await rollUp(market.db, market.clock.now());
    const before = await rolledRows();
    const first = market.campaigns[0]?.uuid;
    await late.query(
      `insert into journal (campaign_id, batch_id, events, units, escrow_delta, publisher_delta,
          fee_delta, escrow_after, at)
        values ($1, $2, 1, 1, 0, 0, 0, 0, $3)`,
      [first, createIdSource(market.clock).uuid(), market.clock.now()],
    );
    await late.query("commit");
    await late.end();
    await foldAll();
    expect(Number((await rolledRows())?.events)).toBeGreaterThan(Number(before?.events));
    market.happened.push({
      ...nothing,
      facts: market.campaigns[0] ?? missing(),
      atMs: market.clock.now().getTime(),
      kind: 1,
      quantity: 1,
      counted: 1,
    });
  });

  test("folds all again when the database was restored from a dump elsewhere", async () => {
    await market.settle(50);
    // The other cluster had counted less far: its next transactions have smaller numbers.
    await market.owner.query({
      name: "test.restored",
      text: "update report_cursor set cluster = 1, rolled_to = rolled_to + 1000000",
    });
    await rollUp(market.db, market.clock.now());
    await market.settle(50);
    const questions = questionsOf(["UTC"], START, market.clock.now());
    expect((await differencesOf(market, questions)).differences.slice(0, 5)).toEqual([]);
  });
});

const nothing = { reason: 0, verified: 0, viewable: 0, cited: 0, charged: 0n, fee: 0n };
const missing = (): never => {
  throw new Error("There is no campaign.");
};
