import type { AVAILABILITIES } from "../../contract/resources/product.ts";
import { decimalsOf } from "../../core/currency.ts";

/** The units a price is counted in: one millionth of the currency's main unit. */
const PRICE_SCALE = 1_000_000;

export type Availability = (typeof AVAILABILITIES)[number];

/** One product as its feed describes it, checked and normalised. */
export interface FeedProduct {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly brand: string | null;
  /** From the widest to the narrowest. */
  readonly category: readonly string[];
  /** **Units** millionths of the currency unit; always a safe integer above zero. */
  readonly priceMicros: number;
  /** Above `priceMicros` when present. */
  readonly compareAtMicros: number | null;
  readonly currency: string;
  readonly availability: Availability;
  readonly imageUrl: string | null;
  /** The shop's own page. Never leaves the server except through the click hop. */
  readonly link: string;
  readonly gtin: string | null;
  readonly color: string | null;
  readonly ratingValue: number | null;
  readonly ratingCount: number | null;
  readonly seller: string | null;
}

/** A product of the catalogue: what the feed said, and what we know about the row. */
export interface CatalogProduct extends FeedProduct {
  /** Our own number of the product: small enough for a click token, never reused. */
  readonly number: number;
  readonly updatedAt: string;
}

/** What its feed says about a product, in the order of its content hash. */
export const CONTENT_FIELDS = [
  "title",
  "description",
  "brand",
  "category",
  "priceMicros",
  "compareAtMicros",
  "currency",
  "availability",
  "imageUrl",
  "link",
  "gtin",
  "color",
  "ratingValue",
  "ratingCount",
  "seller",
] as const satisfies readonly (keyof FeedProduct)[];

/** What a product loses when it leaves the catalogue: everything but where its old links lead. */
export interface RetiredProduct {
  readonly number: number;
  readonly id: string;
  readonly link: string;
}

/**
 * Rounds a price to what its currency can express: two decimals for USD, none for JPY.
 *
 * **Units** main currency units in, millionths of them out.
 */
export function priceMicrosFrom(amount: number, currency: string): number {
  const decimals = decimalsOf(currency);
  const factor = 10 ** decimals;
  // Scaling through the decimal text keeps 1.005 from becoming 1.00.
  const minor = Math.round(Number(`${amount}e${decimals}`));
  const rounded = Number.isFinite(minor) ? minor : Math.round(amount * factor);
  return rounded * (PRICE_SCALE / factor);
}

/** **Units** millionths in, main currency units out. */
export function priceAmountFrom(micros: number): number {
  return micros / PRICE_SCALE;
}

/**
 * The discount in whole percent, rounded down: a card must never promise more than the shop gives,
 * and `minDiscountPercent` must hold exactly. Below one percent there is none worth a badge.
 */
export function discountPercentOf(priceMicros: number, compareAtMicros: number | null) {
  if (compareAtMicros === null || compareAtMicros <= priceMicros) return null;
  // Multiplied first: 30 % of 100.00 must not become 29 through a binary fraction.
  const percent = Math.floor(((compareAtMicros - priceMicros) * 100) / compareAtMicros);
  return percent >= 1 ? percent : null;
}

/** What a product without ratings would have, and how many ratings that weighs. */
const RATING_PRIOR = 4;
const RATING_PRIOR_COUNT = 10;

/**
 * What products are sorted by for `rating`: the Bayesian mean, so that one rating of 5 does not
 * beat 500 of 4.6. As `rating_points` in SQL has it. **Units** thousandths of a star; 0 for none.
 */
export function ratingPointsOf({ ratingValue, ratingCount }: FeedProduct): number {
  if (ratingValue === null || ratingCount === null || ratingCount < 1) return 0;
  const sum = RATING_PRIOR * RATING_PRIOR_COUNT + ratingValue * ratingCount;
  return Math.floor((1_000 * sum) / (RATING_PRIOR_COUNT + ratingCount) + 0.5);
}

/** Whether two versions of a product differ only in what is not searched as text. */
export function hasSameText(left: FeedProduct, right: FeedProduct): boolean {
  return (
    left.title === right.title &&
    left.brand === right.brand &&
    left.description === right.description &&
    left.color === right.color &&
    left.category.length === right.category.length &&
    left.category.every((name, index) => name === right.category[index])
  );
}
