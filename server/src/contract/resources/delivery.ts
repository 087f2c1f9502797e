import { z } from "zod";
import { citationSchema, offeredCitationSchema } from "../citation.ts";
import {
  adUnitTypeSchema,
  campaignStatusSchema,
  contextUseSchema,
  conversionTypeSchema,
  noFillReasonSchema,
} from "../enums.ts";
import {
  creditsOut,
  exampleId,
  idSchema,
  integer,
  nextToolsSchema,
  timeSchema,
  trimmed,
} from "../fields.ts";
import { base32FromUuid } from "../ids.ts";
import { eventReasonSchema } from "../reasons.ts";
import { topicsSchema } from "./placement.ts";
import { PRODUCT_QUERY_LENGTH_MAX } from "./product.ts";

/** `dlv_`, the 26 characters of its UUIDv7, and 128 bits that only we can compute. */
export const deliveryIdSchema = z
  .string()
  .regex(/^dlv_[0-7][0-9a-hjkmnp-tv-z]{25}_[A-Za-z0-9_-]{22}$/, {
    message: `must be a delivery id as deliver_ad returned it, like ${exampleId("dlv")}_…`,
  });

/** Writes a delivery id from its parts. */
export function deliveryIdOf(uuid: string, mac: Uint8Array): string {
  return `dlv_${base32FromUuid(uuid)}_${Buffer.from(mac).toString("base64url")}`;
}

export const sessionKeySchema = z
  .string()
  .min(1)
  .max(200)
  .describe("Your id of the chat session, stored as a hash.");

const onOrOff = z.union([z.boolean(), z.literal(0), z.literal(1)]);

export const consentSchema = z
  .strictObject({
    gdpr: onOrOff.describe("The GDPR applies."),
    gdprConsent: z.string().max(4096).describe("IAB TCF consent string."),
    gpp: z.string().max(4096).describe("IAB GPP string."),
    gppSid: z
      .union([z.string().max(200), z.array(z.number().int()).max(20)])
      .describe("IAB GPP section ids."),
    usPrivacy: z.string().max(10).describe("IAB US privacy string."),
    coppa: onOrOff.describe("The reader is a child: nothing is delivered."),
    gpc: onOrOff.describe("Global Privacy Control: no session is remembered."),
  })
  .partial();

export const deliverAdFields = {
  campaignId: idSchema("cmp"),
  sessionKey: sessionKeySchema.optional(),
  turnId: z.string().min(1).max(200).optional().describe("Your id of the turn."),
  topics: topicsSchema.optional().describe("Topics of this turn."),
  query: z
    .string()
    .min(1)
    .max(PRODUCT_QUERY_LENGTH_MAX)
    .optional()
    .describe("What the reader asks for: ads for other things are a no-fill. Not stored."),
  locale: z.string().max(35).optional().describe("The reader's language, such as en-US."),
  citations: z.boolean().optional().describe("Marks instead of a label."),
  consent: consentSchema.optional().describe("Absent: unknown."),
  deadlineMs: integer(50, 2000).optional().describe("Milliseconds until a no-fill."),
};

export type DeliverAdInput = z.output<z.ZodObject<typeof deliverAdFields>>;

export const filledSchema = z.object({
  filled: z.literal(true),
  deliveryId: deliveryIdSchema,
  expiresAt: timeSchema,
  campaignId: idSchema("cmp"),
  placementId: idSchema("plc"),
  creative: z.object({
    text: z.string(),
    url: z.string().describe("For the record; show only `offer.clickUrl`."),
    version: z.number(),
  }),
  offer: z.object({
    title: z.string(),
    text: z.string(),
    clickUrl: z.string().describe("The only link to show."),
    couponCode: z.string().optional(),
    agentInstructions: z.string().optional(),
    sponsor: z.string(),
    expiresAt: timeSchema.optional(),
  }),
  disclosure: z.object({ label: z.string(), sponsor: z.string(), text: z.string() }),
  contextUse: contextUseSchema,
  contextBlock: z.string().describe("Ready for a model's context: the offer as quoted data."),
  citation: offeredCitationSchema.optional().describe("With `citations`."),
  billing: z.object({
    adUnitType: adUnitTypeSchema,
    rateCredits: creditsOut,
    reportTool: z.string(),
    conversionType: conversionTypeSchema.optional(),
  }),
});

/**
 * A filled delivery or a no-fill. One open object, because an output schema must be an object;
 * `filled` tells which: with `true` every field of a delivery is there, with `false` a reason.
 */
export const deliverAdOutput = filledSchema.partial().extend({
  filled: z.boolean(),
  noFillReason: noFillReasonSchema.optional(),
  nextTools: nextToolsSchema.optional(),
});
export type DeliverAdResult = z.infer<typeof deliverAdOutput>;

export const IMPRESSIONS_MAX = 10_000;
export const EVENTS_PER_CALL_MAX = 1_000;

const EVIDENCE_MAX_CHARACTERS = 8_192;

const evidenceSchema = z
  .union([z.string().max(2000), z.record(z.string().max(100), z.json())])
  .refine((evidence) => JSON.stringify(evidence).length <= EVIDENCE_MAX_CHARACTERS, {
    message: `must be at most ${EVIDENCE_MAX_CHARACTERS} characters of JSON`,
  })
  .describe(
    "Proof, to 8 KB. The reader's `ua` and `ip` find bots and repeats; `ip` is not stored.",
  );

const reportFields = {
  campaignId: idSchema("cmp"),
  deliveryId: deliveryIdSchema
    .optional()
    .describe("What deliver_ad returned; default: your oldest open delivery."),
  eventId: idSchema("evt").optional().describe("Made by you: a repeated report counts once."),
  occurredAt: timeSchema.optional().describe("At most 7 days back."),
  sessionKey: sessionKeySchema.optional(),
  turnId: z.string().min(1).max(200).optional().describe("Your id of the turn."),
  evidence: evidenceSchema.optional(),
};

export const impressionFields = {
  ...reportFields,
  count: integer(1, IMPRESSIONS_MAX).default(1).describe("How many impressions; cpia counts one."),
};

export const clickFields = reportFields;

export const conversionFields = {
  ...reportFields,
  conversionType: conversionTypeSchema.describe("What happened."),
  couponCode: trimmed(64).optional().describe("With coupon_redeemed, such as PAN10."),
  clickId: idSchema("clk").optional().describe("The click it came from."),
  orderId: trimmed(128).optional().describe("Your id of the order; each pays once."),
  valueUsd: z.number().min(0).max(10_000_000).optional().describe("What the order was worth."),
  options: z
    .array(z.string().min(1).max(200))
    .min(2)
    .max(20)
    .optional()
    .describe("What the model chose among."),
  citation: citationSchema.optional().describe("How it was cited; needs `deliveryId`."),
};

const WHICH = "Whose fields follow.";

export const batchEventSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("impression").describe(WHICH), ...impressionFields }),
  z.strictObject({ type: z.literal("click").describe(WHICH), ...clickFields }),
  z.strictObject({ type: z.literal("conversion").describe(WHICH), ...conversionFields }),
]);

export const acknowledgementSchema = z.object({
  campaignId: idSchema("cmp"),
  eventId: idSchema("evt"),
  cited: z
    .boolean()
    .optional()
    .describe("Only with a `citation`: its tag and label are the delivery's."),
  accepted: z.boolean(),
  duplicate: z.boolean(),
  billable: z.boolean(),
  verified: z.boolean(),
  reason: eventReasonSchema.optional(),
  counted: z.number(),
  chargedCredits: creditsOut,
  earnedCredits: creditsOut,
  remainingCredits: creditsOut,
  campaignStatus: campaignStatusSchema,
  clickId: idSchema("clk").optional(),
});
export type Acknowledgement = z.infer<typeof acknowledgementSchema>;
