/** What gives its bearer something, and what is left of it where people look. */
const SECRETS: readonly (readonly [pattern: RegExp, rest: string])[] = [
  [/\brk_live_\w+/g, "rk_live_…"],
  [/\bwhsec_[\w+/=-]+/g, "whsec_…"],
  [/\/r\/[\w-]{64}/g, "/r/…"],
];

/** A text without keys, secrets and the tokens of tracked links. */
export function redactText(text: string): string {
  return SECRETS.reduce((clean, [pattern, rest]) => clean.replace(pattern, rest), text);
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
