/** Crockford's base32 leaves out i, l, o and u; the digits of `toString(32)` do not. */
const LAST_LETTERS = "jkmnpqrstvwxyz";
const FIRST_OF_THEM = "i".charCodeAt(0);
/** Source: RFC 9562, 5.7: version and variant, and the random bits beside them. */
const VERSION = 0x70008000000000000000n;
const RANDOM = 0x0fff3fffffffffffffffn;

/**
 * A UUIDv7 as 26 characters of lower-case base32. Units: `timeMs` epoch milliseconds. Shape:
 * `random` has 80 bits, of which 74 remain.
 */
function idOf(prefix: string, timeMs: number, random: bigint): string {
  const time = BigInt(Math.max(0, Math.floor(timeMs)));
  const uuid = BigInt.asUintN(128, (time << 80n) | VERSION | (random & RANDOM));
  const digits = uuid.toString(32).padStart(26, "0");
  const text = digits.replace(/[i-v]/g, (digit) =>
    LAST_LETTERS.charAt(digit.charCodeAt(0) - FIRST_OF_THEM),
  );
  return `${prefix}_${text}`;
}

/** A fresh id, like `evt_…`, ordered by time. */
export function newId(prefix: string, timeMs: number): string {
  // Runtimes keep random numbers for these in store; `getRandomValues` costs ten times as much.
  const hex = crypto.randomUUID().replaceAll("-", "");
  return idOf(prefix, timeMs, BigInt(`0x${hex.slice(12)}`));
}

const encoder = new TextEncoder();

/**
 * The same id for the same seed, so that whatever is sent twice, by whichever process, counts once.
 */
export async function idFromSeed(prefix: string, timeMs: number, seed: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", encoder.encode(seed));
  const bytes = new DataView(digest);
  return idOf(prefix, timeMs, (bytes.getBigUint64(0) << 16n) | BigInt(bytes.getUint16(8)));
}
