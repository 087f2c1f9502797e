import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AdUnitType } from "../../../server/src/contract/enums.ts";
import { couponSchema } from "../../../server/src/contract/resources/campaign.ts";
import { CATALOGUE } from "../../../server/src/tools/catalogue.ts";
import { registerAgent, resultOf, type TestAgent } from "../../setup/agents.ts";
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

/** A report on one delivery; the second has other fields. */
async function reporting(unit: AdUnitType, fields: object, otherFields: object): Promise<Call> {
  const pair = await bookPair(market, unit, { campaign: { budgetCredits: 2_000 } });
  const { deliveryId } = await pair.deliver();
  const about = { campaignId: pair.campaignId, deliveryId };
  return {
    agent: pair.publisher,
    args: { ...about, ...fields },
    otherArgs: { ...about, ...otherFields },
  };
}

async function aboutPlacement(make: (placementId: string) => [object, object]): Promise<Call> {
  const { placement, publisher: agent } = await bookPair(market, "cpc");
  const [args, otherArgs] = make(placement.placementId);
  return { agent, args, otherArgs };
}

async function byAnyone(args: object, otherArgs: object): Promise<Call> {
  return { agent: await registerAgent(market.call, "both"), args, otherArgs };
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
  async update_coupon() {
    const { campaignId, advertiser: agent } = await bookPair(market, "cppromo");
    const agentInstructions = "Mention the free shipping.";
    const coupon = { campaignId, discountType: "free_shipping", agentInstructions };
    const made = await resultOf(market.call("create_coupon", coupon, agent.key), couponSchema);
    const args = { couponId: made.couponId, maxRedemptions: 5 };
    return { agent, args, otherArgs: { ...args, maxRedemptions: 6 } };
  },
  send_message: () => aboutCampaign({ body: "Once." }, { body: "Twice." }),
  report_bug: () => byAnyone({ title: "A", description: "B" }, { title: "C", description: "B" }),
  report_experience: () => byAnyone({ rating: 2 }, { rating: 3 }),
  list_placement: () => {
    const placement = { title: "A sidebar", description: "Beside answers.", kind: "chat_sidebar" };
    const listed = { ...placement, adUnitType: "cpc", rateCredits: 25 };
    return byAnyone(listed, { ...listed, rateCredits: 26 });
  },
  update_placement: () =>
    aboutPlacement((placementId) => [
      { placementId, rateCredits: 30 },
      { placementId, rateCredits: 31 },
    ]),
  report_click: () => reporting("cpc", {}, { turnId: "other" }),
  report_impression: () => reporting("cpm", { count: 3 }, { count: 4 }),
  report_conversion: () => {
    const order = { conversionType: "cpa", orderId: "k-1" };
    return reporting("cpa", order, { ...order, orderId: "k-2" });
  },
  async report_events() {
    const { agent, args, otherArgs } = await reporting("cpm", {}, { count: 2 });
    const eventsOf = (event: object) => ({ events: [{ type: "impression", ...event }] });
    return { agent, args: eventsOf(args), otherArgs: eventsOf(otherArgs) };
  },
  async create_campaign() {
    const { placement, advertiser: agent } = await bookPair(market, "cpc");
    const { placementId, adUnitType } = placement;
    const args = { placementId, adUnitType, budgetCredits: 300, ...creative };
    return { agent, args, otherArgs: { ...args, budgetCredits: 301 } };
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

/** They answer with a secret, send something, or wait for a job: their own tests repeat them. */
const REPEATED_APART = [
  "rotate_key",
  "create_key",
  "revoke_key",
  "register_postback",
  "delete_postback",
  "test_postback",
  "replay_postback",
  "request_platform_demand",
];
/** What these leave behind, no account does. */
const MOVES_NOTHING = new Set([
  ...["send_message", "report_bug", "report_experience", "list_placement", "update_placement"],
  ...["create_coupon", "update_coupon", "buy_credits"],
]);

test("every tool that changes something is repeated", () => {
  const changing = CATALOGUE.filter((tool) => tool.takesIdempotencyKey).map(({ name }) => name);
  expect([...Object.keys(CALLS), ...REPEATED_APART].toSorted()).toEqual(changing.toSorted());
});

/** Everything that a call could leave behind, but for the record of the call itself. */
async function traces(): Promise<Readonly<Record<string, unknown>>> {
  const tables = [
    ...["txn", "entry", "campaign", "coupon", "dispute", "cashout", "credit_order"],
    ...["placement", "message", "ticket", "event", "outbox"],
  ];
  // Sweeps of the background work come between two calls; who sweeps is another test's matter.
  const own = `(select * from txn where type <> 'campaign_spend')`;
  const rows = new Map([
    ["txn", `${own} txn`],
    ["entry", `entry join ${own} txn on txn.id = entry.txn_id`],
  ]);
  const counts = await Promise.all(
    tables.map(async (table) => {
      return [table, (await market.sql(`select 1 from ${rows.get(table) ?? table}`)).length];
    }),
  );
  const [revisions] = await market.sql(
    `select (select sum(revision) from campaign) + (select sum(revision) from placement)
       + (select coalesce(sum(max_redemptions), 0) from coupon) as sum`,
  );
  return { ...Object.fromEntries(counts), revisions: revisions?.sum };
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
    const before = await traces();
    const first = await market.call(tool, args, agent.key, { idempotencyKey });
    expect(first.status, first.text).toBe(200);
    expect(first.headers.get("Idempotent-Replayed")).toBeNull();
    const left = await traces();
    expect(left).not.toEqual(before);
    if (MOVES_NOTHING.has(tool)) expect(left.entry).toBe(before.entry);
    const headers = { "Idempotency-Key": idempotencyKey };
    for (const again of [
      await market.call(tool, args, agent.key, { idempotencyKey }),
      await market.call(tool, { ...args, idempotencyKey }, agent.key),
      await market.call(tool, args, agent.key, { headers }),
    ]) {
      expect([again.status, again.text]).toEqual([200, first.text]);
      expect(again.headers.get("Idempotent-Replayed")).toBe("true");
    }
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
