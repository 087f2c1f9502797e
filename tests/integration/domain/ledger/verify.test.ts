import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runLedgerCommand } from "../../../../server/src/cli/ledger.ts";
import { sweepAll, verifyLedger } from "../../../../server/src/domain/ledger/index.ts";
import { bookedPair, deliverOnce } from "../../../setup/agents.ts";
import { startExchange, type TestExchange } from "../../../setup/exchange.ts";
import { execute } from "../../../setup/postgres.ts";

let placard: TestExchange;

beforeAll(async () => {
  placard = await startExchange();
  const { publisher, advertiser, campaign } = await bookedPair(placard.call, "cpc");
  const { campaignId } = campaign;
  await deliverOnce(placard.call, publisher, campaignId);
  await placard.call("report_click", { campaignId }, publisher.key);
  await placard.call("report_click", { campaignId }, publisher.key);
  await placard.call("confirm_delivery", { campaignId }, advertiser.key);
  const { ids, clock, db } = placard.exchange.services;
  await sweepAll(db, null, { ids, now: clock.now() });
});

afterAll(() => placard.close());

async function differing(): Promise<string[]> {
  const verifications = await verifyLedger(placard.exchange.db);
  return verifications.filter(({ findings }) => findings.length > 0).map(({ check }) => check);
}

/** What only a broken program or a hand in the database could do: past triggers and rights. */
function tamper(statement: string): Promise<void> {
  return execute(
    placard.databaseUrl,
    `begin; set local session_replication_role = replica; ${statement}; commit`,
  );
}

describe("books that add up", () => {
  test("have no difference after bookings, clicks, sweeps and maturity", async () => {
    expect(await differing()).toEqual([]);
  });
});

describe("a change behind the ledger's back", () => {
  const cases: readonly [string, string, string, readonly string[]][] = [
    [
      "a balance raised by one micro-credit",
      "update account set balance = balance + 1 where kind = 'earned' and version > 0",
      "update account set balance = balance - 1 where kind = 'earned' and version > 0",
      ["balances", "conservation"],
    ],
    [
      "an entry changed",
      "update entry set amount = amount + 1 where type = 'credit_purchase' and amount > 0",
      "update entry set amount = amount - 1 where type = 'credit_purchase' and amount > 0",
      ["transactions", "balances", "entry_chain"],
    ],
    [
      "an event charged more than was settled",
      "update event set charged = charged + 1 where charged > 0",
      "update event set charged = charged - 1 where charged > 0",
      ["journal"],
    ],
    [
      "a campaign that earned without a journal row",
      "update campaign_book set earned = earned + 1, escrow = escrow - 1 where earned > 0",
      "update campaign_book set earned = earned - 1, escrow = escrow + 1 where earned > 0",
      ["books"],
    ],
    [
      "an earning that matured twice",
      "update earning set status = 'pending'",
      "update earning set status = 'matured'",
      ["pending_earnings"],
    ],
    [
      "a sweep that never reached the wallets",
      "update campaign_book set swept_earned = swept_earned - 1 where swept_earned > 0",
      "update campaign_book set swept_earned = swept_earned + 1 where earned > 0",
      ["sweeps", "escrow"],
    ],
  ];

  beforeEach(async () => {
    expect(await differing()).toEqual([]);
  });

  for (const [what, change, undo, checks] of cases) {
    test(`is found: ${what}`, async () => {
      await tamper(change);
      const found = await differing();
      await tamper(undo);
      expect(found).toEqual(checks);
    });
  }

  test("makes the operator's command fail and name the difference", async () => {
    const written: string[] = [];
    const context = {
      db: placard.exchange.db,
      stdout: { write: (text: string) => written.push(text) },
    };
    expect(await runLedgerCommand(["verify"], context)).toBe(0);
    await tamper("update account set balance = balance + 1 where kind = 'earned' and version > 0");
    expect(await runLedgerCommand(["verify", "--json"], context)).toBe(1);
    await tamper("update account set balance = balance - 1 where kind = 'earned' and version > 0");
    expect(written.at(-1)).toContain('"differences":2');
  });
});
