import { exampleId, idSchema } from "../../contract/fields.ts";
import { campaignChangeFields, campaignSchema } from "../../contract/resources/campaign.ts";
import { changeCampaign } from "../../domain/campaigns/index.ts";
import { COMMITS, defineTool } from "../tool.ts";

export const updateCampaign = defineTool({
  name: "update_campaign",
  title: "Change a campaign",
  description:
    "Pauses or resumes your campaign or changes budget, creative, daily cap, start or end; " +
    "the rest stays. Added budget reopens an exhausted campaign; a new creative is delivered " +
    "once approved. Rate and placement stay. To end it use request_refund or " +
    "confirm_delivery.",
  access: ["advertiser"],
  ...COMMITS,
  errors: [
    "not_found",
    "invalid_state",
    "insufficient_credits",
    "budget_too_low",
    "rate_above_brand_cap",
    "creative_rejected",
    "destination_invalid",
    "conflict",
  ],
  input: { campaignId: idSchema("cmp"), ...campaignChangeFields },
  output: campaignSchema,
  examples: {
    Pause: { campaignId: exampleId("cmp"), status: "paused" },
    "Add budget": { campaignId: exampleId("cmp"), addBudgetCredits: 250 },
  },
  nextTools: ["get_campaign"],
  async run({ agentId, deps, services, tx }, { campaignId, ...change }) {
    const own = { campaignId, advertiserId: agentId };
    const campaign = await changeCampaign(tx, own, change, deps);
    services.delivery.facts.changing(campaignId);
    return campaign;
  },
});
