import { z } from "zod";
import { keysOf } from "./records.ts";
import { AD_UNIT_TYPES, CONVERSION_TYPES } from "./units.ts";

export const ROLES = ["publisher", "advertiser", "both"] as const;
export const roleSchema = z.enum(ROLES);
export type Role = z.infer<typeof roleSchema>;

export const PLACEMENT_KINDS = [
  "agent_response",
  "tool_result",
  "marketplace_listing",
  "chat_sidebar",
  "sponsored_tool",
  "general",
] as const;
export const placementKindSchema = z.enum(PLACEMENT_KINDS);
export type PlacementKind = z.infer<typeof placementKindSchema>;

export type { AdUnitType, ConversionType } from "./units.ts";
export const adUnitTypeSchema = z.enum(AD_UNIT_TYPES);
export const conversionTypeSchema = z.enum(CONVERSION_TYPES);

export const PACK_IDS = ["starter", "builder", "fleet"] as const;
export const packIdSchema = z.enum(PACK_IDS);
export type PackId = z.infer<typeof packIdSchema>;

export const FEED_TYPE = "shopfeed_us_shop";
export const feedTypeSchema = z.literal(FEED_TYPE);

export const contextUseSchema = z.enum(["presentation_only", "reasoning_context"]);
export type ContextUse = z.infer<typeof contextUseSchema>;

export const PLACEMENT_STATUSES = ["active", "paused", "archived"] as const;
export const REVIEW_STATUSES = ["pending_review", "approved", "rejected"] as const;

export const CAMPAIGN_STATUSES = [
  "pending_review",
  "pending_start",
  "active",
  "paused",
  "exhausted",
  "refunding",
  "canceled",
  "completing",
  "completed",
  "rejected",
] as const;
export const campaignStatusSchema = z.enum(CAMPAIGN_STATUSES);
export type CampaignStatus = z.infer<typeof campaignStatusSchema>;

export const ESCROW_STATUSES = ["held", "partially_settled", "settled", "refunded"] as const;

export const ACCOUNT_KINDS = [
  "available",
  "escrow",
  "pending_earnings",
  "earned",
  "cashout_pending",
] as const;
export const accountKindSchema = z.enum(ACCOUNT_KINDS);
export type AccountKind = z.infer<typeof accountKindSchema>;

export const ENTRY_TYPES = [
  "credit_purchase",
  "purchase_reversal",
  "escrow_hold",
  "escrow_release",
  "campaign_spend",
  "earning_pending",
  "earning_matured",
  "earning_reversed",
  "platform_fee",
  "cashout_hold",
  "cashout_paid",
  "cashout_returned",
  "adjustment",
] as const;
export const entryTypeSchema = z.enum(ENTRY_TYPES);
export type EntryType = z.infer<typeof entryTypeSchema>;

/** Why `deliver_ad` has nothing to show. */
export const NO_FILLS = {
  no_campaign: "Nothing is booked.",
  paused: "The campaign or the placement is paused.",
  not_started: "The campaign's `startAt` lies ahead.",
  ended: "The campaign is over.",
  budget_exhausted: "Less than one unit is left.",
  daily_cap: "Today's cap is reached; it is lifted at midnight UTC.",
  frequency_capped: "The chat has seen the campaign often enough for now.",
  topic_excluded:
    "The turn has a topic that the placement excludes, or asks for other things than the ad.",
  consent_missing: "The consent signals do not allow an ad here.",
  creative_not_approved: "The creative or the placement waits for review.",
  deadline_exceeded: "The answer was not ready within your `deadlineMs`.",
  feed_pending: "The product feed is still being loaded.",
} as const;
export const NO_FILL_REASONS = keysOf(NO_FILLS);
export const noFillReasonSchema = z.enum(NO_FILL_REASONS);
export type NoFillReason = z.infer<typeof noFillReasonSchema>;

/** Types of postbacks, in the order of server/docs/contract.md. */
export const POSTBACK_TYPES = [
  "campaign.booked",
  "campaign.updated",
  "campaign.exhausted",
  "campaign.completed",
  "creative.reviewed",
  "impression.batch",
  "click.recorded",
  "conversion.recorded",
  "coupon.redeemed",
  "unbilled.batch",
  "escrow.released",
  "refund.completed",
  "wallet.credited",
  "cashout.updated",
  "placement.reviewed",
  "message.created",
  "postback.test",
] as const;
export const postbackTypeSchema = z.enum(POSTBACK_TYPES);
export type PostbackType = z.infer<typeof postbackTypeSchema>;
