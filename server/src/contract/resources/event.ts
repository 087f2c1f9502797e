import { z } from "zod";
import { citationSchema } from "../citation.ts";
import { campaignStatusSchema, conversionTypeSchema } from "../enums.ts";
import { creditsOut, idSchema, integer, timeSchema, trimmed } from "../fields.ts";
import { eventReasonSchema } from "../reasons.ts";
import { deliveryIdSchema, sessionKeySchema } from "./delivery.ts";

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
