import { decimalsOf } from "../product.ts";
import { availabilityOf, plainText, pricesOf } from "./google.ts";
import { textOfHtml } from "./markup.ts";
import {
  type FieldNames,
  type Fields,
  isCurrency,
  isFields,
  type ParsedRow,
  parseFields,
  RowError,
} from "./row.ts";

/** A product's variants are many, and all in one object. **Units** bytes. */
export const ACP_PRODUCT_BYTES_MAX = 512 * 1024;
const VARIANTS_MAX = 2_048;

const FLAT_NAMES: FieldNames = {
  id: "item_id",
  link: "url",
  imageUrl: "image_url",
  salePrice: "sale_price",
  category: "product_category",
};

/**
 * Reads a row of the Agentic Commerce product feed in its flat form, from JSON or delimited text.
 *
 * **Source** OpenAI commerce, "Products" of the file upload: item_id, title, description, url,
 * brand, image_url, price, sale_price, sale_price_effective_date, availability, product_category,
 * gtin, color, seller_name, star_rating, review_count, is_eligible_search; and the names that
 * earlier versions gave them (id, link, image_link, enable_search, product_review_rating,
 * product_review_count).
 */
export function parseAcpRow(get: (name: string) => string | undefined, now: Date): ParsedRow {
  const id = (get("item_id") ?? get("id"))?.trim();
  return parseFields(id, FLAT_NAMES, () => {
    for (const flag of ["is_eligible_search", "enable_search"]) {
      if (get(flag)?.trim().toLowerCase() === "false") throw new RowError(flag, "is false");
    }
    return {
      id,
      title: get("title"),
      description: plainText(get("description")),
      link: get("url") ?? get("link"),
      imageUrl: get("image_url") ?? get("image_link"),
      availability: availabilityOf(get("availability")),
      category: get("product_category"),
      brand: get("brand"),
      gtin: get("gtin"),
      color: get("color"),
      seller: get("seller_name"),
      rating: get("star_rating") ?? get("product_review_rating"),
      ratingCount: get("review_count") ?? get("product_review_count"),
      ...pricesOf(get, now),
    };
  });
}

/**
 * Reads one object of a JSON feed: a flat row, or a product with its variants, each of which
 * becomes a product here. None for the line that describes the feed itself.
 */
export function parseAcpObject(text: string, now: Date): ParsedRow[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [{ reason: "not JSON", id: null }];
  }
  if (!isFields(value)) return [{ reason: "not a JSON object", id: null }];
  if (Array.isArray(value.variants)) return parseVariants(value, value.variants);
  if ("feed_id" in value && !("title" in value)) return [];
  const row = value;
  return [parseAcpRow((name) => scalar(row[name]), now)];
}

/** Numbers and flags may be written as what they are. */
function scalar(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

const VARIANT_NAMES: FieldNames = {
  link: "url",
  imageUrl: "media",
  compareAtPrice: "list_price",
  category: "categories",
  gtin: "barcodes",
};

/**
 * **Source** agentic-commerce-protocol, `spec/2026-04-17/json-schema/schema.feed.json`: Product,
 * Variant, Price (in minor units), Availability, Barcode, Media, VariantOption, Category, Seller.
 */
function parseVariants(product: Fields, variants: readonly unknown[]): ParsedRow[] {
  if (variants.length === 0) return [{ reason: "variants is empty", id: idOf(product.id) }];
  if (variants.length > VARIANTS_MAX) {
    return [{ reason: `variants are more than ${VARIANTS_MAX}`, id: idOf(product.id) }];
  }
  return variants.map((variant) =>
    isFields(variant)
      ? parseFields(variant.id, VARIANT_NAMES, () => variantFields(product, variant))
      : { reason: "variant is no JSON object", id: idOf(product.id) },
  );
}

function variantFields(product: Fields, variant: Fields): Fields {
  const price = priceOf(variant.price, "price");
  const listPrice = priceOf(variant.list_price, "compareAtPrice");
  if (listPrice !== undefined && listPrice.currency !== price?.currency) {
    throw new RowError("compareAtPrice", "must be in the currency of the price");
  }
  return {
    id: variant.id,
    title: variant.title ?? product.title,
    description: descriptionOf(variant.description) ?? descriptionOf(product.description),
    link: variant.url ?? product.url,
    imageUrl: pictureOf(variant.media) ?? pictureOf(product.media),
    price: price?.amount,
    compareAtPrice: listPrice?.amount,
    currency: price?.currency ?? "USD",
    availability: stateOf(variant.availability),
    category: memberOf(firstOf(variant.categories), "value"),
    gtin: memberOf(firstOf(variant.barcodes), "value"),
    color: memberOf(firstOf(variant.variant_options, isColor), "value"),
    seller: memberOf(variant.seller, "name"),
  };
}

/** **Units** minor units of the currency in, main units out. */
function priceOf(value: unknown, field: string): { amount: number; currency: string } | undefined {
  if (value === undefined || value === null) return undefined;
  const { amount, currency } = isFields(value) ? value : {};
  const isPrice = typeof amount === "number" && Number.isSafeInteger(amount);
  if (!isPrice || typeof currency !== "string") {
    throw new RowError(field, "must be an amount in minor units and a currency");
  }
  if (!isCurrency(currency)) throw new RowError("currency", "must be an ISO 4217 code");
  return { amount: Number(`${amount}e-${decimalsOf(currency)}`), currency };
}

function stateOf(availability: unknown): string | undefined {
  const { available, status } = isFields(availability) ? availability : {};
  if (available === false) return "out_of_stock";
  return typeof status === "string" ? availabilityOf(status) : undefined;
}

function descriptionOf(description: unknown): string | undefined {
  if (typeof description === "string") return plainText(description);
  if (!isFields(description)) return undefined;
  const { plain, html, markdown } = description;
  if (typeof plain === "string") return plain;
  if (typeof html === "string") return textOfHtml(html);
  return typeof markdown === "string" ? markdown : undefined;
}

function pictureOf(media: unknown): unknown {
  return memberOf(firstOf(media, isPicture), "url");
}

function isPicture(media: unknown): boolean {
  return isFields(media) && media.type === "image";
}

function isColor(option: unknown): boolean {
  return isFields(option) && typeof option.name === "string" && /^colou?r$/i.test(option.name);
}

function firstOf(list: unknown, wanted: (value: unknown) => boolean = () => true): unknown {
  return Array.isArray(list) ? list.find(wanted) : undefined;
}

function memberOf(value: unknown, name: string): unknown {
  return isFields(value) ? value[name] : undefined;
}

function idOf(id: unknown): string | null {
  return typeof id === "string" ? id.slice(0, 128) : null;
}
