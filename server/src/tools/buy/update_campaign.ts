import { z } from "zod";
import { exampleId, idSchema } from "../../contract/fields.ts";
import { campaignChangeFields, campaignSchema } from "../../contract/resources/campaign.ts";
import { changeCampaign } from "../../domain/campaigns/index.ts";
import { COMMITS, callerOf, campaignDepsOf, defineTool, txOf } from "../tool.ts";

export const updateCampaign = defineTool({
  name: "update_campaign",
  module: "buy",
  title: "Change a campaign",
  description:
    "Pauses or resumes your campaign or changes budget, creative, daily cap, start or end; " +
    "the rest stays. Added budget reopens an exhausted campaign; a new creative is delivered " +
    "once approved. Rate and placement stay. To end it use request_refund or " +
    "confirm_delivery.",
  access: ["advertiser"],
  ...COMMITS,
  errors: [
    "invalid_arguments",
    "not_found",
    "invalid_state",
    "insufficient_credits",
    "budget_too_low",
    "rate_above_brand_cap",
    "creative_rejected",
    "destination_invalid",
    "conflict",
    "wrong_role",
  ],
  input: z.strictObject({ campaignId: idSchema("cmp"), ...campaignChangeFields }),
  output: campaignSchema,
  examples: {
    Pause: { campaignId: exampleId("cmp"), status: "paused" },
    "Add budget": { campaignId: exampleId("cmp"), addBudgetCredits: 250 },
  },
  nextTools: ["get_campaign"],
  async run(ctx, { campaignId, ...change }) {
    const { agentId: advertiserId } = callerOf(ctx);
    const own = { campaignId, advertiserId };
    const campaign = await changeCampaign(txOf(ctx), own, change, campaignDepsOf(ctx));
    ctx.services.delivery.facts.changing(campaignId);
    return campaign;
  },
});
