import { z } from "zod";
import { adUnitTypeSchema } from "../../contract/enums.ts";
import { exampleId, idSchema } from "../../contract/fields.ts";
import {
  bookedRateSchema,
  bookingFields,
  campaignSchema,
} from "../../contract/resources/campaign.ts";
import { bookCampaign } from "../../domain/campaigns/index.ts";
import { COMMITS, callerOf, campaignDepsOf, defineTool, txOf } from "../tool.ts";
import { isForPlatform } from "./platform-wallet.ts";

export const createCampaign = defineTool({
  name: "create_campaign",
  module: "buy",
  title: "Book a placement",
  description:
    "Books one placement with your creative and moves the budget from your available balance " +
    "into escrow. `adUnitType` must be the placement's; the rate is frozen. You pay for " +
    "reported events only. Smallest budget: its `minBudgetCredits`. buy_placement is the short " +
    "form, buy_campaign books several.",
  access: ["advertiser"],
  ...COMMITS,
  errors: [
    "invalid_arguments",
    "insufficient_credits",
    "wrong_role",
    "self_dealing",
    "platform_wallet_only",
    "not_found",
    "placement_not_bookable",
    "ad_unit_mismatch",
    "rate_below_floor",
    "rate_above_brand_cap",
    "budget_too_low",
    "creative_rejected",
    "destination_invalid",
    "idempotency_key_reused",
  ],
  input: z.strictObject({
    placementId: idSchema("plc"),
    adUnitType: adUnitTypeSchema.describe("Must be the placement's."),
    rateCredits: bookedRateSchema,
    ...bookingFields,
  }),
  output: campaignSchema,
  examples: {
    "A cost-per-click booking": {
      placementId: exampleId("plc"),
      adUnitType: "cpc",
      budgetCredits: 500,
      creativeText: "Cast-iron pans that last a lifetime.",
      creativeUrl: "https://shop.example.com/pans?click={click_id}",
    },
  },
  nextTools: ["get_campaign", "list_campaigns"],
  async run(ctx, input) {
    const isPlatformWallet = await isForPlatform(ctx, input.brandId);
    const booking = { ...input, isPlatformWallet };
    return bookCampaign(txOf(ctx), callerOf(ctx).agentId, booking, campaignDepsOf(ctx));
  },
});
