import { AVAILABILITIES } from "../../../contract/resources/product.ts";
import { isCurrency } from "../../../core/currency.ts";
import { FieldError } from "../../../core/field-error.ts";
import { cleanLine } from "../../review/index.ts";
import { type Availability, type FeedProduct, priceMicrosFrom } from "../product.ts";
import type { Fields, ReadRow } from "./port.ts";

/** Either a product, or the reason why the row is none. The id is given when it can be read. */
export type ParsedRow =
  | { readonly product: FeedProduct }
  | { readonly reason: string; readonly id: string | null };

const ID = /^[A-Za-z0-9._~:-]{1,128}$/;
const TITLE_LENGTH_MAX = 500;
const DESCRIPTION_LENGTH_MAX = 4_000;
const NAME_LENGTH_MAX = 200;
const CATEGORY_DEPTH_MAX = 10;
const URL_LENGTH_MAX = 2_048;
const PRICE_MAX = 1_000_000_000;

/** Checks and normalises the fields of one product. Never throws for what a feed can contain. */
export function checkRow(row: ReadRow): ParsedRow {
  if ("reason" in row) return { reason: row.reason, id: readableId(row.id) };
  try {
    return { product: productOf(row.fields()) };
  } catch (error) {
    if (!(error instanceof FieldError)) throw error;
    const reason = `${row.names[error.field] ?? error.field} ${error.rule}`;
    return { reason, id: readableId(row.id) };
  }
}

function productOf(fields: Fields): FeedProduct {
  const id = idOf(fields.id);
  const title = text(fields.title, "title", TITLE_LENGTH_MAX);
  if (title === null) missing("title");
  const price = priceOf(fields);
  const rating = ratingOf(fields);
  return {
    id,
    title,
    ...price,
    link: urlOf(fields.link, "link") ?? missing("link"),
    imageUrl: urlOf(fields.imageUrl, "imageUrl"),
    availability: availabilityOf(fields.availability),
    description: text(fields.description, "description", DESCRIPTION_LENGTH_MAX),
    brand: text(fields.brand, "brand", NAME_LENGTH_MAX),
    category: categoryOf(fields.category),
    color: text(fields.color, "color", NAME_LENGTH_MAX),
    seller: text(fields.seller, "seller", NAME_LENGTH_MAX),
    gtin: text(fields.gtin, "gtin", NAME_LENGTH_MAX),
    ...rating,
  };
}

function idOf(value: unknown): string {
  if (value === undefined || value === null || value === "") return missing("id");
  const id = typeof value === "number" ? String(value) : value;
  if (typeof id !== "string" || !ID.test(id)) {
    throw new FieldError("id", "must be 1 to 128 letters, digits or . _ ~ : -");
  }
  return id;
}

function readableId(value: unknown): string | null {
  if (typeof value !== "string" && typeof value !== "number") return null;
  return String(value).slice(0, 128);
}

function priceOf(fields: Fields) {
  const currency = currencyOf(fields.currency);
  const price = amountOf(fields.price, "price");
  if (price === null) return missing("price");
  const sale = amountOf(fields.salePrice, "salePrice");
  const isSale = sale !== null && sale < price;
  const asked = toMicros(isSale ? sale : price, currency);
  const compareAt = isSale ? price : amountOf(fields.compareAtPrice, "compareAtPrice");
  const before = compareAt === null ? null : priceMicrosFrom(compareAt, currency);
  return {
    currency,
    priceMicros: asked,
    compareAtMicros: before !== null && before > asked ? before : null,
  };
}

function toMicros(amount: number, currency: string): number {
  if (!(amount > 0)) throw new FieldError("price", "must be above 0");
  const value = priceMicrosFrom(amount, currency);
  if (value === 0) throw new FieldError("price", `is below the smallest unit of ${currency}`);
  return value;
}

function amountOf(value: unknown, field: string): number | null {
  if (value === undefined || value === null || value === "") return null;
  // Many feeds write numbers as text; anything that is not plainly a number is not guessed at.
  const isNumberText = typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value.trim());
  const amount = isNumberText ? Number(value) : value;
  if (typeof amount !== "number" || !Number.isFinite(amount)) {
    throw new FieldError(field, "must be a number");
  }
  if (amount < 0) throw new FieldError(field, "must be above 0");
  if (amount > PRICE_MAX) throw new FieldError(field, `must be at most ${PRICE_MAX}`);
  return amount;
}

function currencyOf(value: unknown): string {
  if (value === undefined || value === null || value === "") return missing("currency");
  const currency = typeof value === "string" ? value.trim().toUpperCase() : "";
  if (!isCurrency(currency)) throw new FieldError("currency", "must be an ISO 4217 code");
  return currency;
}

function availabilityOf(value: unknown): Availability {
  if (value === undefined || value === null || value === "") return "in_stock";
  const wanted = typeof value === "string" ? value.trim().toLowerCase().replace(/[\s-]/g, "_") : "";
  const known = AVAILABILITIES.find((availability) => availability === wanted);
  if (known === undefined) {
    throw new FieldError("availability", "must be in_stock, out_of_stock or preorder");
  }
  return known;
}

function urlOf(value: unknown, field: string): string | null {
  if (value === undefined || value === null || value === "") return null;
  if (typeof value !== "string") throw new FieldError(field, "must be an http or https address");
  const url = URL.parse(value.trim());
  // Credentials in an address are a phishing trick, never a shop page.
  const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
  if (url === null || !isWeb || url.username !== "" || url.password !== "") {
    throw new FieldError(field, "must be an http or https address");
  }
  if (url.href.length > URL_LENGTH_MAX) throw new FieldError(field, "is too long");
  return url.href;
}

function categoryOf(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  const path = typeof value === "string" ? value.split(">") : value;
  if (!Array.isArray(path)) throw new FieldError("category", "must be a text or a list of texts");
  const names: string[] = [];
  for (const part of path.slice(0, CATEGORY_DEPTH_MAX)) {
    const name = text(part, "category", NAME_LENGTH_MAX);
    if (name !== null) names.push(name);
  }
  return names;
}

/** A rating is a hint: one that makes no sense is left out, and the product stays. */
function ratingOf(fields: Fields) {
  const value = Number(fields.rating);
  if (fields.rating === undefined || fields.rating === null || !(value > 0 && value <= 5)) {
    return { ratingValue: null, ratingCount: null };
  }
  const count = Number(fields.ratingCount);
  const isCount = Number.isSafeInteger(count) && count >= 0 && count <= 2_147_483_647;
  return { ratingValue: Math.round(value * 100) / 100, ratingCount: isCount ? count : null };
}

function text(value: unknown, field: string, lengthMax: number): string | null {
  if (value === undefined || value === null) return null;
  const raw = typeof value === "number" ? String(value) : value;
  if (typeof raw !== "string") throw new FieldError(field, "must be a text");
  const clean = cleanLine(raw);
  if (clean === "") return null;
  return clean.length <= lengthMax ? clean : clean.slice(0, lengthMax).toWellFormed().trimEnd();
}

function missing(field: string): never {
  throw new FieldError(field, "is missing");
}
