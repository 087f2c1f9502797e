import type { Card } from "../types.ts";

/** What can be read field by field; `Object()` makes it of anything. */
export type Fields = Record<string, unknown>;

/** Longer texts are not offers. The style sheet of the widget clamps what is shown. */
const TEXT_LENGTH_MAX = 2000;
const KINDS: unknown[] = ["product", "campaign"];

export function isText<T extends string>(value: unknown): value is T {
  return typeof value === "string" && value.length <= TEXT_LENGTH_MAX;
}

/** True for a finite number that is not negative. */
function isNumber(value: unknown, max = 1e11): boolean {
  return typeof value === "number" && value >= 0 && value <= max;
}

/**
 * An address on the web without user and password, as the browser writes it in full. `path`: what
 * its path starts with, as a regular expression.
 */
function isUrl(value: unknown, path: string, base?: string): boolean {
  return (
    isText(value) &&
    URL.canParse(value, base) &&
    RegExp(`^https?://[^/@]+/${path}`).test(new URL(value, base).href)
  );
}

function isPrice({
  amount,
  currency,
  compareAtAmount,
  discountPercent,
  discountAmount,
}: Fields): boolean {
  return (
    isText(currency) &&
    /^[A-Z]{3}$/.test(currency) &&
    isNumber(amount) &&
    [compareAtAmount, discountPercent, discountAmount].every((saving) => isNumber(saving ?? 0))
  );
}

/** What may be missing; when it is there it has to fit. */
function isAbsentOr(value: unknown, fits: (fields: Fields) => boolean): boolean {
  return !value || fits(Object(value));
}

/**
 * The rules of a valid card, in one place: the kit applies them before it signs a card,
 * the widget and the MCP App before they show one. A card is kept as it is or not at all; nothing
 * in it is repaired. `page`: the address that a relative address of a picture starts from.
 */
export function isCard(value: unknown, page?: string): value is Card {
  const card: Fields = Object(value);
  const { cardToken, title, disclosure, text, seller, availability, sponsor, couponCode } = card;
  return (
    KINDS.includes(card.kind) &&
    [cardToken, title, disclosure].every((needed) => isText(needed) && needed.trim()) &&
    [text, seller, availability, sponsor, couponCode].every((given) => isText(given ?? "")) &&
    // A click redirect is absolute: a relative one would point at the host's own pages.
    isUrl(card.clickUrl, "r/[\\w-]{64}(?![^?#])") &&
    isAbsentOr(card.image, ({ url, alt }) => isText(alt ?? "") && isUrl(url, "", page)) &&
    isAbsentOr(card.price, isPrice) &&
    isAbsentOr(card.rating, (rating) => isNumber(rating.count) && isNumber(rating.value, 5))
  );
}

/** Control characters and direction overrides can make a text read as what it is not. */
const DECEPTIVE = /[^\P{Cc}\t\n\r\x80-\x9f]|[\u202a-\u202e\u2066-\u2069]/u;

/** The kit drops such texts; the widget does without this rule for the sake of its size. */
export function isDeceptive(value: unknown): boolean {
  return typeof value === "string" && DECEPTIVE.test(value);
}
