import type { AdvertiserAgent, DemoAgent, DemoAgents } from "./agents.ts";
import { type ExchangeClient, listAll } from "./exchange-client.ts";
import { type Json, numberOf, recordOf, textOf } from "./json.ts";
import { type DemoPlacement, excludedTopicsOf, placementFor } from "./plan.ts";

/** Packs are bought one after the other until the budget is covered; never without end. */
const PACKS_MAX = 5;

/** One advertiser's standing booking. */
export type Booking = { agent: AdvertiserAgent; placementId: string; campaignIds: string[] };

/**
 * Lists what the publisher sells and books it, with bought credits, wherever nothing is booked:
 * on the first start, and again whenever a budget has been used up.
 */
export async function ensureMarket(client: ExchangeClient, agents: DemoAgents): Promise<Booking[]> {
  const listed = await listAll(client, "list_placements", {}, agents.publisher.apiKey);
  const bookings: Booking[] = [];
  for (const agent of agents.advertisers) {
    const plan = placementFor(agent.advertiser);
    const known = listed.find((placement) => isSame(placement, plan));
    const placement = known ?? (await listPlacement(client, plan, agents.publisher));
    const placementId = textOf(placement.placementId) ?? "";
    const campaignIds = await ensureCampaign(client, agent, placementId);
    bookings.push({ agent, placementId, campaignIds });
  }
  return bookings;
}

function isSame(placement: Json, plan: DemoPlacement): boolean {
  const { title, adUnitType, status } = placement;
  return title === plan.title && adUnitType === plan.adUnitType && status === "active";
}

function listPlacement(
  client: ExchangeClient,
  plan: DemoPlacement,
  publisher: DemoAgent,
): Promise<Json> {
  const { title, description, adUnitType, rateCredits, contextUse, subject } = plan;
  return client.call(
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
      disclosureLabel: "Sponsored",
    },
    publisher.apiKey,
  );
}

/** The ids of the campaigns a sale may belong to, the live one first. */
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
  }
  if (live.length === 0) live.push(await book(client, agent, placementId));
  return [...live, ...past];
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
  return textOf((await client.call("create_campaign", args, agent.apiKey)).campaignId) ?? "";
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
