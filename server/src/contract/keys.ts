/**
 * What an API key and the secret of a webhook look like. The authenticator, the dispatcher, the
 * redaction, the commands and the console's form take it from here.
 */
export const KEY_PREFIX = "rk_live_";
/** Random characters, all of base62, before the checksum. */
export const KEY_BODY_LENGTH = 30;
export const KEY_CHECK_LENGTH = 6;
export const KEY_LENGTH = KEY_PREFIX.length + KEY_BODY_LENGTH + KEY_CHECK_LENGTH;
/** How much of a key may be shown after it was made, the prefix included. */
export const KEY_SHOWN_LENGTH = 12;
/**
 * What a key may do. `read`: tools that only read. `report`: deliver and report, and read what that
 * needs. `full`: everything.
 */
export const KEY_SCOPES = ["read", "report", "full"] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];
export const WEBHOOK_SECRET_PREFIX = "whsec_";

const FORM = `${KEY_PREFIX}[0-9A-Za-z]{${KEY_BODY_LENGTH + KEY_CHECK_LENGTH}}`;
const WHOLE = new RegExp(`^${FORM}$`);
const WITHIN = new RegExp(FORM);
const SHOWN = new RegExp(`^${KEY_PREFIX}[0-9A-Za-z]{${KEY_SHOWN_LENGTH - KEY_PREFIX.length}}$`);
/** Also the keys of Stripe, whose prefixes have the same form. */
const SECRETS = new RegExp(
  `(${KEY_PREFIX}|(?:rk|sk)_(?:live|test)_|${WEBHOOK_SECRET_PREFIX})[0-9A-Za-z+/]{8,}={0,2}`,
  "g",
);

/** Whether a text is a key by its form; the checksum is not looked at. */
export function hasKeyForm(text: string): boolean {
  return WHOLE.test(text);
}

/** Whether a text is the part of a key that lists show. */
export function isShownKey(text: string): boolean {
  return SHOWN.test(text);
}

/** Whether a whole key stands anywhere in a text. */
export function containsKey(text: string): boolean {
  return WITHIN.test(text);
}

/** Replaces the keys and secrets in a text that will be stored or logged. */
export function redactKeys(text: string): string {
  return text.replace(SECRETS, "$1[redacted]");
}
