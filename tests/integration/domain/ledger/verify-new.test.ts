import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { forgetOldRuns } from "../../../../server/src/domain/ledger/index.ts";
import { setUp } from "../../../setup/shared.ts";
import { DAY_MS } from "../../tools/market.ts";
import { openLedger, uuidOf } from "./verify-market.ts";

const ledger = setUp(openLedger);

/** Something new of every kind, which no run has seen yet. */
async function moveMoney(): Promise<void> {
  const { market, clicks, views } = ledger;
  await clicks.deliver();
  await clicks.report("report_click");
  await views.deliver();
  await views.report("report_impression", { count: 3 });
  await market.runPeriodicJobs();
}

/** A run that finds nothing, and need not even look twice unless it is said so. */
async function verified(suspicions = 0): Promise<Readonly<Record<string, number>>> {
  const result = await ledger.run();
  expect(result?.findings).toBe(0);
  expect(result?.checked.suspicions).toBe(suspicions);
  return result?.checked ?? {};
}

describe("the run of every minute", () => {
  test("looks at everything the first time, then only at what is new", async () => {
    const all = await verified();
    expect(all.entries).toBeGreaterThan(20);
    expect(all.batches).toBeGreaterThan(4);
    const nothing = { accounts: 0, entries: 0, campaigns: 0, batches: 0, suspicions: 0 };
    expect(await verified()).toEqual(nothing);
    await ledger.clicks.deliver();
    await ledger.clicks.report("report_click");
    expect(await verified()).toMatchObject({ campaigns: 1, batches: 1 });
    await ledger.market.runPeriodicJobs();
    const swept = await verified();
    expect(swept).toMatchObject({ campaigns: 1, batches: 0 });
    // Escrow, pending earnings and fee: one sweep has three legs.
    expect(swept.entries).toBe(3);
  });

  test("goes on where the run before ended when one breaks off", async () => {
    await verified();
    await moveMoney();
    const { market } = ledger;
    await market.sql("alter table recon_run rename to recon_run_away");
    await expect(ledger.run()).rejects.toThrow();
    await market.sql("alter table recon_run_away rename to recon_run");
    expect((await verified()).batches).toBe(2);
  });

  test("is deleted after 30 days, unless it is the last", async () => {
    const { market } = ledger;
    const { db } = market.exchange;
    const numbers = () => market.sql("select number from recon_run order by number");
    await verified();
    await verified();
    const last = (await numbers()).at(-1);
    await forgetOldRuns(db, new Date(market.clock.now().getTime() + 31 * DAY_MS));
    expect(await numbers()).toEqual([last]);
    await moveMoney();
    // It goes on from that run instead of looking at everything.
    expect((await verified()).batches).toBe(2);
  });

  test("leaves the work to the one that is at it", async () => {
    const client = new pg.Client({ connectionString: ledger.market.databaseUrl });
    await client.connect();
    await client.query("begin; select pg_advisory_xact_lock(7281640313)");
    expect(await ledger.run()).toBeUndefined();
    await client.query("rollback");
    await client.end();
    await verified();
  });
});

/** What is new when the change is made, the change, and the checks that must see it. */
const TAMPERINGS: readonly [string, () => string, readonly string[]][] = [
  [
    "a balance raised",
    () => "update account set balance = balance + 1 where kind = 'adjustment'",
    ["balances", "conservation"],
  ],
  [
    "a balance moved to another account",
    () => `update account set balance = balance + 1 where kind = 'adjustment';
      update account set balance = balance - 1 where kind = 'checkout_clearing'`,
    ["balances"],
  ],
  [
    "a new entry changed",
    () => `update entry set amount = amount + 1, balance_after = balance_after + 1
      where (account_id, account_version) in (
        select id, version from account where kind = 'platform_fee'
      )`,
    ["balances", "sweeps", "transactions"],
  ],
  [
    "a running balance of a new entry changed",
    () => `update entry set balance_after = balance_after + 1
      where (account_id, account_version) in (
        select id, version from account where kind = 'platform_fee'
      )`,
    ["entry_chain"],
  ],
  [
    "a book changed",
    () => `update campaign_book set earned = earned + 1, escrow = escrow - 1
      where campaign_id = '${uuidOf(ledger.views)}'`,
    ["books"],
  ],
  [
    "a new event charged more than was settled",
    () => `update event set charged = charged + 1
      where id = (select max(id::text)::uuid from event where charged > 0 and kind = 2)`,
    ["journal"],
  ],
  [
    "a new event that went missing",
    () => `delete from event
      where id = (select max(id::text)::uuid from event where charged > 0 and kind = 2)`,
    ["journal"],
  ],
  [
    "an event that no batch has settled",
    () => `insert into event (
        campaign_id, id, batch_id, kind, reason, quantity, counted, charged, is_verified
      )
      select campaign_id, (left(id::text, 24) || '000000000001')::uuid, gen_random_uuid(), kind,
        reason, quantity, counted, charged, is_verified
      from event
      where id = (select max(id::text)::uuid from event where charged > 0 and kind = 2)`,
    ["journal"],
  ],
  [
    "a fee that is not the campaign's in a new batch",
    () => `update campaign_book set unit_fee = unit_fee + 1
      where campaign_id = '${uuidOf(ledger.views)}'`,
    ["prices"],
  ],
  [
    "a sweep that was noted twice",
    () => `update campaign_book set swept_earned = swept_earned - 1
      where campaign_id = '${uuidOf(ledger.clicks)}'`,
    ["escrow", "sweeps"],
  ],
  [
    "an earning of a publisher with new money taken away",
    () => "update earning set status = 'matured' where status = 'pending'",
    ["pending_earnings"],
  ],
];

describe("a change behind the ledger's back", () => {
  beforeAll(async () => {
    await verified();
    await moveMoney();
  });

  test.each(TAMPERINGS)("is found within a minute: %s", async (_what, change, checks) => {
    const found = await ledger.newlyFound(change());
    expect(Object.keys(found).sort()).toEqual(checks);
  });

  test("is not imagined", async () => {
    expect(await ledger.newlyFound("select 1")).toEqual({});
    await verified();
  });
});

describe("a batch that commits late", () => {
  /** Settles a click in a transaction that stays open while an action runs. */
  async function settleLate(spoil: string, meanwhile: () => Promise<void>): Promise<void> {
    const client = new pg.Client({ connectionString: ledger.market.databaseUrl });
    await client.connect();
    const delivery = await ledger.market.sql(
      "select id from delivery where campaign_id = $1 and used & 4 = 0 order by id desc limit 1",
      [uuidOf(ledger.clicks)],
    );
    await client.query("begin");
    const { ids } = ledger.market.exchange.services;
    await client.query("select * from settle_events($1, now(), $2)", [
      ids.uuid(),
      JSON.stringify([
        {
          index: 0,
          campaign_id: uuidOf(ledger.clicks),
          id: ids.uuid(),
          kind: 2,
          quantity: 1,
          delivery_id: delivery[0]?.id,
          preassigned_reason: 0,
          is_billing: true,
          is_verified: false,
          needs_verified: false,
          by_advertiser: false,
        },
      ]),
    ]);
    if (spoil !== "") await client.query(`set session_replication_role = replica; ${spoil}`);
    try {
      await meanwhile();
      await client.query("commit");
    } finally {
      await client.end();
    }
  }

  test("is verified by the run after it, however many runs it has waited", async () => {
    await verified();
    await ledger.clicks.deliver();
    await verified();
    await settleLate("", async () => {
      expect((await verified()).batches).toBe(0);
      // Others that began later are done and verified by now.
      const { deliveryId } = await ledger.views.deliver();
      await ledger.views.report("report_impression", { deliveryId });
      expect((await verified()).batches).toBe(1);
      expect((await verified()).batches).toBe(0);
    });
    expect(await verified()).toMatchObject({ campaigns: 1, batches: 1 });
  });

  test("does not slip by with a difference", async () => {
    await ledger.clicks.deliver();
    await verified();
    const spoil = `update event set charged = charged + 1
      where xmin = pg_current_xact_id()::xid and kind = 2`;
    await settleLate(spoil, async () => {
      await verified();
    });
    const result = await ledger.run();
    expect(result?.findings).toBe(1);
    const { market } = ledger;
    const [finding] = await market.sql("select check_name, subject, difference from recon_finding");
    expect(finding).toMatchObject({ check_name: "journal", difference: "-1 0 0" });
    expect(String(finding?.subject)).toContain(uuidOf(ledger.clicks));
  });

  test("is looked at again every minute, and open until a person lifts it", async () => {
    const { sql, clock } = ledger.market;
    const seenNow = async () => {
      clock.advance(60_000);
      const result = await ledger.run();
      const [row] = await sql("select seen_at from recon_finding where cleared_at is null");
      return { findings: result?.findings, isSeen: Number(row?.seen_at) === Number(clock.now()) };
    };
    expect(await seenNow()).toEqual({ findings: 1, isSeen: true });
    await sql(
      `set session_replication_role = replica;
       update event set charged = charged - 1
       where id = (select max(id::text)::uuid from event where charged > 0 and kind = 2);
       set session_replication_role = origin`,
    );
    expect(await seenNow()).toEqual({ findings: 1, isSeen: false });
    await sql("update recon_finding set cleared_at = now(), cleared_by = 'test'");
    expect((await seenNow()).findings).toBe(0);
  });
});
