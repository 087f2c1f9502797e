import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { uuidFromHex } from "../contract/ids.ts";

/** One signing key; `kid` is its place (0 to 255) in tokens that carry it as one byte. */
export type SigningKey = ReturnType<typeof parseSigningKeys>[number];

/** Two live keys at most: the first signs, both verify. */
export type Signer = Readonly<ReturnType<typeof createSigner>>;

const SECRET_MIN_BYTES = 32;

/**
 * Parses `SIGNING_KEYS`: `kid:secret` pairs separated by commas, the current key first.
 *
 * **Errors** throws with a sentence that names what is wrong, never the secret.
 */
export function parseSigningKeys(text: string) {
  const keys = text.split(",").map((pair) => {
    const [kidText, secretText] = pair.trim().split(":");
    const kid = Number(kidText);
    if (!Number.isInteger(kid) || kid < 0 || kid > 255 || secretText === undefined) {
      throw new Error("each key must be `kid:secret` with a kid of 0 to 255");
    }
    const secret = Buffer.from(secretText, "base64url");
    if (secret.length < SECRET_MIN_BYTES) {
      throw new Error(
        `the secret of kid ${kid} must be ${SECRET_MIN_BYTES} bytes or more (base64url)`,
      );
    }
    // Prepared once: an HMAC over plain bytes would import them each time.
    return { kid, secret: createSecretKey(secret) };
  });
  if (keys.length > 2) throw new Error("at most two keys may be live");
  if (new Set(keys.map((key) => key.kid)).size !== keys.length) throw new Error("kids must differ");
  return keys;
}

/** Signs with the first key and verifies with all, in constant time. */
export function createSigner(keys: readonly SigningKey[]) {
  const [current] = keys;
  if (current === undefined) throw new Error("No signing key.");
  return {
    kid: current.kid,
    mac: (purpose: string, data: Uint8Array | string, length: number) =>
      macOf(current, purpose, data).subarray(0, length),
    /** The code under each live key, for codes too short for `verify`; the caller compares. */
    macs: (purpose: string, data: Uint8Array | string, length: number) =>
      keys.map((key) => macOf(key, purpose, data).subarray(0, length)),
    verify(input: {
      purpose: string;
      data: Uint8Array | string;
      mac: Uint8Array;
      kid?: number;
    }): boolean {
      const { purpose, data, mac, kid } = input;
      const candidates = kid === undefined ? keys : keys.filter((key) => key.kid === kid);
      return candidates.some((key) => {
        const expected = macOf(key, purpose, data).subarray(0, mac.length);
        return mac.length >= 16 && timingSafeEqual(expected, mac);
      });
    },
  };
}

/** The purpose separates the uses of one key: a token of one kind never passes as another. */
function macOf(key: SigningKey, purpose: string, data: Uint8Array | string): Buffer {
  return createHmac("sha256", key.secret).update(`placard:${purpose}:v1\0`).update(data).digest();
}

/** The SHA-256 of a text in UTF-8, or of bytes. **Shape** 32 bytes. */
export function sha256(data: string | Uint8Array): Buffer {
  return createHash("sha256").update(data).digest();
}

/** The first 16 bytes of a SHA-256, as a uuid: a compact key for texts of any length. */
export function hashUuid(text: string): string {
  return uuidFromHex(sha256(text).toString("hex", 0, 16));
}

/** Encrypts short secrets for the database: a copy of the database alone reveals none. */
export type SecretBox = Readonly<ReturnType<typeof createSecretBox>>;

/** **Source** AES-256-GCM with random 96-bit nonces, NIST SP 800-38D. */
const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Derives one key from each signing key. The purpose separates them from all other uses.
 *
 * **Source** HKDF with SHA-256, RFC 5869.
 */
export function createSecretBox(keys: readonly SigningKey[], purpose: string) {
  const derived = new Map(
    keys.map(({ kid, secret }) => [
      kid,
      Buffer.from(hkdfSync("sha256", secret, "", `placard:${purpose}:v1`, KEY_BYTES)),
    ]),
  );
  const [current] = keys;
  if (current === undefined) throw new Error("No signing key.");
  const keyOf = (kid: number | undefined) => {
    const key = derived.get(kid ?? -1);
    if (key === undefined) throw new Error(`Sealed by key ${kid}, which is not in SIGNING_KEYS.`);
    return key;
  };
  return {
    /** The key that encrypts. It is the first byte of what it sealed. */
    kid: current.kid,
    /** `context` names the owner of the secret; the result cannot be opened for another one. */
    seal(secret: Uint8Array, context: string): Buffer {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, keyOf(current.kid), nonce).setAAD(Buffer.from(context));
      const text = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([Buffer.of(current.kid), nonce, cipher.getAuthTag(), text]);
    },
    /** **Errors** throws if the key is no live one, or if bytes or context changed. */
    open(sealed: Uint8Array, context: string): Buffer {
      const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
      const tag = sealed.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
      const options = { authTagLength: TAG_BYTES };
      const cipher = createDecipheriv(CIPHER, keyOf(sealed[0]), nonce, options)
        .setAAD(Buffer.from(context))
        .setAuthTag(tag);
      const text = cipher.update(sealed.subarray(1 + NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([text, cipher.final()]);
    },
  };
}
