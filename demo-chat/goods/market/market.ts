import type { AdvertiserAgent, DemoAgent, DemoAgents, PublisherAgent } from "./agents.ts";
import { type ExchangeClient, listAll } from "./exchange-client.ts";
import { type Json, listOf, numberOf, recordOf, textOf } from "./json.ts";
import { type DemoPlacement, excludedTopicsOf, placementFor } from "./plan.ts";

/** Packs are bought one after the other until the budget is covered; never without end. */
const PACKS_MAX = 5;

/** What the platform wallet holds at each start at least. */
const PLATFORM_CREDITS = 2_000;

/** One advertiser's standing booking, and the chat it stands in. */
export type Booking = {
  agent: AdvertiserAgent;
  publisher: PublisherAgent;
  placementId: string;
  /** The live one first, then those before it: a click may be older than the booking. */
  campaignIds: string[];
};

/**
 * Lists what the publishers sell and books it, with bought credits, wherever nothing is booked: on
 * the first start, again whenever a budget has been used up, and after an update that sells more.
 */
export async function ensureMarket(client: ExchangeClient, agents: DemoAgents): Promise<Booking[]> {
  await ensureFunds(client, agents.platform, PLATFORM_CREDITS);
  // The demo's own chats show the demo's advertisers; platform demand is for the others.
  const blockedAdvertiserIds = [agents.platform.agentId];
  const listed = new Map<PublisherAgent, Json[]>();
  for (const publisher of agents.publishers) {
    listed.set(publisher, await listAll(client, "list_placements", {}, publisher.apiKey));
  }
  const bookings: Booking[] = [];
  for (const agent of agents.advertisers) {
    const plan = placementFor(agent.advertiser);
    const publisher = agents.publishers.find((one) => one.publisher.slug === plan.publisher);
    if (publisher === undefined) throw new Error(`No demo publisher sells ${plan.adUnitType}.`);
    const known = listed.get(publisher)?.find((placement) => isSame(placement, plan));
    const fields = { ...fieldsOf(plan), blockedAdvertiserIds };
    const placementId = await ensurePlacement(client, { plan, fields }, publisher, known);
    const campaignIds = await ensureCampaign(client, agent, placementId);
    bookings.push({ agent, publisher, placementId, campaignIds });
  }
  return bookings;
}

function isSame(placement: Json, plan: DemoPlacement): boolean {
  const { title, adUnitType, status } = placement;
  return title === plan.title && adUnitType === plan.adUnitType && status === "active";
}

/** What an earlier version of the demo may have listed otherwise. */
function fieldsOf(plan: DemoPlacement) {
  const { subject, citations } = plan;
  return {
    excludedTopics: excludedTopicsOf(subject),
    citations: citations === true,
    // A label within a sentence is short.
    disclosureLabel: citations ? "Ad" : "Sponsored",
  };
}

type Listing = {
  plan: DemoPlacement;
  fields: ReturnType<typeof fieldsOf> & { blockedAdvertiserIds: string[] };
};

async function ensurePlacement(
  client: ExchangeClient,
  listing: Listing,
  publisher: PublisherAgent,
  known: Json | undefined,
): Promise<string> {
  if (known === undefined) return listPlacement(client, listing, publisher);
  const placementId = textOf(known.placementId) ?? "";
  const isCurrent = Object.entries(listing.fields).every(
    ([name, value]) => sorted(known[name]) === sorted(value),
  );
  if (!isCurrent) {
    await client.call("update_placement", { placementId, ...listing.fields }, publisher.apiKey);
  }
  return placementId;
}

const sorted = (value: unknown) => (Array.isArray(value) ? value.toSorted().join() : String(value));

async function listPlacement(
  client: ExchangeClient,
  { plan, fields }: Listing,
  publisher: PublisherAgent,
): Promise<string> {
  const { title, description, adUnitType, rateCredits, contextUse, subject } = plan;
  const listed = { title, description, adUnitType, rateCredits, contextUse, topics: [subject] };
  const args = { kind: "chat_sidebar", ...listed, ...fields };
  const placement = await client.call("list_placement", args, publisher.apiKey);
  return textOf(placement.placementId) ?? "";
}

async function ensureCampaign(
  client: ExchangeClient,
  agent: AdvertiserAgent,
  placementId: string,
): Promise<string[]> {
  const booked = await listAll(client, "list_campaigns", { placementId }, agent.apiKey);
  const { creativeUrl } = agent.advertiser;
  const live: string[] = [];
  const past: string[] = [];
  for (const campaign of booked) {
    const campaignId = textOf(campaign.campaignId) ?? "";
    const isLive = campaign.status === "active" || campaign.status === "pending_start";
    const isCurrent = recordOf(campaign.creative)?.url === creativeUrl;
    // The demo's address has changed: the old landing page would lead nowhere.
    if (isLive && !isCurrent) await endCampaign(client, agent, campaignId);
    (isLive && isCurrent ? live : past).push(campaignId);
    if (isLive && isCurrent) await ensureCoupons(client, agent, campaign);
  }
  if (live.length === 0) live.push(await book(client, agent, placementId));
  return [...live, ...past];
}

/** A start that died between the booking and its coupons left a campaign without them. */
async function ensureCoupons(
  client: ExchangeClient,
  { advertiser, apiKey }: AdvertiserAgent,
  campaign: Json,
): Promise<void> {
  const made = Array.isArray(campaign.couponIds) ? campaign.couponIds.length : 0;
  if (made >= advertiser.coupons.length) return;
  const campaignId = textOf(campaign.campaignId) ?? "";
  const { items } = await client.call("list_coupons", { campaignId, limit: 100 }, apiKey);
  const codes = new Set(listOf(items).map(({ couponCode }) => couponCode));
  for (const { code, agentInstructions, percentOff, maxRedemptions } of advertiser.coupons) {
    if (codes.has(code)) continue;
    const discount = { discountType: "percent", discountValue: percentOff };
    const args = { campaignId, couponCode: code, agentInstructions, ...discount, maxRedemptions };
    await client.call("create_coupon", args, apiKey);
  }
}

async function endCampaign(
  client: ExchangeClient,
  { apiKey }: AdvertiserAgent,
  campaignId: string,
): Promise<void> {
  await client.call("confirm_delivery", { campaignId, final: true }, apiKey);
}

async function book(
  client: ExchangeClient,
  agent: AdvertiserAgent,
  placementId: string,
): Promise<string> {
  const { adUnitType, headline, creativeUrl } = agent.advertiser;
  // The exchange makes the title of the first sentence.
  const creativeText = `${headline}. ${agent.advertiser.creativeText}`;
  const { budgetCredits } = placementFor(agent.advertiser);
  await ensureFunds(client, agent, budgetCredits);
  const args = { placementId, adUnitType, budgetCredits, creativeText, creativeUrl };
  const campaign = await client.call("create_campaign", args, agent.apiKey);
  await ensureCoupons(client, agent, campaign);
  return textOf(campaign.campaignId) ?? "";
}

/** Buys credit packs the way any advertiser does: an order, and a payment on its checkout page. */
async function ensureFunds(
  client: ExchangeClient,
  { apiKey }: DemoAgent,
  budgetCredits: number,
): Promise<void> {
  for (let packs = 0; packs < PACKS_MAX; packs += 1) {
    const balance = recordOf((await client.call("whoami", {}, apiKey)).balance);
    const missing = budgetCredits - numberOf(balance?.availableCredits);
    if (missing <= 0) return;
    const packId = missing > 1_000 ? "builder" : "starter";
    const order = await client.call("buy_credits", { packId }, apiKey);
    await client.pay(textOf(order.checkoutUrl) ?? "");
  }
}
