import type { KeyObject } from "node:crypto";
import { guarded, isRecord, type Json, parseJson } from "./guards.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function base64url(bytes: Uint8Array): string {
  // Node's own takes a tenth of the time.
  if (typeof Buffer !== "undefined") return Buffer.from(bytes).toString("base64url");
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export function fromBase64url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) return undefined;
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(binary, (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/**
 * Reads single bits of a base64url text, or undefined where it is none. Padding may be missing, and
 * the last character may hold bits that make no byte.
 */
export function base64Bits(text: string): ((index: number) => boolean) | undefined {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) return undefined;
  const bytes = fromBase64url(text.length % 4 === 1 ? text.slice(0, -1) : text);
  if (bytes === undefined) return undefined;
  return (index) => (((bytes[index >> 3] ?? 0) >> (7 - (index & 7))) & 1) === 1;
}

/** What a token is for; part of what is signed, so that one kind never passes for another. */
export type TokenKind = "s1" | "c1" | "i1" | "d1";

export type Signer = {
  sign(kind: TokenKind, claims: Json): Promise<string>;
  /** The claims, or undefined for a token that is forged, cut, of another kind or of an old key. */
  verify(kind: TokenKind, token: string): Promise<Json | undefined>;
  /** A name that stands for another and does not give it away: 22 base64url characters. */
  pseudonym(name: string): Promise<string>;
};

/**
 * Signs with the first secret and verifies with each of at most two, by HMAC-SHA256 of WebCrypto,
 * which compares in constant time. Without a secret it makes one that no other process has.
 */
export function createSigner(secrets: readonly string[]): Signer {
  let raw: Uint8Array<ArrayBuffer>[] | undefined;
  let imported: Promise<CryptoKey[]> | undefined;
  let nodeKey: KeyObject | undefined;

  function rawKeys(): Uint8Array<ArrayBuffer>[] {
    // Random numbers at creation are not allowed everywhere.
    raw ??= (secrets.length > 0 ? secrets : [crypto.randomUUID()]).map((secret) =>
      encoder.encode(`placard publisher kit v1:${secret}`),
    );
    return raw;
  }

  function keys(): Promise<CryptoKey[]> {
    imported ??= Promise.all(
      rawKeys().map((bytes) =>
        crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, [
          "sign",
          "verify",
        ]),
      ),
    );
    return imported;
  }

  async function mac(text: string): Promise<Uint8Array> {
    const node = nodeCrypto();
    if (node !== undefined) {
      // Given the bytes, each MAC would make such a key anew, which takes longer than the rest.
      nodeKey ??= node.createSecretKey(rawKeys()[0] ?? new Uint8Array());
      return new Uint8Array(node.createHmac("sha256", nodeKey).update(text).digest());
    }
    const [key] = await keys();
    if (key === undefined) throw new Error("`sessionSecret` has no secret to sign with.");
    return new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(text)));
  }

  return {
    async sign(kind, claims) {
      const head = `${kind}.${base64url(encoder.encode(JSON.stringify(claims)))}`;
      return `${head}.${base64url(await mac(head))}`;
    },
    async verify(kind, token) {
      const [name, payload, signature, ...more] = token.split(".");
      if (name !== kind || payload === undefined || signature === undefined) return undefined;
      const signed = fromBase64url(signature);
      if (more.length > 0 || signed === undefined) return undefined;
      const head = encoder.encode(`${kind}.${payload}`);
      for (const key of await keys()) {
        if (await crypto.subtle.verify("HMAC", key, signed, head)) return readClaims(payload);
      }
      return undefined;
    },
    async pseudonym(name) {
      return base64url((await mac(`name.${name}`)).subarray(0, 16)).slice(0, 22);
    },
  };
}

/**
 * Node's own module, where a runtime has it: it signs at once, so that a turn at its deadline need
 * not wait for the thread that WebCrypto signs in.
 */
const nodeCrypto = () =>
  guarded(() =>
    typeof process === "undefined" ? undefined : process.getBuiltinModule?.("node:crypto"),
  );

function readClaims(payload: string): Json | undefined {
  const bytes = fromBase64url(payload);
  const claims = bytes === undefined ? undefined : parseJson(decoder.decode(bytes));
  return isRecord(claims) ? claims : undefined;
}
