/** Why an event was not billed, for people who do not know the exchange's codes. */
const REASONS: Readonly<Record<string, string>> = {
  declared_bot: "automated browser",
  invalid_traffic: "invalid traffic",
  self_click: "a side of the campaign clicked",
  duplicate: "reported before",
  not_delivered: "the event belongs to no ad of this advertiser",
  outside_window: "outside the attribution window",
  not_billing_unit: "the campaign does not pay for this event",
  conversion_type_mismatch: "the campaign pays for another conversion",
  unverified: "not verified",
  coupon_invalid: "the coupon code is not valid",
  disclosure_missing: "the answer did not show the label",
  campaign_closed: "the campaign has ended",
  daily_cap: "daily cap reached",
  budget_exhausted: "the budget is used up",
};

export function whyNotBilled(reason: string): string {
  return REASONS[reason] ?? reason.replaceAll("_", " ");
}
