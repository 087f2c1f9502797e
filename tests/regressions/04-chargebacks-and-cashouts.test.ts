import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { runLedgerCommand } from "../../server/src/cli/ledger.ts";
import { uuidFromId } from "../../server/src/contract/ids.ts";
import type { Campaign } from "../../server/src/contract/resources/campaign.ts";
import type { Order } from "../../server/src/contract/resources/wallet.ts";
import { moveCashout } from "../../server/src/domain/cashout/move.ts";
import { findCashout } from "../../server/src/domain/cashout/queries.ts";
import { takeBack } from "../../server/src/domain/checkout/payments.ts";
import { raiseClaim } from "../../server/src/domain/checkout/queries.ts";
import { cashOut } from "../integration/domain/cashout/earning.ts";
import { giveEarned } from "../integration/domain/cashout/rig.ts";
import {
  clicksOn,
  disputeEvent,
  paymentOf,
  refundEvent,
  startCardMarket,
} from "../integration/domain/checkout/card-market.ts";
import { openSession } from "../integration/domain/disputes/session.ts";
import { DAY_MS } from "../integration/tools/market.ts";
import { bookCampaign, listTestPlacement, type TestAgent } from "../setup/agents.ts";
import { setUp } from "../setup/shared.ts";

const env = { PURCHASE_SEASONING_DAYS: "0", PROVEN_CREDITS: "80" };
const market = setUp(() => startCardMarket({ env }));
afterAll(() => market.expectVerified());

let buyer: TestAgent;
let publisher: TestAgent;
let order: Order;
let campaign: Campaign;
beforeEach(async () => {
  buyer = await market.agent();
  publisher = await market.agent("publisher");
  order = await market.buy(buyer);
  const placement = await listTestPlacement(market.call, publisher, "cpc");
  campaign = await bookCampaign(market.call, buyer, placement, { budgetCredits: 1_000 });
});

/** A cashout takes at least 500 credits; a click earns 20. */
const earn = (clicks: number) => clicksOn(market, publisher, campaign.campaignId, clicks);

async function contest(eventIds: readonly string[]): Promise<string> {
  const args = { campaignId: campaign.campaignId, eventIds, reason: "Ours." };
  return Object((await market.call("dispute_events", args, buyer.key)).body).disputeId;
}
const confirm = () =>
  market.call("confirm_delivery", { campaignId: campaign.campaignId }, buyer.key);
const closed = (status: string) => disputeEvent(order, "charge.dispute.closed", { status });
const statusOf = async (cashoutId: string) =>
  (await findCashout(market.exchange.services.db, cashoutId))?.status;

describe("a chargeback", () => {
  test("reverses credits that wait in a cashout", async () => {
    await earn(30);
    await confirm();
    const { cashoutId } = await cashOut(market, publisher, { amountCredits: 600 });
    await market.send(disputeEvent(order));
    expect(await statusOf(cashoutId)).toBe("rejected");
    expect(await market.balance(publisher)).toMatchObject({
      earnedCredits: 0,
      cashoutPendingCredits: 0,
    });
  });

  test("leaves a cashout that other earnings cover", async () => {
    await earn(1);
    await confirm();
    const { db, ids } = market.exchange.services;
    const deps = { ids, now: market.clock.now() };
    await db.tx((tx) => giveEarned(tx, publisher.agentId, 1_000, deps));
    const { cashoutId } = await cashOut(market, publisher);
    await market.send(disputeEvent(order));
    expect(await statusOf(cashoutId)).not.toBe("rejected");
    expect((await market.balance(publisher)).earnedCredits).toBe(500);
  });

  test("reverses credits of a submitted cashout when they return", async () => {
    await earn(30);
    await confirm();
    const { cashoutId } = await cashOut(market, publisher, { amountCredits: 600 });
    const { db, ids } = market.exchange.services;
    const move = (to: "approved" | "submitted" | "unknown" | "failed") => {
      const quote = { usdPerBtc: "100000", satoshis: 6_000n, expiresAt: market.clock.now() };
      const deps = { ids, now: market.clock.now() };
      return db.tx((tx) => moveCashout(tx, { cashoutId, to, quote }, deps));
    };
    await move("approved");
    await move("submitted");
    await market.send(disputeEvent(order));
    expect((await market.balance(publisher)).cashoutPendingCredits).toBe(600);
    await move("unknown");
    await move("failed");
    await market.runPeriodicJobs();
    expect(await market.balance(publisher)).toMatchObject({
      earnedCredits: 0,
      cashoutPendingCredits: 0,
    });
  });
});

describe("a dispute that is won", () => {
  test("returns everything to where it was, once", async () => {
    await earn(3);
    await confirm();
    await earn(2);
    const total = await market.moved(async () => {
      await market.balance(publisher);
      await market.send(disputeEvent(order));
      await market.send(closed("won"));
      await market.send(disputeEvent(order, "charge.dispute.funds_reinstated"));
      // A late message about the same dispute claims nothing any more.
      await market.send(disputeEvent(order, "charge.dispute.funds_withdrawn"));
    });
    expect(await market.statusOf(order)).toBe("paid");
    await market.runPeriodicJobs();
    expect(total[`${buyer.agentId} available`]).toBeUndefined();
    expect(total["exchange checkout_clearing"]).toBeUndefined();
    const balance = await market.balance(publisher);
    expect(balance.earnedCredits + balance.pendingEarningsCredits).toBe(100);
    await market.expectVerified();
  });

  test("holds again what was held for a dispute with the publisher", async () => {
    const [one = ""] = await earn(3);
    await contest([one]);
    await market.send(disputeEvent(order));
    await market.send(closed("won"));
    await market.expectBooksAddUp();
    const { campaignId } = campaign;
    await openSession(market).agents("activate", buyer.agentId);
    await market.call("confirm_delivery", { campaignId }, buyer.key);
    await market.expectBooksAddUp();
    expect(await market.balance(publisher)).toMatchObject({
      earnedCredits: 40,
      pendingEarningsCredits: 20,
    });
  });

  test("holds again what the operator held, until it is released meanwhile", async () => {
    const { campaignId } = campaign;
    const { decide, agents } = openSession(market);
    await earn(3);
    await market.balance(publisher);
    await decide("hold", "campaign", campaignId);
    await market.send(disputeEvent(order));
    await market.send(closed("won"));
    const statuses = () =>
      market.sql("select distinct status from earning where campaign_id = $1", [
        uuidFromId(campaignId),
      ]);
    expect(await statuses()).toEqual([{ status: "held" }]);
    await agents("activate", buyer.agentId);
    await market.send(disputeEvent(order, "charge.dispute.funds_withdrawn"));
    await decide("release", "campaign", campaignId);
    expect(await statuses()).toEqual([{ status: "pending" }]);
    await market.expectBooksAddUp();
  });

  test("leaves taken back what was decided against the publisher meanwhile", async () => {
    const [one = ""] = await earn(3);
    const disputeId = await contest([one]);
    await market.send(disputeEvent(order));
    await openSession(market).decide("reverse", "dispute", disputeId);
    await market.send(closed("won"));
    await market.expectBooksAddUp();
    expect((await market.balance(publisher)).pendingEarningsCredits).toBe(40);
    expect((await market.balance(buyer)).availableCredits).toBe(25);
  });

  test("restores earnings by a repeated message when the first broke off", async () => {
    await earn(2);
    await market.send(disputeEvent(order));
    const { db, ids } = market.exchange.services;
    const paymentId = paymentOf(order);
    const claim = { paymentId, source: `dp_${order.orderId}`, usdCents: 1_000, isWon: true };
    await db.tx((tx) => raiseClaim(tx, claim));
    await db.tx((tx) => takeBack(tx, paymentId, { ids, now: market.clock.now() }));
    expect((await market.balance(publisher)).pendingEarningsCredits).toBe(0);
    await market.send(closed("won"));
    expect((await market.balance(publisher)).pendingEarningsCredits).toBe(40);
  });

  test("restores earnings although another purchase owes", async () => {
    const other = await market.buy(buyer);
    const placement = await listTestPlacement(market.call, publisher, "cpc");
    await bookCampaign(market.call, buyer, placement, { budgetCredits: 1_000 });
    await earn(30);
    await market.send(refundEvent(other, 100));
    await market.send(disputeEvent(order));
    expect(await market.send(closed("won"))).toEqual({ status: 200, outcome: "restored" });
    expect((await market.balance(publisher)).pendingEarningsCredits).toBe(600);
    expect((await market.balance(buyer)).availableCredits).toBe(-100);
  });

  test("that is lost stays taken back", async () => {
    await market.send(disputeEvent(order));
    await market.send(closed("lost"));
    expect(await market.statusOf(order)).toBe("reversed");
  });
});

test("a publisher is not proven by earnings that a chargeback took back", async () => {
  const isProven = async () => {
    const values = [uuidFromId(publisher.agentId)];
    const [row] = await market.sql("select proven_at from agent where id = $1", values);
    return row?.proven_at !== null;
  };
  await earn(2);
  await confirm();
  expect(await isProven()).toBe(false);
  buyer = await market.agent();
  order = await market.buy(buyer);
  const placement = await listTestPlacement(market.call, publisher, "cpc");
  campaign = await bookCampaign(market.call, buyer, placement, { budgetCredits: 1_000 });
  await earn(2);
  await confirm();
  expect(await isProven()).toBe(true);
  await market.send(disputeEvent(order));
  expect(await isProven()).toBe(false);
});

test("a refund that is told of again moves nothing, whatever returned meanwhile", async () => {
  await earn(4);
  await market.send(refundEvent(order, 50));
  const { campaignId } = campaign;
  await openSession(market).agents("activate", buyer.agentId);
  await market.call("request_refund", { campaignId }, buyer.key);
  await market.travel(2 * DAY_MS);
  expect((await market.balance(buyer)).availableCredits).toBe(900);
  const repeated = await market.moved(async () => {
    await market.send(refundEvent(order, 50));
  });
  expect(repeated).toEqual({});
});

test("an inquiry takes nothing back; the withdrawal that may follow does", async () => {
  const inquiry = { status: "warning_needs_response" };
  await market.send(disputeEvent(order, "charge.dispute.created", inquiry));
  await market.send(closed("warning_closed"));
  expect(await market.statusOf(order)).toBe("paid");
  await market.send(disputeEvent(order, "charge.dispute.funds_withdrawn", inquiry));
  expect(await market.statusOf(order)).toBe("reversed");
});

test("the operator's adjustment is booked against the exchange and audited", async () => {
  const { db, ids, clock } = market.exchange.services;
  const context = { db, ids, clock, actor: "test", stdout: { write: () => true } };
  const adjust = (account: string, credits: string) =>
    runLedgerCommand(
      ["adjust", publisher.agentId, "--account", account, `--credits=${credits}`].concat([
        "--reason",
        "A lost dispute was paid by us",
        "--yes",
      ]),
      context,
    );
  const moved = await market.moved(async () => {
    await adjust("available", "250");
    await adjust("earned", "100");
    await adjust("earned", "-40");
  });
  expect(moved).toEqual({
    [`${publisher.agentId} available`]: 250_000_000n,
    [`${publisher.agentId} earned`]: 60_000_000n,
    "exchange adjustment": -310_000_000n,
  });
  await expect(adjust("earned", "-61")).rejects.toMatchObject({ code: "insufficient_credits" });
  await expect(adjust("available", "-1")).rejects.toMatchObject({ code: "insufficient_credits" });
  const audits = await market.sql("select detail from audit where action = 'ledger.adjust'");
  expect(audits).toHaveLength(3);
});
