import { z } from "zod";
import { publisherReportByPlacementSchema, reportFields } from "../../contract/resources/report.ts";
import { askedBy } from "../asked.ts";
import { defineTool, READS } from "../tool.ts";

export const getPublisherReportByPlacement = defineTool({
  name: "get_publisher_report_by_placement",
  module: "sell",
  title: "Publisher report by placement",
  description:
    "The publisher report with one row for each of the caller's placements in `items`, the one " +
    "that grossed most first. " +
    "Without `from` and `to`: the last 30 days, 12 ISO weeks or 12 months, the present one " +
    "included; `range` needs both. Buckets are half-open, divided at the midnights of " +
    "`timezone`. " +
    "With `placementId` it becomes a report of that placement; without rows use " +
    "get_publisher_report.",
  access: ["publisher"],
  rateClass: "read",
  effect: "read",
  hints: READS,
  errors: ["invalid_arguments", "missing_key", "wrong_role", "not_found"],
  input: z.strictObject(reportFields),
  output: publisherReportByPlacementSchema,
  examples: [{ title: "Placements this year", arguments: { period: "monthly" } }],
  nextTools: ["update_placement", "get_publisher_report_by_campaign"],
  run: (ctx, input) => ctx.services.reports.publisherByPlacement(askedBy(ctx), input),
});
