import type { AdUnitType, PlacementKind } from "../../contract/enums.ts";
import { ExchangeError, wrongField } from "../../contract/errors.ts";
import {
  creditsFromMicros,
  hasAtMostDecimals,
  type Micros,
  micros,
  microsFromCredits,
} from "../../contract/money.ts";
import type { BookingFields, Campaign } from "../../contract/resources/campaign.ts";
import {
  AD_UNITS,
  CITED_UNITS,
  minimumBudgetOf,
  rateDecimalsOf,
  unitFeeOf,
  unitPriceOf,
} from "../../contract/units.ts";
import type { Tx } from "../../core/db.ts";
import { type BrandRecord, capOf } from "../brands/index.ts";
import { drawLots, lockBalance, postTransaction } from "../ledger/index.ts";
import { enqueuePostback } from "../outbox/index.ts";
import {
  findToBook,
  type LockedPlacement,
  lockPlacement,
  type PlacementRecord,
  placementNotFound,
} from "../placements/index.ts";
import { checkText } from "../review/index.ts";
import { checkBrandFits, checkDestination, lockBrandToBook } from "./brand.ts";
import { findCampaign, insertCampaign, type NewCampaign } from "./queries.ts";
import type { CampaignDeps } from "./states.ts";

export interface BookingInput extends BookingFields {
  readonly placementId: string;
  readonly adUnitType: AdUnitType;
  readonly rateCredits?: number | undefined;
  /** Whether the advertiser is the platform wallet's agent, who alone may book for a brand. */
  readonly isPlatformWallet?: boolean;
  /** What this booking and those after it need, so that a shortfall is named as a whole. */
  readonly neededTogether?: Micros;
}

/**
 * Books a placement: checks it, freezes rate and fee, and moves the budget into escrow, all in the
 * caller's transaction.
 *
 * **Errors** `not_found`, `self_dealing`, `platform_wallet_only`, `placement_not_bookable`,
 * `ad_unit_mismatch`, `rate_above_brand_cap`, `invalid_arguments`, `budget_too_low`,
 * `creative_rejected`, `destination_invalid`, `insufficient_credits`.
 */
export async function bookCampaign(
  tx: Tx,
  advertiserId: string,
  input: BookingInput,
  deps: CampaignDeps,
): Promise<Campaign> {
  const placement = await lockPlacement(tx, input.placementId);
  if (placement === undefined) throw placementNotFound();
  if (placement.publisherId === advertiserId) throw new ExchangeError("self_dealing");
  const brand = await lockBrandToBook(tx, input);
  checkBookable(placement, advertiserId, input);
  checkDates(input, deps.now);
  checkCitedOnly(input);
  checkText([{ field: "creativeText", text: input.creativeText }], "creative");
  checkDestination(input.creativeUrl, deps.allowedDestinationOrigin);
  const rate = rateOf(placement, input);
  if (brand !== undefined) checkBrandFits(brand, { adUnitType: input.adUnitType, rate });
  checkDailyCap(input.dailyCapCredits, unitPriceOf(input.adUnitType, rate));
  const budget = budgetOf(input, rate);
  await requireFunds(tx, advertiserId, input.neededTogether ?? budget);
  const campaign = newCampaign({ advertiserId, placement, input, rate, budget, deps });
  await insertCampaign(tx, campaign);
  await holdBudget(tx, campaign, deps);
  const booked = await findCampaign(tx, campaign.campaignId);
  if (booked === undefined) throw placementNotFound();
  return booked;
}

function newCampaign(made: {
  advertiserId: string;
  placement: PlacementRecord;
  input: BookingInput;
  rate: Micros;
  budget: Micros;
  deps: CampaignDeps;
}): NewCampaign {
  const { placement, input, rate, deps } = made;
  const isReviewed = deps.reviewPolicy === "auto";
  const startsLater = input.startAt !== undefined && new Date(input.startAt) > deps.now;
  const unitPrice = unitPriceOf(input.adUnitType, rate);
  return {
    campaignId: deps.ids.id("cmp"),
    creativeId: deps.ids.id("crt"),
    advertiserId: made.advertiserId,
    publisherId: placement.publisherId,
    placementId: placement.placementId,
    adUnitType: input.adUnitType,
    rate,
    unitPrice,
    unitFee: unitFeeOf(unitPrice, deps.feeBps),
    feeBps: deps.feeBps,
    budget: made.budget,
    dailyCap: input.dailyCapCredits === undefined ? null : microsFromCredits(input.dailyCapCredits),
    status: isReviewed ? (startsLater ? "pending_start" : "active") : "pending_review",
    creativeText: input.creativeText,
    offer: deps.readOffer(input.creativeText),
    creativeUrl: input.creativeUrl,
    creativeReview: isReviewed ? "approved" : "pending_review",
    brandId: input.brandId ?? null,
    startAt: input.startAt ?? null,
    endAt: input.endAt ?? null,
    clickDays: input.attributionWindow?.clickDays ?? 7,
    contextHours: input.attributionWindow?.contextHours ?? 24,
    conversionSource: input.conversionSource,
    verifiedOnly: input.verifiedOnly,
    citedOnly: isCitedOnly(placement, input),
    now: deps.now,
  };
}

function checkCitedOnly({ adUnitType, citedOnly }: BookingInput): void {
  if (citedOnly !== true || AD_UNITS[adUnitType].isCited) return;
  const units = CITED_UNITS.join(" and ");
  throw wrongField("citedOnly", `must be false for ${adUnitType}: it is for ${units}`);
}

/** Frozen with the booking: a later change of the placement changes no campaign. */
function isCitedOnly(placement: PlacementRecord, { adUnitType, citedOnly }: BookingInput): boolean {
  return AD_UNITS[adUnitType].isCited && (citedOnly ?? placement.citations);
}

async function holdBudget(tx: Tx, campaign: NewCampaign, deps: CampaignDeps): Promise<void> {
  const { campaignId, placementId, advertiserId, budget } = campaign;
  await drawLots(tx, { campaignId, advertiserId, startsAt: 0n, amount: budget });
  await postTransaction(tx, deps, {
    type: "escrow_hold",
    refs: { campaignId, placementId },
    description: "Budget held for a campaign",
    legs: [
      { owner: advertiserId, kind: "available", amount: -budget },
      { owner: advertiserId, kind: "escrow", amount: budget },
    ],
  });
  await enqueuePostback(tx, deps, {
    type: "campaign.booked",
    agentId: campaign.publisherId,
    campaignId,
    data: { campaignId, placementId, adUnitType: campaign.adUnitType, status: campaign.status },
  });
}

function checkBookable(placement: LockedPlacement, advertiserId: string, input: BookingInput) {
  const isOpen =
    placement.status === "active" &&
    placement.reviewStatus === "approved" &&
    placement.isPublisherActive;
  const blocked = blockedOf(placement, advertiserId, input.brandId);
  if (!isOpen || blocked !== undefined) {
    throw new ExchangeError("placement_not_bookable", {
      ...(isOpen && { message: `The publisher does not accept bookings by this ${blocked}.` }),
      details: { reason: isOpen ? `${blocked}_blocked` : "not_open" },
      suggestion: "Choose another one with search_placements.",
      nextTools: ["search_placements"],
    });
  }
  if (placement.adUnitType !== input.adUnitType) {
    throw new ExchangeError("ad_unit_mismatch", {
      field: "/arguments/adUnitType",
      message: `This placement sells ${placement.adUnitType}, not ${input.adUnitType}.`,
      details: { adUnitType: placement.adUnitType },
      suggestion: `Send adUnitType ${placement.adUnitType}.`,
    });
  }
}

function blockedOf(
  { blockedAdvertiserIds, blockedBrandIds }: PlacementRecord,
  advertiserId: string,
  brandId: string | undefined,
): "advertiser" | "brand" | undefined {
  if (blockedAdvertiserIds.includes(advertiserId)) return "advertiser";
  return brandId !== undefined && blockedBrandIds.includes(brandId) ? "brand" : undefined;
}

function checkDates(input: BookingInput, now: Date): void {
  const end = input.endAt === undefined ? undefined : new Date(input.endAt);
  const start = input.startAt === undefined ? now : new Date(input.startAt);
  if (end !== undefined && (end <= now || end <= start)) {
    throw wrongField("endAt", "must lie in the future and after startAt");
  }
}

/** The campaign's rate: the advertiser's, if given, else the placement's. */
function rateOf(placement: PlacementRecord, input: BookingInput): Micros {
  if (input.rateCredits === undefined) return placement.rate;
  const decimals = rateDecimalsOf(input.adUnitType);
  if (!hasAtMostDecimals(input.rateCredits, decimals)) {
    throw wrongField(
      "rateCredits",
      `must have at most ${decimals} decimals for ${input.adUnitType}`,
    );
  }
  const rate = microsFromCredits(input.rateCredits);
  if (rate < placement.rate) {
    const floorCredits = creditsFromMicros(placement.rate);
    throw new ExchangeError("rate_below_floor", {
      field: "/arguments/rateCredits",
      message: `The placement asks for ${floorCredits} credits.`,
      details: { floorCredits },
      suggestion: "Leave rateCredits out to book at the placement's rate.",
    });
  }
  return rate;
}

/** A cap below one unit would hold the budget in escrow without ever paying for anything. */
export function checkDailyCap(dailyCapCredits: number | undefined, unitPrice: Micros): void {
  if (dailyCapCredits === undefined || microsFromCredits(dailyCapCredits) >= unitPrice) return;
  const unitCredits = creditsFromMicros(unitPrice);
  throw wrongField("dailyCapCredits", `must pay for one unit of ${unitCredits} credits`);
}

function budgetOf(input: BookingInput, rate: Micros): Micros {
  const budget = microsFromCredits(input.budgetCredits);
  const minimum = minimumBudgetOf(input.adUnitType, rate);
  if (budget < minimum) {
    const minimumCredits = creditsFromMicros(minimum);
    throw new ExchangeError("budget_too_low", {
      field: "/arguments/budgetCredits",
      message: `The smallest budget here is ${minimumCredits} credits.`,
      details: { minimumCredits },
      suggestion: `Send budgetCredits of ${minimumCredits} or more.`,
    });
  }
  return budget;
}

/** Locks the balance first, so that two bookings at once cannot both spend it. */
export async function requireFunds(tx: Tx, advertiserId: string, budget: Micros): Promise<void> {
  const available = await lockBalance(tx, advertiserId, "available");
  if (available >= budget) return;
  const shortfallCredits = creditsFromMicros(micros(budget - available));
  throw new ExchangeError("insufficient_credits", {
    message: `${shortfallCredits} credits are missing for this budget.`,
    details: { shortfallCredits, availableCredits: creditsFromMicros(available) },
    suggestion: "Buy a credit pack with buy_credits, or lower budgetCredits.",
    nextTools: ["buy_credits"],
  });
}

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
function withinCap(matches: PlacementRecord[], brand: BrandRecord | undefined) {
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
