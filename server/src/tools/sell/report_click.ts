import { z } from "zod";
import { acknowledgementSchema, clickFields } from "../../contract/resources/event.ts";
import { defineTool } from "../tool.ts";
import { REPORTS, reportOne } from "./reports.ts";

export const reportClick = defineTool({
  ...REPORTS,
  name: "report_click",
  title: "Report a click",
  description:
    "Reports a click on a delivered offer and returns its `clickId` for later conversions. A " +
    "click that already went through the tracked link counts once: this report then answers " +
    "duplicate with the same clickId. Use it when your app handles clicks itself; with plain " +
    "links the hop reports by itself.",
  input: z.strictObject(clickFields),
  output: acknowledgementSchema,
  examples: [
    {
      title: "A click in the sidebar",
      arguments: { campaignId: "cmp_01k9zq3v5te7kbn8w2r4c6d8fg", turnId: "turn-3" },
    },
  ],
  nextTools: ["report_conversion"],
  run: (ctx, input) => reportOne(ctx, { type: "click", ...input }),
});
