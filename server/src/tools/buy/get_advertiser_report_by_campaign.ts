import { z } from "zod";
import { advertiserReportByCampaignSchema, reportFields } from "../../contract/resources/report.ts";
import { askedBy } from "../asked.ts";
import { defineTool, READS } from "../tool.ts";

export const getAdvertiserReportByCampaign = defineTool({
  name: "get_advertiser_report_by_campaign",
  module: "buy",
  title: "Advertiser report by campaign",
  description:
    "The advertiser report with one row for each of the caller's campaigns in `items`, the one " +
    "that cost most first. " +
    "Without `from` and `to`: the last 30 days, 12 ISO weeks or 12 months, the present one " +
    "included; `range` needs both. Buckets are half-open, divided at the midnights of " +
    "`timezone`. " +
    "With `campaignId` it becomes a report of that campaign; without rows use " +
    "get_advertiser_report.",
  access: ["advertiser"],
  rateClass: "read",
  effect: "read",
  hints: READS,
  errors: ["invalid_arguments", "missing_key", "wrong_role", "not_found"],
  input: z.strictObject(reportFields),
  output: advertiserReportByCampaignSchema,
  examples: [{ title: "Campaigns of the last 12 weeks", arguments: { period: "weekly" } }],
  nextTools: ["get_attribution", "update_campaign"],
  run: (ctx, input) => ctx.services.reports.advertiserByCampaign(askedBy(ctx), input),
});
