import { describe, expect, test } from "vitest";
import { runLedgerCommand } from "../../../../server/src/cli/ledger.ts";
import { verifyLedger } from "../../../../server/src/domain/ledger/index.ts";
import { execute } from "../../../setup/postgres.ts";
import { setUp } from "../../../setup/shared.ts";
import { openLedger } from "./verify-market.ts";

const ledger = setUp(openLedger);

const first = (table: string, where: string) =>
  `ctid = (select ctid from ${table} where ${where} limit 1)`;

/** What was changed, the statement that changes it, and the checks that must see it. */
const TAMPERINGS: readonly [string, string, readonly string[]][] = [
  [
    "a closing balance of events that no journal row booked",
    `insert into closing_balance (
       campaign_id, kind, events, counted_events, units, charged, earned, fee
     )
     select campaign_id, 2, 1, 1, 1, 200000, 0, 0 from campaign_book`,
    ["closing_balances"],
  ],
  [
    "a closing balance of the journal",
    `insert into closing_balance (
       campaign_id, kind, events, counted_events, units, charged, earned, fee
     )
     select campaign_id, 0, 0, 0, 0, 0, 1, -1 from campaign_book`,
    ["books"],
  ],
  [
    "a transaction without legs",
    `insert into txn (id, type, description, created_at)
     values (gen_random_uuid(), 'adjustment', 'a gift', now())`,
    ["transactions"],
  ],
  [
    "a micro-credit moved between two balances",
    `update account set balance = balance + 1 where kind = 'adjustment';
     update account set balance = balance - 1 where kind = 'checkout_clearing'`,
    ["balances"],
  ],
  [
    "a balance raised by one micro-credit",
    "update account set balance = balance + 1 where kind = 'adjustment'",
    ["balances", "conservation"],
  ],
  [
    "an entry changed",
    "update entry set amount = amount + 1 where type = 'credit_purchase' and amount > 0",
    ["transactions", "balances", "entry_chain"],
  ],
  [
    "a running balance changed",
    `update entry set balance_after = balance_after + 1
     where ${first("entry", "type = 'escrow_hold' and account_kind = 'available'")}`,
    ["entry_chain"],
  ],
  [
    "an account that says it has one entry more",
    "update account set version = version + 1 where kind = 'platform_fee'",
    ["entry_chain"],
  ],
  [
    "a campaign that earned without a journal row",
    `update campaign_book set earned = earned + 1, escrow = escrow - 1
     where ${first("campaign_book", "earned > 0")}`,
    ["books"],
  ],
  ["a journal row changed", "update journal set events = events + 1", ["books", "journal"]],
  [
    "an event charged more than was settled",
    "update event set charged = charged + 1 where charged > 0",
    ["journal"],
  ],
  ["an event that was removed", "delete from event where kind = 1", ["journal", "deliveries"]],
  [
    "a fee that is not the campaign's",
    "update campaign_book set unit_fee = unit_fee + 1 where units > 0",
    ["prices"],
  ],
  [
    "a sweep booked under another campaign",
    `update txn set campaign_id = (
       select campaign_id from txn where type = 'campaign_spend' order by campaign_id limit 1
     ) where type = 'campaign_spend'`,
    ["sweeps"],
  ],
  [
    "a sweep that never reached the wallets",
    `update campaign_book set swept_earned = swept_earned - 1
     where ${first("campaign_book", "swept_earned > 0")}`,
    ["sweeps", "escrow"],
  ],
  [
    "a campaign given to another advertiser",
    `update campaign_book set advertiser_id = (
       select advertiser_id from campaign_book order by advertiser_id limit 1
     )`,
    ["escrow"],
  ],
  [
    "an earning that is pending again",
    "update earning set status = 'pending' where status = 'matured'",
    ["pending_earnings"],
  ],
  [
    "an order that was paid for nothing",
    "update credit_order set status = 'expired' where status = 'paid'",
    ["orders"],
  ],
  [
    "an order that credited more than it cost",
    "update credit_order set credits = credits - 1000000 where status = 'paid'",
    ["orders"],
  ],
  [
    "a purchase taken back on paper alone",
    `update funding_lot set reversed = reversed + 1 where ${first("funding_lot", "true")}`,
    ["purchases"],
  ],
  [
    "a purchase with more credits left than its buyer has",
    "update funding_lot set amount = amount + 1000, remaining = remaining + 1000",
    ["lots"],
  ],
  [
    "an earning that matured too early",
    `alter table earning drop constraint earning_matured_check;
     update earning set matured_at = seasoned_at - interval '1 day' where status = 'matured'`,
    ["seasoning"],
  ],
  [
    "a cashout that was never held",
    "update txn set type = 'adjustment' where type = 'cashout_hold'",
    ["cashouts_paid"],
  ],
  [
    "a cashout of more than was held",
    "update cashout set amount = amount + 1000000 where status = 'completed'",
    ["cashouts_paid"],
  ],
  [
    "a paid cashout that counts as open",
    "delete from cashout where status <> 'completed'; update cashout set status = 'in_progress'",
    ["cashouts_held", "cashouts_paid"],
  ],
  [
    "a delivery that served more than was reported",
    "update delivery set impressions = impressions + 1 where impressions > 0",
    ["deliveries"],
  ],
  [
    "a click forgotten, so that it could be paid again",
    "update delivery set used = used & ~4 where used & 4 <> 0",
    ["deliveries"],
  ],
  [
    "an order paid without its event",
    "update conversion_order set event_id = gen_random_uuid()",
    ["conversions"],
  ],
  [
    "a coupon redeemed once more than was reported",
    "update coupon set redeemed_count = redeemed_count + 1",
    ["coupons"],
  ],
  [
    "a session charged for no event",
    `insert into session_charge (campaign_id, kind, session, charged_at)
     select campaign_id, kind, gen_random_uuid(), charged_at
     from session_charge
     cross join generate_series(1, 3)`,
    ["sessions"],
  ],
];

describe("books that add up", () => {
  test("have no difference after money has gone every way there is", async () => {
    const { market } = ledger;
    const [moved] = await market.sql(
      `select (select count(*) from earning where status = 'matured')::integer as earnings,
        (select count(*) from cashout where status = 'completed')::integer as cashouts,
        (select count(*) from coupon_redemption)::integer as redemptions,
        (select count(*) from conversion_order)::integer as orders,
        (select count(*) from session_charge)::integer as sessions`,
    );
    expect(Object.values(moved ?? {}), JSON.stringify(moved)).not.toContain(0);
    expect(await ledger.differing()).toEqual({});
  });
});

describe("a change behind the ledger's back", () => {
  test.each(TAMPERINGS)("is found by its own check alone: %s", async (_what, change, checks) => {
    expect(Object.keys(await ledger.differing(change))).toEqual(checks);
    expect(Object.keys(await ledger.nightlyFound(change)).sort()).toEqual(checks.toSorted());
  });

  test("is planted for every check there is", async () => {
    const planted = new Set(TAMPERINGS.flatMap(([, , checks]) => checks));
    const all = await verifyLedger(ledger.market.exchange.db);
    expect(all.map(({ check }) => check).filter((name) => !planted.has(name))).toEqual([]);
  });

  test("makes the operator's command fail and name the difference", async () => {
    const { db, ids, clock } = ledger.market.exchange.services;
    const written: string[] = [];
    const stdout = { write: (text: string) => written.push(text) };
    const context = { db, ids, clock, actor: "test", stdout };
    expect(await runLedgerCommand(["verify"], context)).toBe(0);
    const raise = (by: string) =>
      execute(
        ledger.market.databaseUrl,
        `update account set balance = balance ${by} where kind = 'adjustment'`,
      );
    await raise("+ 1");
    expect(await runLedgerCommand(["verify", "--json"], context)).toBe(1);
    await raise("- 1");
    expect(written.at(-1)).toContain('"differences":2');
  });
});
