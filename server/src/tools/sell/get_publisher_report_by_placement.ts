import { z } from "zod";
import { publisherReportByPlacementSchema, reportFields } from "../../contract/resources/report.ts";
import { askedBy } from "../asked.ts";
import { reportText } from "../report-text.ts";
import { defineTool, READS } from "../tool.ts";

export const getPublisherReportByPlacement = defineTool({
  name: "get_publisher_report_by_placement",
  module: "sell",
  title: "Publisher report by placement",
  description: reportText(
    "Sums up what your placements did and earned, with a row for each placement in " +
      "`items`, most money first.",
    "By campaign: get_publisher_report_by_campaign; sums alone: get_publisher_report. " +
      "Then update_placement.",
  ),
  access: ["publisher"],
  rateClass: "read",
  effect: "read",
  hints: READS,
  errors: ["invalid_arguments", "missing_key", "wrong_role", "not_found"],
  input: z.strictObject(reportFields),
  output: publisherReportByPlacementSchema,
  examples: [{ title: "Placements this year", arguments: { period: "monthly" } }],
  nextTools: ["get_publisher_report_by_campaign", "update_placement"],
  run: (ctx, input) => ctx.services.reports.publisherByPlacement(askedBy(ctx), input),
});
