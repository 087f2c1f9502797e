import { z } from "zod";
import { ADVICE } from "../../contract/advice.ts";
import { JsonText, type Rejected } from "../../contract/define-tool.ts";
import { ERRORS, type ExchangeError, errorBodySchema } from "../../contract/errors.ts";
import { creditsOut, exampleId } from "../../contract/fields.ts";
import { creditsFromMicros, micros, ZERO_MICROS } from "../../contract/money.ts";
import {
  acknowledgementSchema,
  batchEventSchema,
  EVENTS_PER_CALL_MAX,
} from "../../contract/resources/delivery.ts";
import type { ReportResult } from "../../domain/events/index.ts";
import { defineTool, SETTLES } from "../tool.ts";

export const reportEvents = defineTool({
  name: "report_events",
  title: "Report many events",
  description:
    `Reports up to ${EVENTS_PER_CALL_MAX} impressions, clicks and conversions of any of your ` +
    "campaigns in one call. Each event has `type` and the fields of " +
    "report_impression, report_click or report_conversion. The answer keeps the order; a " +
    "wrong event gets its own error. With eventIds the call can be repeated safely.",
  access: ["publisher"],
  ...SETTLES,
  input: {
    events: z.array(batchEventSchema).min(1).max(EVENTS_PER_CALL_MAX).describe("In any order."),
  },
  output: z.object({
    items: z.array(
      acknowledgementSchema.partial().extend({
        index: z.number().int(),
        error: errorBodySchema.shape.error.omit({ docUrl: true }).optional(),
      }),
    ),
    chargedCredits: creditsOut,
  }),
  examples: {
    "Two impressions and a click": {
      events: [
        { type: "impression", campaignId: exampleId("cmp"), count: 2 },
        { type: "click", campaignId: exampleId("cmp") },
      ],
    },
  },
  nextTools: ["deliver_ad", "get_publisher_report"],
  items: { field: "events", max: EVENTS_PER_CALL_MAX },
  before: (ctx, input) => ctx.services.events.ready(input.events),
  async run({ caller, services, within }, input, rejected) {
    const settled = await services.events.report(input.events, caller, within);
    const results = withRejected(settled, rejected);
    let charged = ZERO_MICROS;
    let unbilled = 0;
    const items = results.map((result, index) => {
      if ("error" in result) {
        if (result.error.status < 500) unbilled += 1;
        return JSON.stringify({ index, error: errorOf(result.error, index) });
      }
      if (result.charged === 0n) unbilled += 1;
      else charged = micros(charged + result.charged);
      return `{"index":${index},${result.text}`;
    });
    return new JsonText(
      `{"items":[${items.join(",")}],"chargedCredits":${creditsFromMicros(charged)}}`,
      unbilled,
    );
  },
});

/** The results in the order of the call, of which events were left out before settlement. */
function withRejected(settled: readonly ReportResult[], rejected: Rejected): ReportResult[] {
  const results = [...settled];
  for (const [index, error] of rejected) results.splice(index, 0, { error });
  return results;
}

function errorOf({ code, message, options }: ExchangeError, index: number) {
  const { suggestion, field, details } = options;
  return {
    code,
    message,
    recovery: ERRORS[code].recovery,
    suggestion: suggestion ?? ADVICE[code].suggestion,
    ...(field === undefined
      ? {}
      : { field: field.replace("/arguments", `/arguments/events/${index}`) }),
    ...(details === undefined ? {} : { details }),
  };
}
