import type { AdUnitType, PlacementKind } from "../../contract/enums.ts";
import { ExchangeError } from "../../contract/errors.ts";
import { creditsFromMicros, type Micros, micros, microsFromCredits } from "../../contract/money.ts";
import type { Campaign } from "../../contract/resources/campaign.ts";
import type { Placement } from "../../contract/resources/placement.ts";
import type { Tx } from "../../core/db.ts";
import { type BrandRecord, capOf } from "../brands/index.ts";
import { searchPlacements } from "../placements/index.ts";
import { type BookingInput, bookCampaign, isBlocked } from "./book.ts";
import { checkBrandFits, lockBrandToBook } from "./brand.ts";
import type { CampaignDeps } from "./deps.ts";

export interface ManyBookings extends Omit<BookingInput, "placementId" | "adUnitType"> {
  readonly filter: {
    readonly kind?: PlacementKind | undefined;
    readonly adUnitType: AdUnitType;
    readonly topic?: string | undefined;
    readonly maxRateCredits?: number | undefined;
  };
  readonly maxPlacements: number;
}

/** More matches than are ever booked, because own and blocking placements fall away. */
const LOOKED_AT_MAX = 100;

/**
 * Books several placements with one budget in equal shares: the cheapest that match, as many as
 * the budget can meet the minimum of. All are booked or none; odd micro-credits go to the first.
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

async function findMatches(
  tx: Tx,
  advertiserId: string,
  { filter, brandId }: Pick<ManyBookings, "filter" | "brandId">,
): Promise<Placement[]> {
  const { kind, adUnitType, topic, maxRateCredits } = filter;
  const found = await searchPlacements(tx, {
    adUnitType,
    kind,
    topic,
    maxRate: maxRateCredits === undefined ? undefined : microsFromCredits(maxRateCredits),
    sort: "rate_asc",
    offset: 0,
    limit: LOOKED_AT_MAX,
  });
  return found.filter(
    (placement) =>
      placement.publisherId !== advertiserId && !isBlocked(placement, advertiserId, brandId),
  );
}

/**
 * The matches a brand pays for, which come cheapest first.
 *
 * **Errors** `rate_above_brand_cap` when even the cheapest is too dear.
 */
function withinCap(matches: Placement[], brand: BrandRecord | undefined): Placement[] {
  const [cheapest] = matches;
  if (brand === undefined || cheapest === undefined) return matches;
  const { adUnitType } = cheapest;
  checkBrandFits(brand, { adUnitType, rate: microsFromCredits(cheapest.rateCredits) });
  return matches.filter(({ rateCredits }) => microsFromCredits(rateCredits) <= capOf(brand));
}

interface Share {
  readonly placementId: string;
  readonly share: Micros;
}

/** The largest number of placements, taken in order, whose equal shares meet every minimum. */
function largestFitting(matches: readonly Placement[], budget: Micros): Share[] {
  for (let count = matches.length; count > 0; count -= 1) {
    const share = budget / BigInt(count);
    const taken = matches.slice(0, count);
    if (taken.every((placement) => microsFromCredits(placement.minBudgetCredits) <= share)) {
      const odd = budget - share * BigInt(count);
      return taken.map(({ placementId }, index) => ({
        placementId,
        share: micros(index === 0 ? share + odd : share),
      }));
    }
  }
  const minimumCredits = Math.min(...matches.map((placement) => placement.minBudgetCredits));
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
