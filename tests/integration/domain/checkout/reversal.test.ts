import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { micros } from "../../../../server/src/contract/money.ts";
import {
  type Campaign,
  campaignSchema,
} from "../../../../server/src/contract/resources/campaign.ts";
import type { Order } from "../../../../server/src/contract/resources/wallet.ts";
import { takeBack } from "../../../../server/src/domain/checkout/payments.ts";
import { raiseClaim } from "../../../../server/src/domain/checkout/queries.ts";
import { matureCampaign, postTransaction } from "../../../../server/src/domain/ledger/index.ts";
import {
  bookCampaign,
  deliverOnce,
  listTestPlacement,
  resultOf,
  type TestAgent,
} from "../../../setup/agents.ts";
import { setUp } from "../../../setup/shared.ts";
import { DAY_MS, HOUR_MS, type Movement, NOBODY, refused, SECOND_MS } from "../../tools/market.ts";
import { disputeEvent, paidEvent, paymentOf, refundEvent, startCardMarket } from "./card-market.ts";

const market = setUp(() => startCardMarket({ env: { PURCHASE_SEASONING_DAYS: "0" } }));
afterAll(() => market.expectVerified());

let buyer: TestAgent;
let publisher: TestAgent;
let order: Order;
beforeEach(async () => {
  buyer = await market.agent();
  publisher = await market.agent("publisher");
  order = await market.buy(buyer);
});

/** A click costs 25 credits: 20 for the publisher, 5 for the exchange. */
async function book(fields: object = {}): Promise<Campaign> {
  const placement = await listTestPlacement(market.call, publisher, "cpc");
  return bookCampaign(market.call, buyer, placement, fields);
}
async function click(campaign: Campaign, times = 1): Promise<void> {
  for (let index = 0; index < times; index += 1) {
    const { campaignId } = campaign;
    const { deliveryId } = await deliverOnce(market.call, publisher, campaignId);
    const report = { campaignId, deliveryId };
    expect((await market.call("report_click", report, publisher.key)).status).toBe(200);
  }
}
const confirm = (campaign: Campaign) =>
  market.call("confirm_delivery", { campaignId: campaign.campaignId }, buyer.key);
const read = (campaign: Campaign) =>
  resultOf(
    market.call("get_campaign", { campaignId: campaign.campaignId }, publisher.key),
    campaignSchema,
  );
const credits = (amount: number) => BigInt(amount) * 1_000_000n;
const moved = (action: () => Promise<unknown>): Promise<Movement> => market.moved(action);
const standing = async (agent: TestAgent) => {
  const answer = await market.call("whoami", {}, agent.key);
  return answer.body;
};
/** The key's agent is looked up anew after a second. */
const lookAgain = () => market.clock.advance(SECOND_MS);

describe("a purchase that is taken back", () => {
  test("before anything was spent leaves nothing, and suspends the buyer", async () => {
    expect(await moved(() => market.send(disputeEvent(order)))).toEqual({
      [`${buyer.agentId} available`]: credits(-1_000),
      "exchange checkout_clearing": credits(1_000),
    });
    lookAgain();
    expect(await market.statusOf(order)).toBe("reversed");
    expect(await standing(buyer)).toMatchObject({
      status: "suspended",
      balance: { availableCredits: 0 },
    });
  });

  test("takes available below zero, pauses the campaigns and tells both sides", async () => {
    const campaign = await book();
    expect((await market.send(disputeEvent(order))).outcome).toBe("reversed");
    lookAgain();
    expect(await market.balance(buyer)).toMatchObject({
      availableCredits: -500,
      escrowedCredits: 500,
    });
    expect((await read(campaign)).status).toBe("paused");
    const told = await market.sql(
      `select count(*) from outbox
       where type = 'campaign.updated' and data ->> 'campaignId' = $1`,
      [campaign.campaignId],
    );
    expect(Number(told[0]?.count)).toBe(2);
    await refused(market.call("buy_credits", { packId: "starter" }, buyer.key), "agent_suspended");
  });

  test("reverses pending earnings from it, with our fee, to the micro-credit", async () => {
    const campaign = await book();
    await click(campaign, 3);
    const change = await moved(() => market.send(disputeEvent(order)));
    expect(change).toEqual({
      [`${publisher.agentId} pending_earnings`]: credits(-60),
      "exchange platform_fee": credits(-15),
      [`${buyer.agentId} available`]: credits(75 - 1_000),
      "exchange checkout_clearing": credits(1_000),
    });
  });

  test("reverses what matured from it and was not cashed out", async () => {
    const campaign = await book();
    await click(campaign, 2);
    await confirm(campaign);
    await click(campaign);
    expect(await market.balance(publisher)).toMatchObject({
      earnedCredits: 40,
      pendingEarningsCredits: 20,
    });
    await market.send(disputeEvent(order));
    expect(await market.balance(publisher)).toMatchObject({
      earnedCredits: 0,
      pendingEarningsCredits: 0,
    });
    lookAgain();
    expect((await market.balance(buyer)).availableCredits).toBe(-425);
  });

  test("takes nothing that was cashed out: the oldest earnings left first", async () => {
    const campaign = await book();
    await click(campaign, 2);
    await confirm(campaign);
    const honest = await market.agent();
    const second = await market.buy(honest);
    const placement = await listTestPlacement(market.call, publisher, "cpc");
    const other = await bookCampaign(market.call, honest, placement);
    await click(other, 2);
    const { campaignId } = other;
    await market.call("confirm_delivery", { campaignId }, honest.key);
    // 80 were earned, 40 from each; 50 leave, which are the first 40 and 10 of the second.
    const { db, ids } = market.exchange.services;
    const type = "cashout_paid" as const;
    const legs = [
      { owner: publisher.agentId, kind: "earned", type, amount: micros(credits(-50)) },
      { owner: null, kind: "cashout_clearing", type, amount: micros(credits(50)) },
    ] as const;
    const now = market.clock.now();
    await db.tx((tx) =>
      postTransaction(tx, { ids, now }, { type, refs: {}, description: "Paid out", legs }),
    );
    const first = await moved(() => market.send(disputeEvent(order)));
    expect(first[`${publisher.agentId} earned`]).toBeUndefined();
    expect(first[`${buyer.agentId} available`]).toBe(credits(-1_000));
    const change = await moved(() => market.send(disputeEvent(second)));
    expect(change).toEqual({
      [`${publisher.agentId} earned`]: credits(-30),
      "exchange platform_fee": -7_500_000n,
      [`${honest.agentId} available`]: 37_500_000n - credits(1_000),
      "exchange checkout_clearing": credits(1_000),
    });
  });

  test("takes nothing that was earned from another purchase", async () => {
    const campaign = await book({ budgetCredits: 1_000 });
    await click(campaign);
    const honest = await market.agent();
    const placement = await listTestPlacement(market.call, publisher, "cpc");
    await market.buy(honest);
    const other = await bookCampaign(market.call, honest, placement);
    await click(other, 2);
    await market.send(disputeEvent(order));
    expect((await market.balance(publisher)).pendingEarningsCredits).toBe(40);
  });

  test("takes only the part of a campaign that it paid, oldest purchase first", async () => {
    // 1,000 of the first purchase and 50 of the second: the first 40 clicks are the first's.
    const second = await market.buy(buyer);
    const campaign = await book({ budgetCredits: 1_050 });
    await click(campaign, 41);
    expect((await market.balance(publisher)).pendingEarningsCredits).toBe(820);
    await market.send(disputeEvent(second));
    expect((await market.balance(publisher)).pendingEarningsCredits).toBe(800);
    await market.send(disputeEvent(order));
    expect((await market.balance(publisher)).pendingEarningsCredits).toBe(0);
    lookAgain();
    expect(await market.balance(buyer)).toMatchObject({
      availableCredits: -25,
      escrowedCredits: 25,
    });
  });

  test("reports that arrive later pay nobody", async () => {
    const campaign = await book();
    const { campaignId } = campaign;
    const { deliveryId } = await deliverOnce(market.call, publisher, campaignId);
    await market.send(disputeEvent(order));
    await market.call("report_click", { campaignId, deliveryId }, publisher.key);
    await market.runPeriodicJobs();
    expect(await market.balance(publisher)).toMatchObject({
      earnedCredits: 0,
      pendingEarningsCredits: 0,
    });
    await market.travel(30 * DAY_MS);
    expect((await market.balance(publisher)).earnedCredits).toBe(0);
  });

  test("a budget that comes back pays the debt", async () => {
    const endAt = new Date(market.clock.now().getTime() + DAY_MS).toISOString();
    await book({ endAt });
    await market.send(disputeEvent(order));
    await market.travel(2 * DAY_MS);
    await market.travel(HOUR_MS);
    expect(await market.balance(buyer)).toMatchObject({
      availableCredits: 0,
      escrowedCredits: 0,
    });
    const rows = await market.sql("select may_be_negative from account where balance < 0");
    expect(rows.every(({ may_be_negative: may }) => may === true)).toBe(true);
    await market.expectVerified();
  });

  test("a campaign that was to start later does not start", async () => {
    const startAt = new Date(market.clock.now().getTime() + DAY_MS).toISOString();
    const campaign = await book({ startAt });
    await market.send(disputeEvent(order));
    await market.travel(2 * DAY_MS);
    expect((await read(campaign)).status).toBe("pending_start");
  });
});

describe("a reversal that breaks off", () => {
  const breakOff = async () => {
    const { db, ids } = market.exchange.services;
    const paymentId = paymentOf(order);
    const claim = { paymentId, source: "refund", usdCents: 1_000, isWon: false };
    await db.tx((tx) => raiseClaim(tx, claim));
    await db.tx((tx) => takeBack(tx, paymentId, { ids, now: market.clock.now() }));
  };

  test("leaves no earning that could still mature", async () => {
    const campaign = await book();
    await click(campaign, 2);
    await market.runPeriodicJobs();
    await breakOff();
    await market.expectVerified();
    const { ids, db } = market.exchange.services;
    const now = new Date(market.clock.now().getTime() + 90 * DAY_MS);
    await db.tx((tx) => matureCampaign(tx, campaign.campaignId, { ids, now }));
    expect((await market.balance(publisher)).earnedCredits).toBe(0);
  });

  test("is finished by the background work", async () => {
    const campaign = await book();
    await click(campaign, 2);
    await market.runPeriodicJobs();
    await breakOff();
    await market.runPeriodicJobs();
    expect((await market.balance(publisher)).pendingEarningsCredits).toBe(0);
  });

  test("is finished by the message that Stripe sends again", async () => {
    const campaign = await book();
    await click(campaign, 2);
    await confirm(campaign);
    await breakOff();
    expect((await market.balance(publisher)).earnedCredits).toBe(40);
    await market.send(refundEvent(order, 1_000));
    expect((await market.balance(publisher)).earnedCredits).toBe(0);
  });
});

describe("while everybody works", () => {
  test("nobody waits in a circle and every credit is accounted for", async () => {
    const campaigns = [await book({ budgetCredits: 250 }), await book({ budgetCredits: 250 })];
    await Promise.all(campaigns.map((campaign) => click(campaign, 3)));
    const more = campaigns.map(({ campaignId }) => ({ campaignId, addBudgetCredits: 25 }));
    const statuses = await Promise.all([
      ...more.map((args) => market.call("update_campaign", args, buyer.key)),
      ...campaigns.map((campaign) => confirm(campaign)),
      market.send(disputeEvent(order)),
      market.send(refundEvent(order, 1_000)),
      ...campaigns.map(({ campaignId }) =>
        market.call("report_click", { campaignId }, publisher.key),
      ),
      market.call("wallet", {}, publisher.key),
      market.call("wallet", {}, buyer.key),
    ]);
    expect(statuses.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    await market.runPeriodicJobs();
    await market.expectBooksAddUp();
    await market.expectVerified();
    expect(await market.balance(publisher)).toMatchObject({
      earnedCredits: 0,
      pendingEarningsCredits: 0,
    });
  });
});

describe("the message about it", () => {
  test("may come any number of times and by any event: the order is reversed once", async () => {
    const first = disputeEvent(order);
    const change = await moved(async () => {
      await market.send(first);
      await market.send(first);
      await market.send(disputeEvent(order, "charge.dispute.funds_withdrawn"));
      await market.send(refundEvent(order, 1_000));
    });
    expect(change[`${buyer.agentId} available`]).toBe(credits(-1_000));
  });

  test("ten at once reverse once", async () => {
    const change = await moved(() =>
      Promise.all(Array.from({ length: 10 }, () => market.send(refundEvent(order, 1_000)))),
    );
    expect(change[`${buyer.agentId} available`]).toBe(credits(-1_000));
  });

  test("may come before the message about the payment", async () => {
    const late = await market.open(buyer);
    const refund = await market.send(refundEvent(late, 1_000));
    expect(refund).toEqual({ status: 200, outcome: "unknown_payment" });
    expect((await market.send(paidEvent(late))).outcome).toBe("credited");
    lookAgain();
    expect((await market.balance(buyer)).availableCredits).toBe(1_000);
    expect(await market.statusOf(late)).toBe("reversed");
    expect(await standing(buyer)).toMatchObject({ status: "suspended" });
  });

  test("both at once end the same", async () => {
    const late = await market.open(buyer);
    await Promise.all([
      market.send(refundEvent(late, 1_000)),
      market.send(paidEvent(late)),
      market.send(disputeEvent(late)),
    ]);
    lookAgain();
    expect((await market.balance(buyer)).availableCredits).toBe(1_000);
    expect(await market.statusOf(late)).toBe("reversed");
  });

  test("about a payment that is not ours changes nothing", async () => {
    const foreign = { ...order, orderId: `ord_${NOBODY}` };
    const change = await moved(async () => {
      expect((await market.send(disputeEvent(foreign))).outcome).toBe("unknown_payment");
      await market.send(refundEvent(order, 1_000, { payment_intent: null }));
    });
    expect(change).toEqual({});
  });
});

describe("a partial refund", () => {
  test("of untouched credits takes just those, and suspends nobody", async () => {
    const change = await moved(() => market.send(refundEvent(order, 250)));
    expect(change).toEqual({
      [`${buyer.agentId} available`]: credits(-250),
      "exchange checkout_clearing": credits(250),
    });
    lookAgain();
    expect(await standing(buyer)).toMatchObject({ status: "active" });
    expect(await market.statusOf(order)).toBe("paid");
  });

  test("is cumulative, in any order, and never more than the pack", async () => {
    await market.send(refundEvent(order, 600));
    await market.send(refundEvent(order, 250));
    expect((await market.balance(buyer)).availableCredits).toBe(400);
    await market.send(refundEvent(order, 5_000));
    await market.send(disputeEvent(order));
    lookAgain();
    expect((await market.balance(buyer)).availableCredits).toBe(0);
    expect(await market.statusOf(order)).toBe("reversed");
  });

  test("of spent credits reverses earnings up to its amount, the fee in proportion", async () => {
    const campaign = await book({ budgetCredits: 1_000 });
    await click(campaign, 3);
    const change = await moved(() => market.send(refundEvent(order, 10)));
    expect(change).toEqual({
      [`${publisher.agentId} pending_earnings`]: credits(-8),
      "exchange platform_fee": credits(-2),
      "exchange checkout_clearing": credits(10),
    });
    lookAgain();
    expect(await standing(buyer)).toMatchObject({ status: "suspended" });
    expect(await market.statusOf(order)).toBe("paid");
  });

  test("in a currency that is not the order's means all of it", async () => {
    await market.send(refundEvent(order, 250, { currency: "eur" }));
    expect(await market.statusOf(order)).toBe("reversed");
  });
});
