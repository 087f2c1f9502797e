import { z } from "zod";
import { acknowledgementSchema, impressionFields } from "../../contract/resources/event.ts";
import { defineTool } from "../tool.ts";
import { REPORTS, reportOne } from "./reports.ts";

export const reportImpression = defineTool({
  ...REPORTS,
  name: "report_impression",
  title: "Report impressions",
  description:
    "Reports that a delivered offer was seen (cpm; `count` for a batch) or entered the model's " +
    "context (cpia; counts one). Report after it happened, with the deliveryId that deliver_ad " +
    "returned; without it the oldest open delivery is taken. Send an `eventId` of your own to " +
    "repeat safely. The answer says what was counted, charged and earned, and the reason when " +
    "something was not. For many events at once use report_events.",
  input: z.strictObject(impressionFields),
  output: acknowledgementSchema,
  examples: [
    {
      title: "Twelve impressions of one campaign",
      arguments: { campaignId: "cmp_01k9zq3v5te7kbn8w2r4c6d8fg", count: 12 },
    },
  ],
  nextTools: ["report_events", "whoami"],
  run: (ctx, input) => reportOne(ctx, { type: "impression", ...input }),
});
