import type { AdUnitType, ConversionType, EventReason } from "../../contract/enums.ts";
import { EVENT_REASONS } from "../../contract/enums.ts";

/** The numbers under which SQL stores the kinds of events; 9 is an offer entering a context. */
export const KIND = {
  impression: 1,
  click: 2,
  recommendation: 3,
  decision: 4,
  coupon_redeemed: 5,
  cpa: 6,
  cpl: 7,
  cpi: 8,
  insertion: 9,
} as const;

export type EventKind = (typeof KIND)[keyof typeof KIND];

/** What each ad unit bills. */
export const BILLING_KIND: Readonly<Record<AdUnitType, EventKind>> = {
  cpm: KIND.impression,
  cpia: KIND.insertion,
  cpc: KIND.click,
  cpr: KIND.recommendation,
  cpd: KIND.decision,
  cppromo: KIND.coupon_redeemed,
  cpa: KIND.cpa,
  cpl: KIND.cpl,
  cpi: KIND.cpi,
};

export const CONVERSION_KIND: Readonly<Record<ConversionType, EventKind>> = {
  recommendation: KIND.recommendation,
  decision: KIND.decision,
  coupon_redeemed: KIND.coupon_redeemed,
  cpa: KIND.cpa,
  cpl: KIND.cpl,
  cpi: KIND.cpi,
};

/** Conversions that happen at the advertiser, which may therefore report them too. */
export function isAdvertiserKind(kind: EventKind): boolean {
  return kind === KIND.cpa || kind === KIND.cpl || kind === KIND.cpi;
}

/** The code of a reason in SQL; 0 means billed in full. */
export function codeOfReason(reason: EventReason | undefined): number {
  return reason === undefined ? 0 : EVENT_REASONS.indexOf(reason) + 1;
}

export function reasonOfCode(code: number): EventReason | undefined {
  return code === 0 ? undefined : EVENT_REASONS[code - 1];
}
