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

/** An address on the web without user and password, as the browser writes it in full. */
const PAGE = /^https?:\/\/[^/@]+\//;
/** A click redirect is absolute: a relative one would point at the host's own pages. */
const REDIRECT = /^https?:\/\/[^/@]+\/r\/[\w-]{64}(?![^?#])/;

function isUrl(value: unknown, form: RegExp, base?: string): boolean {
  return isText(value) && URL.canParse(value, base) && form.test(new URL(value, base).href);
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

const isFilled = (value: unknown): boolean => isText(value) && value.trim() !== "";
const isGiven = (value: unknown): boolean => isText(value ?? "");

/**
 * The rules of a valid card, in one place: the kit applies them before it signs a card,
 * the widget and the MCP App before they show one. A card is kept as it is or not at all; nothing
 * in it is repaired. `page`: the address that a relative address of a picture starts from.
 */
const RULES: { [Name in keyof Card]-?: (value: unknown, page?: string) => boolean } = {
  kind: (value) => KINDS.includes(value),
  cardToken: isFilled,
  title: isFilled,
  disclosure: isFilled,
  text: isGiven,
  seller: isGiven,
  availability: isGiven,
  sponsor: isGiven,
  couponCode: isGiven,
  clickUrl: (value) => isUrl(value, REDIRECT),
  image: (value, page) =>
    isAbsentOr(value, ({ url, alt }) => isGiven(alt) && isUrl(url, PAGE, page)),
  price: (value) => isAbsentOr(value, isPrice),
  rating: (value) =>
    isAbsentOr(value, (rating) => isNumber(rating.count) && isNumber(rating.value, 5)),
};

/** Whether a card with this field would be shown. */
export function isField<Name extends keyof Card>(name: Name, value: unknown): value is Card[Name] {
  return RULES[name](value);
}

export function isCard(value: unknown, page?: string): value is Card {
  const card: Fields = Object(value);
  return Object.entries(RULES).every(([name, fits]) => fits(card[name], page));
}

/** Control characters and direction overrides can make a text read as what it is not. */
const DECEPTIVE = /[^\P{Cc}\t\n\r\x80-\x9f]|[\u202a-\u202e\u2066-\u2069]/u;

/** The kit drops such texts; the widget does without this rule for the sake of its size. */
export function isDeceptive(value: unknown): boolean {
  return typeof value === "string" && DECEPTIVE.test(value);
}
