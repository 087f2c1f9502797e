import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import {
  hasKeyForm,
  KEY_BODY_LENGTH,
  KEY_CHECK_LENGTH,
  KEY_PREFIX,
  KEY_SHOWN_LENGTH,
} from "../../contract/keys.ts";
import { sha256 } from "../../core/signing.ts";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

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
  while (body.length < KEY_BODY_LENGTH) {
    for (const byte of randomBytes(KEY_BODY_LENGTH)) {
      if (byte < UNBIASED_BELOW && body.length < KEY_BODY_LENGTH) body += BASE62[byte % 62];
    }
  }
  return KEY_PREFIX + body + checksumOf(body);
}

/** Whether a text has the form and the checksum of a key. */
export function isWellFormedKey(text: string): boolean {
  if (!hasKeyForm(text)) return false;
  const body = text.slice(KEY_PREFIX.length, KEY_PREFIX.length + KEY_BODY_LENGTH);
  return text.endsWith(checksumOf(body));
}

/** What is stored instead of the key. A plain hash serves, because the key is random. */
export function hashOfKey(key: string): Buffer {
  return sha256(key);
}

export function shownPrefixOf(key: string): string {
  return key.slice(0, KEY_SHOWN_LENGTH);
}

function checksumOf(body: string): string {
  let value = crc32(body);
  let text = "";
  for (let index = 0; index < KEY_CHECK_LENGTH; index += 1) {
    text = BASE62[value % 62] + text;
    value = Math.floor(value / 62);
  }
  return text;
}
