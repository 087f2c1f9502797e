import { type ErrorCode, ExchangeError } from "../../contract/errors.ts";

/** Why a placement got nothing, as a word for programs and a sentence for people. */
export const REASONS = {
  not_open: "The placement is not active and approved.",
  publisher_suspended: "The publisher is suspended.",
  own_placement: "The platform wallet's agent owns the placement.",
  wallet_blocked: "The placement blocks the platform wallet's agent.",
  not_trusted:
    "This ad unit is paid by the publisher's own reports, and the platform buys those from " +
    "publishers that the operator trusts; from others it buys cpc, cpa, cpl and cpi.",
  needs_coupon: "cppromo needs a coupon, which the platform makes by hand only.",
  no_brand_for_unit: "No brand pays for this ad unit.",
  rate_above_caps: "The rate is above maxRateCredits of every brand that pays for this ad unit.",
  brands_blocked: "The placement blocks every brand that would pay its rate.",
  no_brand_for_topics: "No brand that would pay the rate fits the placement's topics.",
  no_wallet: "This exchange has no platform wallet that can pay; a later pass looks again.",
  publisher_day_limit: "The platform's limit for one publisher and UTC day is reached.",
  total_day_limit: "The platform's limit for this UTC day is reached.",
  insufficient_credits: "The platform wallet does not have enough credits.",
  creative_rejected: "The brand's text breaks a content rule.",
  destination_invalid: "The brand's landing address is not allowed.",
  wallet_changed: "The platform wallet was changed or suspended just now.",
  wallet_frozen: "The platform wallet's money is frozen by an open finding.",
  refused: "The booking was refused.",
} as const;

export type Reason = keyof typeof REASONS;

const REASON_OF_CODE: Partial<Record<ErrorCode, Reason>> = {
  insufficient_credits: "insufficient_credits",
  invalid_state: "wallet_frozen",
  creative_rejected: "creative_rejected",
  destination_invalid: "destination_invalid",
  rate_above_brand_cap: "rate_above_caps",
  ad_unit_mismatch: "no_brand_for_unit",
  placement_not_bookable: "not_open",
  self_dealing: "own_placement",
};

const OUR_FAULT = 500;

/** What a refused booking says of its placement; what went wrong with us is thrown again. */
export function reasonOf(error: unknown): Reason {
  if (!(error instanceof ExchangeError) || error.status >= OUR_FAULT) throw error;
  return REASON_OF_CODE[error.code] ?? "refused";
}
