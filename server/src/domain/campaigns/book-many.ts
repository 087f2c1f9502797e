import type { AdUnitType, PlacementKind } from "../../contract/enums.ts";
import { ExchangeError } from "../../contract/errors.ts";
import { creditsFromMicros, type Micros, micros, microsFromCredits } from "../../contract/money.ts";
import type { Campaign } from "../../contract/resources/campaign.ts";
import { minimumBudgetOf } from "../../contract/units.ts";
import type { Tx } from "../../core/db.ts";
import { type BrandRecord, capOf } from "../brands/index.ts";
import { findToBook, type PlacementRecord } from "../placements/index.ts";
import { type BookingInput, bookCampaign } from "./book.ts";
import { checkBrandFits, lockBrandToBook } from "./brand.ts";
import type { CampaignDeps } from "./states.ts";

export interface ManyBookings extends Omit<BookingInput, "placementId" | "adUnitType"> {
  readonly filter: {
    readonly kind?: PlacementKind | undefined;
    readonly adUnitType: AdUnitType;
    readonly topic?: string | undefined;
    readonly maxRateCredits?: number | undefined;
  };
  readonly maxPlacements: number;
}

/** More matches than are ever booked, because a brand may not pay for all of them. */
const LOOKED_AT_MAX = 100;

/**
 * Books several placements with one budget in equal shares, one for each publisher: proven
 * publishers first, then the cheapest, as many as the budget can meet the minimum of. All are
 * booked or none; odd micro-credits go to the first.
 *
 * **Errors** `placement_not_bookable` when nothing matches, `rate_above_brand_cap` when the brand
 * pays for none of them, `budget_too_low` when not even one fits, and those of a single booking.
 */
export async function bookMany(
  tx: Tx,
  advertiserId: string,
  input: ManyBookings,
  deps: CampaignDeps,
): Promise<Campaign[]> {
  const { filter, maxPlacements, ...booking } = input;
  const brand = await lockBrandToBook(tx, input);
  const matches = withinCap(await findMatches(tx, advertiserId, input), brand);
  if (matches.length === 0) throw nothingMatches();
  const budget = microsFromCredits(input.budgetCredits);
  const chosen = largestFitting(matches.slice(0, maxPlacements), budget);
  const campaigns: Campaign[] = [];
  let neededTogether = budget;
  for (const { placementId, share } of chosen) {
    const single = { ...booking, placementId, adUnitType: filter.adUnitType, neededTogether };
    const budgetCredits = creditsFromMicros(share);
    campaigns.push(await bookCampaign(tx, advertiserId, { ...single, budgetCredits }, deps));
    neededTogether = micros(neededTogether - share);
  }
  return campaigns;
}

function findMatches(
  tx: Tx,
  advertiserId: string,
  { filter, brandId }: Pick<ManyBookings, "filter" | "brandId">,
): Promise<PlacementRecord[]> {
  const { maxRateCredits, ...terms } = filter;
  const maxRate = maxRateCredits === undefined ? undefined : microsFromCredits(maxRateCredits);
  const by = { advertiserId, brandId, limit: LOOKED_AT_MAX };
  return findToBook(tx, { ...terms, maxRate }, by);
}

/**
 * The matches a brand pays for.
 *
 * **Errors** `rate_above_brand_cap` when even the cheapest is too dear.
 */
function withinCap(
  matches: PlacementRecord[],
  brand: BrandRecord | undefined,
): readonly PlacementRecord[] {
  const [cheapest] = matches.toSorted((left, right) => (left.rate < right.rate ? -1 : 1));
  if (brand === undefined || cheapest === undefined) return matches;
  checkBrandFits(brand, cheapest);
  return matches.filter(({ rate }) => rate <= capOf(brand));
}

interface Share {
  readonly placementId: string;
  readonly share: Micros;
}

function largestFitting(matches: readonly PlacementRecord[], budget: Micros): Share[] {
  for (let count = matches.length; count > 0; count -= 1) {
    const share = budget / BigInt(count);
    const taken = matches.slice(0, count);
    if (taken.every(({ adUnitType, rate }) => minimumBudgetOf(adUnitType, rate) <= share)) {
      const odd = budget - share * BigInt(count);
      return taken.map(({ placementId }, index) => ({
        placementId,
        share: micros(index === 0 ? share + odd : share),
      }));
    }
  }
  const minimums = matches.map(({ adUnitType, rate }) => minimumBudgetOf(adUnitType, rate));
  const minimumCredits = Math.min(...minimums.map(creditsFromMicros));
  throw new ExchangeError("budget_too_low", {
    field: "/arguments/budgetCredits",
    message: `The smallest budget of a matching placement is ${minimumCredits} credits.`,
    details: { minimumCredits },
    suggestion: `Send budgetCredits of ${minimumCredits} or more.`,
  });
}

function nothingMatches(): ExchangeError {
  return new ExchangeError("placement_not_bookable", {
    message: "No placement that can be booked matches the filter.",
    suggestion: "Widen the filter; search_placements shows what there is.",
    nextTools: ["search_placements"],
  });
}
