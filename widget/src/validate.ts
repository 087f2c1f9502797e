import type { Card, NoFillReason, TurnResponse } from "@placard/publisher-kit/types";

/** More cards than this are never shown; a sidebar is not a catalogue. */
const CARDS_MAX = 12;
/** Longer texts are not offers. The style sheet clamps what is shown. */
const TEXT_LENGTH_MAX = 2000;
const KINDS: unknown[] = ["product", "campaign"];
/** On the web, and before the path neither a user nor a password. */
const WEB = /^https?:\/\/[^/@]+\//;
/** The hop of the exchange: the path and nothing else of the address is looked at. */
const TRACKED = /^https?:\/\/[^/@]+\/r\/[\w-]{64}(?![^?#])/;

type Fields = Record<string, unknown>;

/** Anything as something that can be read field by field. */
function fieldsOf(value: unknown): Fields {
  return Object(value);
}

function isText<T extends string>(value: unknown): value is T {
  return typeof value === "string" && value.length <= TEXT_LENGTH_MAX;
}

/** True for a finite number that is not negative. */
function isNumber(value: unknown, max = 1e11): boolean {
  return typeof value === "number" && value >= 0 && value <= max;
}

/** An address that fits once the browser has written it in full. */
function isUrl(value: unknown, pattern: RegExp, base?: string): boolean {
  return isText(value) && URL.canParse(value, base) && pattern.test(new URL(value, base).href);
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
  return !value || fits(fieldsOf(value));
}

/** A card is kept as it is or not at all; nothing in it is repaired. */
function isCard(value: unknown): value is Card {
  const card = fieldsOf(value);
  const { cardToken, title, disclosure, text, seller, availability, sponsor, couponCode } = card;
  return (
    KINDS.includes(card.kind) &&
    [cardToken, title, disclosure].every((needed) => isText(needed) && needed.trim()) &&
    [text, seller, availability, sponsor, couponCode].every((given) => isText(given ?? "")) &&
    // The hop is absolute: a relative one would point at the host's own pages.
    isUrl(card.clickUrl, TRACKED) &&
    isAbsentOr(
      card.image,
      ({ url, alt }) => isText(alt ?? "") && isUrl(url, WEB, document.baseURI),
    ) &&
    isAbsentOr(card.price, isPrice) &&
    isAbsentOr(card.rating, (rating) => isNumber(rating.count) && isNumber(rating.value, 5))
  );
}

/**
 * The cards of any JSON that may be shown: label present, tracked link, fields of the right type.
 * Errors: none, whatever the value is; what does not fit is left out.
 */
export function parseCards(value: unknown): Card[] {
  const tokens = new Set<string>();
  const list: unknown[] = Array.isArray(value) ? value : [];
  return list
    .filter(isCard)
    .filter(({ cardToken }) => !tokens.has(cardToken) && tokens.add(cardToken))
    .slice(0, CARDS_MAX);
}

/** A turn that shows nothing, and why. */
export function noFill(reason: NoFillReason): TurnResponse {
  return { status: "no_fill", reason };
}

/** The answer of the turn route. A fill without one showable card is a no-fill. */
export function parseTurn(value: unknown): TurnResponse {
  const { status, turnId, reason, cards, citations } = fieldsOf(value);
  const shown = parseCards(cards);
  if (status === "filled" && isText(turnId) && shown[0])
    return { status, turnId, cards: shown, ...(citations === true && { citations }) };
  // Reasons are for people and logs; one this version does not know is handed on as it is.
  return noFill(isText<NoFillReason>(reason) ? reason : "empty");
}
