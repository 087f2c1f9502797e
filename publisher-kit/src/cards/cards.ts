import { finiteOf, isRecord, type Json, textOf } from "../core/guards.ts";
import type { Card, CardImage, CardPrice } from "../types.ts";

/** A card before it is signed. */
export type CardDraft = Omit<Card, "cardToken">;
export type CardReading = { ok: true; draft: CardDraft } | { ok: false; reason: string };

const TITLE_MAX = 500;
const TEXT_MAX = 1000;
const URL_MAX = 4096;
/** Control characters and direction overrides can make a text read as what it is not. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this test looks for.
const DECEPTIVE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/;

const refuse = (reason: string): CardReading => ({ ok: false, reason });

const cleanText = (value: unknown, max: number): string | undefined => {
  const text = textOf(value, max);
  return text === undefined || DECEPTIVE.test(text) ? undefined : text;
};

/** Whether a link is a tracked hop on the exchange itself. */
export function isHop(value: unknown, exchangeOrigin: string): value is string {
  const text = textOf(value, URL_MAX);
  if (text === undefined || !URL.canParse(text)) return false;
  const url = new URL(text);
  const plain = url.username === "" && url.password === "";
  return plain && url.origin === exchangeOrigin && /^\/r\/[^/]/.test(url.pathname);
}

function isWebUrl(value: unknown): value is string {
  const text = textOf(value, URL_MAX);
  return text !== undefined && /^https?:\/\//i.test(text) && URL.canParse(text);
}

/** A positive whole number under its name, or nothing. */
function sizeField(name: "width" | "height", value: unknown): { width?: number; height?: number } {
  const size = finiteOf(value);
  return size !== undefined && size > 0 && size < 100_000 ? { [name]: size } : {};
}

function readImage(value: unknown): CardImage | "absent" | "bad" {
  if (value === undefined || value === null) return "absent";
  if (!isRecord(value) || !isWebUrl(value.url)) return "bad";
  const alt = cleanText(value.alt, TITLE_MAX);
  return {
    url: value.url,
    ...sizeField("width", value.width),
    ...sizeField("height", value.height),
    ...(alt !== undefined && { alt }),
  };
}

/** Absent counts as null: no discount is known. Anything but a number is no price. */
function nullable(value: unknown): number | null | undefined {
  return value === null || value === undefined ? null : finiteOf(value);
}

function readPrice(value: unknown): CardPrice | undefined {
  if (!isRecord(value)) return undefined;
  const amount = finiteOf(value.amount);
  const currency = textOf(value.currency, 3);
  const compareAtAmount = nullable(value.compareAtAmount);
  const discountPercent = nullable(value.discountPercent);
  const discountAmount = nullable(value.discountAmount);
  if (amount === undefined || amount < 0) return undefined;
  if (currency === undefined || !/^[A-Za-z]{3}$/.test(currency)) return undefined;
  if (compareAtAmount === undefined) return undefined;
  if (discountPercent === undefined || discountAmount === undefined) return undefined;
  return { amount, currency, compareAtAmount, discountPercent, discountAmount };
}

function readRating(value: unknown): { rating?: { value: number; count: number } } {
  if (!isRecord(value)) return {};
  const stars = finiteOf(value.value);
  const count = finiteOf(value.count);
  if (stars === undefined || count === undefined || stars < 0 || stars > 5 || count < 0) return {};
  return { rating: { value: stars, count } };
}

/**
 * Reads one product of the feed. What breaks a rule is dropped whole; nothing is repaired or
 * invented.
 */
export function readProduct(value: unknown, exchangeOrigin: string): CardReading {
  if (!isRecord(value)) return refuse("not_an_object");
  const title = cleanText(value.title, TITLE_MAX);
  const disclosure = cleanText(value.disclosure, TITLE_MAX);
  const price = readPrice(value.price);
  const image = readImage(value.image);
  const clickUrl = value.clickUrl;
  if (title === undefined) return refuse("bad_title");
  if (disclosure === undefined) return refuse("no_disclosure");
  if (!isHop(clickUrl, exchangeOrigin)) return refuse("bad_click_url");
  if (price === undefined) return refuse("bad_price");
  if (image === "bad") return refuse("bad_image");
  const seller = cleanText(value.seller, TITLE_MAX);
  const availability = cleanText(value.availability, 40);
  return {
    ok: true,
    draft: {
      kind: "product",
      title,
      ...(image !== "absent" && { image }),
      price,
      ...(seller !== undefined && { seller }),
      ...(availability !== undefined && { availability }),
      ...readRating(value.rating),
      disclosure,
      clickUrl,
    },
  };
}

/** Reads the offer of a delivery, by the same rule. */
export function readOffer(delivery: Json, exchangeOrigin: string): CardReading {
  const offer = delivery.offer;
  const label = delivery.disclosure;
  if (!isRecord(offer)) return refuse("not_an_object");
  const title = cleanText(offer.title, TITLE_MAX);
  const disclosure = cleanText(isRecord(label) ? label.text : undefined, TITLE_MAX);
  const image = readImage(offer.image);
  const clickUrl = offer.clickUrl;
  if (title === undefined) return refuse("bad_title");
  if (disclosure === undefined) return refuse("no_disclosure");
  if (!isHop(clickUrl, exchangeOrigin)) return refuse("bad_click_url");
  if (image === "bad") return refuse("bad_image");
  const text = withoutTitle(cleanText(offer.text, TEXT_MAX), title);
  const sponsor = cleanText(offer.sponsor, TITLE_MAX);
  const couponCode = cleanText(offer.couponCode, 64);
  return {
    ok: true,
    draft: {
      kind: "campaign",
      title,
      ...(text !== undefined && text !== "" && { text }),
      ...(image !== "absent" && { image }),
      ...(sponsor !== undefined && { sponsor }),
      ...(couponCode !== undefined && { couponCode }),
      disclosure,
      clickUrl,
    },
  };
}

/** The exchange makes the title of the text's first sentence; a card says it once. */
function withoutTitle(text: string | undefined, title: string | undefined): string | undefined {
  if (text === undefined || title === undefined || !text.startsWith(title)) return text;
  return text.slice(title.length).replace(/^[.!?\s]+/, "");
}
