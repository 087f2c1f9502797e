import { createHash } from "node:crypto";

/** What gives its bearer something, and what is left of it where people look. */
const SECRETS: readonly (readonly [pattern: RegExp, rest: string])[] = [
  [/\brk_live_\w+/g, "rk_live_…"],
  [/\bwhsec_[\w+/=-]+/g, "whsec_…"],
];
const LINK = /\/r\/([\w-]{64})/g;
/** Enough to distinguish the links of a conversation; such a link leads nowhere. */
const LINK_DIGITS = 8;
const SHORT_LINK = /\/r\/\.\.\.([0-9a-f]{8})/g;
const PADDING = "0".repeat(64 - LINK_DIGITS);

/**
 * A text without keys, secrets and the tokens of tracked links. Different links stay different:
 * a replay distinguishes products by their links.
 */
export function redactText(text: string): string {
  const clean = SECRETS.reduce((rest, [pattern, left]) => rest.replace(pattern, left), text);
  return clean.replace(LINK, (_, token: string) => `/r/...${shortHash(token)}`);
}

/**
 * The same text with links in the form that the kit accepts, which lead nowhere. Redacted again,
 * the text is what it was.
 */
export function withLinks(text: string): string {
  return text.replace(SHORT_LINK, (_, digits: string) => `/r/${digits}${PADDING}`);
}

function shortHash(token: string): string {
  if (token.endsWith(PADDING)) return token.slice(0, LINK_DIGITS);
  return createHash("sha256").update(token).digest("hex").slice(0, LINK_DIGITS);
}

/** The same for every text in a JSON value. */
export function redact(value: unknown): unknown {
  if (typeof value === "string") return redactText(value);
  if (Array.isArray(value)) return value.map(redact);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, redact(field)]));
}

/** Twelve products say no more than three do, and the page asks for its state every second. */
const SHOWN_ITEMS_MAX = 3;

/** The same answer with the rest of a long list counted instead of shown. */
export function shortened(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("items" in value)) return value;
  const { items } = value;
  if (!Array.isArray(items) || items.length <= SHOWN_ITEMS_MAX) return value;
  const more = items.length - SHOWN_ITEMS_MAX;
  return { ...value, items: [...items.slice(0, SHOWN_ITEMS_MAX), `… and ${more} more`] };
}
