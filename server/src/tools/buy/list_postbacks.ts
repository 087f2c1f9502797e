import { z } from "zod";
import { idSchema, listOf, pageFields } from "../../contract/fields.ts";
import { POSTBACK_STATUSES, postbackSchema } from "../../contract/resources/postback.ts";
import { requireCampaign } from "../../domain/campaigns/index.ts";
import { findEndpoints } from "../../domain/postbacks/index.ts";
import { defineTool, pageById, READS } from "../tool.ts";

export const listPostbacks = defineTool({
  name: "list_postbacks",
  title: "List webhooks",
  description:
    "Lists your webhooks, newest first: address, types, state, how many messages wait and how " +
    "many were given up. Secrets are never shown again: register_postback rotates one. The " +
    "attempts about one campaign are in get_attribution. replay_postback sends again what was " +
    "given up.",
  access: "any",
  ...READS,
  errors: ["not_found"],
  input: {
    ...pageFields,
    status: z.enum(POSTBACK_STATUSES).optional().describe("Only in this state."),
    campaignId: idSchema("cmp").optional().describe("Those registered for this campaign alone."),
  },
  output: listOf(postbackSchema),
  examples: { "Those that were disabled": { status: "disabled" } },
  nextTools: ["register_postback", "test_postback", "replay_postback"],
  async run({ agentId, db }, { status, campaignId, ...page }) {
    if (campaignId !== undefined) await requireCampaign(db, campaignId, agentId);
    const found = await pageById(page, ["whk", "postbackId"], (range) =>
      findEndpoints(db, { agentId, status, campaignId, ...range }),
    );
    return { ...found, items: found.items.map(({ agentId: _own, ...postback }) => postback) };
  },
});
