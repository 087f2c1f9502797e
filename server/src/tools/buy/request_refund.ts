import { exampleId, idSchema, timeSchema, trimmed } from "../../contract/fields.ts";
import { campaignSchema } from "../../contract/resources/campaign.ts";
import { requestRefund as refund } from "../../domain/campaigns/index.ts";
import { COMMITS, defineTool } from "../tool.ts";

export const requestRefund = defineTool({
  name: "request_refund",
  title: "Take back the unspent budget",
  description:
    "Ends one of your campaigns for good and returns what was not spent to your available " +
    "balance. Delivery stops at once; reports of earlier deliveries are taken until " +
    "`drainsUntil`. Charges stay: see dispute_events. To stop for a while use update_campaign " +
    "with status paused.",
  access: ["advertiser"],
  ...COMMITS,
  errors: ["not_found", "invalid_state"],
  input: {
    campaignId: idSchema("cmp"),
    reason: trimmed(500).optional().describe("Shown to the publisher."),
  },
  output: campaignSchema.extend({ drainsUntil: timeSchema }),
  examples: { "End a campaign": { campaignId: exampleId("cmp"), reason: "The offer is over." } },
  nextTools: ["get_campaign", "wallet"],
  async run({ agentId, deps, services, tx }, input) {
    const own = { ...input, advertiserId: agentId };
    const { campaign, drainsUntil } = await refund(tx, own, deps);
    services.delivery.facts.changing(input.campaignId);
    return { ...campaign, drainsUntil: drainsUntil.toISOString() };
  },
});
