import { z } from "zod";
import { orderSchema } from "../../server/src/contract/resources/wallet.ts";
import {
  bookCampaign,
  deliverOnce,
  listTestPlacement,
  payCheckout,
  registerAgent,
  resultOf,
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
  const call: CallTool = async (tool, args, key) => {
    const answer = await transport(tool, args, key);
    steps.push({ tool, isError: answer.isError, body: answer.body });
    return answer;
  };
  const parties = await callRightly(call);
  const right = steps.splice(0);
  await callWrongly(call, parties);
  return { right, wrong: steps };
}

const clickedSchema = z.object({ clickId: z.string() });

async function callRightly(call: CallTool) {
  const publisher = await registerAgent(call, "publisher");
  const advertiser = await registerAgent(call, "advertiser");
  const order = call("buy_credits", { packId: "starter" }, advertiser.key);
  await payCheckout((await resultOf(order, orderSchema)).checkoutUrl);
  const placement = await listTestPlacement(call, publisher, "cpc");
  const { placementId } = placement;
  await call("update_placement", { placementId, topics: ["cooking"] }, publisher.key);
  await call("list_placements", { status: "active" }, publisher.key);
  await call("search_placements", { publisherId: publisher.agentId, limit: 1 });
  const campaign = await bookCampaign(call, advertiser, placement, { idempotencyKey: "book-1" });
  const { campaignId } = campaign;
  await call("list_campaigns", { role: "publisher", status: "active" }, publisher.key);
  const ad = await deliverOnce(call, publisher, campaignId, { sessionKey: "session-1" });
  const { deliveryId } = ad;
  await call("report_impression", { campaignId, deliveryId, count: 3 }, publisher.key);
  const click = call("report_click", { campaignId, deliveryId }, publisher.key);
  const { clickId } = await resultOf(click, clickedSchema);
  const conversion = { campaignId, conversionType: "cpa", clickId, orderId: "order-1" };
  await call("report_conversion", conversion, advertiser.key);
  const events = [
    { type: "click", campaignId },
    { type: "impression", campaignId: campaignId.replace("cmp_01", "cmp_00") },
  ];
  await call("report_events", { events }, publisher.key);
  await call("get_campaign", { campaignId }, advertiser.key);
  await call("confirm_delivery", { campaignId }, advertiser.key);
  await call("whoami", {}, publisher.key);
  await call("wallet", { type: "campaign_spend" }, advertiser.key);
  await call("search_shopfeed_products", { q: "kettle under $40", limit: 3 });
  await call("get_shopfeed_product", { id: TOUR_PRODUCT.id });
  return { publisher, advertiser, placement, campaign };
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
  const local = { ...booking, budgetCredits: 250, creativeUrl: "http://10.0.0.1/" };
  await call("create_campaign", local, advertiser.key);
}

/** Replaces what differs between two tours by what it stands for; equal ids stay equal. */
export function withoutIds(steps: readonly Step[]): unknown {
  const names = new Map<string, string>();
  const nameOf = (id: string) => {
    const name = names.get(id) ?? `${id.slice(0, 3)}-${names.size}`;
    names.set(id, name);
    return name;
  };
  const text = JSON.stringify(steps)
    .replace(/\b[a-z]{3}_[0-7][0-9a-hjkmnp-tv-z]{25}(_[A-Za-z0-9_-]{22})?/g, nameOf)
    .replace(/rk_live_[0-9A-Za-z]+/g, "a key")
    .replace(/"lastUsedAt":("[^"]*"|null)/g, '"lastUsedAt":"at some time"')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "a time")
    .replace(/\/r\/[A-Za-z0-9_-]{64}/g, "/r/token")
    .replace(/[0-9a-f]{24}/g, "a mark")
    .replace(/"nextCursor":"[^"]+"/g, '"nextCursor":"a cursor"');
  return JSON.parse(text);
}
