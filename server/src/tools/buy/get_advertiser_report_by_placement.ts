import { z } from "zod";
import {
  advertiserReportByPlacementSchema,
  reportFields,
} from "../../contract/resources/report.ts";
import { askedBy } from "../asked.ts";
import { defineTool, READS } from "../tool.ts";

export const getAdvertiserReportByPlacement = defineTool({
  name: "get_advertiser_report_by_placement",
  module: "buy",
  title: "Advertiser report by placement",
  description:
    "The advertiser report with one row for each placement that the caller booked in `items`, " +
    "the one that cost most first. " +
    "Without `from` and `to`: the last 30 days, 12 ISO weeks or 12 months, the present one " +
    "included; `range` needs both. Buckets are half-open, divided at the midnights of " +
    "`timezone`. " +
    "With `placementId` it becomes a report of that placement; without rows use " +
    "get_advertiser_report.",
  access: ["advertiser"],
  rateClass: "read",
  effect: "read",
  hints: READS,
  errors: ["invalid_arguments", "missing_key", "wrong_role", "not_found"],
  input: z.strictObject(reportFields),
  output: advertiserReportByPlacementSchema,
  examples: [{ title: "Placements this year", arguments: { period: "monthly" } }],
  nextTools: ["search_placements", "get_advertiser_report_by_campaign"],
  run: (ctx, input) => ctx.services.reports.advertiserByPlacement(askedBy(ctx), input),
});
