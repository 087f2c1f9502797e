const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** 16 bytes as 26 characters of lower-case Crockford base32, two zero bits in front. */
export function base32(bytes: Uint8Array): string {
  let value = 0n;
  for (const byte of bytes.subarray(0, 16)) value = (value << 8n) | BigInt(byte);
  let text = "";
  for (let index = 0; index < 26; index += 1) {
    text = `${ALPHABET[Number(value & 31n)]}${text}`;
    value >>= 5n;
  }
  return text;
}

/**
 * Lays a UUIDv7 over ten given bytes. Units: `timeMs` epoch milliseconds. Source: RFC 9562, 5.7.
 */
export function uuidV7Bytes(timeMs: number, random: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(16);
  let time = Math.max(0, Math.floor(timeMs));
  for (let index = 5; index >= 0; index -= 1) {
    bytes[index] = time % 256;
    time = Math.floor(time / 256);
  }
  bytes.set(random.subarray(0, 10), 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  return bytes;
}

/** A fresh id, like `evt_…`, ordered by time. */
export function newId(prefix: string, timeMs: number): string {
  return `${prefix}_${base32(uuidV7Bytes(timeMs, crypto.getRandomValues(new Uint8Array(10))))}`;
}

const encoder = new TextEncoder();

/**
 * The same id for the same seed, so that whatever is sent twice, by whichever process, counts once.
 */
export async function idFromSeed(prefix: string, timeMs: number, seed: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", encoder.encode(seed));
  return `${prefix}_${base32(uuidV7Bytes(timeMs, new Uint8Array(digest)))}`;
}
