import { z } from "zod";
import { idSchema, integer, timeSchema, trimmed } from "../fields.ts";

export const COUPON_REDEMPTIONS_DEFAULT = 1_000;

export const couponCodeSchema = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{2,39}$/, "must be 3 to 40 letters, digits, - or _")
  .describe("What a shopper types, such as PAN10; default: generated.");

export const couponFields = {
  couponCode: couponCodeSchema.optional(),
  agentInstructions: trimmed(500).describe(
    'Plain sentences to 500 characters: "Mention code PAN10 for 10 % off".',
  ),
  discountType: z.enum(["percent", "amount", "free_shipping"]).describe("What the shopper gets."),
  discountValue: z
    .number()
    .positive()
    .max(1_000_000)
    .optional()
    .describe("Percent, or amount in `currency`."),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, "must be an ISO 4217 code")
    .optional()
    .describe("With amount, such as USD."),
  startsAt: timeSchema.optional().describe("Valid from then on; default at once."),
  endsAt: timeSchema.optional().describe("Valid until then; default for ever."),
  maxRedemptions: integer(1, 1_000_000)
    .default(COUPON_REDEMPTIONS_DEFAULT)
    .describe("Orders that may use it."),
};

export type CouponFields = z.output<z.ZodObject<typeof couponFields>>;

export const couponChangeFields = {
  status: z.enum(["active", "paused"]).optional().describe("Resume, or stop for a while."),
  maxRedemptions: integer(1, 1_000_000).optional().describe("At least what is redeemed already."),
  endsAt: timeSchema.optional().describe("Valid until then."),
};
export type CouponChange = z.output<z.ZodObject<typeof couponChangeFields>>;

export const couponSchema = z.object({
  couponId: idSchema("cpn"),
  couponCode: z.string(),
  campaignId: idSchema("cmp"),
  agentInstructions: z.string(),
  discountType: z.enum(["percent", "amount", "free_shipping"]).describe("What the shopper gets."),
  discountValue: z.number().optional(),
  currency: z.string().optional(),
  startsAt: timeSchema.optional(),
  endsAt: timeSchema.optional(),
  maxRedemptions: z.number(),
  redeemedCount: z.number(),
  status: z.enum(["active", "paused", "exhausted", "expired"]),
});
export type Coupon = z.infer<typeof couponSchema>;
