import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { SigningKey } from "./signing.ts";

/** Encrypts short secrets for the database: a copy of the database alone reveals none. */
export interface SecretBox {
  /** The key that encrypts. It is the first byte of what it sealed. */
  readonly kid: number;
  /** `context` names the owner of the secret; the result cannot be opened for another one. */
  seal(secret: Uint8Array, context: string): Buffer;
  /** **Errors** throws if the key is no live one, or if bytes or context changed. */
  open(sealed: Uint8Array, context: string): Buffer;
}

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
export function createSecretBox(keys: readonly SigningKey[], purpose: string): SecretBox {
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
    kid: current.kid,
    seal(secret, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, keyOf(current.kid), nonce).setAAD(Buffer.from(context));
      const text = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([Buffer.of(current.kid), nonce, cipher.getAuthTag(), text]);
    },
    open(sealed, context) {
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
