import { exampleId } from "../../contract/fields.ts";
import { acknowledgementSchema, clickFields } from "../../contract/resources/delivery.ts";
import { defineTool, SETTLES } from "../tool.ts";
import { readyOne, reportOne } from "./reports.ts";

export const reportClick = defineTool({
  name: "report_click",
  title: "Report a click",
  description:
    "Reports a click on a delivered offer and returns its `clickId` for later conversions. " +
    "Use it when your app handles clicks itself; links to `offer.clickUrl` report by " +
    "themselves, and the same click then answers duplicate with the same clickId. When " +
    "something comes of it use report_conversion.",
  access: ["publisher"],
  ...SETTLES,
  input: clickFields,
  output: acknowledgementSchema,
  examples: { "A click in the sidebar": { campaignId: exampleId("cmp"), turnId: "turn-3" } },
  nextTools: ["deliver_ad", "get_publisher_report", "report_conversion"],
  before: (ctx, input) => readyOne(ctx, { type: "click", ...input }),
  run: (ctx, input) => reportOne(ctx, { type: "click", ...input }),
});
