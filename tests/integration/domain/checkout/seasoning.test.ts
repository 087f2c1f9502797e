import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { uuidFromId } from "../../../../server/src/contract/ids.ts";
import {
  type Campaign,
  campaignSchema,
} from "../../../../server/src/contract/resources/campaign.ts";
import { verifyLedger } from "../../../../server/src/domain/ledger/index.ts";
import {
  bookCampaign,
  deliverOnce,
  listTestPlacement,
  resultOf,
  type TestAgent,
} from "../../../setup/agents.ts";
import { execute } from "../../../setup/postgres.ts";
import { DAY_MS, HOUR_MS } from "../../tools/market.ts";
import { type CardMarket, refundEvent, startCardMarket } from "./card-market.ts";

const confirmedSchema = campaignSchema.extend({
  maturedCredits: z.number(),
  waitingCredits: z.number(),
  waitingUntil: z.string().optional(),
});

let market: CardMarket;
let buyer: TestAgent;
let publisher: TestAgent;
beforeAll(async () => {
  // A fee that divides nothing evenly.
  market = await startCardMarket({ env: { PLATFORM_FEE_BPS: "3333" } });
});
beforeEach(async () => {
  buyer = await market.agent();
  publisher = await market.agent("publisher");
});
afterEach(() => market.expectVerified());
afterAll(() => market.close());

/** A click costs 25 credits: 16.6675 for the publisher, 8.3325 for the exchange. */
async function book(fields: object = {}, placementFields: object = {}): Promise<Campaign> {
  const placement = await listTestPlacement(market.call, publisher, "cpc", placementFields);
  return bookCampaign(market.call, buyer, placement, fields);
}
async function click({ campaignId }: Campaign, times = 1): Promise<void> {
  for (let index = 0; index < times; index += 1) {
    const { deliveryId } = await deliverOnce(market.call, publisher, campaignId);
    const report = { campaignId, deliveryId };
    expect((await market.call("report_click", report, publisher.key)).status).toBe(200);
  }
}
const confirm = (campaign: Campaign, fields: object = {}) =>
  resultOf(
    market.call("confirm_delivery", { campaignId: campaign.campaignId, ...fields }, buyer.key),
    confirmedSchema,
  );
const paidAt = async (orderId: string) => {
  const [row] = await market.sql("select paid_at from credit_order where id = $1", [
    uuidFromId(orderId),
  ]);
  return z.date().parse(row?.paid_at).getTime();
};
const earningsOf = (campaign: Campaign) =>
  market.sql(
    `select order_id, amount, fee, status from earning where campaign_id = $1
     order by created_at, id`,
    [uuidFromId(campaign.campaignId)],
  );

describe("earnings from a card purchase", () => {
  test("stay pending after the confirmation, which says how much and until when", async () => {
    const order = await market.buy(buyer);
    const campaign = await book();
    await click(campaign, 2);
    const confirmed = await confirm(campaign);
    expect(confirmed).toMatchObject({ maturedCredits: 0, waitingCredits: 33.335 });
    const seasonedAt = (await paidAt(order.orderId)) + 30 * DAY_MS;
    expect(Date.parse(confirmed.waitingUntil ?? "")).toBe(seasonedAt);
    expect(await market.balance(publisher)).toMatchObject({
      earnedCredits: 0,
      pendingEarningsCredits: 33.335,
    });
  });

  test("mature by themselves at the very moment the purchase is 30 days old", async () => {
    const order = await market.buy(buyer);
    const campaign = await book();
    await click(campaign);
    await confirm(campaign);
    const seasonedAt = (await paidAt(order.orderId)) + 30 * DAY_MS;
    // Every call of the test takes a millisecond.
    await market.travel(seasonedAt - market.clock.now().getTime() - 1);
    const status = async () => (await earningsOf(campaign)).map((row) => row.status);
    expect(await status()).toEqual(["pending"]);
    await market.travel(1);
    expect(await status()).toEqual(["matured"]);
    expect((await market.balance(publisher)).earnedCredits).toBe(16.6675);
  });

  test("that come late in the purchase's youth still wait their own 72 hours", async () => {
    await market.buy(buyer);
    const campaign = await book();
    await market.travel(29 * DAY_MS);
    await click(campaign);
    await market.runPeriodicJobs();
    await market.travel(2 * DAY_MS);
    expect((await market.balance(publisher)).earnedCredits).toBe(0);
    await market.travel(25 * HOUR_MS);
    expect((await market.balance(publisher)).earnedCredits).toBe(16.6675);
  });

  test("mature with the confirmation when the purchase is old enough", async () => {
    await market.buy(buyer);
    const campaign = await book();
    await market.travel(31 * DAY_MS);
    await click(campaign);
    expect(await confirm(campaign)).toMatchObject({ maturedCredits: 16.6675, waitingCredits: 0 });
  });
});

describe("which purchase paid", () => {
  test("the oldest first: a booking after a second purchase still spends the first", async () => {
    await market.buy(buyer);
    await market.travel(31 * DAY_MS);
    await market.buy(buyer);
    const campaign = await book({ budgetCredits: 1_100 });
    await click(campaign, 42);
    // 40 clicks are old money, two are young.
    expect(await confirm(campaign)).toMatchObject({
      maturedCredits: 666.7,
      waitingCredits: 33.335,
    });
  });

  test("a click across two purchases is cut to the micro-credit, and nothing is lost", async () => {
    await market.buy(buyer);
    await market.travel(31 * DAY_MS);
    await market.buy(buyer);
    const rate = { rateCredits: 66.666667 };
    const campaign = await book({ budgetCredits: 2_000 }, rate);
    await click(campaign, 16);
    const { maturedCredits, waitingCredits } = await confirm(campaign);
    const spent = 16n * 66_666_667n;
    const fee = 16n * ((66_666_667n * 3_333n) / 10_000n);
    // The first purchase ends inside the fifteenth click.
    const rows = await earningsOf(campaign);
    const sum = (of: "amount" | "fee") =>
      rows.reduce((total, row) => total + BigInt(String(row[of])), 0n);
    expect([sum("amount"), sum("fee")]).toEqual([spent - fee, fee]);
    const gross = (status: string) =>
      rows
        .filter((row) => row.status === status)
        .reduce((total, row) => total + BigInt(String(row.amount)) + BigInt(String(row.fee)), 0n);
    expect([gross("matured"), gross("pending")]).toEqual([1_000_000_000n, spent - 1_000_000_000n]);
    const both =
      BigInt(Math.round(maturedCredits * 1e6)) + BigInt(Math.round(waitingCredits * 1e6));
    expect(both).toBe(spent - fee);
  });

  test("a refund gives the credits back to the purchase they came from", async () => {
    await market.buy(buyer);
    await market.travel(31 * DAY_MS);
    const young = await market.buy(buyer);
    const first = await book({ budgetCredits: 1_500 });
    await click(first, 4);
    const refund = { campaignId: first.campaignId };
    expect((await market.call("request_refund", refund, buyer.key)).status).toBe(200);
    await market.travel(2 * HOUR_MS);
    const lots = await market.sql(
      "select amount, remaining from funding_lot where agent_id = $1 order by seasoned_at",
      [uuidFromId(buyer.agentId)],
    );
    expect(lots).toEqual([
      { amount: "1000000000", remaining: "900000000" },
      { amount: "1000000000", remaining: "1000000000" },
    ]);
    const second = await book({ budgetCredits: 950 });
    await click(second, 37);
    const { waitingCredits } = await confirm(second);
    // 36 clicks are the old purchase's 900 credits, one is the young one's.
    expect(waitingCredits).toBe(16.6675);
    expect((await market.send(refundEvent(young, 1_000))).outcome).toBe("reversed");
    expect((await market.balance(publisher)).pendingEarningsCredits).toBeCloseTo(66.67, 6);
  });

  test("a budget added later is spent after what was there", async () => {
    await market.buy(buyer);
    await market.travel(31 * DAY_MS);
    const campaign = await book({ budgetCredits: 1_000 });
    await market.buy(buyer);
    const more = { campaignId: campaign.campaignId, addBudgetCredits: 100 };
    expect((await market.call("update_campaign", more, buyer.key)).status).toBe(200);
    await click(campaign, 41);
    expect(await confirm(campaign)).toMatchObject({
      maturedCredits: 666.7,
      waitingCredits: 16.6675,
    });
  });
});

describe("a change behind the ledger's back is found", () => {
  const differing = async () =>
    (await verifyLedger(market.exchange.db))
      .filter(({ findings }) => findings.length > 0)
      .map(({ check }) => check);
  const tamper = (statement: string) =>
    execute(
      market.databaseUrl,
      `begin; set local session_replication_role = replica; ${statement}; commit`,
    );

  test.each([
    [
      "a purchase that holds more than is available",
      "update funding_lot set remaining = remaining + 1, amount = amount + 1 where remaining > 0",
      "update funding_lot set remaining = remaining - 1, amount = amount - 1 where remaining > 0",
      "lots",
    ],
    [
      "credits of a purchase that went nowhere",
      "update funding_lot set remaining = remaining - 1 where remaining > 0",
      "update funding_lot set remaining = remaining + 1 where remaining > 0",
      "purchases",
    ],
  ])("%s", async (_what, change, undo, check) => {
    await market.buy(buyer);
    expect(await differing()).toEqual([]);
    await tamper(change);
    const found = await differing();
    await tamper(undo);
    expect(found).toContain(check);
  });

  test("the database itself refuses an earning that matures too early", async () => {
    await market.buy(buyer);
    const campaign = await book();
    await click(campaign);
    await market.runPeriodicJobs();
    const id = uuidFromId(campaign.campaignId);
    const early = [
      `update earning set matures_at = seasoned_at - interval '1 s' where campaign_id = '${id}'`,
      `update earning set status = 'matured', matured_at = created_at where campaign_id = '${id}'`,
    ];
    for (const statement of early) {
      await expect(execute(market.databaseUrl, statement)).rejects.toThrow(/earning_/);
    }
  });
});
