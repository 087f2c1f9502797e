import { advertiserReportByPlacementSchema } from "../../contract/resources/report.ts";
import { defineTool, REPORTS } from "../tool.ts";

export const getAdvertiserReportByPlacement = defineTool({
  name: "get_advertiser_report_by_placement",
  title: "Advertiser report by placement",
  description:
    "Sums up what your campaigns did and cost in a period, with a row for each placement in " +
    "`items`, most money first. Totals equal the ledger. For rows by campaign use " +
    "get_advertiser_report_by_campaign, for sums alone get_advertiser_report. Then " +
    "search_placements finds more like the best.",
  access: ["advertiser"],
  ...REPORTS,
  output: advertiserReportByPlacementSchema,
  examples: { "Placements this year": { period: "monthly" } },
  nextTools: ["search_placements", "get_advertiser_report_by_campaign"],
  run: (ctx, input) => ctx.services.reports.advertiserByPlacement(ctx.asked, input),
});
