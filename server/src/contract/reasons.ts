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
}

/**
 * Who decides what, in the order of decision: the first reason that applies is kept. When each
 * applies is in `server/docs/contract.md`, which a test holds to this order.
 */
export const DECISIONS = [
  { by: "settlement", reason: "duplicate" },
  { by: "traffic", reason: "self_click" },
  { by: "traffic", reason: "declared_bot" },
  { by: "traffic", reason: "invalid_traffic" },
  { by: "prepare", reason: "conversion_type_mismatch" },
  { by: "prepare", reason: "not_billing_unit" },
  { by: "prepare", reason: "unverified" },
  { by: "prepare", reason: "not_delivered" },
  { by: "prepare", reason: "outside_window" },
  { by: "prepare", reason: "disclosure_missing" },
  // Of a citation of another kind.
  { by: "prepare", reason: "conversion_type_mismatch" },
  { by: "settlement", reason: "campaign_closed" },
  { by: "settlement", reason: "coupon_invalid" },
  { by: "settlement", reason: "not_delivered" },
  { by: "settlement", reason: "outside_window" },
  // A report of a click that the redirect rejected gets the reason of the redirect.
  { by: "settlement", reason: "self_click" },
  { by: "settlement", reason: "declared_bot" },
  { by: "settlement", reason: "invalid_traffic" },
  // Of an install that follows its click at once.
  { by: "settlement", reason: "invalid_traffic" },
  // Of an order, a delivery or a session that has paid already.
  { by: "settlement", reason: "duplicate" },
  { by: "settlement", reason: "unverified" },
  { by: "settlement", reason: "daily_cap" },
  { by: "settlement", reason: "budget_exhausted" },
  { by: "settlement", reason: "not_billing_unit" },
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
