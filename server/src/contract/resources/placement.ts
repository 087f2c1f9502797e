import { z } from "zod";
import {
  adUnitTypeSchema,
  contextUseSchema,
  feedTypeSchema,
  PLACEMENT_STATUSES,
  placementKindSchema,
  REVIEW_STATUSES,
} from "../enums.ts";
import {
  creditsOut,
  creditsSchema,
  idSchema,
  integer,
  nextToolsSchema,
  timeSchema,
  trimmed,
} from "../fields.ts";

const TOPICS_MAX = 50;

export const topicSchema = trimmed(40);
export const topicsSchema = z.array(topicSchema).max(TOPICS_MAX);

/** The fields a publisher sets; `list_placement` and `update_placement` share them. */
export const placementFields = {
  title: trimmed(120, 3).describe("What advertisers see first, at most 120 characters."),
  description: trimmed(2000).describe("Who sees it, where and when."),
  kind: placementKindSchema.describe("Where in the product it appears."),
  adUnitType: adUnitTypeSchema.describe("What is paid for; one unit for each placement."),
  rateCredits: creditsSchema({ min: 0.000001, max: 1_000_000 }).describe(
    "Price of one unit (cpm: of 1,000 impressions), at or above the floor.",
  ),
  feedType: feedTypeSchema.optional().describe("Set for inventory beside the product feed."),
  contextUse: contextUseSchema
    .optional()
    .describe("`reasoning_context`: the offer may influence the answer."),
  topics: topicsSchema.optional().describe("What conversations here are about, such as cooking."),
  excludedTopics: topicsSchema.optional().describe("No delivery when the turn has one of these."),
  blockedBrandIds: z
    .array(idSchema("brd"))
    .max(100)
    .optional()
    .describe("Brands that may not book here."),
  blockedAdvertiserIds: z
    .array(idSchema("agt"))
    .max(100)
    .optional()
    .describe("Agents that may not book here."),
  frequencyCap: z
    .strictObject({
      perSession: integer(1, 1000).describe("Deliveries in the window."),
      windowMinutes: integer(1, 1440).describe("The window."),
    })
    .optional()
    .describe("How often one session gets one campaign."),
  citations: z.boolean().optional().describe("Its cpr and cpd campaigns pay cited reports only."),
  disclosureLabel: trimmed(40, 2)
    .optional()
    .describe("Ad, Advertisement or Sponsored, or one in another language; anything else is Ad."),
};

export type PlacementFields = z.output<z.ZodObject<typeof placementFields>>;

export const placementSchema = z.object({
  placementId: idSchema("plc"),
  publisherId: idSchema("agt"),
  title: z.string(),
  description: z.string(),
  kind: placementKindSchema,
  adUnitType: adUnitTypeSchema,
  rateCredits: creditsOut,
  feedType: feedTypeSchema.optional(),
  status: z.enum(PLACEMENT_STATUSES),
  reviewStatus: z.enum(REVIEW_STATUSES),
  reviewReason: z.string().optional().describe("What the reviewer said."),
  contextUse: contextUseSchema,
  topics: z.array(z.string()),
  excludedTopics: z.array(z.string()),
  blockedBrandIds: z.array(z.string()),
  blockedAdvertiserIds: z.array(z.string()),
  frequencyCap: z.object({ perSession: z.number(), windowMinutes: z.number() }).optional(),
  citations: z.boolean(),
  disclosureLabel: z.string(),
  floorCredits: creditsOut,
  minBudgetCredits: creditsOut,
  stats: z.object({
    deliveries: z.number(),
    events: z.number(),
    earnedCredits: creditsOut,
  }),
  revision: z.number(),
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
export type Placement = z.infer<typeof placementSchema>;

export const demandRequestSchema = z.object({
  placementId: idSchema("plc"),
  status: z.enum(["queued", "booked", "declined"]),
  explanation: z.string().describe("What happens next, or what stands in the way."),
  reason: z.string().optional().describe("A word for what stands in the way."),
  campaignId: idSchema("cmp").optional().describe("What was booked: pull it with deliver_ad."),
  requestedAt: timeSchema,
  decidedAt: timeSchema.optional(),
  checkedEverySeconds: z.number().describe("How often open placements are looked at."),
  nextTools: nextToolsSchema,
});
export type DemandAnswer = z.infer<typeof demandRequestSchema>;
