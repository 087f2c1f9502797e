import { z } from "zod";
import { adUnitTypeSchema, placementKindSchema } from "../../contract/enums.ts";
import { creditsSchema } from "../../contract/money.ts";
import {
  campaignOptionFields,
  campaignSchema,
  creativeTextSchema,
  creativeUrlSchema,
} from "../../contract/resources/campaign.ts";
import { topicSchema } from "../../contract/resources/placement.ts";
import { bookMany } from "../../domain/campaigns/index.ts";
import { callerOf, campaignDepsOf, txOf } from "../context.ts";
import { COMMITS, defineTool } from "../tool.ts";
import { createCampaign } from "./create_campaign.ts";

const { rateCredits: _placementsOwn, ...options } = campaignOptionFields;
const PLACEMENTS_MAX = 20;

export const buyCampaign = defineTool({
  name: "buy_campaign",
  module: "buy",
  title: "Book several placements at once",
  description:
    "Spreads one budget in equal shares over the cheapest placements that match a filter, as " +
    `many as the budget allows up to maxPlacements (at most ${PLACEMENTS_MAX}): every share ` +
    "meets its placement's smallest budget. All are booked in one step or none. Each becomes a " +
    "campaign of its own at its placement's rate. To choose placements yourself use " +
    "search_placements and create_campaign.",
  access: ["advertiser"],
  rateClass: "write",
  effect: "write",
  hints: COMMITS,
  errors: createCampaign.errors,
  input: z.strictObject({
    filter: z.strictObject({
      kind: placementKindSchema.optional(),
      adUnitType: adUnitTypeSchema,
      topic: topicSchema.optional(),
      maxRateCredits: creditsSchema().optional(),
    }),
    maxPlacements: z.number().int().min(1).max(PLACEMENTS_MAX),
    budgetCredits: creditsSchema({ min: 0.000001 }).describe("For all of them together."),
    creativeText: creativeTextSchema,
    creativeUrl: creativeUrlSchema,
    ...options,
  }),
  output: z.object({ items: z.array(campaignSchema) }),
  examples: [
    {
      title: "Up to five sidebars by the click",
      arguments: {
        filter: { kind: "chat_sidebar", adUnitType: "cpc", maxRateCredits: 40 },
        maxPlacements: 5,
        budgetCredits: 2000,
        creativeText: "Cast-iron pans that last a lifetime. Free returns for 60 days.",
        creativeUrl: "https://shop.example.com/pans?click={click_id}",
      },
    },
  ],
  nextTools: ["list_campaigns"],
  async run(ctx, input) {
    const { agentId } = callerOf(ctx);
    return { items: await bookMany(txOf(ctx), agentId, input, campaignDepsOf(ctx)) };
  },
});
