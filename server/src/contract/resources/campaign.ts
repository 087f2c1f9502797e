import { z } from "zod";
import {
  adUnitTypeSchema,
  campaignStatusSchema,
  ESCROW_STATUSES,
  REVIEW_STATUSES,
} from "../enums.ts";
import { creditsOut, creditsSchema, idSchema, integer, timeSchema, trimmed } from "../fields.ts";

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
