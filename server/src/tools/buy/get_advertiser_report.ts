import { advertiserReportSchema } from "../../contract/resources/report.ts";
import { defineTool, REPORTS } from "../tool.ts";

export const getAdvertiserReport = defineTool({
  name: "get_advertiser_report",
  title: "Advertiser report",
  description:
    "Sums up what your campaigns did and cost in a period of days, weeks or months. Totals " +
    "equal the ledger. For rows use get_advertiser_report_by_campaign or " +
    "get_advertiser_report_by_placement, for the paths of conversions of one campaign " +
    "get_attribution. Then update_campaign adds budget or ends waste.",
  access: ["advertiser"],
  ...REPORTS,
  output: advertiserReportSchema,
  examples: {
    "The last 30 days": { period: "daily" },
    "March in Berlin time": {
      period: "range",
      from: "2026-03-01",
      to: "2026-04-01",
      timezone: "Europe/Berlin",
    },
  },
  nextTools: ["get_advertiser_report_by_campaign", "get_attribution"],
  run: (ctx, input) => ctx.services.reports.advertiser(ctx.asked, input),
});
