import { systemNow } from "../core/clock.ts";
import { isRecord, type Json, parseJson } from "../core/guards.ts";

/** Source: Standard Webhooks 1.0: five minutes either way, against replays. */
const TOLERANCE_SECONDS = 300;
/** A rotation has two live secrets; a header of more signatures than this is made to cost time. */
const SIGNATURES_MAX = 10;
const SECRETS_MAX = 2;
const SIGNATURE_BYTES = 32;
const PREFIX = "whsec_";

/** What a postback says. `data` depends on `type`; `id` is the same in every repeat. */
export type Postback = {
  id: string;
  type: string;
  createdAt: string;
  apiVersion: string;
  data: Record<string, unknown>;
};

export type PostbackRefusal =
  | "missing_headers"
  | "bad_timestamp"
  | "bad_signature"
  | "bad_secret"
  | "bad_body";

export type PostbackVerdict =
  | { verified: true; postback: Postback }
  | { verified: false; reason: PostbackRefusal };

/** Headers as Fetch, Node, Koa and Express give them. */
export type PostbackHeaders = Headers | Record<string, string | readonly string[] | undefined>;

export type PostbackOptions = {
  /** How far the sender's clock may be from ours; default 300. */
  toleranceSeconds?: number;
  /** Epoch milliseconds. */
  now?: () => number;
};

/**
 * Tells whether a postback came from the exchange and was not changed or replayed late: one of its
 * signatures must fit one of the secrets. Always resolves. A repeat of a postback verifies too, so
 * keep the `id` of what you have handled.
 *
 * Shape: `rawBody` is the body as it came, before any parser; `secret` is what `register_postback`
 * returned, or two of them while one is being rotated.
 * Source: Standard Webhooks 1.0; comparison in constant time by HMAC of WebCrypto.
 */
export async function verifyPostback(
  headers: PostbackHeaders,
  rawBody: string | Uint8Array,
  secret: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS, now = systemNow }: PostbackOptions = {},
): Promise<PostbackVerdict> {
  const id = headerOf(headers, "webhook-id");
  const timestamp = headerOf(headers, "webhook-timestamp");
  const signatures = headerOf(headers, "webhook-signature");
  if (id === "" || timestamp === "" || signatures === "") return refuse("missing_headers");
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  // A timestamp that is no number is as far from now as one can be.
  if (!(Math.abs(now() / 1000 - seconds) <= toleranceSeconds)) return refuse("bad_timestamp");
  const secrets = typeof secret === "string" ? [secret] : secret.slice(0, SECRETS_MAX);
  const keys = await keysOf(secrets);
  if (keys === undefined) return refuse("bad_secret");
  const body = typeof rawBody === "string" ? new TextEncoder().encode(rawBody) : rawBody;
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), body);
  if (!(await isSigned(keys, signaturesOf(signatures), signed))) return refuse("bad_signature");
  const postback = readPostback(parseJson(new TextDecoder().decode(body)));
  return postback === undefined ? refuse("bad_body") : { verified: true, postback };
}

const refuse = (reason: PostbackRefusal): PostbackVerdict => ({ verified: false, reason });

function headerOf(headers: PostbackHeaders, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? "";
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return (typeof found === "string" ? found : found?.[0]) ?? "";
}

/** The keys, or undefined when one of the secrets cannot be one: then nothing is accepted. */
async function keysOf(secrets: readonly string[]): Promise<CryptoKey[] | undefined> {
  const raw = secrets.map((secret) => fromBase64(String(secret).replace(PREFIX, "")));
  if (raw.length === 0) return undefined;
  const usable = raw.flatMap((bytes) => (bytes === undefined || bytes.length < 16 ? [] : [bytes]));
  if (usable.length < raw.length) return undefined;
  return Promise.all(
    usable.map((bytes) =>
      crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]),
    ),
  );
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** The signatures of version 1; others belong to schemes this cannot check. */
function signaturesOf(header: string): Uint8Array<ArrayBuffer>[] {
  return header
    .split(" ")
    .slice(0, SIGNATURES_MAX)
    .flatMap((part) => {
      const bytes = part.startsWith("v1,") ? fromBase64(part.slice(3)) : undefined;
      return bytes?.length === SIGNATURE_BYTES ? [bytes] : [];
    });
}

function joined(head: Uint8Array, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(head.length + body.length);
  bytes.set(head);
  bytes.set(body, head.length);
  return bytes;
}

async function isSigned(
  keys: readonly CryptoKey[],
  signatures: readonly Uint8Array<ArrayBuffer>[],
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  for (const key of keys) {
    for (const signature of signatures) {
      if (await crypto.subtle.verify("HMAC", key, signature, signed)) return true;
    }
  }
  return false;
}

function readPostback(body: unknown): Postback | undefined {
  if (!isRecord(body) || !isRecord(body.data)) return undefined;
  const { id, type, createdAt, apiVersion } = body;
  const data: Json = body.data;
  if (typeof id !== "string" || typeof type !== "string") return undefined;
  if (typeof createdAt !== "string" || typeof apiVersion !== "string") return undefined;
  return { id, type, createdAt, apiVersion, data };
}
