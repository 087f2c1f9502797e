import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Statement, Tx } from "../../server/src/core/db.ts";
import { openDispute } from "../../server/src/domain/disputes/index.ts";
import { type Books, eventOf, openBooks } from "../integration/domain/events/books.ts";
import { bookPair, setUpMarket } from "../integration/tools/market.ts";

const CPC = { adUnitType: "cpc" as const, unitPrice: 200_000, unitFee: 40_000, funded: 1e9 };
const CPM = { ...CPC, adUnitType: "cpm" as const };

const market = setUpMarket();
let books: Books;
let holder: pg.Client;
beforeAll(async () => {
  books = await openBooks();
  holder = new pg.Client({ connectionString: books.databaseUrl });
  await holder.connect();
});
afterAll(async () => {
  await holder.end();
  await books.close();
});

test.each([
  ["fast", CPM],
  ["slow", CPC],
])("a locked campaign holds up no other one on the %s path", async (_path, terms) => {
  const [held, other] = [await books.campaign(terms), await books.campaign(terms)];
  const settlement = books.settlement();
  await holder.query("begin");
  await holder.query("select 1 from campaign_book where campaign_id = $1 for update", [held.uuid]);
  let isReleased = false;
  const waiting = settlement.settle([eventOf(held)]).then(([result]) => {
    expect(isReleased).toBe(true);
    return result;
  });
  for (let round = 0; round < 5; round += 1) {
    const startedAtMs = performance.now();
    const [mixed] = await settlement.settle([eventOf(other)]);
    expect(mixed?.charged).toBe(200_000n);
    expect(performance.now() - startedAtMs).toBeLessThan(1_500);
  }
  isReleased = true;
  await holder.query("rollback");
  expect((await waiting)?.charged).toBe(200_000n);
});

test("a dispute searches its events before it locks the campaign", async () => {
  const pair = await bookPair(market, "cpc");
  const { deliveryId } = await pair.deliver();
  await pair.report("report_click", { deliveryId });
  const { exchange, clock } = market;
  const names: string[] = [];
  const between = { from: new Date(clock.now().getTime() - 60_000), to: clock.now() };
  clock.advance(1);
  await exchange.db.tx((tx) => {
    const watched: Tx = {
      inTransaction: true,
      query<Row extends object>(statement: Statement, values?: readonly unknown[]) {
        names.push(statement.name);
        return tx.query<Row>(statement, values);
      },
    };
    const { campaignId, advertiser } = pair;
    const input = { campaignId, advertiserId: advertiser.agentId, reason: "No reader.", between };
    const { ids } = exchange.services;
    return openDispute(
      watched,
      { ...input, between: { ...between, to: clock.now() } },
      {
        ids,
        now: clock.now(),
      },
    );
  });
  expect(names).toContain("campaigns.lock_book");
  expect(names.indexOf("disputes.find_events_between")).toBeGreaterThan(-1);
  expect(names.indexOf("disputes.find_events_between")).toBeLessThan(
    names.indexOf("campaigns.lock_book"),
  );
});
