import { publisherReportByCampaignSchema } from "../../contract/resources/report.ts";
import { defineTool, REPORTS } from "../tool.ts";

export const getPublisherReportByCampaign = defineTool({
  name: "get_publisher_report_by_campaign",
  title: "Publisher report by campaign",
  description:
    "Sums up what your placements did and earned in a period, with a row for each campaign on " +
    "them in `items`, most money first. Totals equal the ledger. For rows by placement use " +
    "get_publisher_report_by_placement, for sums alone get_publisher_report. Then " +
    "get_campaign shows one in full.",
  access: ["publisher"],
  ...REPORTS,
  output: publisherReportByCampaignSchema,
  examples: { "Campaigns of the last 12 weeks": { period: "weekly" } },
  nextTools: ["get_publisher_report", "list_campaigns"],
  run: (ctx, input) => ctx.services.reports.publisherByCampaign(ctx.asked, input),
});
