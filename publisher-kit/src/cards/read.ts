import { finiteOf, isRecord, type Json } from "../core/guards.ts";
import type { Card, CardImage } from "../types.ts";
import { isDeceptive, isField, isText } from "./rules.ts";

/** A card before it is signed. */
export type CardDraft = Omit<Card, "cardToken">;
export type CardReading = { ok: true; draft: CardDraft } | { ok: false; reason: string };

/** The fields of every card as they came, and those that a card may lack. */
type Given = {
  kind: Card["kind"];
  title: unknown;
  disclosure: unknown;
  image: unknown;
  clickUrl: unknown;
  optional: { [Name in "text" | "seller" | "availability" | "sponsor" | "couponCode"]?: unknown };
};

/** One field, or undefined where a card with it would not be shown. */
function fieldOf<Name extends keyof Card>(name: Name, value: unknown): Card[Name] | undefined {
  return isField(name, value) && !isDeceptive(value) ? value : undefined;
}

/** Whether a link is a click redirect of this exchange. */
export function isClickRedirect(value: unknown, exchangeOrigin: string): value is string {
  const url = fieldOf("clickUrl", value);
  return url !== undefined && new URL(url).origin === exchangeOrigin;
}

/** A positive whole number under its name, or nothing. */
function sizeField(name: "width" | "height", value: unknown): { width?: number; height?: number } {
  const size = finiteOf(value);
  return size !== undefined && size > 0 && size < 100_000 ? { [name]: size } : {};
}

/** A picture whose address is too long for a card is left out. */
function readImage(value: unknown): CardImage | "absent" | "bad" {
  if (value === undefined || value === null) return "absent";
  if (!isRecord(value)) return "bad";
  const { url, alt } = value;
  if (typeof url === "string" && !isText(url)) return "absent";
  const text = isText(alt) && !isDeceptive(alt) && alt.trim() !== "" ? { alt } : {};
  const size = { ...sizeField("width", value.width), ...sizeField("height", value.height) };
  return fieldOf("image", { url, ...size, ...text }) ?? "bad";
}

/** Savings that are absent count as null: no discount is known. */
function readPrice(value: unknown): Card["price"] {
  if (!isRecord(value)) return undefined;
  const { amount, currency } = value;
  const { compareAtAmount = null, discountPercent = null, discountAmount = null } = value;
  const savings = { compareAtAmount, discountPercent, discountAmount };
  return fieldOf("price", { amount, currency, ...savings });
}

function readRating(value: unknown): Pick<Card, "rating"> {
  if (!isRecord(value)) return {};
  const rating = fieldOf("rating", { value: value.value, count: value.count });
  return rating === undefined ? {} : { rating };
}

/** What breaks a rule is dropped whole; nothing is repaired or invented. */
function readCard(given: Given, exchangeOrigin: string): CardReading {
  const refuse = (reason: string): CardReading => ({ ok: false, reason });
  const title = fieldOf("title", given.title);
  const disclosure = fieldOf("disclosure", given.disclosure);
  const image = readImage(given.image);
  const { kind, clickUrl } = given;
  if (title === undefined) return refuse("bad_title");
  if (disclosure === undefined) return refuse("no_disclosure");
  if (!isClickRedirect(clickUrl, exchangeOrigin)) return refuse("bad_click_url");
  if (image === "bad") return refuse("bad_image");
  const texts = Object.entries(given.optional).filter(
    ([, text]) => isText(text) && text.trim() !== "" && !isDeceptive(text),
  );
  const picture = image === "absent" ? {} : { image };
  return {
    ok: true,
    draft: { kind, title, ...picture, ...Object.fromEntries(texts), disclosure, clickUrl },
  };
}

/** Reads one product of the feed. */
export function readProduct(value: unknown, exchangeOrigin: string): CardReading {
  if (!isRecord(value)) return { ok: false, reason: "not_an_object" };
  const { title, disclosure, image, clickUrl, seller, availability } = value;
  const optional = { seller, availability };
  const given = { kind: "product", title, disclosure, image, clickUrl, optional } as const;
  const reading = readCard(given, exchangeOrigin);
  const price = readPrice(value.price);
  if (!reading.ok) return reading;
  if (price === undefined) return { ok: false, reason: "bad_price" };
  return { ok: true, draft: { ...reading.draft, price, ...readRating(value.rating) } };
}

/** Reads the offer of a delivery, by the same rules. */
export function readOffer({ offer, disclosure: label }: Json, exchangeOrigin: string): CardReading {
  if (!isRecord(offer)) return { ok: false, reason: "not_an_object" };
  const { title, image, clickUrl, sponsor, couponCode } = offer;
  const disclosure = isRecord(label) ? label.text : undefined;
  const optional = { text: withoutTitle(offer.text, title), sponsor, couponCode };
  return readCard(
    { kind: "campaign", title, disclosure, image, clickUrl, optional },
    exchangeOrigin,
  );
}

/** The exchange makes the title of the text's first sentence; a card says it once. */
function withoutTitle(text: unknown, title: unknown): unknown {
  if (typeof text !== "string" || typeof title !== "string") return text;
  return text.startsWith(title) ? text.slice(title.length).replace(/^[.!?\s]+/, "") : text;
}
