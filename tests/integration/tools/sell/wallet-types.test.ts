import { afterAll, beforeAll, expect, test } from "vitest";
import { ENTRY_TYPES, type EntryType } from "../../../../server/src/contract/enums.ts";
import {
  disputeSchema,
  type Entry,
  walletSchema,
} from "../../../../server/src/contract/resources/wallet.ts";
import {
  bookCampaign,
  deliverOnce,
  listTestPlacement,
  resultOf,
  type TestAgent,
} from "../../../setup/agents.ts";
import { cashOut, runCashouts } from "../../domain/cashout/earning.ts";
import { giveEarned } from "../../domain/cashout/rig.ts";
import {
  type CardMarket,
  disputeEvent,
  startCardMarket,
} from "../../domain/checkout/card-market.ts";
import { openSession } from "../../domain/disputes/session.ts";
import { SECOND_MS } from "../market.ts";

let market: CardMarket;
let buyer: TestAgent;
let publisher: TestAgent;
beforeAll(async () => {
  market = await startCardMarket({
    env: { PURCHASE_SEASONING_DAYS: "0", CASHOUT_NEW_ADDRESS_HOURS: "0" },
  });
  [buyer, publisher] = [await market.agent(), await market.agent("publisher")];
  await live();
});
afterAll(() => market.close());

async function pages(agent: TestAgent, fields: object = {}, limit = 7): Promise<Entry[]> {
  const seen: Entry[] = [];
  let cursor: string | null | undefined;
  for (let page = 0; page < 100 && cursor !== null; page += 1) {
    const args = { ...fields, limit, ...(cursor ? { cursor } : {}) };
    const found = await resultOf(market.call("wallet", args, agent.key), walletSchema);
    seen.push(...found.items);
    cursor = found.nextCursor;
  }
  expect(cursor).toBeNull();
  return seen;
}

/** A life with everything that can happen to money. */
async function live(): Promise<void> {
  const { db, ids, clock } = market.exchange.services;
  const order = await market.buy(buyer);
  const placement = await listTestPlacement(market.call, publisher, "cpc");
  const { campaignId } = await bookCampaign(market.call, buyer, placement);
  const click = async () => {
    const { deliveryId } = await deliverOnce(market.call, publisher, campaignId);
    const { body } = await market.call("report_click", { campaignId, deliveryId }, publisher.key);
    return String(Object(body).eventId);
  };
  const first = await click();
  await click();
  const dispute = { campaignId, eventIds: [first], reason: "Ours." };
  const { disputeId } = await resultOf(
    market.call("dispute_events", dispute, buyer.key),
    disputeSchema,
  );
  await openSession(market).decide("reverse", "dispute", disputeId);
  await market.call("confirm_delivery", { campaignId, final: true }, buyer.key);
  await market.travel(2 * 3_600 * SECOND_MS);
  // A correction by hand, which is what an adjustment is for.
  await db.tx((tx) => giveEarned(tx, publisher.agentId, 1_500, { ids, now: clock.now() }));
  const { cashoutId } = await cashOut(market, publisher);
  await market.call("cancel_cashout", { cashoutId }, publisher.key);
  await cashOut(market, publisher);
  // Approved, submitted and completed take a round each.
  for (let round = 0; round < 5; round += 1) {
    market.clock.advance(5 * SECOND_MS);
    await runCashouts(market);
  }
  await market.send(disputeEvent(order));
  market.clock.advance(SECOND_MS);
}

test("every type of entry occurs, and each filter gives just its own", async () => {
  const seen = new Set<EntryType>();
  for (const agent of [buyer, publisher]) {
    const all = await pages(agent);
    for (const type of ENTRY_TYPES) {
      const filtered = await pages(agent, { type }, 2);
      expect(filtered).toEqual(all.filter((entry) => entry.type === type));
      if (filtered.length > 0) seen.add(type);
    }
  }
  // The fee is the exchange's own; no agent has an entry of it.
  const fees = await market.sql("select distinct type from entry where owner_id is null");
  expect(fees).toContainEqual({ type: "platform_fee" });
  expect([...seen].toSorted()).toEqual(
    ENTRY_TYPES.filter((type) => type !== "platform_fee").toSorted(),
  );
  await market.expectVerified();
});

test("pages hold still while new entries arrive, and their balances form one chain", async () => {
  const before = await pages(publisher, {}, 3);
  const first = await resultOf(market.call("wallet", { limit: 4 }, publisher.key), walletSchema);
  const { db, ids, clock } = market.exchange.services;
  await db.tx((tx) => giveEarned(tx, publisher.agentId, 1, { ids, now: clock.now() }));
  const rest = await resultOf(
    market.call("wallet", { limit: 100, cursor: first.nextCursor }, publisher.key),
    walletSchema,
  );
  expect([...first.items, ...rest.items]).toEqual(before);
  for (const account of new Set(before.map((entry) => entry.account))) {
    const chain = before.filter((entry) => entry.account === account).toReversed();
    let balance = 0;
    for (const { amountCredits, balanceAfterCredits } of chain) {
      balance = Math.round((balance + amountCredits) * 1e6) / 1e6;
      expect(balanceAfterCredits).toBe(balance);
    }
  }
});
