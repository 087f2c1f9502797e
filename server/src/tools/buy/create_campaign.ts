import { adUnitTypeSchema } from "../../contract/enums.ts";
import { exampleId, idSchema } from "../../contract/fields.ts";
import {
  bookedRateSchema,
  bookingFields,
  campaignSchema,
} from "../../contract/resources/campaign.ts";
import { bookCampaign } from "../../domain/campaigns/index.ts";
import { COMMITS, defineTool } from "../tool.ts";
import { bookingOf } from "./platform-wallet.ts";

export const createCampaign = defineTool({
  name: "create_campaign",
  title: "Book a placement",
  description:
    "Books one placement with your creative and moves the budget from your available balance " +
    "into escrow. `adUnitType` must be the placement's; the rate is frozen. You pay for " +
    "reported events only. Smallest budget: its `minBudgetCredits`. buy_placement is the short " +
    "form, buy_campaign books several.",
  access: ["advertiser"],
  ...COMMITS,
  errors: [
    "insufficient_credits",
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
  ],
  input: {
    placementId: idSchema("plc"),
    adUnitType: adUnitTypeSchema.describe("Must be the placement's."),
    rateCredits: bookedRateSchema,
    ...bookingFields,
  },
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
    return bookCampaign(ctx.tx, ctx.agentId, await bookingOf(ctx, input), ctx.deps);
  },
});
