import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { campaignSchema } from "../../../../server/src/contract/resources/campaign.ts";
import { disputeSchema } from "../../../../server/src/contract/resources/wallet.ts";
import {
  bookCampaign,
  deliverOnce,
  listTestPlacement,
  registerAgent,
  resultOf,
  type TestAgent,
} from "../../../setup/agents.ts";
import { SECOND_MS } from "../../tools/market.ts";
import { type CardMarket, refundEvent, startCardMarket } from "../checkout/card-market.ts";
import { openSession } from "./session.ts";

let market: CardMarket;
let session: ReturnType<typeof openSession>;
beforeAll(async () => {
  // A fee that divides no price evenly, and purchases that end inside of units.
  market = await startCardMarket({ env: { PLATFORM_FEE_BPS: "1234" } });
  session = openSession(market);
});
afterAll(() => market.close());

/** A thousand impressions cost this, so that one costs an odd number of micro-credits. */
const RATE_CREDITS = 333.331;
const price = 333_331n;
const fee = (price * 1234n) / 10_000n;

type Step =
  | { readonly kind: "report"; readonly counts: readonly number[] }
  | { readonly kind: "sweep" | "confirm" | "topUp" | "refund" }
  | { readonly kind: "dispute" | "decide"; readonly picks: readonly number[] };

const picks = fc.array(fc.nat(50), { minLength: 1, maxLength: 4 });
const counts = fc.array(fc.integer({ min: 1, max: 4_000 }), { minLength: 1, maxLength: 5 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("report" as const), counts }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom("sweep" as const, "confirm" as const, "topUp" as const),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("dispute" as const), picks }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("decide" as const), picks }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("refund" as const) }) },
);

interface Story {
  readonly buyer: TestAgent;
  readonly publisher: TestAgent;
  readonly campaignId: string;
  readonly deliveryId: string;
  readonly order: Awaited<ReturnType<CardMarket["buy"]>>;
  /** Events that were charged, with their units; those disputed are taken out. */
  readonly free: Map<string, bigint>;
  readonly disputes: string[];
  refundedCents: number;
}

async function begin(): Promise<Story> {
  const [buyer, publisher] = [await market.agent(), await registerAgent(market.call, "publisher")];
  const order = await market.buy(buyer);
  await market.buy(buyer);
  await market.buy(buyer);
  const rates = { rateCredits: RATE_CREDITS };
  const placement = await listTestPlacement(market.call, publisher, "cpm", rates);
  const { campaignId } = await bookCampaign(market.call, buyer, placement, {
    budgetCredits: 1_234.567,
  });
  const { deliveryId } = await deliverOnce(market.call, publisher, campaignId);
  const free = new Map<string, bigint>();
  const disputes: string[] = [];
  const refundedCents = 0;
  return { buyer, publisher, campaignId, deliveryId, order, free, disputes, refundedCents };
}

async function report(story: Story, sizes: readonly number[]): Promise<void> {
  const { campaignId, deliveryId, publisher, free } = story;
  const events = sizes.map((count) => ({ type: "impression", campaignId, deliveryId, count }));
  const { body } = await market.call("report_events", { events }, publisher.key);
  for (const item of Object(body).items) {
    const units = BigInt(Math.round(item.chargedCredits * 1e6)) / price;
    if (units > 0n) free.set(item.eventId, units);
  }
}

async function dispute(story: Story, chosen: readonly number[]): Promise<void> {
  const { campaignId, buyer, free, disputes } = story;
  const known = [...free.keys()];
  if (known.length === 0) return;
  const eventIds = [...new Set(chosen.map((pick) => known[pick % known.length] ?? ""))];
  const args = { campaignId, eventIds, reason: "Ours." };
  const answer = await market.call("dispute_events", args, buyer.key);
  if (answer.status !== 200) {
    const { code, details } = Object(answer.body).error;
    expect([code, typeof details.status], answer.text).toEqual(["invalid_state", "string"]);
    expect(["matured", "held", "reversed"]).toContain(details.status);
    return;
  }
  const { disputeId, heldCredits, chargedCredits } = disputeSchema.parse(answer.body);
  const units = eventIds.reduce((sum, eventId) => sum + (free.get(eventId) ?? 0n), 0n);
  expect(BigInt(Math.round(chargedCredits * 1e6))).toBe(units * price);
  const off = BigInt(Math.round(heldCredits * 1e6)) - units * (price - fee);
  // What rounds where one purchase ends and the next begins.
  expect(off >= -2n && off <= 2n, `${off} micro-credits`).toBe(true);
  for (const eventId of eventIds) free.delete(eventId);
  disputes.push(disputeId);
}

async function decide({ disputes }: Story, chosen: readonly number[]): Promise<void> {
  const [which = 0, how = 0] = chosen;
  const disputeId = disputes[which % Math.max(1, disputes.length)];
  if (disputeId === undefined) return;
  const action = how % 3 === 0 ? "hold" : how % 3 === 1 ? "release" : "reverse";
  await tolerated(session.decide(action, "dispute", disputeId));
}

/** What the present state does not allow is refused, and nothing else. */
async function tolerated(work: Promise<unknown>): Promise<void> {
  await work.catch((error: { code?: string }) => {
    expect(error.code).toBe("invalid_state");
  });
}

async function act(story: Story, one: Step): Promise<void> {
  const { campaignId, buyer, order } = story;
  if (one.kind === "report") await report(story, one.counts);
  if (one.kind === "sweep") await market.sweep();
  if (one.kind === "confirm") await market.call("confirm_delivery", { campaignId }, buyer.key);
  if (one.kind === "dispute") await dispute(story, one.picks);
  if (one.kind === "decide") await decide(story, one.picks);
  if (one.kind === "topUp") {
    const more = { campaignId, addBudgetCredits: 111.111 };
    await market.call("update_campaign", more, buyer.key);
  }
  if (one.kind === "refund") {
    story.refundedCents += 77;
    await market.send(refundEvent(order, story.refundedCents));
    // What was spent of the purchase suspends its buyer; the operator lets it go on.
    await tolerated(session.agents("activate", buyer.agentId));
    market.clock.advance(SECOND_MS);
  }
}

test("whatever happens around it, a dispute holds what its events cost", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 20 }), async (steps) => {
      const story = await begin();
      for (const one of steps) await act(story, one);
      await market.sweep();
      await market.expectBooksAddUp();
      const { campaignId, publisher } = story;
      const answer = market.call("get_campaign", { campaignId }, publisher.key);
      const shown = await resultOf(answer, campaignSchema);
      const { budgetCredits, spentCredits, remainingCredits, refundedCredits } = shown;
      expect(spentCredits + remainingCredits + refundedCredits).toBeCloseTo(budgetCredits, 6);
    }),
    // The books are those of all runs: a smaller story would still meet what the first one left.
    { numRuns: 8, endOnFailure: true },
  );
  await market.expectVerified();
});
