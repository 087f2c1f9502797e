import { z } from "zod";
import { acknowledgementSchema, conversionFields } from "../../contract/resources/event.ts";
import { defineTool, SETTLES } from "../tool.ts";
import { readyOne, reportOne } from "./reports.ts";

export const reportConversion = defineTool({
  name: "report_conversion",
  module: "sell",
  title: "Report a conversion",
  description:
    "Reports what came of a delivered offer: the model recommended it (recommendation), chose " +
    "it among several (decision), a coupon was used (coupon_redeemed), or an order, lead or " +
    "install (cpa, cpl, cpi; each `orderId` pays once). An advertiser's report of the last " +
    "three with the landing page's `clickId` is verified. See get_campaign.",
  access: ["publisher", "advertiser"],
  ...SETTLES,
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
  before: (ctx, input) => readyOne(ctx, { type: "conversion", ...input }),
  run: (ctx, input) => reportOne(ctx, { type: "conversion", ...input }),
});
