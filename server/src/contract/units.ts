import type { AdUnitType, ConversionType } from "./enums.ts";
import { type Micros, micros, microsFromCredits } from "./money.ts";

export type ReportTool = "report_impression" | "report_click" | "report_conversion";

interface AdUnit {
  readonly meaning: string;
  readonly floorCredits: number;
  readonly reportTool: ReportTool;
  readonly conversionType?: ConversionType;
  /** The offer may influence what the model says, which the placement has to allow. */
  readonly needsReasoningContext: boolean;
  /** How long earnings stay pending when nobody confirms the delivery. */
  readonly maturityHours: number;
}

/** The units that answers earn by citing the offer. */
export const CITED_UNITS: readonly AdUnitType[] = ["cpr", "cpd"];

const HOURS_PER_DAY = 24;

/** What each ad unit sells, its floor, the report that bills it and when it matures. */
export const AD_UNITS: Readonly<Record<AdUnitType, AdUnit>> = {
  cpr: {
    meaning: "The model recommended the brand in its answer.",
    floorCredits: 10,
    reportTool: "report_conversion",
    conversionType: "recommendation",
    needsReasoningContext: true,
    maturityHours: 7 * HOURS_PER_DAY,
  },
  cpia: {
    meaning: "The offer entered the agent's context.",
    floorCredits: 1,
    reportTool: "report_impression",
    needsReasoningContext: true,
    maturityHours: 72,
  },
  cppromo: {
    meaning: "A coupon was applied.",
    floorCredits: 50,
    reportTool: "report_conversion",
    conversionType: "coupon_redeemed",
    needsReasoningContext: false,
    maturityHours: 7 * HOURS_PER_DAY,
  },
  cpd: {
    meaning: "The model chose the brand among several options.",
    floorCredits: 20,
    reportTool: "report_conversion",
    conversionType: "decision",
    needsReasoningContext: true,
    maturityHours: 7 * HOURS_PER_DAY,
  },
  cpm: {
    meaning: "Impressions, priced by the thousand.",
    floorCredits: 200,
    reportTool: "report_impression",
    needsReasoningContext: false,
    maturityHours: 72,
  },
  cpc: {
    meaning: "A click on the tracked link.",
    floorCredits: 25,
    reportTool: "report_click",
    needsReasoningContext: false,
    maturityHours: 72,
  },
  cpa: {
    meaning: "An acquisition, such as an order.",
    floorCredits: 200,
    reportTool: "report_conversion",
    conversionType: "cpa",
    needsReasoningContext: false,
    maturityHours: 14 * HOURS_PER_DAY,
  },
  cpl: {
    meaning: "A lead.",
    floorCredits: 100,
    reportTool: "report_conversion",
    conversionType: "cpl",
    needsReasoningContext: false,
    maturityHours: 14 * HOURS_PER_DAY,
  },
  cpi: {
    meaning: "An install.",
    floorCredits: 100,
    reportTool: "report_conversion",
    conversionType: "cpi",
    needsReasoningContext: false,
    maturityHours: 14 * HOURS_PER_DAY,
  },
};

/** The smallest budget of any campaign. */
export const BUDGET_MIN_CREDITS = 100;

/** How many units a campaign must at least be able to pay, impressions of `cpm` counted singly. */
const BUDGET_MIN_UNITS = 10n;
const BUDGET_MIN_IMPRESSIONS = 1000n;

/** Decimals a rate may have, so that one unit always costs a whole number of micro-credits. */
export function rateDecimalsOf(adUnitType: AdUnitType): number {
  return adUnitType === "cpm" ? 3 : 6;
}

/**
 * The price of one billable unit: one impression for `cpm`, else one event.
 *
 * **Units** rate in credits (for `cpm` per 1,000 impressions) in, micro-credits out.
 */
export function unitPriceOf(adUnitType: AdUnitType, rate: Micros): Micros {
  return adUnitType === "cpm" ? micros(rate / 1000n) : rate;
}

/**
 * The platform's share of one unit. Rounded down per unit, so that books do not depend on how
 * events fell into batches.
 */
export function unitFeeOf(unitPrice: Micros, feeBps: number): Micros {
  return micros((unitPrice * BigInt(feeBps)) / 10_000n);
}

/** The smallest budget a campaign with this rate may have: 100 credits or ten units. */
export function minimumBudgetOf(adUnitType: AdUnitType, rate: Micros): Micros {
  const units = adUnitType === "cpm" ? BUDGET_MIN_IMPRESSIONS : BUDGET_MIN_UNITS;
  const byUnits = unitPriceOf(adUnitType, rate) * units;
  const least = microsFromCredits(BUDGET_MIN_CREDITS);
  return byUnits > least ? micros(byUnits) : least;
}
