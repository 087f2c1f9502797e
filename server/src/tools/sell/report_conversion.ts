import type { z } from "zod";
import { wrongField } from "../../contract/errors.ts";
import { exampleId } from "../../contract/fields.ts";
import { acknowledgementSchema, conversionFields } from "../../contract/resources/delivery.ts";
import { campaignNotFound } from "../../domain/campaigns/index.ts";
import { campaignOfClick, type Report } from "../../domain/events/index.ts";
import { defineTool, SETTLES, type ToolContext } from "../tool.ts";
import { readyOne, reportOne } from "./reports.ts";

const inputFields = {
  ...conversionFields,
  campaignId: conversionFields.campaignId.optional().describe("Default: that of `clickId`."),
};
type Input = z.output<z.ZodObject<typeof inputFields>>;

export const reportConversion = defineTool({
  name: "report_conversion",
  title: "Report a conversion",
  description:
    "Reports what came of a delivered offer: the model recommended it, chose " +
    "it among several (decision), a coupon was used (coupon_redeemed), or an order, lead or " +
    "install (cpa, cpl, cpi; each `orderId` pays once). An advertiser's report with the " +
    "landing page's `clickId` is verified. See get_campaign.",
  access: ["publisher", "advertiser"],
  ...SETTLES,
  input: inputFields,
  output: acknowledgementSchema,
  examples: {
    "The model recommended the brand": {
      campaignId: exampleId("cmp"),
      conversionType: "recommendation",
    },
    "An order after a click": {
      campaignId: exampleId("cmp"),
      conversionType: "cpa",
      clickId: exampleId("clk"),
      orderId: "order-1001",
      valueUsd: 49.95,
    },
  },
  nextTools: ["deliver_ad", "get_campaign", "whoami"],
  before: async (ctx, input) => readyOne(ctx, await reportOf(ctx, input)),
  run: async (ctx, input) => reportOne(ctx, await reportOf(ctx, input)),
});

/** **Errors** `invalid_arguments`, `not_found` for a click of no campaign of the caller. */
async function reportOf(ctx: ToolContext, { campaignId, ...rest }: Input): Promise<Report> {
  if (campaignId !== undefined) return { type: "conversion", campaignId, ...rest };
  const { clickId } = rest;
  if (clickId === undefined) throw wrongField("campaignId", "is required without clickId");
  const found = await campaignOfClick(ctx.db, clickId, ctx.agentId);
  if (found === undefined) throw campaignNotFound();
  return { type: "conversion", campaignId: found, ...rest };
}
