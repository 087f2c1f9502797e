import { z } from "zod";
import { keysOf } from "./records.ts";

/** What decides: the traffic rules, the checks before settlement, or settlement in SQL. */
export type Decider = "traffic" | "prepare" | "settlement";

/**
 * The numbers under which SQL stores why an accepted report did not (wholly) pay; 0 means billed.
 * Numbers are appended, never changed.
 */
const NUMBERS = {
  duplicate: 1,
  budget_exhausted: 2,
  daily_cap: 3,
  not_delivered: 4,
  outside_window: 5,
  not_billing_unit: 6,
  self_click: 7,
  declared_bot: 8,
  invalid_traffic: 9,
  unverified: 10,
  conversion_type_mismatch: 11,
  coupon_invalid: 12,
  disclosure_missing: 13,
  campaign_closed: 14,
} as const;

export type EventReason = keyof typeof NUMBERS;

interface Decision {
  readonly by: Decider;
  readonly reason: EventReason;
  /** When it applies, for people. */
  readonly when: string;
}

/** A report of a click that the redirect rejected gets the reason of the redirect. */
const REFUSED_CLICK = [
  { by: "settlement", reason: "self_click", when: "the redirect found it for the delivery" },
  { by: "settlement", reason: "declared_bot", when: "the redirect found it for the delivery" },
  { by: "settlement", reason: "invalid_traffic", when: "the redirect found it for the delivery" },
] as const satisfies readonly Decision[];

/** Who decides what, in the order of decision: the first reason that applies is kept. */
export const DECISIONS = [
  { by: "settlement", reason: "duplicate", when: "the event id is settled already" },
  { by: "traffic", reason: "self_click", when: "a side of the campaign clicked with its own key" },
  { by: "traffic", reason: "declared_bot", when: "the user agent or an API key names a program" },
  { by: "traffic", reason: "invalid_traffic", when: "a traffic rule rejects the reader's address" },
  {
    by: "prepare",
    reason: "conversion_type_mismatch",
    when: "the campaign bills another type of conversion",
  },
  {
    by: "prepare",
    reason: "not_billing_unit",
    when: "the campaign does not bill conversions, and a citation, if any, holds",
  },
  { by: "prepare", reason: "unverified", when: "only the advertiser may report the conversion" },
  { by: "prepare", reason: "not_delivered", when: "the delivery id is not one of the campaign" },
  { by: "prepare", reason: "outside_window", when: "the delivery is older than 24 hours" },
  { by: "prepare", reason: "disclosure_missing", when: "the answer did not show its label" },
  { by: "prepare", reason: "conversion_type_mismatch", when: "the citation is of another kind" },
  { by: "settlement", reason: "campaign_closed", when: "the campaign does not accept reports" },
  { by: "settlement", reason: "coupon_invalid", when: "the code is unknown, expired or used up" },
  { by: "settlement", reason: "not_delivered", when: "no delivery fits the report" },
  {
    by: "settlement",
    reason: "outside_window",
    when: "the touch is outside the attribution window, or the event 5 minutes before its delivery",
  },
  ...REFUSED_CLICK,
  { by: "settlement", reason: "invalid_traffic", when: "an install follows its click at once" },
  {
    by: "settlement",
    reason: "duplicate",
    when: "the order, delivery or session has paid already",
  },
  { by: "settlement", reason: "unverified", when: "the campaign pays verified events only" },
  { by: "settlement", reason: "daily_cap", when: "the day's cap is reached" },
  { by: "settlement", reason: "budget_exhausted", when: "the budget is spent" },
  { by: "settlement", reason: "not_billing_unit", when: "the campaign bills another event" },
] as const satisfies readonly Decision[];

export type ReasonOf<By extends Decider> = Extract<
  (typeof DECISIONS)[number],
  { readonly by: By }
>["reason"];

/** Every reason, in the order of the numbers. */
export const EVENT_REASONS = keysOf(NUMBERS);
export const eventReasonSchema = z.enum(EVENT_REASONS);

/** The number of a reason in SQL; 0, billed in full, for undefined. */
export function codeOfReason(reason: EventReason | undefined): number {
  return reason === undefined ? 0 : NUMBERS[reason];
}

/** The reason of a number in SQL; undefined for 0, billed in full, and for unknown numbers. */
export function reasonOfCode(code: number): EventReason | undefined {
  return EVENT_REASONS.find((reason) => NUMBERS[reason] === code);
}
