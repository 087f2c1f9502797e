import { FEED_TYPE } from "../../contract/enums.ts";
import type { ProductRecord } from "../../contract/resources/product.ts";
import { type CatalogProduct, discountPercentOf, priceAmountFrom } from "./product.ts";

/** What the publisher said about itself; carried by the click hop, never checked here. */
export interface Attribution {
  readonly publisherId?: string | undefined;
  readonly origin?: string | undefined;
}

export interface RecordOptions {
  /** The tracked hop of a product. */
  readonly clickUrlFor: (productNumber: bigint, attribution: Attribution) => string;
  /** A neutral picture of ours, for products whose feed gave none. */
  readonly placeholderImageUrl: string;
}

const DESCRIPTION_SHOWN_MAX = 600;

/** Renders a product for the public: everything but the shop's own link. */
export function toProductRecord(
  product: CatalogProduct,
  attribution: Attribution,
  options: RecordOptions,
): ProductRecord {
  const { brand, description, seller, gtin, ratingValue, ratingCount } = product;
  return {
    id: product.id,
    feedType: FEED_TYPE,
    title: product.title,
    ...(brand === null ? {} : { brand }),
    ...(description === null ? {} : { description: shortened(description) }),
    ...(product.category.length === 0 ? {} : { category: [...product.category] }),
    availability: product.availability,
    // A rating means nothing without how many gave it.
    ...(ratingValue === null || ratingCount === null
      ? {}
      : { rating: { value: ratingValue, count: ratingCount } }),
    ...(seller === null ? {} : { seller }),
    ...(gtin === null ? {} : { gtin }),
    image: { url: product.imageUrl ?? options.placeholderImageUrl, alt: product.title },
    price: priceOf(product),
    disclosure: disclosureOf(product),
    clickUrl: options.clickUrlFor(BigInt(product.number), attribution),
    updatedAt: product.updatedAt,
  };
}

function priceOf({ priceMicros, compareAtMicros, currency }: CatalogProduct) {
  return {
    amount: priceAmountFrom(priceMicros),
    currency,
    compareAtAmount: compareAtMicros === null ? null : priceAmountFrom(compareAtMicros),
    discountPercent: discountPercentOf(priceMicros, compareAtMicros),
    discountAmount:
      compareAtMicros === null ? null : priceAmountFrom(compareAtMicros - priceMicros),
  };
}

/**
 * Says that this is an ad and whose, in words that kit and widget translate. Never the shop's host
 * name: many chats turn one into a link, and that link would be untracked.
 */
function disclosureOf({ seller }: CatalogProduct): string {
  return seller === null ? "Ad · Sponsored" : `Ad · Sold by ${seller}`;
}

function shortened(description: string): string {
  if (description.length <= DESCRIPTION_SHOWN_MAX) return description;
  const cut = description.slice(0, DESCRIPTION_SHOWN_MAX).toWellFormed();
  const lastSpace = cut.lastIndexOf(" ");
  return `${cut.slice(0, lastSpace > 0 ? lastSpace : DESCRIPTION_SHOWN_MAX).trimEnd()}…`;
}
