import { type ErrorCode, ExchangeError } from "../../contract/errors.ts";
import { AD_UNITS } from "../../contract/units.ts";
import { type BrandRecord, capOf } from "../brands/index.ts";
import type { Candidate } from "./demand-queries.ts";

export interface Terms {
  readonly verifiedOnly: boolean;
  readonly conversionSource: "any" | "advertiser";
  /** True when the publisher's own reports are paid. */
  readonly isOnTrust: boolean;
}

/** The terms under which the platform buys from a publisher; none when it does not. */
export function termsOf(seller: Pick<Candidate, "isTrusted" | "adUnitType">): Terms | undefined {
  if (seller.isTrusted) return { verifiedOnly: false, conversionSource: "any", isOnTrust: true };
  // Without trust only what the click redirect or the advertiser sees is paid.
  if (AD_UNITS[seller.adUnitType].biller === "publisher") return undefined;
  return { verifiedOnly: true, conversionSource: "advertiser", isOnTrust: false };
}

/** Why a placement gets nothing, whatever the brands and the money. */
export function refusalOf(placement: Candidate, walletId: string | undefined): Reason | undefined {
  if (!placement.isPublisherActive) return "publisher_suspended";
  if (!placement.isOpen) return "not_open";
  if (placement.publisherId === walletId) return "own_placement";
  if (placement.blockedAdvertiserIds.some((id) => id === walletId)) return "wallet_blocked";
  if (AD_UNITS[placement.adUnitType].needsCoupon) return "needs_coupon";
  return termsOf(placement) === undefined ? "not_trusted" : undefined;
}

/**
 * The brand to book a placement for: of those that pay its unit and rate and are not blocked, the
 * one that fits its topics best; among equals the one with the fewest live campaigns. A placement
 * without topics takes any; a brand without categories fits anywhere, after all others.
 *
 * **Shape** `live` counts campaigns by brand id.
 */
export function chooseBrand(
  placement: Candidate,
  brands: readonly BrandRecord[],
  live: ReadonlyMap<string, number>,
): BrandRecord | Reason {
  const paying = brands.filter((brand) => brand.adUnitTypes.includes(placement.adUnitType));
  if (paying.length === 0) return "no_brand_for_unit";
  const affordable = paying.filter((brand) => placement.rate <= capOf(brand));
  if (affordable.length === 0) return "rate_above_caps";
  const welcome = affordable.filter(({ brandId }) => !placement.blockedBrandIds.includes(brandId));
  if (welcome.length === 0) return "brands_blocked";
  const words = wordsOfPlacement(placement);
  const fitting = welcome.flatMap((brand) => {
    const fit = fitOf(brand, words);
    return fit === undefined ? [] : [{ brand, fit, live: live.get(brand.brandId) ?? 0 }];
  });
  const [best] = fitting.toSorted(
    (left, right) =>
      right.fit - left.fit ||
      left.live - right.live ||
      (left.brand.brandId < right.brand.brandId ? -1 : 1),
  );
  return best?.brand ?? "no_brand_for_topics";
}

type Words = ReadonlySet<string>;

interface PlacementWords {
  readonly topics: readonly Words[];
  readonly excluded: readonly Words[];
  readonly text: Words;
}

function wordsOfPlacement(placement: Candidate): PlacementWords {
  return {
    topics: placement.topics.map(wordsOf),
    excluded: placement.excludedTopics.map(wordsOf),
    text: wordsOf(`${placement.title} ${placement.description}`),
  };
}

/** A fitting topic outweighs any number of fitting words in title and description. */
const TOPIC_WEIGHT = 100;

function fitOf(brand: BrandRecord, placement: PlacementWords): number | undefined {
  const categories = brand.categories.map(wordsOf).filter((words) => words.size > 0);
  if (categories.length === 0) return 0;
  const fitsAny = (category: Words, phrases: readonly Words[]) =>
    phrases.some((phrase) => isPart(category, phrase) || isPart(phrase, category));
  if (categories.some((category) => fitsAny(category, placement.excluded))) return undefined;
  const topics = categories.filter((category) => fitsAny(category, placement.topics)).length;
  if (topics === 0 && placement.topics.length > 0) return undefined;
  const inText = categories.filter((category) => isPart(category, placement.text)).length;
  return 1 + topics * TOPIC_WEIGHT + inText;
}

/** "cooking" is part of "home cooking"; "home improvement" and "home cooking" have no part so. */
function isPart(part: Words, whole: Words): boolean {
  return part.size > 0 && [...part].every((word) => whole.has(word));
}

const FILLERS: ReadonlySet<string> = new Set(["and", "for", "of", "the", "with"]);

/** Enough English to know "dishes" for "dish"; both sides are cut alike, so a slip does no harm. */
function singular(word: string): string {
  if (/(sh|ch|x|ss)es$/.test(word)) return word.slice(0, -2);
  if (/\w{2}ies$/.test(word)) return `${word.slice(0, -3)}y`;
  return /\w{2}[^s\W]s$/.test(word) ? word.slice(0, -1) : word;
}

function wordsOf(phrase: string): Words {
  const words = phrase
    .normalize("NFKC")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return new Set(words.filter((word) => word !== "" && !FILLERS.has(word)).map(singular));
}

const CATEGORIES_NAMED = 2;

/**
 * What a booking for a brand shows. It says nothing about being an ad: the label and the brand's
 * disclosure are shown beside it.
 */
export function creativeOf(
  brand: Pick<BrandRecord, "name" | "domain" | "categories" | "deepLink">,
): { creativeText: string; creativeUrl: string } {
  const named = brand.categories.slice(0, CATEGORIES_NAMED).join(" and ");
  const range = named === "" ? "the current range" : `the current range in ${named}`;
  return {
    creativeText: `${brand.name}: see ${range}.`,
    creativeUrl: brand.deepLink ?? `https://${brand.domain}/`,
  };
}

/** Why a placement got nothing, as a word for programs and a sentence for people. */
export const REASONS = {
  not_open: "The placement is not active and approved.",
  publisher_suspended: "The publisher is suspended.",
  own_placement: "The platform wallet's agent owns the placement.",
  wallet_blocked: "The placement blocks the platform wallet's agent.",
  not_trusted:
    "This ad unit is paid by the publisher's own reports, and the platform buys those from " +
    "publishers that the operator trusts; from others it buys cpc, cpa, cpl and cpi.",
  needs_coupon: "cppromo needs a coupon, which the platform makes by hand only.",
  no_brand_for_unit: "No brand pays for this ad unit.",
  rate_above_caps: "The rate is above maxRateCredits of every brand that pays for this ad unit.",
  brands_blocked: "The placement blocks every brand that would pay its rate.",
  no_brand_for_topics: "No brand that would pay the rate fits the placement's topics.",
  no_wallet: "This exchange has no platform wallet that can pay; a later pass looks again.",
  publisher_day_limit: "The platform's limit for one publisher and UTC day is reached.",
  total_day_limit: "The platform's limit for this UTC day is reached.",
  insufficient_credits: "The platform wallet does not have enough credits.",
  creative_rejected: "The brand's text breaks a content rule.",
  destination_invalid: "The brand's landing address is not allowed.",
  wallet_changed: "The platform wallet was changed or suspended just now.",
  wallet_frozen: "The platform wallet's money is frozen by an open finding.",
  refused: "The booking was refused.",
} as const;

export type Reason = keyof typeof REASONS;

const REASON_OF_CODE: Partial<Record<ErrorCode, Reason>> = {
  insufficient_credits: "insufficient_credits",
  invalid_state: "wallet_frozen",
  creative_rejected: "creative_rejected",
  destination_invalid: "destination_invalid",
  rate_above_brand_cap: "rate_above_caps",
  ad_unit_mismatch: "no_brand_for_unit",
  placement_not_bookable: "not_open",
  self_dealing: "own_placement",
};

const OUR_FAULT = 500;

/** What a refused booking says of its placement; what went wrong with us is thrown again. */
export function reasonOf(error: unknown): Reason {
  if (!(error instanceof ExchangeError) || error.status >= OUR_FAULT) throw error;
  return REASON_OF_CODE[error.code] ?? "refused";
}
