import { type Micros, micros, microsFromCredits } from "./money.ts";
import { keysOf, recordOf } from "./records.ts";

type Party = "publisher" | "advertiser" | "exchange";

interface AdUnit {
  readonly meaning: string;
  /** One of what it sells, for people; its plural ends in "s". */
  readonly noun: string;
  /** For people who do not know the unit, after "The advertiser pays when". */
  readonly paysWhen: string;
  readonly floorCredits: number;
  /** How many units the rate is the price of. */
  readonly pricedBy: 1 | 1000;
  /** The event that bills it; units may share one. */
  readonly event: string;
  /** The number under which SQL stores that event. Numbers are appended, never changed. */
  readonly kind: number;
  readonly reportTool: "report_impression" | "report_click" | "report_conversion";
  /** Whose systems see the event happen. */
  readonly biller: Party;
  /** Who may report it; the exchange does so when a reader follows the click redirect. */
  readonly reporters: readonly Party[];
  /** How late it counts: while its delivery is open, or in the campaign's attribution window. */
  readonly window: "delivery" | "attribution";
  /** For how long one session pays once. */
  readonly sessionMinutes?: number;
  /** A click on the offer leads to the event, so a card prefers the unit's own link. */
  readonly followsClick: boolean;
  /** An answer earns it by citing the offer. */
  readonly isCited: boolean;
  readonly needsCoupon: boolean;
  /** The offer may influence what the model says, which the placement has to allow. */
  readonly needsReasoningContext: boolean;
  /** How long earnings stay pending without a confirmation of the delivery. */
  readonly maturityHours: number;
}

const HOURS_PER_DAY = 24;
const MINUTES_PER_DAY = 1440;

/** What most units have in common: the publisher reports one event while a delivery is open. */
const COMMON = {
  pricedBy: 1,
  biller: "publisher",
  reporters: ["publisher"],
  window: "delivery",
  followsClick: false,
  isCited: false,
  needsCoupon: false,
  needsReasoningContext: false,
} as const;

const AT_ADVERTISER = {
  ...COMMON,
  reportTool: "report_conversion",
  biller: "advertiser",
  reporters: ["publisher", "advertiser"],
  window: "attribution",
  followsClick: true,
  maturityHours: 14 * HOURS_PER_DAY,
} as const;

const IN_ANSWER = {
  ...COMMON,
  reportTool: "report_conversion",
  sessionMinutes: MINUTES_PER_DAY,
  isCited: true,
  needsReasoningContext: true,
  maturityHours: 7 * HOURS_PER_DAY,
} as const;

const UNITS = {
  cpr: {
    ...IN_ANSWER,
    meaning: "The model recommended the brand in its answer.",
    noun: "recommendation",
    paysWhen: "the answer recommends its offer with a visible label beside it",
    floorCredits: 10,
    event: "recommendation",
    kind: 3,
  },
  cpia: {
    ...COMMON,
    meaning: "The offer entered the agent's context.",
    noun: "context insertion",
    paysWhen: "the offer is put into the model's context",
    floorCredits: 1,
    event: "insertion",
    kind: 9,
    reportTool: "report_impression",
    sessionMinutes: 30,
    needsReasoningContext: true,
    maturityHours: 72,
  },
  cppromo: {
    ...COMMON,
    meaning: "A coupon was applied.",
    noun: "redeemed coupon",
    paysWhen: "an order is placed with its coupon code",
    floorCredits: 50,
    event: "coupon_redeemed",
    kind: 5,
    reportTool: "report_conversion",
    followsClick: true,
    needsCoupon: true,
    maturityHours: 7 * HOURS_PER_DAY,
  },
  cpd: {
    ...IN_ANSWER,
    meaning: "The model chose the brand among several options.",
    noun: "decision",
    paysWhen: "the answer cites several offers, each with a visible label, and chooses its own",
    floorCredits: 20,
    event: "decision",
    kind: 4,
  },
  cpm: {
    ...COMMON,
    meaning: "Impressions, priced by the thousand.",
    noun: "impression",
    paysWhen: "half of the card is on the screen for one second",
    floorCredits: 200,
    pricedBy: 1000,
    event: "impression",
    kind: 1,
    reportTool: "report_impression",
    maturityHours: 72,
  },
  cpc: {
    ...COMMON,
    meaning: "A click on the tracked link.",
    noun: "click",
    paysWhen: "the card is clicked and the exchange has seen the click",
    floorCredits: 25,
    event: "click",
    kind: 2,
    reportTool: "report_click",
    biller: "exchange",
    reporters: ["publisher", "exchange"],
    followsClick: true,
    maturityHours: 72,
  },
  cpa: {
    ...AT_ADVERTISER,
    meaning: "An acquisition, such as an order.",
    noun: "acquisition",
    paysWhen: "a reader who came through the card buys something",
    floorCredits: 200,
    event: "cpa",
    kind: 6,
  },
  cpl: {
    ...AT_ADVERTISER,
    meaning: "A lead.",
    noun: "lead",
    paysWhen: "a reader who came through the card signs up",
    floorCredits: 100,
    event: "cpl",
    kind: 7,
  },
  cpi: {
    ...AT_ADVERTISER,
    meaning: "An install.",
    noun: "install",
    paysWhen: "a reader who came through the card installs its app",
    floorCredits: 100,
    event: "cpi",
    kind: 8,
  },
} as const satisfies Readonly<Record<string, AdUnit>>;

type Unit = (typeof UNITS)[keyof typeof UNITS];
export type AdUnitType = keyof typeof UNITS;
export type EventName = Unit["event"];
export type EventKind = Unit["kind"];
export type ConversionType = Extract<Unit, { reportTool: "report_conversion" }>["event"];

export interface NamedAdUnit extends AdUnit {
  readonly code: AdUnitType;
  readonly event: EventName;
  readonly kind: EventKind;
  /** The type that `report_conversion` takes; absent for impressions and clicks. */
  readonly conversionType?: ConversionType;
}

export const AD_UNIT_TYPES = keysOf(UNITS);

/** The ad units: the one place that says what each sells, costs, bills and needs. */
export const AD_UNITS: Readonly<Record<AdUnitType, NamedAdUnit>> = recordOf(
  AD_UNIT_TYPES,
  (code) => {
    const unit = UNITS[code];
    const isConversion = unit.reportTool === "report_conversion";
    return [code, { ...unit, code, ...(isConversion ? { conversionType: unit.event } : {}) }];
  },
);

/** The units that answers earn by citing the offer. */
export const CITED_UNITS = unitsWhere(({ isCited }) => isCited);

/** The codes of the units that something is true of. */
export function unitsWhere(isTrue: (unit: NamedAdUnit) => boolean): readonly AdUnitType[] {
  return AD_UNIT_TYPES.filter((code) => isTrue(AD_UNITS[code]));
}

const byKind = Object.values(AD_UNITS).toSorted((one, other) => one.kind - other.kind);

/** The number under which SQL stores each event, by its name. */
export const KIND: Readonly<Record<EventName, EventKind>> = recordOf(byKind, (unit) => [
  unit.event,
  unit.kind,
]);

/** The types of conversions, in the order of their kinds. */
export const CONVERSION_TYPES = [
  ...new Set(byKind.flatMap(({ conversionType }) => conversionType ?? [])),
];

/** In ascending order, as are the next lists. */
export const CONVERSION_KINDS = kindsWhere(({ conversionType }) => conversionType !== undefined);
/** Impressions and insertions into a context. */
export const IMPRESSION_KINDS = kindsWhere(({ reportTool }) => reportTool === "report_impression");
/** What a citation in an answer proves. */
export const CITED_KINDS = kindsWhere(({ isCited }) => isCited);
/** What the advertiser may report too. */
export const ADVERTISER_KINDS = kindsWhere(({ reporters }) => reporters.includes("advertiser"));

function kindsWhere(isTrue: (unit: NamedAdUnit) => boolean): readonly EventKind[] {
  return [...new Set(byKind.filter(isTrue).map(({ kind }) => kind))];
}

/** The event that SQL stores under a number. */
export function eventOf(kind: number): EventName {
  const unit = byKind.find((one) => one.kind === kind);
  if (unit === undefined) throw new RangeError(`No event has the kind ${kind}.`);
  return unit.event;
}

/** The type of conversion that SQL stores under a number; undefined for every other event. */
export function conversionTypeOf(kind: number): ConversionType | undefined {
  return byKind.find((unit) => unit.kind === kind)?.conversionType;
}

export const BUDGET_MIN_CREDITS = 100;

/** How many units a campaign must at least be able to pay; of those priced by the thousand, one. */
const BUDGET_MIN_UNITS = 10n;

/** Decimals a rate may have, so that one unit always costs a whole number of micro-credits. */
export function rateDecimalsOf(adUnitType: AdUnitType): number {
  return AD_UNITS[adUnitType].pricedBy === 1 ? 6 : 3;
}

/**
 * The price of one billable unit: one impression for `cpm`, else one event.
 *
 * **Units** rate in credits (for `cpm` per 1,000 impressions) in, micro-credits out.
 */
export function unitPriceOf(adUnitType: AdUnitType, rate: Micros): Micros {
  return micros(rate / BigInt(AD_UNITS[adUnitType].pricedBy));
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
  const { pricedBy } = AD_UNITS[adUnitType];
  const units = pricedBy === 1 ? BUDGET_MIN_UNITS : BigInt(pricedBy);
  const byUnits = unitPriceOf(adUnitType, rate) * units;
  const least = microsFromCredits(BUDGET_MIN_CREDITS);
  return byUnits > least ? micros(byUnits) : least;
}
