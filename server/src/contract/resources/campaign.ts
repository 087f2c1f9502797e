import { z } from "zod";
import {
  adUnitTypeSchema,
  campaignStatusSchema,
  ESCROW_STATUSES,
  REVIEW_STATUSES,
} from "../enums.ts";
import {
  creditsOut,
  creditsSchema,
  idSchema,
  integer,
  pageFields,
  timeSchema,
  trimmed,
} from "../fields.ts";

/**
 * Versions a creative may have. A delivery id does not say which one it showed, so each that exists
 * is tried; with a limit every delivery of a campaign can be reported, however often it changed.
 */
export const CREATIVE_VERSIONS_MAX = 50;

const creativeTextSchema = trimmed(280).describe(
  "Plain text, at most 280 characters; no links, no markup.",
);

const creativeUrlSchema = trimmed(2048).describe(
  "Where a click lands (https); `{click_id}` becomes its id.",
);

/** What every tool that books takes. */
export const bookingFields = {
  budgetCredits: creditsSchema({ min: 0.000001 }).describe("Held in escrow; unspent returns."),
  creativeText: creativeTextSchema,
  creativeUrl: creativeUrlSchema,
  brandId: idSchema("brd").optional().describe("Only for the platform wallet's agent."),
  startAt: timeSchema.optional().describe("Start, such as 2026-03-01T00:00:00Z; default now."),
  endAt: timeSchema.optional().describe("Then it completes and the rest returns."),
  dailyCapCredits: creditsSchema({ min: 1 }).optional().describe("Spending limit of a UTC day."),
  attributionWindow: z
    .strictObject({
      clickDays: integer(1, 30).default(7).describe("Days after a click."),
      contextHours: integer(1, 24)
        .default(24)
        .describe("Without a click: hours after the delivery."),
    })
    .optional()
    .describe("When a conversion counts."),
  conversionSource: z
    .enum(["any", "advertiser"])
    .default("any")
    .describe("`advertiser`: only your own reports of cpa, cpl and cpi pay."),
  verifiedOnly: z.boolean().default(false).describe("Pay only for what was verified."),
  citedOnly: z.boolean().optional().describe("Pay cited reports only; default the placement's."),
};
export type BookingFields = z.output<z.ZodObject<typeof bookingFields>>;

/** The campaign's rate, where the advertiser may name it. */
export const bookedRateSchema = creditsSchema({ min: 0.000001, max: 1_000_000 })
  .optional()
  .describe("At or above the placement's, which is the default.");

export const campaignChangeFields = {
  status: z.enum(["active", "paused"]).optional().describe("Resume, or stop for a while."),
  addBudgetCredits: creditsSchema({ min: 0.000001 }).optional().describe("Moves into escrow."),
  removeBudgetCredits: creditsSchema({ min: 0.000001 }).optional().describe("Unspent."),
  creativeText: creativeTextSchema.optional(),
  creativeUrl: creativeUrlSchema.optional(),
  dailyCapCredits: bookingFields.dailyCapCredits,
  startAt: timeSchema.optional().describe("Until it starts."),
  endAt: timeSchema.optional(),
};
export type CampaignChange = z.output<z.ZodObject<typeof campaignChangeFields>>;

export const campaignSchema = z.object({
  campaignId: idSchema("cmp"),
  advertiserId: idSchema("agt"),
  publisherId: idSchema("agt"),
  placementId: idSchema("plc"),
  adUnitType: adUnitTypeSchema,
  rateCredits: creditsOut,
  feeBps: z.number(),
  budgetCredits: creditsOut,
  spentCredits: creditsOut,
  remainingCredits: creditsOut,
  refundedCredits: creditsOut,
  status: campaignStatusSchema,
  escrowStatus: z.enum(ESCROW_STATUSES),
  creative: z.object({
    creativeId: idSchema("crt"),
    text: z.string(),
    url: z.string(),
    reviewStatus: z.enum(REVIEW_STATUSES),
    reviewReason: z.string().optional().describe("What the reviewer said."),
    version: z.number(),
  }),
  offer: z
    .object({ types: z.array(z.string()), names: z.array(z.string()) })
    .describe("Product types that the creative names; none: fits any turn."),
  brandId: idSchema("brd").optional(),
  couponIds: z.array(z.string()),
  startAt: timeSchema.optional(),
  endAt: timeSchema.optional(),
  dailyCapCredits: creditsOut.optional(),
  attributionWindow: z.object({ clickDays: z.number(), contextHours: z.number() }),
  conversionSource: z.enum(["any", "advertiser"]),
  verifiedOnly: z.boolean(),
  citedOnly: z.boolean(),
  validActions: z.array(z.string()),
  revision: z.number(),
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
export type Campaign = z.infer<typeof campaignSchema>;

/** The longest texts of a brand; the table checks the same. */
export const BRAND_LIMITS = {
  nameMax: 120,
  categoriesMax: 20,
  categoryMax: 40,
  maxRateCreditsMax: 1_000_000,
  deepLinkMax: 2_048,
  disclosureMax: 200,
} as const;

/** A row of the public brand catalogue. It has no field that could hold a secret. */
export const brandSchema = z.object({
  brandId: idSchema("brd"),
  name: z.string(),
  domain: z.string(),
  categories: z.array(z.string()),
  maxRateCredits: creditsOut.describe("The highest rateCredits of a platform campaign."),
  adUnitTypes: z.array(adUnitTypeSchema),
  deepLink: z.string().optional().describe("Where a click should land, if the brand says so."),
  disclosure: z.string().describe("The sponsored-label copy of this brand."),
  updatedAt: timeSchema,
});
export type Brand = z.infer<typeof brandSchema>;

/** What the brand catalogue is searched by, as a tool and as a public address. */
export const brandSearchFields = {
  ...pageFields,
  q: z.string().trim().max(200).optional().describe("Words of name, domain or category."),
  category: z
    .string()
    .trim()
    .max(BRAND_LIMITS.categoryMax)
    .optional()
    .describe("Exactly this category, in any case."),
};

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
