import { expect, vi } from "vitest";
import { z } from "zod";
import { campaignSchema, couponSchema } from "../../server/src/contract/resources/campaign.ts";
import { cashoutSchema, orderSchema } from "../../server/src/contract/resources/wallet.ts";
import {
  bookCampaign,
  bookedPair,
  deliverOnce,
  listTestPlacement,
  payCheckout,
  registerAgent,
  resultOf,
  type TestAgent,
} from "../setup/agents.ts";
import type { CallTool } from "../setup/exchange.ts";

export interface Step {
  readonly tool: string;
  readonly isError: boolean;
  readonly body: unknown;
}

/** The product that the exchange must hold before a tour. */
export const TOUR_PRODUCT = {
  id: "kettle-1",
  title: "Steel kettle",
  price: 29.9,
  currency: "USD",
  availability: "in_stock",
  imageUrl: "https://pictures.test/kettle.jpg",
  link: "https://shop.test/p/kettle",
};

/**
 * Calls every tool so that it succeeds, and many so that they are refused, always in the same
 * order. Two tours over two transports must read the same, ids and times aside.
 */
export async function tour(transport: CallTool): Promise<{ right: Step[]; wrong: Step[] }> {
  const steps: Step[] = [];
  const call = recorded(transport, steps);
  const parties = await callRightly(call, transport);
  const right = steps.splice(0);
  await callWrongly(call, parties);
  return { right, wrong: steps };
}

/** The first half of a tour, for clients that refuse wrong arguments before they send them. */
export async function tourRightly(transport: CallTool): Promise<Step[]> {
  const steps: Step[] = [];
  await callRightly(recorded(transport, steps), transport);
  return steps;
}

function recorded(transport: CallTool, steps: Step[]): CallTool {
  return async (tool, args, key) => {
    const answer = await transport(tool, args, key);
    steps.push({ tool, isError: answer.isError, body: answer.body });
    return answer;
  };
}

const clickedSchema = z.object({ clickId: z.string() });

async function callRightly(call: CallTool, unrecorded: CallTool) {
  const publisher = await registerAgent(call, "publisher");
  const advertiser = await registerAgent(call, "advertiser");
  const order = call("buy_credits", { packId: "starter" }, advertiser.key);
  await payCheckout((await resultOf(order, orderSchema)).checkoutUrl);
  const placement = await listTestPlacement(call, publisher, "cpc");
  const { placementId } = placement;
  await call("update_placement", { placementId, topics: ["cooking"] }, publisher.key);
  await call("list_placements", { status: "active" }, publisher.key);
  await call("search_placements", { publisherId: publisher.agentId, limit: 1 });
  await call("request_platform_demand", { placementId }, publisher.key);
  const campaign = await bookCampaign(call, advertiser, placement, { idempotencyKey: "book-1" });
  const { campaignId } = campaign;
  await call("list_campaigns", { role: "publisher", status: "active" }, publisher.key);
  const ad = await deliverOnce(call, publisher, campaignId, { sessionKey: "session-1" });
  const { deliveryId } = ad;
  await call("report_impression", { campaignId, deliveryId, count: 3 }, publisher.key);
  const click = call("report_click", { campaignId, deliveryId }, publisher.key);
  const { clickId } = await resultOf(click, clickedSchema);
  // Each paid click is swept by itself, so that the entries do not depend on the background work.
  await unrecorded("whoami", {}, advertiser.key);
  const conversion = { campaignId, conversionType: "cpa", clickId, orderId: "order-1" };
  await call("report_conversion", conversion, advertiser.key);
  const events = [
    { type: "click", campaignId },
    { type: "impression", campaignId: campaignId.replace("cmp_01", "cmp_00") },
  ];
  await call("report_events", { events }, publisher.key);
  await unrecorded("whoami", {}, advertiser.key);
  await call("get_campaign", { campaignId }, advertiser.key);
  await disputeOne(call, { publisher, advertiser, campaignId });
  await call("whoami", {}, advertiser.key);
  await call("update_campaign", { campaignId, addBudgetCredits: 10 }, advertiser.key);
  const coupon = { campaignId, couponCode: "PAN10", ...COUPON };
  const promised = call("create_coupon", coupon, advertiser.key);
  const { couponId } = await resultOf(promised, couponSchema);
  await call("update_coupon", { couponId, maxRedemptions: 500 }, advertiser.key);
  await call("list_coupons", { campaignId }, advertiser.key);
  await call("confirm_delivery", { campaignId }, advertiser.key);
  await call("whoami", {}, publisher.key);
  await call("wallet", { type: "campaign_spend" }, advertiser.key);
  await buyAndRefund(call, { publisher, advertiser });
  await cashOut(call);
  await call("search_affiliate_offers", { category: "kitchen", limit: 3 });
  await call("search_shopfeed_products", { q: "kettle under $40", limit: 3 });
  await call("get_shopfeed_product", { id: TOUR_PRODUCT.id });
  await tellAtPostback(call, advertiser);
  await untilCounted(unrecorded, publisher, 2);
  await readReports(call, { publisher, advertiser, campaignId });
  await askSupport(call, publisher);
  await talk(call, { publisher, advertiser, campaignId });
  const made = await call("create_key", { scope: "report", campaignId }, publisher.key);
  await call("list_keys", {}, publisher.key);
  await call("revoke_key", { prefix: Object(made.body).prefix }, publisher.key);
  await call("rotate_key", { graceHours: 1, idempotencyKey: "rotate-1" }, publisher.key);
  await call("rotate_key", { graceHours: 1, idempotencyKey: "rotate-1" }, publisher.key);
  return { publisher, advertiser, placement, campaign };
}

/** Both sides write, one of them a secret, and read a page each. */
async function talk(
  call: CallTool,
  of: { publisher: TestAgent; advertiser: TestAgent; campaignId: string },
): Promise<void> {
  const { publisher, advertiser, campaignId } = of;
  await call("send_message", { campaignId, body: "Where do they come from?" }, advertiser.key);
  const body = `A newsletter.\nWrite to us as ${publisher.key}`;
  await call("send_message", { campaignId, body, idempotencyKey: "talk-1" }, publisher.key);
  await call("list_messages", { campaignId, limit: 1 }, advertiser.key);
  await call("list_messages", { campaignId }, publisher.key);
}

const reportedSchema = z.object({ eventId: z.string() });

/** Another click, whose earning the advertiser then disputes. */
async function disputeOne(
  call: CallTool,
  of: { publisher: TestAgent; advertiser: TestAgent; campaignId: string },
): Promise<void> {
  const { publisher, advertiser, campaignId } = of;
  const { deliveryId } = await deliverOnce(call, publisher, campaignId);
  const click = call("report_click", { campaignId, deliveryId }, publisher.key);
  const { eventId } = await resultOf(click, reportedSchema);
  const dispute = { campaignId, eventIds: [eventId], reason: "Nobody arrived." };
  await call("dispute_events", dispute, advertiser.key);
}

const registeredSchema = z.object({ postbackId: z.string() });

/** The exchange of a tour allows this machine, where nobody listens. */
async function tellAtPostback(call: CallTool, { key }: TestAgent): Promise<void> {
  const registered = call("register_postback", { url: "http://127.0.0.1:9/hook" }, key);
  const { postbackId } = await resultOf(registered, registeredSchema);
  await call("test_postback", { postbackId }, key);
  await call("replay_postback", { postbackId }, key);
  await call("list_postbacks", { status: "active" }, key);
  await call("delete_postback", { postbackId }, key);
}

async function askSupport(call: CallTool, { key }: TestAgent): Promise<void> {
  const context = { toolName: "deliver_ad", sent: { authorization: `Bearer ${key}` } };
  const steps = ["Book", "Deliver"];
  const bug = { title: "It fails", description: `With ${key}.`, severity: "high", steps, context };
  await call("report_bug", bug, key);
  await call("report_experience", { rating: 4, whatFailed: "Little." }, key);
  await call("get_publisher_activation", {}, key);
  const question = `How do I cash out? My key is ${key}.`;
  await call("ask_help", { question, context: { errorCode: "cashout_below_minimum" } }, key);
}

const reportSchema = z.object({ totals: z.object({ deliveries: z.number() }) });

/** Deliveries are counted within a second; a report read sooner may or may not show the last. */
async function untilCounted(call: CallTool, { key }: TestAgent, wanted: number): Promise<void> {
  await vi.waitFor(
    async () => {
      const report = call("get_publisher_report", { period: "daily" }, key);
      const { totals } = await resultOf(report, reportSchema);
      expect(totals.deliveries).toBe(wanted);
    },
    { timeout: 5_000, interval: 50 },
  );
}

async function readReports(
  call: CallTool,
  of: { publisher: TestAgent; advertiser: TestAgent; campaignId: string },
): Promise<void> {
  const { publisher, advertiser, campaignId } = of;
  const period = { period: "daily", timezone: "Asia/Kathmandu" };
  for (const by of ["", "_by_placement", "_by_campaign"]) {
    const format = by === "" ? "csv" : "json";
    await call(`get_publisher_report${by}`, { ...period, format }, publisher.key);
    await call(`get_advertiser_report${by}`, { ...period, format }, advertiser.key);
  }
  await call("get_attribution", { campaignId, groupBy: "conversionType" }, advertiser.key);
}

const COUPON = {
  agentInstructions: "Mention code PAN10 for 10 % off.",
  discountType: "percent",
  discountValue: 10,
};

/** Books by the two short ways and takes one budget back. */
async function buyAndRefund(
  call: CallTool,
  { publisher, advertiser }: { publisher: TestAgent; advertiser: TestAgent },
): Promise<void> {
  // The transports of a test share one exchange: a topic of its own keeps their tours apart.
  const topics = [publisher.agentId];
  const { placementId } = await listTestPlacement(call, publisher, "cpr", { topics });
  const [topic] = topics;
  const creative = {
    creativeText: "Pans that last a lifetime.",
    creativeUrl: "https://shop.example.com/",
  };
  const purchase = { placementId, budgetCredits: 100, ...creative };
  const bought = call("buy_placement", purchase, advertiser.key);
  const { campaignId } = await resultOf(bought, campaignSchema);
  await call("request_refund", { campaignId, reason: "Changed plans." }, advertiser.key);
  const filter = { adUnitType: "cpr", topic };
  const many = { filter, maxPlacements: 3, budgetCredits: 100, ...creative };
  await call("buy_campaign", many, advertiser.key);
}

/** Each tour has its own: an address that another agent used goes to review. */
const ADDRESSES = [
  "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
  "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq",
  "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2",
  "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy",
];
let cashouts = 0;

/** Earns 512 credits by 3,200 impressions, asks for 500 of them and takes that back. */
async function cashOut(call: CallTool): Promise<void> {
  const { publisher, advertiser, campaign } = await bookedPair(call, "cpm", { budgetCredits: 700 });
  const { campaignId } = campaign;
  await deliverOnce(call, publisher, campaignId);
  await call("report_impression", { campaignId, count: 3_200 }, publisher.key);
  await call("confirm_delivery", { campaignId }, advertiser.key);
  const btcAddress = ADDRESSES[cashouts++ % ADDRESSES.length];
  const requested = call("request_cashout", { amountCredits: 500, btcAddress }, publisher.key);
  const { cashoutId } = await resultOf(requested, cashoutSchema);
  await call("list_cashouts", { status: "requested" }, publisher.key);
  await call("cancel_cashout", { cashoutId }, publisher.key);
}

type Parties = Awaited<ReturnType<typeof callRightly>>;

async function callWrongly(call: CallTool, parties: Parties): Promise<void> {
  const { publisher, advertiser, placement, campaign } = parties;
  const { campaignId, placementId } = campaign;
  await call("whoami", {});
  await call("create_placement", {}, publisher.key);
  await call("create_campaign", {}, publisher.key);
  await call("create_campaign", {}, advertiser.key);
  await call("list_placement", { title: 7, colour: "red" }, publisher.key);
  await call("wallet", { cursor: "made up" }, publisher.key);
  await call("whoami", { note: `rk_live_${"0".repeat(36)}` }, publisher.key);
  await call("deliver_ad", { campaignId: "cmp_short" }, publisher.key);
  await call("get_shopfeed_product", { id: "nothing" });
  await call("search_shopfeed_products", { limit: 21 });
  await call("search_affiliate_offers", { limit: 101 });
  const unknown = campaignId.replace("cmp_01", "cmp_00");
  await call("get_campaign", { campaignId: unknown }, advertiser.key);
  await call("update_placement", { placementId, revision: 99, title: "Newer" }, publisher.key);
  const listing = { title: "Cheap", description: "Too cheap.", kind: "general" };
  const offer = { ...listing, adUnitType: "cpc", rateCredits: 1 };
  await call("list_placement", offer, publisher.key);
  const booking = {
    placementId,
    adUnitType: placement.adUnitType,
    budgetCredits: 5000,
    creativeText: "Pans that last.",
    creativeUrl: "https://shop.example.com/",
  };
  await call("create_campaign", booking, advertiser.key);
  await call("create_campaign", { ...booking, budgetCredits: 1 }, advertiser.key);
  await call("create_campaign", { ...booking, adUnitType: "cpm" }, advertiser.key);
  await call("create_campaign", { ...booking, idempotencyKey: "book-1" }, advertiser.key);
  const marked = { ...booking, budgetCredits: 250, creativeText: "See https://x.test" };
  await call("create_campaign", marked, advertiser.key);
  await call("update_campaign", { campaignId, addBudgetCredits: 9000 }, advertiser.key);
  await call("create_coupon", { campaignId, couponCode: "pan10", ...COUPON }, advertiser.key);
  await call("create_coupon", { campaignId, discountType: "percent" }, advertiser.key);
  await call("list_coupons", { campaignId: unknown }, advertiser.key);
  await call("buy_placement", { ...booking, adUnitType: "cpc" }, advertiser.key);
  const { adUnitType: _unit, placementId: _placement, ...purchase } = booking;
  const filter = { adUnitType: "cpc", topic: "nothing has this topic" };
  await call("buy_campaign", { ...purchase, filter, maxPlacements: 1 }, advertiser.key);
  const local = { ...booking, budgetCredits: 250, creativeUrl: "http://10.0.0.1/" };
  await call("create_campaign", local, advertiser.key);
  await call("report_bug", { title: "It fails", severity: "urgent" }, publisher.key);
  await call("report_experience", { rating: 6, [publisher.key]: 1 }, publisher.key);
  await call("send_message", { campaignId, body: "Ding\u0007" }, publisher.key);
  await call("send_message", { campaignId: unknown, body: "Hello?" }, publisher.key);
  await call("list_messages", { campaignId: unknown }, advertiser.key);
  await call("rotate_key", { graceHours: 169 }, publisher.key);
  await call("revoke_key", { prefix: publisher.key.slice(0, 12) }, publisher.key);
}

const spentSchema = z.looseObject({
  items: z.array(z.looseObject({ account: z.string(), amountCredits: z.number() })),
});

/** One entry an account for what a campaign spent: background work divides it as time has it. */
function withSpendJoined(step: Step): Step {
  const { success, data: body } = spentSchema.safeParse(step.body);
  if (step.tool !== "wallet" || !success) return step;
  const byAccount = Map.groupBy(body.items, ({ account }) => account);
  const items = [...byAccount.values()].map((entries) => ({
    ...entries[0],
    amountCredits: entries.reduce((sum, { amountCredits }) => sum + amountCredits, 0),
  }));
  return { ...step, body: { ...body, items } };
}

/** Replaces what differs between two tours by what it stands for; equal ids stay equal. */
export function withoutIds(steps: readonly Step[]): unknown {
  const names = new Map<string, string>();
  const nameOf = (id: string) => {
    const name = names.get(id) ?? `${id.slice(0, 3)}-${names.size}`;
    names.set(id, name);
    return name;
  };
  const text = JSON.stringify(steps.map(withSpendJoined))
    .replace(/\b[a-z]{3}_[0-7][0-9a-hjkmnp-tv-z]{25}(_[A-Za-z0-9_-]{22})?/g, nameOf)
    .replace(/rk_live_[0-9A-Za-z]+/g, "a key")
    .replace(/whsec_[0-9A-Za-z+/=]+/g, "a secret")
    .replace(/"lastUsedAt":("[^"]*"|null)/g, '"lastUsedAt":"at some time"')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "a time")
    .replace(/\/r\/[A-Za-z0-9_-]{64}/g, "/r/token")
    .replace(/"btcAddress":"[^"]*"/g, '"btcAddress":"an address"')
    .replace(/[0-9a-f]{24}/g, "a mark")
    .replace(/"nextCursor":"[^"]+"/g, '"nextCursor":"a cursor"');
  return JSON.parse(text);
}
