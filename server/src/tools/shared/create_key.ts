import { exampleId, idSchema } from "../../contract/fields.ts";
import { createdKeySchema, keyScopeSchema } from "../../contract/resources/agent.ts";
import { requireCampaign } from "../../domain/campaigns/index.ts";
import { createKey as create } from "../../domain/identity/index.ts";
import { ADDS, defineTool } from "../tool.ts";

export const createKey = defineTool({
  name: "create_key",
  title: "Create a limited API key",
  description:
    "Returns a further API key, shown only in this answer. Give each program the least it needs: " +
    "`report` for a chat that delivers and reports, `read` for a dashboard, one campaign if it " +
    "serves one. Other calls answer `key_restricted`. rotate_key keeps it.",
  access: "any",
  ...ADDS,
  errors: ["not_found", "invalid_state"],
  input: {
    scope: keyScopeSchema.describe("Its rights."),
    campaignId: idSchema("cmp").optional().describe("Its only campaign."),
  },
  output: createdKeySchema,
  examples: {
    "For the publisher kit": { scope: "report" },
    "For a dashboard of one campaign": { scope: "read", campaignId: exampleId("cmp") },
  },
  nextTools: ["list_keys", "revoke_key"],
  async run({ agentId, now, tx }, { scope, campaignId }) {
    if (campaignId !== undefined) await requireCampaign(tx, campaignId, agentId);
    const { apiKey, key } = await create(tx, agentId, { scope, campaignId, now });
    return { apiKey, ...key, scope, campaignId };
  },
});
