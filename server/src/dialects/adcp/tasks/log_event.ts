import { createHash } from "node:crypto";
import { z } from "zod";
import { idSchema } from "../../../contract/fields.ts";
import { acknowledgementSchema } from "../../../contract/resources/delivery.ts";
import { AdcpError, notFound } from "../errors.ts";
import { CONVERSIONS } from "../products.ts";
import { stored } from "../queries.ts";
import { type AdcpCall, callTool, defineTask } from "../task.ts";

/** Each is settled in one transaction with the others. */
const EVENTS_MAX = 100;

const order = z.looseObject({
  order_id: z.string().optional(),
  value: z.number().optional(),
  currency: z.string().default("USD"),
});
const event = z.looseObject({
  event_id: z.string(),
  event_type: z.string(),
  event_time: z.string(),
  user_match: z.looseObject({ click_id: z.string().optional() }).optional(),
  custom_data: order.prefault({}),
});
type Event = z.output<typeof event>;

const clickId = idSchema("clk");

export const logEvent = defineTask({
  name: "log_event",
  request: z.looseObject({
    event_source_id: z.string(),
    events: z.array(event).max(EVENTS_MAX),
    test_event_code: z.string().optional(),
  }),
  description: "Reports purchases, leads and installs that followed a click on an offer.",
  mutates: true,
  async run(call, { event_source_id: source, events, test_event_code: test }) {
    const sources = await stored.eventSources.find(call);
    if (!sources.some(({ id }) => id === source)) {
      throw notFound("reference", "event_source_id");
    }
    const failures: object[] = [];
    for (const one of test === undefined ? events : []) {
      const failure = await report(call, one, source);
      if (failure !== undefined) failures.push({ event_id: one.event_id, ...failure });
    }
    const matched = events.length - failures.length;
    return {
      events_received: events.length,
      events_processed: matched,
      ...(failures.length > 0 && { partial_failures: failures }),
      match_quality: matched / events.length,
    };
  },
});

/** Nothing, or why the event counts for nothing. */
async function report(call: AdcpCall, one: Event, source: string) {
  const conversionType = new Map(Object.entries(CONVERSIONS)).get(one.event_type);
  if (conversionType === undefined) {
    return { code: "UNSUPPORTED_FEATURE", message: "Only purchase, lead and app_install count." };
  }
  const click = clickId.safeParse(one.user_match?.click_id);
  if (!click.success) return NO_CLICK;
  const { order_id: orderId, value, currency } = one.custom_data;
  const args = {
    conversionType,
    clickId: click.data,
    occurredAt: new Date(one.event_time).toISOString(),
    orderId,
    valueUsd: currency === "USD" ? value : undefined,
  };
  const identity = JSON.stringify([source, one.event_type, one.event_id]);
  const key = `adcp-event:${createHash("sha256").update(identity).digest("base64url")}`;
  try {
    const asked = { tool: "report_conversion", args, key };
    const { accepted, reason } = await callTool(call, asked, acknowledgementSchema);
    if (accepted || reason === "duplicate") return undefined;
    return { code: "VALIDATION_ERROR", message: `The event does not count: ${reason}.` };
  } catch (error) {
    if (!(error instanceof AdcpError)) throw error;
    const { code, message } = error.body;
    if (code === "REFERENCE_NOT_FOUND") return NO_CLICK;
    // An outage concerns the whole call, which may be repeated.
    if (code === "SERVICE_UNAVAILABLE" || code === "RATE_LIMITED") throw error;
    return { code, message };
  }
}

const NO_CLICK = { code: "REFERENCE_NOT_FOUND", message: "No click of your campaigns is named." };
