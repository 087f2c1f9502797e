import { Parser } from "htmlparser2";
import { FieldError } from "../../core/field-error.ts";
import type { FieldNames, Fields, ReadRow } from "../../domain/catalog/index.ts";
import { type Attributes, attributeName, delimiterOf, type Format, hasColumn } from "./format.ts";
import { createRecordReader } from "./records.ts";

const NAMES: FieldNames = {
  imageUrl: "image_link",
  salePrice: "sale_price",
  category: "product_type",
};

/**
 * Reads a row of Google's product data, from XML or from delimited text. Attributes that we have
 * no use for are left unread.
 *
 * **Source** Google Merchant Center, "Product data specification" (answer 7052112): id, title,
 * description, link, image_link, availability, price, sale_price, sale_price_effective_date,
 * google_product_category, product_type, brand, gtin, color.
 */
export function readGoogleRow(get: Attributes, now: Date): ReadRow {
  const id = get("id")?.trim();
  const fields = () => ({
    id,
    title: get("title"),
    description: plainText(get("description")),
    link: get("link"),
    imageUrl: get("image_link"),
    availability: availabilityOf(get("availability")),
    category: categoryOf(get("product_type"), get("google_product_category")),
    brand: get("brand"),
    gtin: get("gtin"),
    color: get("color"),
    ...pricesOf(get, now),
  });
  return { id, names: NAMES, fields };
}

/** Descriptions may hold markup in any format; titles are shown as they are, escaped. */
export function plainText(text: string | undefined): string | undefined {
  return text !== undefined && isHtml(text) ? textOfHtml(text) : text;
}

/**
 * The price and, while its dates hold, the sale price, with the one currency of both.
 *
 * **Errors** `FieldError` for what is no price.
 */
export function pricesOf(get: Attributes, now: Date): Fields {
  const price = priceOf(get, "price");
  if (price === undefined) return { currency: get("currency") ?? "USD" };
  const sale = isSaleOn(get("sale_price_effective_date"), now)
    ? priceOf(get, "sale_price")
    : undefined;
  const currency = price.currency ?? get("currency");
  if (currency === undefined) throw new FieldError("price", `must name its currency, ${EXAMPLE}`);
  const isSame = sale?.currency === undefined || same(sale.currency, currency);
  if (!isSame) throw new FieldError("salePrice", "must be in the currency of the price");
  return { price: price.amount, salePrice: sale?.amount, currency };
}

const EXAMPLE = "as in 15.00 USD";

function priceOf(get: Attributes, name: "price" | "sale_price") {
  const text = get(name)?.trim();
  if (text === undefined || text === "") return undefined;
  const price = readPrice(text);
  if (price === null) {
    throw new FieldError(name === "price" ? name : "salePrice", `must be a price, ${EXAMPLE}`);
  }
  return price;
}

function same(left: string, right: string): boolean {
  return left.trim().toUpperCase() === right.trim().toUpperCase();
}

/** What can be ordered and comes later is a preorder to us, whether it was ever there or not. */
const AVAILABILITIES: Readonly<Record<string, string>> = {
  backorder: "preorder",
  pre_order: "preorder",
  limited_availability: "in_stock",
  limited_stock: "in_stock",
  available_for_order: "in_stock",
  discontinued: "out_of_stock",
  unknown: "out_of_stock",
};

/**
 * The words of all formats; what is none of them is refused with the row.
 *
 * **Source** Google Merchant Center, "Availability" (answer 6324448): in_stock, out_of_stock,
 * preorder, backorder, in older feeds with a space. Agentic Commerce product feed: also pre_order,
 * unknown; its schema of 2026-04-17: also limited_stock, discontinued.
 */
export function availabilityOf(word: string | undefined): string | undefined {
  const known = word
    ?.trim()
    .toLowerCase()
    .replace(/[\s-]+/g, "_");
  return known === undefined ? undefined : (AVAILABILITIES[known] ?? known);
}

/** The shop's own path says more than Google's; Google's may be a number, which says nothing. */
function categoryOf(own: string | undefined, googles: string | undefined): string | undefined {
  const path = [own, googles].find((text) => text !== undefined && text.trim() !== "");
  return path === undefined || /^\s*\d+\s*$/.test(path) ? undefined : path;
}

export const googleText: Format = {
  matches: (head) =>
    hasColumn(head, "id") && hasColumn(head, "title") && hasColumn(head, "link", "price"),
  open: (head, { now }) =>
    createRecordReader({
      delimiter: delimiterOf(head),
      nameOf: attributeName,
      read: (get) => readGoogleRow(get, now),
    }),
};

/** What these hold is no text. */
const HIDDEN = new Set(["script", "style", "template", "iframe", "noscript"]);
/** What a product keeps of a description is a tenth of it. **Units** characters. */
const TEXT_LENGTH_MAX = 40_000;
/** The parser takes longer for each tag the deeper it lies. */
const DEPTH_MAX = 256;
const STEP_LENGTH = 4_096;

/** The text of a description written in HTML; tags become spaces. */
export function textOfHtml(html: string): string {
  let text = "";
  let depth = 0;
  let hidden = 0;
  const parser = new Parser({
    onopentag(name) {
      depth += 1;
      text += " ";
      if (HIDDEN.has(name)) hidden += 1;
    },
    onclosetag(name) {
      depth -= 1;
      text += " ";
      if (HIDDEN.has(name)) hidden -= 1;
    },
    ontext(piece) {
      if (hidden === 0) text += piece;
    },
  });
  let at = 0;
  while (at < html.length && text.length < TEXT_LENGTH_MAX && depth < DEPTH_MAX) {
    parser.write(html.slice(at, at + STEP_LENGTH));
    at += STEP_LENGTH;
  }
  parser.end();
  return text;
}

export function isHtml(text: string): boolean {
  return /<\/?[a-z][^<>]{0,1000}>|&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,8});/i.test(text);
}

const PRICE = /^(-?\d+(?:\.\d+)?)\s*([A-Za-z]{3})?$|^([A-Za-z]{3})\s+(-?\d+(?:\.\d+)?)$/;

/**
 * Reads `15.00 USD`, also `USD 15.00` and a bare `15.00`. Nothing else is guessed at: `1,299.00`
 * could be a little over one or a thousand.
 *
 * **Shape** the amount is still text, checked where all prices are; `null` when it is no such text.
 * **Source** Google Merchant Center, "Price [price]" (answer 6324371); Agentic Commerce product
 * feed, `price`.
 */
export function readPrice(text: string) {
  const [, amount, currency, currencyFirst, amountLast] = PRICE.exec(text.trim()) ?? [];
  const found = amount ?? amountLast;
  return found === undefined ? null : { amount: found, currency: currency ?? currencyFirst };
}

const TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(Z|[+-]\d\d:?\d\d)?)?$/;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Whether a sale price holds at a moment: `start/end`, ISO 8601; no dates hold always. A date
 * without a time begins at its midnight and ends with its day, one without a zone is UTC. Dates
 * that cannot be read never hold: the card then shows the higher price.
 *
 * **Source** Google Merchant Center, "sale_price_effective_date" (answer 6324460).
 */
export function isSaleOn(dates: string | undefined, now: Date): boolean {
  if (dates === undefined || dates.trim() === "") return true;
  const [start, end, ...more] = dates.split("/").map((part) => part.trim());
  if (start === undefined || end === undefined || more.length > 0) return false;
  const from = timeOf(start, 0);
  const to = timeOf(end, DAY_MS);
  // A comparison with NaN is false, so an unreadable date never holds.
  return from <= now.getTime() && now.getTime() < to;
}

function timeOf(text: string, wholeDayMs: number): number {
  const [, date, time, zone = "Z"] = TIME.exec(text) ?? [];
  if (date === undefined) return Number.NaN;
  if (time === undefined) return Date.parse(`${date}T00:00:00Z`) + wholeDayMs;
  const withColon = zone.replace(/^([+-]\d\d)(\d\d)$/, "$1:$2");
  return Date.parse(`${date}T${time}${withColon}`);
}
