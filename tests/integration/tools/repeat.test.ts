import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestAgent } from "../../setup/agents.ts";
import { cashOut, earningPublisher } from "../domain/cashout/earning.ts";
import { ADDRESS } from "../domain/cashout/rig.ts";
import { expectCleanLedger } from "./books.ts";
import { bookPair, type Market, newKey, refused, startMarket } from "./market.ts";

let market: Market;
beforeAll(async () => {
  // Reviewed at leisure, so that a cashout stays where a test put it.
  market = await startMarket({ env: { CASHOUT_NEW_ADDRESS_HOURS: "24" } });
});
afterAll(async () => {
  await expectCleanLedger(market);
  await market.close();
});

/** One call that has an effect, made anew for each use. */
interface Call {
  readonly agent: TestAgent;
  readonly args: object;
  readonly otherArgs: object;
}

const creative = {
  creativeText: "Cast-iron pans that last a lifetime.",
  creativeUrl: "https://shop.example.com/pans",
};

async function aboutCampaign(fields: object, otherFields: object): Promise<Call> {
  const { campaignId, advertiser: agent } = await bookPair(market, "cpc");
  return { agent, args: { campaignId, ...fields }, otherArgs: { campaignId, ...otherFields } };
}

const CALLS: Readonly<Record<string, () => Promise<Call>>> = {
  update_campaign: () => aboutCampaign({ addBudgetCredits: 25 }, { addBudgetCredits: 26 }),
  request_refund: () => aboutCampaign({ reason: "Over." }, { reason: "Not over." }),
  confirm_delivery: () => aboutCampaign({ final: true }, { final: false }),
  create_coupon: () => {
    const coupon = { discountType: "free_shipping" };
    const agentInstructions = "Mention the free shipping.";
    return aboutCampaign({ ...coupon, agentInstructions }, { ...coupon, agentInstructions: "No." });
  },
  async buy_placement() {
    const { placement, advertiser: agent } = await bookPair(market, "cpc");
    const args = { placementId: placement.placementId, budgetCredits: 300, ...creative };
    return { agent, args, otherArgs: { ...args, budgetCredits: 301 } };
  },
  async buy_campaign() {
    const { advertiser: agent } = await bookPair(market, "cpl", {
      campaign: { budgetCredits: 1_000 },
    });
    const filter = { adUnitType: "cpl" };
    const args = { filter, maxPlacements: 1, budgetCredits: 1_000, ...creative };
    return { agent, args, otherArgs: { ...args, budgetCredits: 1_001 } };
  },
  async dispute_events() {
    const pair = await bookPair(market, "cpc");
    const { deliveryId } = await pair.deliver();
    const { eventId } = await pair.report("report_click", { deliveryId });
    const args = { campaignId: pair.campaignId, eventIds: [eventId], reason: "Ours." };
    return { agent: pair.advertiser, args, otherArgs: { ...args, reason: "Theirs." } };
  },
  async request_cashout() {
    const agent = await earningPublisher(market);
    const args = { amountCredits: 500, btcAddress: ADDRESS };
    return { agent, args, otherArgs: { ...args, amountCredits: 501 } };
  },
  async cancel_cashout() {
    const agent = await earningPublisher(market);
    const { cashoutId } = await cashOut(market, agent);
    const other = await earningPublisher(market);
    const { cashoutId: otherId } = await cashOut(market, other);
    return { agent, args: { cashoutId }, otherArgs: { cashoutId: otherId } };
  },
  async buy_credits() {
    const { advertiser: agent } = await bookPair(market, "cpc");
    return { agent, args: { packId: "starter" }, otherArgs: { packId: "fleet" } };
  },
};

/** Everything that a call could leave behind, but for the record of the call itself. */
async function traces(): Promise<object> {
  const tables = ["txn", "entry", "campaign", "coupon", "dispute", "cashout", "credit_order"];
  const counts = await Promise.all(
    tables.map(async (table) => [table, (await market.sql(`select 1 from ${table}`)).length]),
  );
  const revisions = await market.sql("select sum(revision)::integer as sum from campaign");
  return { ...Object.fromEntries(counts), revisions: revisions[0]?.sum };
}

describe.each(Object.keys(CALLS))("%s", (tool) => {
  const make = async () => {
    const call = CALLS[tool];
    if (call === undefined) throw new Error(`${tool} is not known.`);
    return call();
  };

  test("twice under one key gives the same bytes; other arguments are refused", async () => {
    const { agent, args, otherArgs } = await make();
    const idempotencyKey = newKey();
    const first = await market.call(tool, args, agent.key, { idempotencyKey });
    expect(first.status, first.text).toBe(200);
    expect(first.headers.get("Idempotent-Replayed")).toBeNull();
    const left = await traces();
    const again = await market.call(tool, args, agent.key, { idempotencyKey });
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
    const other = market.call(tool, otherArgs, agent.key, { idempotencyKey });
    await refused(other, "idempotency_key_reused");
    expect(await traces()).toEqual(left);
  });

  test("five times at once under one key has one effect", async () => {
    const { agent, args } = await make();
    const idempotencyKey = newKey();
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map(() => market.call(tool, args, agent.key, { idempotencyKey })),
    );
    const done = answers.filter(({ status }) => status === 200);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    const fresh = done.filter(({ headers }) => headers.get("Idempotent-Replayed") === null);
    expect(fresh).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      await refused(Promise.resolve(answer), "idempotency_in_flight");
    }
    const left = await traces();
    await market.call(tool, args, agent.key, { idempotencyKey });
    expect(await traces()).toEqual(left);
  });
});

test("what is kept for replays holds no secret", async () => {
  const kept = await market.sql("select response from idempotency");
  expect(kept.length).toBeGreaterThanOrEqual(Object.keys(CALLS).length);
  for (const { response } of kept) {
    expect(String(response)).not.toMatch(/rk_live_[0-9A-Za-z]{20}|whsec_[0-9A-Za-z+/]{10}/);
  }
});
