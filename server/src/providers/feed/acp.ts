import { decimalsOf, isCurrency } from "../../core/currency.ts";
import { FieldError } from "../../core/field-error.ts";
import type { FieldNames, Fields, ReadRow } from "../../domain/catalog/index.ts";
import {
  type Attributes,
  attributeName,
  createLineCutter,
  delimiterOf,
  type Format,
  type Head,
  hasColumn,
  isFields,
  readJsonObject,
  rowsOf,
} from "./format.ts";
import { availabilityOf, plainText, pricesOf, textOfHtml } from "./google.ts";
import { createJsonItemCutter } from "./json-document.ts";
import { createRecordReader } from "./records.ts";

/** A product's variants are many, and all in one object. **Units** bytes. */
const PRODUCT_BYTES_MAX = 512 * 1024;
const VARIANTS_MAX = 2_048;

const PRODUCTS = /^\s*\{[^[]*"products"\s*:\s*\[/;
const FIELDS = ["item_id", "is_eligible_search", "enable_search", "variants", "feed_id"];

/** The Agentic Commerce product feed: JSON lines, one JSON document, or delimited text. */
export const acp: Format = {
  matches(head) {
    const { isJson, object } = head;
    if (!isJson) return hasColumn(head, "item_id", "is_eligible_search", "enable_search");
    if (object === null || isDocument(head)) return isDocument(head);
    // Our own form gives the currency in a field of its own.
    const isPriced = typeof object.price === "string" && /[a-z]{3}/i.test(object.price);
    return isPriced || FIELDS.some((field) => field in object);
  },
  open(head, { now }) {
    if (!head.isJson) {
      const read = (get: Attributes) => readAcpRow(get, now);
      const delimiter = delimiterOf(head);
      return createRecordReader({ delimiter, nameOf: attributeName, read, isNumbered: true });
    }
    const cutter = (isDocument(head) ? createJsonItemCutter : createLineCutter)(PRODUCT_BYTES_MAX);
    const read = (text: string) => readJsonObject(text, (product) => readAcpObject(product, now));
    // One object may be several products, or none.
    return rowsOf(cutter, read, true);
  },
};

function isDocument({ text, object }: Head): boolean {
  if (text.startsWith("[")) return true;
  return object === null ? PRODUCTS.test(text) : Array.isArray(object.products);
}

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
function readAcpRow(get: Attributes, now: Date): ReadRow {
  const id = (get("item_id") ?? get("id"))?.trim();
  const fields = () => {
    for (const flag of ["is_eligible_search", "enable_search"]) {
      if (get(flag)?.trim().toLowerCase() === "false") throw new FieldError(flag, "is false");
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
  };
  return { id, names: FLAT_NAMES, fields };
}

/**
 * Reads one object of a JSON feed: a flat row, or a product with its variants, each of which
 * becomes a product here. None for the line that describes the feed itself.
 */
function readAcpObject(product: Fields, now: Date): readonly ReadRow[] {
  if (Array.isArray(product.variants)) return readVariants(product, product.variants);
  if ("feed_id" in product && !("title" in product)) return [];
  return [readAcpRow((name) => scalar(product[name]), now)];
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
function readVariants(product: Fields, variants: readonly unknown[]): ReadRow[] {
  const { id } = product;
  if (variants.length === 0) return [{ id, reason: "variants is empty" }];
  if (variants.length > VARIANTS_MAX) {
    return [{ id, reason: `variants are more than ${VARIANTS_MAX}` }];
  }
  return variants.map((variant) =>
    isFields(variant)
      ? { id: variant.id, names: VARIANT_NAMES, fields: () => variantFields(product, variant) }
      : { id, reason: "variant is no JSON object" },
  );
}

function variantFields(product: Fields, variant: Fields): Fields {
  const price = priceOf(variant.price, "price");
  const listPrice = priceOf(variant.list_price, "compareAtPrice");
  if (listPrice !== undefined && listPrice.currency !== price?.currency) {
    throw new FieldError("compareAtPrice", "must be in the currency of the price");
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
    throw new FieldError(field, "must be an amount in minor units and a currency");
  }
  if (!isCurrency(currency)) throw new FieldError("currency", "must be an ISO 4217 code");
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
