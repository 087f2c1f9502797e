import { publisherReportSchema } from "../../contract/resources/report.ts";
import { defineTool, REPORTS } from "../tool.ts";

export const getPublisherReport = defineTool({
  name: "get_publisher_report",
  title: "Publisher report",
  description:
    "Sums up what your placements did and earned by day, week or month. Totals equal the ledger. " +
    "With campaignId, unbilled lists what earned nothing and why. For rows use " +
    "get_publisher_report_by_placement or get_publisher_report_by_campaign, for moves of your " +
    "money wallet. Then request_cashout.",
  access: ["publisher"],
  ...REPORTS,
  output: publisherReportSchema,
  examples: {
    "The last 30 days": { period: "daily" },
    "A week in New York time, as a table": {
      period: "range",
      from: "2026-03-02",
      to: "2026-03-09",
      timezone: "America/New_York",
      format: "csv",
    },
  },
  nextTools: ["get_publisher_activation", "get_publisher_report_by_placement", "request_cashout"],
  run: (ctx, input) => ctx.services.reports.publisher(ctx.asked, input),
});
