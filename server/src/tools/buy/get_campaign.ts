import { z } from "zod";
import { idSchema } from "../../contract/ids.ts";
import { campaignSchema } from "../../contract/resources/campaign.ts";
import { requireCampaign } from "../../domain/campaigns/index.ts";
import { callerOf } from "../context.ts";
import { defineTool, READS } from "../tool.ts";

export const getCampaign = defineTool({
  name: "get_campaign",
  module: "buy",
  title: "Get one campaign",
  description:
    "Shows one campaign the caller has part in: state, budget, what was spent and what remains, " +
    "the creative, and `validActions`, the tools that can change it now. For many at once use " +
    "list_campaigns.",
  access: "any",
  rateClass: "read",
  effect: "read",
  hints: READS,
  errors: ["invalid_arguments", "not_found"],
  input: z.strictObject({ campaignId: idSchema("cmp") }),
  output: campaignSchema,
  examples: [
    { title: "One campaign", arguments: { campaignId: "cmp_01k9zq3v5te7kbn8w2r4c6d8fg" } },
  ],
  nextTools: ["confirm_delivery"],
  async run(ctx, input) {
    return requireCampaign(ctx.db, input.campaignId, callerOf(ctx).agentId);
  },
});
