import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { sha256 } from "../../core/signing.ts";

const PREFIX = "rk_live_";
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BODY_LENGTH = 30;
const CHECK_LENGTH = 6;
const SHOWN_LENGTH = 12;
const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${BODY_LENGTH + CHECK_LENGTH}}$`);

/** Bytes at or above this would make some characters likelier than others, so they are redrawn. */
const UNBIASED_BELOW = 248;

/**
 * Makes a key: the prefix, 30 random base62 characters (178 bits) and their CRC32 in six.
 *
 * **Source** the token format that GitHub introduced, whose checksum lets scanners and us refuse
 * a mistyped key without a look-up.
 */
export function makeApiKey(): string {
  let body = "";
  while (body.length < BODY_LENGTH) {
    for (const byte of randomBytes(BODY_LENGTH)) {
      if (byte < UNBIASED_BELOW && body.length < BODY_LENGTH) body += BASE62[byte % 62];
    }
  }
  return PREFIX + body + checksumOf(body);
}

/** Whether a text has the form and the checksum of a key. */
export function isWellFormedKey(text: string): boolean {
  if (!FORM.test(text)) return false;
  const body = text.slice(PREFIX.length, PREFIX.length + BODY_LENGTH);
  return text.endsWith(checksumOf(body));
}

/** What is stored instead of the key. A plain hash serves, because the key is random. */
export function hashOfKey(key: string): Buffer {
  return sha256(key);
}

/** The part of a key that may be shown later. */
export function shownPrefixOf(key: string): string {
  return key.slice(0, SHOWN_LENGTH);
}

function checksumOf(body: string): string {
  let value = crc32(body);
  let text = "";
  for (let index = 0; index < CHECK_LENGTH; index += 1) {
    text = BASE62[value % 62] + text;
    value = Math.floor(value / 62);
  }
  return text;
}
