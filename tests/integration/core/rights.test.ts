import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Database, openDatabase } from "../../../server/src/core/db.ts";
import { silentLogger } from "../../../server/src/core/log.ts";
import { bookPair, type Market, startMarket } from "../tools/market.ts";

let market: Market;
let app: Database;
beforeAll(async () => {
  market = await startMarket();
  const pair = await bookPair(market, "cpc");
  await pair.deliver();
  await pair.report("report_click");
  await market.call("confirm_delivery", { campaignId: pair.campaignId }, pair.advertiser.key);
  app = openDatabase({
    connectionString: market.databaseUrl,
    connections: 1,
    logger: silentLogger,
    role: "placard_app",
  });
});
afterAll(async () => {
  await app.close();
  await market.close();
});

const asApp = (text: string) => app.query({ name: "", text });
const PERMISSION_DENIED = "42501";
const LEDGER = ["entry", "txn", "journal", "event"];

describe("the running exchange", () => {
  test("works as a role that owns nothing and may not log in", async () => {
    const [row] = await asApp(
      `select current_user as name, rolsuper, rolcanlogin, rolcreatedb
      from pg_roles
      where rolname = current_user`,
    );
    expect(row).toEqual({
      name: "placard_app",
      rolsuper: false,
      rolcanlogin: false,
      rolcreatedb: false,
    });
    const owned = await market.sql(
      "select relname from pg_class where relowner = 'placard_app'::regrole",
    );
    expect(owned).toEqual([]);
  });

  test.each(LEDGER)("may read %s but neither change nor remove a row of it", async (table) => {
    expect(await asApp(`select 1 from ${table} limit 1`)).toHaveLength(1);
    for (const change of [
      `update ${table} set ${table === "txn" ? "type" : "campaign_id"} = null`,
      `delete from ${table}`,
      `truncate ${table}`,
    ]) {
      const text = table === "entry" ? change.replace("campaign_id", "type") : change;
      await expect(asApp(text), text).rejects.toMatchObject({ code: PERMISSION_DENIED });
    }
  });

  test.each([
    "delete from account",
    "delete from agent",
    "delete from campaign_book",
    "delete from conversion_order",
    "delete from credit_order",
    "update audit set action = 'x'",
    "delete from audit",
    "update ticket set content = '{}'",
    "delete from ticket",
  ])("may not: %s", async (text) => {
    await expect(asApp(text)).rejects.toMatchObject({ code: PERMISSION_DENIED });
  });

  test.each([
    "delete from campaign_funding",
    "update campaign_funding set amount = amount - 1",
    "update campaign_funding set amount = amount + 1",
    "update campaign_funding set starts_at = starts_at + 1",
    "select trim_funding(campaign_id, starts_at) from campaign_funding",
    "select trim_funding(campaign_id, starts_at + amount - 1) from campaign_funding",
  ])("may not take a purchase out of a budget: %s", async (text) => {
    await expect(asApp(text)).rejects.toThrow(/inside the budget|permission denied/);
    await expect(market.sql(text)).rejects.toThrow(/inside the budget/);
  });

  test.each([
    "create table mine (id int)",
    "alter table entry disable trigger all",
    "drop trigger entry_immutable on entry",
    "alter table account drop constraint account_balance_check",
    "drop table event",
  ])("may not change the schema: %s", async (text) => {
    await expect(asApp(text)).rejects.toThrow(/permission denied|must be owner/);
  });
});

describe("even the owner of the tables", () => {
  test.each(["entry", "txn", "journal"])("changes no row of %s by accident", async (table) => {
    await expect(market.sql(`delete from ${table}`)).rejects.toThrow(/never changed/);
    await expect(market.sql(`truncate ${table} cascade`)).rejects.toThrow(/never changed/);
  });

  test("does not empty the purchases of the budgets", async () => {
    await expect(market.sql("truncate campaign_funding")).rejects.toThrow(/never changed/);
  });

  test("updates no event", async () => {
    await expect(market.sql("update event set charged = 0")).rejects.toThrow(/never changed/);
    await expect(market.sql("delete from event")).rejects.toThrow(/never changed/);
  });

  test("books no transaction that does not sum to zero", async () => {
    const account = "select id from account where kind = 'adjustment'";
    const insert = `with made as (
        insert into txn (id, type, description, created_at)
        values (gen_random_uuid(), 'adjustment', 'a gift', now())
        returning id
      )
      insert into entry (account_id, account_version, id, txn_id, account_kind, type, amount,
        balance_after, created_at)
      select (${account}), 99, gen_random_uuid(), made.id, 'adjustment', 'adjustment', 5, 5, now()
      from made`;
    await expect(market.sql(insert)).rejects.toThrow(/legs that sum to/);
  });

  test("spends no campaign beyond its budget and no account below zero", async () => {
    await expect(market.sql("update campaign_book set escrow = escrow + 1")).rejects.toMatchObject({
      constraint: "campaign_book_conserved_check",
    });
    await expect(
      market.sql("update campaign_book set escrow = -1, funded = funded - escrow - 1"),
    ).rejects.toMatchObject({ constraint: "campaign_book_escrow_check" });
    await expect(
      market.sql("update account set balance = -1 where kind = 'available'"),
    ).rejects.toMatchObject({ constraint: "account_balance_check" });
  });
});
