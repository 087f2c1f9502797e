import { exampleId, idSchema } from "../../contract/fields.ts";
import { campaignSchema } from "../../contract/resources/campaign.ts";
import { requireCampaign } from "../../domain/campaigns/index.ts";
import { defineTool, READS } from "../tool.ts";

export const getCampaign = defineTool({
  name: "get_campaign",
  title: "Get one campaign",
  description:
    "Shows one campaign you have part in: state, budget, what was spent and what remains, the " +
    "creative, and `validActions`, the tools that can change it now. Use it after booking and " +
    "before a change. For many at once use list_campaigns, for numbers over time " +
    "get_attribution.",
  access: "any",
  ...READS,
  errors: ["not_found"],
  input: { campaignId: idSchema("cmp") },
  output: campaignSchema,
  examples: { "One campaign": { campaignId: exampleId("cmp") } },
  nextTools: ["deliver_ad", "get_attribution", "confirm_delivery"],
  run: ({ agentId, db }, { campaignId }) => requireCampaign(db, campaignId, agentId),
});
