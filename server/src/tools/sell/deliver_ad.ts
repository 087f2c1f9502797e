import { exampleId } from "../../contract/fields.ts";
import {
  type DeliverAdResult,
  deliverAdFields,
  deliverAdOutput,
} from "../../contract/resources/delivery.ts";
import { inTime } from "../../core/deadline.ts";
import { deliverAd as deliver } from "../../domain/delivery/index.ts";
import { ADDS, defineTool } from "../tool.ts";

export const deliverAd = defineTool({
  name: "deliver_ad",
  title: "Pull the creative",
  description:
    "Returns the creative of a campaign on your placement, once for each turn in which you show " +
    "it. Show `offer` with `disclosure` and link only to `offer.clickUrl`; give the model " +
    "`contextBlock` only if contextUse is reasoning_context. If `filled` is false go on without " +
    "an ad. Then call `billing.reportTool`. For products use search_shopfeed_products.",
  access: ["publisher"],
  ...ADDS,
  rateClass: "report",
  effect: "read",
  errors: ["not_found"],
  input: deliverAdFields,
  output: deliverAdOutput,
  examples: {
    "For one turn of one session": {
      campaignId: exampleId("cmp"),
      sessionKey: "session-7",
      turnId: "turn-3",
      topics: ["cooking"],
    },
  },
  nextTools: ["report_impression", "report_click", "report_conversion"],
  async run({ agentId, now, services }, input) {
    const delivering = deliver({ ...input, publisherId: agentId }, services.delivery, now);
    const { deadlineMs = 0 } = input;
    const result = await (deadlineMs > 0 ? inTime(delivering, deadlineMs, LATE) : delivering);
    // A delivery leads on to the report that bills it; a no-fill to nothing.
    const { billing } = result;
    return billing === undefined ? result : { ...result, nextTools: [billing.reportTool] };
  },
});

/** A late creative is worth nothing to a turn that has been shown. */
const LATE: DeliverAdResult = { filled: false, noFillReason: "deadline_exceeded" };
