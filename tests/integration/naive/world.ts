import { z } from "zod";
import { listOf } from "../../../server/src/contract/fields.ts";
import { type Campaign, campaignSchema } from "../../../server/src/contract/resources/campaign.ts";
import { filledSchema } from "../../../server/src/contract/resources/delivery.ts";
import { placementSchema } from "../../../server/src/contract/resources/placement.ts";
import {
  bookCampaign,
  fundedAdvertiser,
  listTestPlacement,
  registerAgent,
  resultOf,
  type TestAgent,
} from "../../setup/agents.ts";
import type { CallTool } from "../../setup/exchange.ts";

/** Somebody else on the exchange, who does its own things while the naive agent waits. */
export type Neighbour = () => Promise<void>;

/** Pays as the human who opens the address; answers in JSON, as a program would read it. */
export async function payAt(checkoutUrl: string): Promise<void> {
  const paid = await fetch(`${checkoutUrl}/pay`, {
    method: "POST",
    headers: { Accept: "application/json" },
  });
  if (!paid.ok) throw new Error(`Paying answered ${paid.status}.`);
}

/** Books every placement it has not booked yet, and confirms what was delivered to it. */
export async function createBuyer(call: CallTool): Promise<Neighbour> {
  const buyer = await fundedAdvertiser(call, "builder");
  return async () => {
    const booked = await campaignsOf(call, buyer);
    for (const { campaignId, spentCredits } of booked) {
      if (spentCredits > 0) await call("confirm_delivery", { campaignId }, buyer.key);
    }
    const known = new Set(booked.map(({ placementId }) => placementId));
    const { items } = await resultOf(call("search_placements", {}), listOf(placementSchema));
    for (const placement of items.filter(({ placementId }) => !known.has(placementId))) {
      await bookCampaign(call, buyer, placement, { budgetCredits: 1_000 });
    }
  };
}

/** Lists a sidebar, and delivers and reports each of its campaigns once whenever time passes. */
export function createSeller(call: CallTool, fields: object = {}): Neighbour {
  let seller: TestAgent | undefined;
  return async () => {
    if (seller === undefined) {
      seller = await registerAgent(call, "publisher");
      await listTestPlacement(call, seller, "cpc", fields);
      return;
    }
    const { key } = seller;
    for (const { campaignId } of await campaignsOf(call, seller)) {
      const { deliveryId } = await resultOf(call("deliver_ad", { campaignId }, key), filledSchema);
      await resultOf(call("report_click", { campaignId, deliveryId }, key), z.object({}));
    }
  };
}

async function campaignsOf(call: CallTool, { key }: TestAgent): Promise<Campaign[]> {
  const list = call("list_campaigns", { status: "active" }, key);
  return (await resultOf(list, listOf(campaignSchema))).items;
}
