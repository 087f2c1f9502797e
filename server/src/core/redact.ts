import { redactKeys } from "../contract/keys.ts";

const REDACTED = "[redacted]";

/** What stands around a secret in prose, a header, an address or a line of settings. */
const BEARER = /\b(Bearer|Basic)\s{1,4}(?=\S*\d)[\w.~+/=-]{12,}/gi;
const ASSIGNED = /(key|secret|password|token)=[^\s"'&]+/gi;
const PASSWORD_IN_URL = /:\/\/[^\s/:@]+:[^\s/@]+@/g;

/** Names of fields whose text is a secret, however it looks. */
const SECRET_NAME =
  /(?:api|private)[-_]?key|secret|passw|authorization|token$|cookie|(?:database|redis)[-_]?url/i;

/** Removes from a text that strangers wrote what looks like a secret of any kind. */
export function redactText(text: string): string {
  return redactKeys(text)
    .replace(BEARER, `$1 ${REDACTED}`)
    .replace(ASSIGNED, `$1=${REDACTED}`)
    .replace(PASSWORD_IN_URL, `://${REDACTED}@`);
}

/** More than logs need, and few enough for recursive serializers. */
const DEPTH_MAX = 500;

/**
 * The same JSON value without secrets: in its texts, in the names of its fields, and whatever a
 * field holds whose name says that it is one.
 *
 * **Errors** a RangeError for a value nested more than 500 deep.
 */
export function redactSecrets(value: unknown, depthMax = DEPTH_MAX): unknown {
  if (typeof value === "string") return redactText(value);
  if (typeof value !== "object" || value === null) return value;
  if (depthMax === 0) throw new RangeError("The value is nested too deeply.");
  if (Array.isArray(value)) return value.map((member) => redactSecrets(member, depthMax - 1));
  const entries = Object.entries(value).map(([name, member]) => [
    redactText(name),
    SECRET_NAME.test(name) ? withoutContent(member) : redactSecrets(member, depthMax - 1),
  ]);
  return Object.fromEntries(entries);
}

/** Numbers and flags about a secret tell nothing of it, and help to find a bug. */
function withoutContent(member: unknown): unknown {
  const holdsText = typeof member === "string" || (typeof member === "object" && member !== null);
  return holdsText ? REDACTED : member;
}
