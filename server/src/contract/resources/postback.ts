import { z } from "zod";
import { postbackTypeSchema } from "../enums.ts";
import { idSchema, timeSchema } from "../fields.ts";

/** Long enough for any address a receiver hands out, short enough to be listed. */
export const POSTBACK_URL_MAX = 2_048;
export const POSTBACK_DESCRIPTION_MAX = 200;

/** How an attempt ended; `pending` waits for its first one, `dead` was the last one. */
export const POSTBACK_LOG_STATUSES = [
  "success",
  "failed",
  "timeout",
  "blocked",
  "pending",
  "dead",
] as const;

export const POSTBACK_STATUSES = ["active", "disabled"] as const;

export const postbackLogSchema = z.object({
  attemptId: idSchema("pba"),
  postbackId: idSchema("whk"),
  eventId: idSchema("evt").describe("The `id` of the message and its header `webhook-id`."),
  type: postbackTypeSchema,
  attempt: z.number().describe("1 is the first of ten."),
  status: z.enum(POSTBACK_LOG_STATUSES),
  httpStatus: z.number().optional(),
  durationMs: z.number(),
  nextAttemptAt: timeSchema.optional(),
  createdAt: timeSchema,
});
export type PostbackLogEntry = z.infer<typeof postbackLogSchema>;

export const registeredPostbackSchema = z.object({
  postbackId: idSchema("whk"),
  secret: z
    .string()
    .describe("Shown once. Verifies `webhook-signature` with any Standard Webhooks library."),
  status: z.enum(POSTBACK_STATUSES),
  previousSecretEndsAt: timeSchema
    .optional()
    .describe("After a rotation: until when the secret before signs as well."),
});
export type RegisteredPostback = z.infer<typeof registeredPostbackSchema>;

export const postbackSchema = z.object({
  postbackId: idSchema("whk"),
  url: z.string(),
  eventTypes: z.array(postbackTypeSchema).describe("Empty: every type."),
  campaignId: idSchema("cmp").optional(),
  description: z.string().optional(),
  status: z.enum(POSTBACK_STATUSES),
  disabledReason: z
    .enum(["gone", "failing"])
    .optional()
    .describe("gone: it answered 410; failing: five days without a success."),
  failingSince: timeSchema.optional(),
  lastSuccessAt: timeSchema.optional().describe("To the minute."),
  pending: z.number().describe("Messages that wait for an attempt."),
  dead: z.number().describe("Messages given up; replay_postback sends them again."),
  provenAt: timeSchema
    .optional()
    .describe("When the receiver proved that it wants messages; before, few are sent an hour."),
  createdAt: timeSchema,
});
export type Postback = z.infer<typeof postbackSchema>;

/** The body of every postback. The same bytes are sent on every attempt. */
export const postbackBodySchema = z.object({
  id: idSchema("evt"),
  type: postbackTypeSchema,
  createdAt: timeSchema,
  apiVersion: z.string(),
  data: z.record(z.string(), z.unknown()),
});
