import { z } from "zod";
import type { Role } from "../../contract/enums.ts";
import { acknowledgementSchema, conversionFields } from "../../contract/resources/event.ts";
import { defineTool } from "../tool.ts";
import { REPORTS, reportOne } from "./reports.ts";

const bothSides: readonly Role[] = ["publisher", "advertiser"];

export const reportConversion = defineTool({
  ...REPORTS,
  access: bothSides,
  name: "report_conversion",
  title: "Report a conversion",
  description:
    "Reports what came of a delivered offer: the model recommended it (recommendation), chose " +
    "it among several (decision), a coupon was used (coupon_redeemed), or an order, lead or " +
    "install (cpa, cpl, cpi; each `orderId` pays once). Advertisers report the last three " +
    "with the `clickId` their landing address got: that verifies them. " +
    "Not for views and clicks. See get_campaign afterwards.",
  input: z.strictObject(conversionFields),
  output: acknowledgementSchema,
  examples: [
    {
      title: "The model recommended the brand",
      arguments: {
        campaignId: "cmp_01k9zq3v5te7kbn8w2r4c6d8fg",
        conversionType: "recommendation",
      },
    },
    {
      title: "An order after a click",
      arguments: {
        campaignId: "cmp_01k9zq3v5te7kbn8w2r4c6d8fg",
        conversionType: "cpa",
        clickId: "clk_01k9zq3v5te7kbn8w2r4c6d8fg",
        orderId: "order-1001",
        valueUsd: 49.95,
      },
    },
  ],
  nextTools: ["deliver_ad", "get_campaign", "whoami"],
  run: (ctx, input) => reportOne(ctx, { type: "conversion", ...input }),
});
