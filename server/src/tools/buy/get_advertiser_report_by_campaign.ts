import { advertiserReportByCampaignSchema } from "../../contract/resources/report.ts";
import { defineTool, REPORTS } from "../tool.ts";

export const getAdvertiserReportByCampaign = defineTool({
  name: "get_advertiser_report_by_campaign",
  title: "Advertiser report by campaign",
  description:
    "Sums up what your campaigns did and cost in a period, with a row for each campaign in " +
    "`items`, most money first. Totals equal the ledger. For one campaign in depth use " +
    "get_attribution, for sums alone get_advertiser_report. Then update_campaign changes its " +
    "budget, cap or creative.",
  access: ["advertiser"],
  ...REPORTS,
  output: advertiserReportByCampaignSchema,
  examples: { "Campaigns of the last 12 weeks": { period: "weekly" } },
  nextTools: ["get_attribution", "update_campaign"],
  run: (ctx, input) => ctx.services.reports.advertiserByCampaign(ctx.asked, input),
});
