import { exampleId, idSchema } from "../../contract/fields.ts";
import {
  attributionGroupSchema,
  attributionSchema,
  POSTBACK_LOG_MAX,
  windowFields,
} from "../../contract/resources/report.ts";
import { findPostbackLog } from "../../domain/postbacks/index.ts";
import { defineTool, READS } from "../tool.ts";

export const getAttribution = defineTool({
  name: "get_attribution",
  title: "Attribution of a campaign",
  description:
    "Shows your campaign in depth: totals, a series by groupBy, the latest conversions " +
    "with the touch of each, unbilled events and why, and the log of its postbacks. Times are " +
    "UTC; default the last 30 days, by hour 48, by week 12 weeks. Then update_campaign.",
  access: ["advertiser"],
  ...READS,
  errors: ["not_found"],
  input: {
    campaignId: idSchema("cmp"),
    groupBy: attributionGroupSchema
      .default("day")
      .describe("What the rows of the series stand for."),
    ...windowFields,
  },
  output: attributionSchema,
  examples: { "A campaign by day": { campaignId: exampleId("cmp"), groupBy: "day" } },
  nextTools: ["get_advertiser_report", "update_campaign"],
  async run({ agentId, asked, db, services }, input) {
    const answer = await services.reports.attribution(asked, input);
    const log = { agentId, campaignId: input.campaignId, limit: POSTBACK_LOG_MAX };
    return { ...answer, postbackLog: await findPostbackLog(db, log) };
  },
});
