import { microsFromCredits } from "../../server/src/contract/money.ts";
import { AD_UNITS, unitPriceOf } from "../../server/src/contract/units.ts";
import type { Wanted } from "../bench/support/market.ts";

/** A campaign of the crash test, as it was booked: all that may be spent is known from outside. */
export interface Booked extends Wanted {
  readonly campaignId: string;
  /** It is funded, or capped, for fewer events than it is sent. */
  readonly isEnding: boolean;
}

const PLENTY_CREDITS = 200_000_000;

/** Money to spare for every unit that is billed by its report; impressions are most of the load. */
export const STANDING: readonly Wanted[] = [
  ...Array.from({ length: 6 }, (): Wanted => ({ adUnitType: "cpm", budgetCredits: 100_000_000 })),
  { adUnitType: "cpc", budgetCredits: PLENTY_CREDITS },
  { adUnitType: "cpia", budgetCredits: PLENTY_CREDITS },
  { adUnitType: "cpr", budgetCredits: PLENTY_CREDITS },
  { adUnitType: "cpa", budgetCredits: PLENTY_CREDITS },
];

/** Funded for exactly so many events; the third may spend no more than its day's share. */
const ENDING: readonly Wanted[] = [
  // 1,000 impressions at 0.2, 800 clicks at 25, 1,000 impressions a day, 500 orders at 200.
  { adUnitType: "cpm", budgetCredits: 200 },
  { adUnitType: "cpc", budgetCredits: 20_000 },
  { adUnitType: "cpm", budgetCredits: 1_000_000, dailyCapCredits: 200 },
  { adUnitType: "cpa", budgetCredits: 100_000 },
];

/** Those that stand through the whole run, then one for each stretch of the load, to be used up. */
export function wantedMarket(endings: number): Wanted[] {
  const ending = Array.from({ length: endings }, (_, index) => at(ENDING, index % ENDING.length));
  return [...STANDING, ...ending];
}

/** **Units** micro-credits of one billed unit: every placement asks for the floor. */
export function unitMicrosOf({ adUnitType }: Wanted): number {
  const { floorCredits } = AD_UNITS[adUnitType];
  return Number(unitPriceOf(adUnitType, microsFromCredits(floorCredits)));
}

export function at<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new RangeError(`There is no item ${index}.`);
  return item;
}
