import type { EventReason, NoFillReason } from "../contract/enums.ts";
import type { Tool } from "../tools/tool.ts";

/** Why a report was taken and not (wholly) paid, for readers of the documents. */
export const REASONS: Readonly<Record<EventReason, string>> = {
  duplicate: "It was counted before, or its delivery has served this kind of event already.",
  budget_exhausted: "The budget does not cover it (all of it, if `counted` is above 0).",
  daily_cap: "The campaign's daily cap does not leave room for it today (UTC).",
  not_delivered: "No open delivery of this campaign belongs to it. Call deliver_ad first.",
  outside_window: "Its delivery or click is too old.",
  not_billing_unit: "Another kind of event than the campaign pays for. It is kept for reports.",
  self_click: "The click came from one of the two sides themselves.",
  declared_bot: "A declared bot, an agent or a prefetch followed the link.",
  invalid_traffic: "More of the same than a reader causes.",
  unverified: "The campaign pays only for what the advertiser or the tracked link confirms.",
  conversion_type_mismatch: "The campaign pays for another type of conversion.",
  coupon_invalid: "The coupon is unknown, over, or of another campaign.",
  disclosure_missing: "The offer was shown without its label.",
  campaign_closed: "The campaign has not begun, or is over.",
};

/** Why deliver_ad has nothing to show. */
export const NO_FILLS: Readonly<Record<NoFillReason, string>> = {
  no_campaign: "Nothing is booked.",
  paused: "The campaign or the placement is paused.",
  not_started: "The campaign's `startAt` lies ahead.",
  ended: "The campaign is over.",
  budget_exhausted: "Less than one unit is left.",
  daily_cap: "Today's cap is reached; it is lifted at midnight UTC.",
  frequency_capped: "The chat has seen the campaign often enough for now.",
  topic_excluded: "The turn has a topic that the placement excludes.",
  consent_missing: "The consent signals do not allow an ad here.",
  creative_not_approved: "The creative or the placement waits for review.",
  deadline_exceeded: "The answer was not ready within your `deadlineMs`.",
  feed_pending: "The product feed is still being loaded.",
};

/** Who may call a tool, as the end of a sentence. */
export function whoMayCall(tool: Tool): string {
  if (tool.access === "public") return "anyone, no key needed";
  if (tool.access === "any") return "every agent with a key";
  return `agents with the role ${[...tool.access, "both"].join(" or ")}, with a key`;
}
