import type { Card, TurnResponse } from "@placard/publisher-kit/types";

/** More cards than this are never shown; a sidebar is not a catalogue. */
const CARDS_MAX = 12;
/** Longer texts are not offers. The style sheet clamps what is shown. */
const TEXT_LENGTH_MAX = 2000;
const NEEDED = ["cardToken", "title", "disclosure"];
const OPTIONAL = ["text", "seller", "availability", "sponsor", "couponCode"];
const HOP_PATH = /^\/r\/[\w-]{64}$/;

type Fields = Record<string, unknown>;

/** True for what can be read field by field. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.length <= TEXT_LENGTH_MAX;
}

/** True for a finite number that is not negative. */
function isNumber(value: unknown): boolean {
  return typeof value === "number" && value >= 0 && value < 1e12;
}

/** An address on the web; it may be relative to `base`. */
function webUrl(value: unknown, base?: string): URL | undefined {
  const url = isText(value) && URL.canParse(value, base) ? new URL(value, base) : undefined;
  return url?.protocol.startsWith("http") ? url : undefined;
}

/** The hop is absolute: a relative one would point at the host's own pages. */
function isHop(value: unknown): boolean {
  const url = webUrl(value);
  return !!url && HOP_PATH.test(url.pathname) && !url.username && !url.password;
}

function isImage(value: unknown): boolean {
  const isAltFit = isFields(value) && isText(value.alt ?? "");
  return isAltFit && webUrl(value.url, document.baseURI) !== undefined;
}

function isPrice(value: unknown): boolean {
  if (!isFields(value) || !isText(value.currency)) return false;
  const { amount, compareAtAmount, discountPercent, discountAmount } = value;
  const others = [compareAtAmount, discountPercent, discountAmount];
  return (
    /^[A-Z]{3}$/.test(value.currency) &&
    isNumber(amount) &&
    others.every((other) => isNumber(other ?? 0))
  );
}

function isRating(value: unknown): boolean {
  return (
    isFields(value) && isNumber(value.count) && isNumber(value.value) && Number(value.value) <= 5
  );
}

/** A card is kept as it is or not at all; nothing in it is repaired. */
function isCard(value: unknown): value is Card {
  return (
    isFields(value) &&
    (value.kind === "product" || value.kind === "campaign") &&
    NEEDED.every((name) => isText(value[name]) && value[name].trim()) &&
    OPTIONAL.every((name) => isText(value[name] ?? "")) &&
    isHop(value.clickUrl) &&
    (!value.image || isImage(value.image)) &&
    (!value.price || isPrice(value.price)) &&
    (!value.rating || isRating(value.rating))
  );
}

/**
 * The cards of any JSON that may be shown: label present, tracked link, fields of the right type.
 * Errors: none, whatever the value is; what does not fit is left out.
 */
export function parseCards(value: unknown): Card[] {
  const cards = Array.isArray(value) ? value.filter(isCard) : [];
  const isFirst = (card: Card, place: number) =>
    cards.findIndex((other) => other.cardToken === card.cardToken) === place;
  return cards.filter(isFirst).slice(0, CARDS_MAX);
}

/** The answer of the turn route. A fill without one showable card is a no-fill. */
export function parseTurn(value: unknown): TurnResponse {
  const cards = isFields(value) ? parseCards(value.cards) : [];
  if (isFields(value) && value.status === "filled" && isText(value.turnId) && cards.length > 0) {
    return { status: "filled", turnId: value.turnId, cards };
  }
  return isNoFill(value) ? value : { status: "no_fill", reason: "empty" };
}

/** Reasons are for people and logs; one this version does not know is handed on as it is. */
function isNoFill(value: unknown): value is TurnResponse {
  return isFields(value) && value.status === "no_fill" && isText(value.reason);
}
