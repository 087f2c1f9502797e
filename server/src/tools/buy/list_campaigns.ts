import { z } from "zod";
import { campaignStatusSchema } from "../../contract/enums.ts";
import { idSchema, listOf, pageFields } from "../../contract/fields.ts";
import { campaignSchema } from "../../contract/resources/campaign.ts";
import { findCampaigns } from "../../domain/campaigns/index.ts";
import { defineTool, pageById, READS } from "../tool.ts";

export const listCampaigns = defineTool({
  name: "list_campaigns",
  title: "List campaigns",
  description:
    "Shows the campaigns you have part in, newest first: as advertiser those you booked, as " +
    "publisher those booked on your placements, which is how a publisher learns of a booking. " +
    "For one that you know use get_campaign, for numbers over time a report. Publishers " +
    "continue with deliver_ad.",
  access: "any",
  ...READS,
  input: {
    ...pageFields,
    role: z.enum(["publisher", "advertiser"]).optional().describe("Which side; default both."),
    status: campaignStatusSchema.optional().describe("Only in this state."),
    placementId: idSchema("plc").optional().describe("Only on this placement."),
  },
  output: listOf(campaignSchema),
  examples: { "Live bookings on my placements": { role: "publisher", status: "active" } },
  nextTools: ["deliver_ad", "get_campaign", "ask_help"],
  run: ({ agentId, db }, { limit, cursor, ...asked }) =>
    pageById({ limit, cursor }, ["cmp", "campaignId"], (range) =>
      findCampaigns(db, { agentId, ...asked, ...range }),
    ),
});
