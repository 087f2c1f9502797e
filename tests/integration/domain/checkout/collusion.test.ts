import { afterAll, beforeAll, expect, test } from "vitest";
import { ExchangeError } from "../../../../server/src/contract/errors.ts";
import { idFromUuid } from "../../../../server/src/contract/ids.ts";
import { campaignSchema } from "../../../../server/src/contract/resources/campaign.ts";
import { filledSchema } from "../../../../server/src/contract/resources/delivery.ts";
import { type Order, orderSchema } from "../../../../server/src/contract/resources/wallet.ts";
import { listTestPlacement, type TestAgent } from "../../../setup/agents.ts";
import { DAY_MS, HOUR_MS, SECOND_MS } from "../../tools/market.ts";
import { openSession } from "../disputes/session.ts";
import {
  type CardMarket,
  disputeEvent,
  paidEvent,
  refundEvent,
  startCardMarket,
} from "./card-market.ts";

const SEASONING_DAYS = 30;
const STEPS = 45;
const SEEDS = [1, 2, 3, 4, 5];

let market: CardMarket;
let session: ReturnType<typeof openSession>;
beforeAll(async () => {
  market = await startCardMarket({ env: { PLATFORM_FEE_BPS: "0" } });
  session = openSession(market);
});
afterAll(() => market.close());

/** A small generator whose whole sequence follows from its seed (mulberry32). */
function createRandom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    below: (limit: number) => Math.floor(next() * limit),
    pick: <Item>(items: readonly Item[]): Item | undefined =>
      items[Math.floor(next() * items.length)],
  };
}

interface Purchase {
  readonly order: Order;
  readonly atMs: number;
}

interface Booking {
  readonly campaignId: string;
  readonly advertiser: TestAgent;
  readonly publisher: TestAgent;
}

type Random = ReturnType<typeof createRandom>;

/** Two agents with a placement each, what they bought and what they booked of each other. */
interface Ring {
  readonly random: Random;
  readonly agents: readonly TestAgent[];
  readonly placementIds: readonly string[];
  readonly purchases: Purchase[];
  readonly bookings: Booking[];
  readonly mayTakeBack: boolean;
}

async function buy(ring: Ring, by = ring.random.below(2)): Promise<void> {
  const { agents, purchases } = ring;
  const answer = await market.call("buy_credits", { packId: "starter" }, agents[by]?.key);
  expect(answer.status, answer.text).toBeLessThan(500);
  // A suspended agent buys nothing.
  if (answer.isError) return;
  const order = orderSchema.parse(answer.body);
  const atMs = market.clock.now().getTime();
  expect((await market.send(paidEvent(order))).outcome).toBe("credited");
  purchases.push({ order, atMs });
}

async function book(ring: Ring, from = ring.random.below(2)): Promise<void> {
  const { random, agents, placementIds, bookings } = ring;
  const [advertiser, publisher] = [agents[from], agents[1 - from]];
  if (advertiser === undefined || publisher === undefined) return;
  const args = {
    placementId: placementIds[1 - from],
    adUnitType: "cpc",
    budgetCredits: 250 + random.below(600),
    creativeText: "Cast-iron pans that last a lifetime.",
    creativeUrl: "https://shop.example.com/pans",
  };
  const answer = await market.call("create_campaign", args, advertiser.key);
  if (answer.isError) return;
  const { campaignId } = campaignSchema.parse(answer.body);
  bookings.push({ campaignId, advertiser, publisher });
}

async function click({ random, bookings }: Ring): Promise<void> {
  const booking = random.pick(bookings);
  if (booking === undefined) return;
  const { campaignId, publisher } = booking;
  for (let times = random.below(6); times >= 0; times -= 1) {
    const answer = await market.call("deliver_ad", { campaignId }, publisher.key);
    const delivery = filledSchema.safeParse(answer.body);
    if (!delivery.success) return;
    const { deliveryId } = delivery.data;
    await market.call("report_click", { campaignId, deliveryId }, publisher.key);
  }
}

async function takeBack({ random, purchases, mayTakeBack }: Ring): Promise<void> {
  const purchase = random.pick(purchases);
  if (purchase === undefined || !mayTakeBack) return;
  const part = random.below(1_000);
  const isPartial = random.below(2) === 0;
  await market.send(isPartial ? refundEvent(purchase.order, part) : disputeEvent(purchase.order));
  market.clock.advance(SECOND_MS);
}

async function asAdvertiser(ring: Ring, tool: string, fields: object = {}): Promise<void> {
  const booking = ring.random.pick(ring.bookings);
  if (booking === undefined) return;
  const { campaignId, advertiser } = booking;
  const answer = await market.call(tool, { campaignId, ...fields }, advertiser.key);
  expect(answer.status, answer.text).toBeLessThan(500);
}

/** Disputes what was settled of a booking within some time; there may be nothing to dispute. */
async function dispute(ring: Ring): Promise<void> {
  const nowMs = market.clock.now().getTime();
  const from = new Date(nowMs - ring.random.below(90) * HOUR_MS - SECOND_MS).toISOString();
  const to = new Date(nowMs + SECOND_MS).toISOString();
  await asAdvertiser(ring, "dispute_events", { from, to, reason: "We say so." });
}

/** What the two may talk the operator into; a decision that is not possible is refused. */
async function operate({ random, agents, bookings }: Ring): Promise<void> {
  const disputes = await market.sql("select id from dispute order by id desc limit 10");
  const dispute = random.pick(disputes);
  const targets: (readonly [string, string])[] = [
    ...(dispute === undefined ? [] : [["dispute", idFromUuid("dsp", String(dispute.id))] as const]),
    ["campaign", random.pick(bookings)?.campaignId ?? ""],
    ["agent", random.pick(agents)?.agentId ?? ""],
  ];
  const [target, id] = random.pick(targets) ?? ["", ""];
  const action = random.pick(["hold", "release", "release", "reverse"]) ?? "release";
  await tolerated(session.decide(action, target, id));
}

/** Suspends one of the two, or ends its suspension. */
async function switchStanding({ random, agents }: Ring): Promise<void> {
  const agentId = random.pick(agents)?.agentId ?? "";
  await tolerated(session.agents("suspend", agentId, "--reason", "Looked at."));
  if (random.below(3) > 0) await tolerated(session.agents("activate", agentId));
  market.clock.advance(SECOND_MS);
}

async function tolerated(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof ExchangeError) || error.code !== "invalid_state") throw error;
  });
}

const STEP: Readonly<Record<string, (ring: Ring) => Promise<unknown>>> = {
  buy: (ring) => buy(ring),
  book: (ring) => book(ring),
  click,
  takeBack,
  confirm: (ring) => asAdvertiser(ring, "confirm_delivery"),
  confirmFinal: (ring) => asAdvertiser(ring, "confirm_delivery", { final: true }),
  topUp: (ring) =>
    asAdvertiser(ring, "update_campaign", { addBudgetCredits: 25 + ring.random.below(200) }),
  refund: (ring) => asAdvertiser(ring, "request_refund"),
  dispute,
  operate,
  switchStanding,
  look: ({ random, agents }) => market.call("wallet", {}, random.pick(agents)?.key),
  hours: ({ random }) => market.travel(random.below(80) * HOUR_MS),
  days: ({ random }) => market.travel(random.below(12) * DAY_MS),
};
const OFTEN = { buy: 2, book: 3, click: 8, confirm: 6, dispute: 2, operate: 3 };
const NAMES: readonly string[] = [
  ...Object.keys(STEP),
  ...Object.entries(OFTEN).flatMap(([name, times]) => Array<string>(times).fill(name)),
];

/**
 * Two agents that are both publisher and advertiser and share what they know. Without a fee every
 * credit that is spent reaches the other side, which is the best they could hope for.
 */
async function createRing(seed: number, mayTakeBack: boolean): Promise<Ring> {
  const agents = [await market.agent("both"), await market.agent("both")];
  const placements = await Promise.all(
    agents.map((agent) => listTestPlacement(market.call, agent, "cpc")),
  );
  const placementIds = placements.map(({ placementId }) => placementId);
  const random = createRandom(seed);
  const ring = { random, agents, placementIds, purchases: [], bookings: [], mayTakeBack };
  for (const each of [0, 1]) {
    await buy(ring, each);
    await book(ring, each);
    await click(ring);
    await asAdvertiser(ring, "confirm_delivery");
  }
  return ring;
}

async function stepOf(ring: Ring): Promise<string> {
  const name = ring.random.pick(NAMES) ?? "look";
  await STEP[name]?.(ring);
  return name;
}

const micros = (credits: number) => BigInt(Math.round(credits * 1e6));

/** What both could take out, and the most that seasoned purchases could have given them. */
async function standingOf(ring: Ring) {
  let [earned, pending] = [0n, 0n];
  for (const agent of ring.agents) {
    const balance = await market.balance(agent);
    earned += micros(balance.earnedCredits);
    pending += micros(balance.pendingEarningsCredits);
  }
  const nowMs = market.clock.now().getTime();
  const seasoned = ring.purchases.filter(({ atMs }) => nowMs - atMs >= SEASONING_DAYS * DAY_MS);
  return { earned, pending, seasoned: BigInt(seasoned.length) * 1_000_000_000n };
}

test.each(SEEDS)(
  "two who collude never hold card money before its seasoning, whatever they call (seed %i)",
  async (seed) => {
    const ring = await createRing(seed, seed % 2 === 0);
    const done: string[] = [];
    // They were paid and have confirmed it; from here on they may try what they like.
    const first = await standingOf(ring);
    expect([first.pending > 0n, first.earned]).toEqual([true, 0n]);
    for (let step = 0; step < STEPS; step += 1) {
      done.push(await stepOf(ring));
      const { earned, seasoned } = await standingOf(ring);
      expect(earned <= seasoned, `seed ${seed}: ${earned} of ${seasoned} after ${done}`).toBe(true);
    }
    await market.expectBooksAddUp();
    await market.expectVerified();
  },
);

test("the same two get everything that was spent when all of it is seasoned", async () => {
  const ring = await createRing(11, false);
  for (let step = 0; step < STEPS; step += 1) await stepOf(ring);
  // The operator lets go of whatever is held.
  for (const { agentId } of ring.agents) {
    await tolerated(session.agents("activate", agentId));
    await session.decide("release", "agent", agentId);
  }
  for (const { id } of await market.sql("select id from dispute where status = 'open'")) {
    await tolerated(session.decide("release", "dispute", idFromUuid("dsp", String(id))));
  }
  await market.runPeriodicJobs();
  await market.travel(SEASONING_DAYS * DAY_MS + HOUR_MS);
  const bought = BigInt(ring.purchases.length) * 1_000_000_000n;
  let [earned, left] = [0n, 0n];
  for (const agent of ring.agents) {
    const balance = await market.balance(agent);
    earned += micros(balance.earnedCredits);
    left += micros(balance.availableCredits) + micros(balance.escrowedCredits);
    expect(balance.pendingEarningsCredits).toBe(0);
  }
  expect(earned > 0n).toBe(true);
  expect(earned + left).toBe(bought);
  await market.expectVerified();
});
