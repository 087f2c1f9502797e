import { exampleId } from "../../contract/fields.ts";
import { acknowledgementSchema, impressionFields } from "../../contract/resources/delivery.ts";
import { defineTool, SETTLES } from "../tool.ts";
import { readyOne, reportOne } from "./reports.ts";

export const reportImpression = defineTool({
  name: "report_impression",
  title: "Report impressions",
  description:
    "Reports that a delivered offer was seen (cpm; `count` for a batch) or entered the " +
    "model's context (cpia; counts one). Send it afterwards, with the deliveryId of " +
    "deliver_ad. The answer says what was counted, charged and earned, or the `reason` why " +
    "not. For clicks use report_click, for many events report_events.",
  access: ["publisher"],
  ...SETTLES,
  input: impressionFields,
  output: acknowledgementSchema,
  examples: { "Twelve impressions of one campaign": { campaignId: exampleId("cmp"), count: 12 } },
  nextTools: ["deliver_ad", "get_publisher_report", "report_events"],
  before: (ctx, input) => readyOne(ctx, { type: "impression", ...input }),
  run: (ctx, input) => reportOne(ctx, { type: "impression", ...input }),
});
