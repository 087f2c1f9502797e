import { publisherReportByPlacementSchema } from "../../contract/resources/report.ts";
import { defineTool, REPORTS } from "../tool.ts";

export const getPublisherReportByPlacement = defineTool({
  name: "get_publisher_report_by_placement",
  title: "Publisher report by placement",
  description:
    "Sums up what your placements did and earned in a period, with a row for each placement " +
    "in `items`, most money first. Totals equal the ledger. For rows by campaign use " +
    "get_publisher_report_by_campaign, for sums alone get_publisher_report. Then " +
    "update_placement changes a rate or a title.",
  access: ["publisher"],
  ...REPORTS,
  output: publisherReportByPlacementSchema,
  examples: { "Placements this year": { period: "monthly" } },
  nextTools: ["get_publisher_report_by_campaign", "update_placement"],
  run: (ctx, input) => ctx.services.reports.publisherByPlacement(ctx.asked, input),
});
