import type { AdvertiserAgent, DemoAgents, PublisherAgent } from "./agents.ts";
import { type ExchangeClient, listAll } from "./exchange-client.ts";
import { type Json, listOf, numberOf, recordOf, textOf } from "./json.ts";
import { type DemoPlacement, excludedTopicsOf, placementFor } from "./plan.ts";

/** Packs are bought one after the other until the budget is covered; never without end. */
const PACKS_MAX = 5;

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
  const listed = new Map<PublisherAgent, Json[]>();
  for (const publisher of agents.publishers) {
    listed.set(publisher, await listAll(client, "list_placements", {}, publisher.apiKey));
  }
  const bookings: Booking[] = [];
  for (const agent of agents.advertisers) {
    const plan = placementFor(agent.advertiser);
    const publisher = agents.publishers.find((one) => one.publisher.slug === plan.publisher);
    if (publisher === undefined) throw new Error(`Nobody sells ${plan.adUnitType}.`);
    const known = listed.get(publisher)?.find((placement) => isSame(placement, plan));
    const placementId = await ensurePlacement(client, plan, publisher, known);
    const campaignIds = await ensureCampaign(client, agent, placementId);
    bookings.push({ agent, publisher, placementId, campaignIds });
  }
  return bookings;
}

function isSame(placement: Json, plan: DemoPlacement): boolean {
  const { title, adUnitType, status } = placement;
  return title === plan.title && adUnitType === plan.adUnitType && status === "active";
}

async function ensurePlacement(
  client: ExchangeClient,
  plan: DemoPlacement,
  publisher: PublisherAgent,
  known: Json | undefined,
): Promise<string> {
  if (known === undefined) return listPlacement(client, plan, publisher);
  const placementId = textOf(known.placementId) ?? "";
  const excludedTopics = excludedTopicsOf(plan.subject);
  const listed = Array.isArray(known.excludedTopics) ? known.excludedTopics : [];
  // An earlier version did not know the subjects and the citations that have been added since.
  const isCurrent =
    listed.toSorted().join() === excludedTopics.toSorted().join() &&
    known.citations === (plan.citations === true) &&
    known.disclosureLabel === labelOf(plan);
  if (!isCurrent) {
    const change = { excludedTopics, citations: plan.citations === true };
    const args = { placementId, ...change, disclosureLabel: labelOf(plan) };
    await client.call("update_placement", args, publisher.apiKey);
  }
  return placementId;
}

/** A label within a sentence is short. */
const labelOf = ({ citations }: DemoPlacement): string => (citations ? "Ad" : "Sponsored");

async function listPlacement(
  client: ExchangeClient,
  plan: DemoPlacement,
  publisher: PublisherAgent,
): Promise<string> {
  const { title, description, adUnitType, rateCredits, contextUse, citations, subject } = plan;
  const placement = await client.call(
    "list_placement",
    {
      title,
      description,
      kind: "chat_sidebar",
      adUnitType,
      rateCredits,
      contextUse,
      topics: [subject],
      excludedTopics: excludedTopicsOf(subject),
      ...(citations === true && { citations }),
      disclosureLabel: labelOf(plan),
    },
    publisher.apiKey,
  );
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
  { apiKey }: AdvertiserAgent,
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
