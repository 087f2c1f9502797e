import { describe, expect, test } from "vitest";
import { listOf } from "../../../server/src/contract/fields.ts";
import { whoamiSchema } from "../../../server/src/contract/resources/agent.ts";
import { campaignSchema } from "../../../server/src/contract/resources/campaign.ts";
import { placementSchema } from "../../../server/src/contract/resources/placement.ts";
import { orderSchema } from "../../../server/src/contract/resources/wallet.ts";
import {
  deliverOnce,
  listTestPlacement,
  payCheckout,
  registerAgent,
  resultOf,
  type TestAgent,
} from "../../setup/agents.ts";
import type { CallTool } from "../../setup/exchange.ts";
import type { Books } from "./books.ts";
import { setUpRecipe, TRANSPORTS } from "./transports.ts";

describe.each(TRANSPORTS)("the advertiser's recipe over $name", (transport) => {
  const recipe = setUpRecipe(transport);

  test("leads from registration to a confirmed campaign, exact to the micro-credit", () =>
    buyAndConfirm(recipe.call, recipe.books));
});

async function buyAndConfirm(call: CallTool, books: Books): Promise<void> {
  const publisher = await registerAgent(call, "publisher", "Kitchen Chat");
  await listTestPlacement(call, publisher, "cpc", {
    title: "Sidebar of a kitchen chat",
    rateCredits: 25.000003,
  });
  await listTestPlacement(call, publisher, "cpm", { title: "Sidebar of a kitchen chat" });

  const advertiser = await buyStarterPack(call);

  const wish = { q: "kitchen", kind: "chat_sidebar", adUnitType: "cpc" };
  const found = await resultOf(call("search_placements", wish), listOf(placementSchema));
  const [placement, ...others] = found.items;
  expect(others).toEqual([]);
  const booked = await resultOf(
    call(
      "create_campaign",
      {
        placementId: placement?.placementId,
        adUnitType: placement?.adUnitType,
        budgetCredits: 300,
        creativeText: "Cast-iron pans that last a lifetime.",
        creativeUrl: "https://shop.example.com/pans?click={click_id}",
      },
      advertiser.key,
    ),
    campaignSchema,
  );
  expect(booked).toMatchObject({ status: "active", escrowStatus: "held", spentCredits: 0 });
  const { campaignId } = booked;

  // A reader follows the tracked link; whoever reports the same click adds nothing.
  const ad = await deliverOnce(call, publisher, campaignId);
  const hop = await fetch(ad.offer.clickUrl, { redirect: "manual", headers: BROWSER });
  expect(hop.status).toBe(302);
  expect(hop.headers.get("Location")).toMatch(/^https:\/\/shop\.example\.com\/pans\?click=clk_/);
  const { deliveryId } = ad;
  await call("report_click", { campaignId, deliveryId }, publisher.key);

  const spent = await resultOf(
    call("get_campaign", { campaignId }, advertiser.key),
    campaignSchema,
  );
  expect(spent).toMatchObject({
    spentCredits: 25.000003,
    remainingCredits: 274.999997,
    escrowStatus: "partially_settled",
  });
  const confirmed = call("confirm_delivery", { campaignId }, advertiser.key);
  expect((await confirmed).body).toMatchObject({ campaignId, maturedCredits: 20.000003 });
  expect(await available(call, advertiser)).toBe(700);

  expect(await books.balancesOf(advertiser.agentId)).toEqual({
    available: 700_000_000n,
    escrow: 274_999_997n,
  });
  // The fee is floor(25,000,003 x 20 %) = 5,000,000 µcr; the odd part is the publisher's.
  expect(await books.balancesOf(publisher.agentId)).toEqual({ earned: 20_000_003n });
  expect(await books.platform()).toEqual({
    checkout_clearing: -1_000_000_000n,
    platform_fee: 5_000_000n,
  });
  await books.expectBalanced();
}

async function buyStarterPack(call: CallTool): Promise<TestAgent> {
  const advertiser = await registerAgent(call, "advertiser", "Pan Makers");
  const order = await resultOf(
    call("buy_credits", { packId: "starter" }, advertiser.key),
    orderSchema,
  );
  expect(order).toMatchObject({ credits: 1000, priceUsd: 10, status: "open" });
  expect(await available(call, advertiser)).toBe(0);
  await payCheckout(order.checkoutUrl);
  expect(await available(call, advertiser)).toBe(1000);
  await expect(payCheckout(order.checkoutUrl)).rejects.toThrow("no form");
  expect(await available(call, advertiser)).toBe(1000);
  return advertiser;
}

/** A tool without a browser's name counts as a declared bot, and its clicks are not billed. */
const BROWSER = {
  "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
};

async function available(call: CallTool, agent: TestAgent): Promise<number> {
  const { balance } = await resultOf(call("whoami", {}, agent.key), whoamiSchema);
  return balance.availableCredits;
}
