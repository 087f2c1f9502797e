import { expect, test } from "vitest";
import { uuidFromId } from "../../server/src/contract/ids.ts";
import type { Database } from "../../server/src/core/db.ts";
import {
  matureDue,
  postTransaction,
  sweepNew,
  verifyLedger,
} from "../../server/src/domain/ledger/index.ts";
import { bookPair, type Pair, setUpMarket } from "../integration/tools/market.ts";

const market = setUpMarket();

const deps = () => ({ ids: market.exchange.services.ids, now: market.clock.now() });

/** Counts the transactions and statements of some work. */
function counting(db: Database) {
  const count = { transactions: 0, statements: 0 };
  const counted: Database = {
    ...db,
    query(statement, values) {
      count.statements += 1;
      return db.query(statement, values);
    },
    tx(work) {
      count.transactions += 1;
      return db.tx((tx) =>
        work({
          ...tx,
          query(statement, values) {
            count.statements += 1;
            return tx.query(statement, values);
          },
        }),
      );
    },
  };
  return { count, counted };
}

/** Campaigns like one, each with a hundred micro-credits that are not swept. */
async function copyBooks(pair: Pair, copies: number): Promise<void> {
  await market.sql(
    `with copy as (
       insert into campaign overriding system value
       select (jsonb_populate_record(c, jsonb_build_object(
         'id', gen_random_uuid(), 'number', (select max(number) from campaign) + 1000000 + n
       ))).*
       from campaign c
       cross join generate_series(1, $2::integer) n
       where c.id = $1
       returning id
     ), book as (
       insert into campaign_book
       select (jsonb_populate_record(b, jsonb_build_object(
         'campaign_id', copy.id, 'earned', 80, 'fee', 20, 'escrow', b.escrow - 100
       ))).*
       from campaign_book b
       cross join copy
       where b.campaign_id = $1
       returning campaign_id
     )
     insert into journal (
       campaign_id, batch_id, events, units, escrow_delta, publisher_delta, fee_delta,
       escrow_after, at
     )
     select campaign_id, uuid_floor(now()), 1, 1, -100, 80, 20, 0, now()
     from book`,
    [pair.uuid, copies],
  );
}

const fundsOf = (owner: string) =>
  ({
    type: "adjustment",
    refs: {},
    description: "Given to a test",
    legs: [
      { owner, kind: "available", amount: 1n },
      { owner: null, kind: "adjustment", amount: -1n },
    ],
  }) as const;

test("looking at a balance shows what is not swept, and writes nothing", async () => {
  const { advertiser, publisher, ...pair } = await bookPair(market, "cpc");
  await pair.deliver();
  await pair.report("report_click");
  const rows = async () =>
    (await market.sql("select count(*) as txns, (select sum(version) from account) from txn"))[0];
  const before = await rows();
  for (const { key } of [advertiser, publisher]) {
    const question = { question: "What do I do next?" };
    for (const [tool, args] of [["whoami"], ["wallet"], ["ask_help", question]] as const) {
      expect((await market.call(tool, args ?? {}, key)).status).toBe(200);
    }
  }
  const { body } = await market.call("whoami", {}, publisher.key);
  expect(body).toMatchObject({ balance: { pendingEarningsCredits: 20 } });
  const paid = await market.call("whoami", {}, advertiser.key);
  expect(paid.body).toMatchObject({ balance: { escrowedCredits: 475 } });
  expect(await rows()).toEqual(before);
});

test("a sweep takes a hundred campaigns in a transaction, from where the last ended", async () => {
  const pair = await bookPair(market, "cpc");
  await sweepNew(market.exchange.db, deps());
  await copyBooks(pair, 250);
  const { count, counted } = counting(market.exchange.db);
  expect(await sweepNew(counted, deps())).toBe(250);
  expect(count.transactions).toBe(3);
  expect(count.statements).toBeLessThan(30);
  expect(await sweepNew(counted, deps())).toBe(0);
  const [cursor] = await market.sql(
    "select swept_to > (select max(xid) from journal) as is_past from sweep_cursor",
  );
  expect(cursor).toEqual({ is_past: true });
  const [plan] = await market.sql("select prosrc, proconfig from pg_proc where proname = $1", [
    "unswept_campaigns",
  ]);
  expect(plan?.proconfig).toEqual(["enable_seqscan=off"]);
});

test("a thousand earnings mature at once, and an idle tick asks three questions", async () => {
  await sweepNew(market.exchange.db, deps());
  await market.sql("update earning set matures_at = created_at");
  await matureDue(market.exchange.db, deps());
  await copyBooks(await bookPair(market, "cpc"), 250);
  await sweepNew(market.exchange.db, deps());
  const { count, counted } = counting(market.exchange.db);
  expect(await matureDue(counted, deps())).toBe(0);
  expect(count).toMatchObject({ transactions: 1, statements: 3 });
  await market.sql("update earning set matures_at = created_at");
  expect(await matureDue(counted, deps())).toBe(250);
  expect(count).toMatchObject({ transactions: 3, statements: 3 + 5 });
  const [left] = await market.sql("select count(*) from earning where status = 'pending'");
  expect(left).toEqual({ count: "0" });
});

test("late earnings mature when their time has come or their publisher is proven", async () => {
  const pair = await bookPair(market, "cpc");
  await copyBooks(pair, 2);
  await sweepNew(market.exchange.db, deps());
  const { db } = market.exchange;
  const lateUntil = (time: string) =>
    market.sql(
      `update earning set matures_at = created_at, late_until = ${time} where status = 'pending'`,
    );
  await lateUntil("created_at + interval '1 day'");
  expect(await matureDue(db, deps())).toBe(0);
  const tomorrow = new Date(market.clock.now().getTime() + 86_400_001);
  expect(await matureDue(db, { ...deps(), now: tomorrow })).toBe(2);
  await copyBooks(pair, 2);
  await sweepNew(db, deps());
  await lateUntil("'infinity'");
  await market.sql("update agent set proven_at = created_at where id = $1", [
    uuidFromId(pair.publisher.agentId),
  ]);
  expect(await matureDue(db, deps())).toBe(2);
});

test("a booking finds its accounts among those of many agents by their index", async () => {
  const { advertiser } = await bookPair(market, "cpc");
  const read = await market.exchange.db.tx(async (tx) => {
    const rowsRead = async () => {
      const rows = await tx.query<{ rows: number }>({
        name: "",
        text: `select (seq_tup_read + idx_tup_fetch)::integer as rows
          from pg_stat_xact_user_tables where relname = 'account'`,
      });
      return Number(rows[0]?.rows);
    };
    const before = await rowsRead();
    await postTransaction(tx, deps(), fundsOf(advertiser.agentId));
    return (await rowsRead()) - before;
  });
  const [{ count } = {}] = await market.sql("select count(*)::integer from account");
  expect(count).toBeGreaterThan(50);
  expect(read).toBeLessThan(15);
});

test("of two workers that sweep at once, one does", async () => {
  const pair = await bookPair(market, "cpc");
  await pair.deliver();
  await pair.report("report_click");
  await market.sql("update sweep_cursor set leased_until = now() + interval '1 minute'");
  expect(await sweepNew(market.exchange.db, deps())).toBe(0);
  await market.sql("update sweep_cursor set leased_until = now() - interval '1 second'");
  const counts = await Promise.all([1, 2, 3].map(() => sweepNew(market.exchange.db, deps())));
  expect(counts.toSorted()).toEqual([0, 0, 1]);
  const findings = (await verifyLedger(market.exchange.db)).filter(
    ({ check, findings: found }) => check === "balances" && found.length > 0,
  );
  expect(findings).toEqual([]);
});
