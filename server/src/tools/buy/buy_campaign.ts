import { z } from "zod";
import { adUnitTypeSchema, placementKindSchema } from "../../contract/enums.ts";
import { creditsSchema, integer } from "../../contract/fields.ts";
import { bookingFields, campaignSchema } from "../../contract/resources/campaign.ts";
import { topicSchema } from "../../contract/resources/placement.ts";
import { bookMany } from "../../domain/campaigns/index.ts";
import { COMMITS, defineTool } from "../tool.ts";
import { createCampaign } from "./create_campaign.ts";
import { bookingOf } from "./platform-wallet.ts";

const PLACEMENTS_MAX = 20;

export const buyCampaign = defineTool({
  name: "buy_campaign",
  title: "Book several placements at once",
  description:
    "Several create_campaign calls in one: spreads a budget in equal shares over placements " +
    "that match a filter, one for each publisher, up to maxPlacements: those with confirmed " +
    "deliveries first, then the cheapest. All are booked or none, each at its own rate. To " +
    "choose yourself use search_placements. Then list_campaigns.",
  access: ["advertiser"],
  ...COMMITS,
  errors: createCampaign.errors,
  input: {
    filter: z
      .strictObject({
        kind: placementKindSchema.optional().describe("Where in the product it appears."),
        adUnitType: adUnitTypeSchema.describe("What is paid for."),
        topic: topicSchema.optional().describe("One of the placement's topics, such as cooking."),
        maxRateCredits: creditsSchema().optional().describe("Highest rate."),
      })
      .describe("Which placements."),
    maxPlacements: integer(1, PLACEMENTS_MAX).describe("Book at most so many."),
    ...bookingFields,
    budgetCredits: bookingFields.budgetCredits.describe("For all of them together."),
  },
  output: z.object({ items: z.array(campaignSchema) }),
  examples: {
    "Up to five sidebars by the click": {
      filter: { kind: "chat_sidebar", adUnitType: "cpc", maxRateCredits: 40 },
      maxPlacements: 5,
      budgetCredits: 2000,
      creativeText: "Cast-iron pans that last a lifetime.",
      creativeUrl: "https://shop.example.com/pans?click={click_id}",
    },
  },
  nextTools: ["list_campaigns"],
  async run(ctx, input) {
    const booking = await bookingOf(ctx, input);
    return { items: await bookMany(ctx.tx, ctx.agentId, booking, ctx.deps) };
  },
});
