import { z } from "zod";
import { publisherReportByCampaignSchema, reportFields } from "../../contract/resources/report.ts";
import { askedBy } from "../asked.ts";
import { defineTool, READS } from "../tool.ts";

export const getPublisherReportByCampaign = defineTool({
  name: "get_publisher_report_by_campaign",
  module: "sell",
  title: "Publisher report by campaign",
  description:
    "The publisher report with one row for each campaign on the caller's placements in `items`, " +
    "the one that grossed most first. " +
    "Without `from` and `to`: the last 30 days, 12 ISO weeks or 12 months, the present one " +
    "included; `range` needs both. Buckets are half-open, divided at the midnights of " +
    "`timezone`. " +
    "With `campaignId` it becomes a report of that campaign; without rows use " +
    "get_publisher_report.",
  access: ["publisher"],
  rateClass: "read",
  effect: "read",
  hints: READS,
  errors: ["invalid_arguments", "missing_key", "wrong_role", "not_found"],
  input: z.strictObject(reportFields),
  output: publisherReportByCampaignSchema,
  examples: [{ title: "Campaigns of the last 12 weeks", arguments: { period: "weekly" } }],
  nextTools: ["get_publisher_report", "list_campaigns"],
  run: (ctx, input) => ctx.services.reports.publisherByCampaign(askedBy(ctx), input),
});
