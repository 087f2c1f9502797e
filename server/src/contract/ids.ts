import { keysOf } from "./records.ts";

/**
 * Every identifier on the wire is `prefix_` plus 26 characters of lower-case Crockford base32 of a
 * UUIDv7, so that an id names its kind, sorts by time and cannot be guessed. SQL stores the bare
 * `uuid` (half the bytes of the text in every hot index); `queries.ts` files map between the two.
 */
export const ID_MEANINGS = {
  agt: "An agent.",
  plc: "A placement.",
  cmp: "A campaign.",
  cpn: "A coupon.",
  evt: "An event.",
  clk: "A click.",
  txn: "A transaction.",
  ent: "An entry of a ledger.",
  ord: "An order of credits.",
  csh: "A cashout.",
  rfd: "A refund.",
  whk: "A webhook.",
  pba: "An attempt to call a webhook.",
  msg: "A message.",
  tkt: "A ticket.",
  dsp: "A dispute.",
  brd: "A brand.",
  req: "A request.",
  crt: "A creative.",
  dlv: "A delivery.",
} as const;

export type IdPrefix = keyof typeof ID_MEANINGS;
export const ID_PREFIXES = keysOf(ID_MEANINGS);

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const BODY_LENGTH = 26;
const HEX_CODES = Uint8Array.from("0123456789abcdef", (digit) => digit.charCodeAt(0));
const DASH = 45;
/** What follows the prefix of an id, as a regular expression. */
export const ID_BODY_PATTERN = "[0-7][0-9abcdefghjkmnpqrstvwxyz]{25}";

/** The value of each character code, or 255 where it is not in the alphabet. */
const VALUES = buildValues();

function buildValues(): Uint8Array {
  const values = new Uint8Array(128).fill(255);
  for (let index = 0; index < ALPHABET.length; index += 1) {
    values[ALPHABET.charCodeAt(index)] = index;
  }
  return values;
}

/** The 32 hex digits of the uuid that is being written, as character codes. */
const digits = new Uint8Array(32);

/**
 * One call makes the whole text: built character by character it took four times as long, and each
 * reader copied the rope again (2026-11-20).
 */
function uuidOfDigits(): string {
  // biome-ignore format: the five groups of a uuid.
  return String.fromCharCode(
    digit(0), digit(1), digit(2), digit(3), digit(4), digit(5), digit(6), digit(7), DASH,
    digit(8), digit(9), digit(10), digit(11), DASH,
    digit(12), digit(13), digit(14), digit(15), DASH,
    digit(16), digit(17), digit(18), digit(19), DASH,
    digit(20), digit(21), digit(22), digit(23), digit(24), digit(25), digit(26), digit(27),
    digit(28), digit(29), digit(30), digit(31),
  );
}

function digit(index: number): number {
  return digits[index] ?? 0;
}

/**
 * Writes a uuid as a wire id.
 *
 * **Shape** `uuid` is the 36-character text form that PostgreSQL returns.
 */
export function idFromUuid(prefix: IdPrefix, uuid: string): string {
  return `${prefix}_${base32FromUuid(uuid)}`;
}

/** The 26 characters of a uuid without a prefix. */
export function base32FromUuid(uuid: string): string {
  let body = "";
  let buffered = 0;
  let bits = 2;
  for (let index = 0; index < uuid.length; index += 1) {
    const code = uuid.charCodeAt(index);
    if (code === 45) continue;
    buffered = (buffered << 4) | (code > 57 ? code - 87 : code - 48);
    bits += 4;
    if (bits >= 5) {
      bits -= 5;
      body += ALPHABET[(buffered >> bits) & 31];
      buffered &= (1 << bits) - 1;
    }
  }
  return body;
}

/**
 * Reads the uuid out of a wire id whose form a schema has checked.
 *
 * **Errors** throws a RangeError when the text is not an id: a caller that skipped the schema.
 */
export function uuidFromId(id: string): string {
  return uuidFromBase32(id.slice(id.indexOf("_") + 1, id.indexOf("_") + 1 + BODY_LENGTH));
}

/** The uuid of an id that may be absent, as a parameter of a statement. */
export function uuidOrNull(id: string | null | undefined): string | null {
  return id === undefined || id === null ? null : uuidFromId(id);
}

/** The text of a uuid. **Shape** 32 hex digits in, lower case. */
export function uuidFromHex(hex: string): string {
  const at = (from: number, to: number) => hex.slice(from, to);
  return `${at(0, 8)}-${at(8, 12)}-${at(12, 16)}-${at(16, 20)}-${at(20, 32)}`;
}

/** The uuid behind 26 base32 characters. */
export function uuidFromBase32(body: string): string {
  if (body.length !== BODY_LENGTH)
    throw new RangeError(`Not an id body: ${body.length} characters.`);
  let length = 0;
  let buffered = 0;
  let bits = -2;
  for (let index = 0; index < BODY_LENGTH; index += 1) {
    const value = VALUES[body.charCodeAt(index)] ?? 255;
    if (value === 255) throw new RangeError("Not an id body: a character outside the alphabet.");
    buffered = (buffered << 5) | value;
    bits += 5;
    while (bits >= 4) {
      bits -= 4;
      digits[length] = HEX_CODES[(buffered >> bits) & 15] ?? 0;
      length += 1;
    }
  }
  return uuidOfDigits();
}

/**
 * The creation time inside a UUIDv7.
 *
 * **Units** milliseconds since 1970.
 */
export function timeOfUuid(uuid: string): number {
  return Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16);
}

/** Formats 16 random bytes and a time as a UUIDv7 (RFC 9562, section 5.7). */
export function uuidV7(timeMs: number, random: Uint8Array): string {
  const high = Math.floor(timeMs / 0x1_0000_0000);
  const low = timeMs >>> 0;
  for (let index = 0; index < 16; index += 1) {
    let byte = random[index] ?? 0;
    if (index < 2) byte = high >> (8 * (1 - index));
    else if (index < 6) byte = low >>> (8 * (5 - index));
    else if (index === 6) byte = (byte & 0x0f) | 0x70;
    else if (index === 8) byte = (byte & 0x3f) | 0x80;
    digits[2 * index] = HEX_CODES[(byte >> 4) & 15] ?? 0;
    digits[2 * index + 1] = HEX_CODES[byte & 15] ?? 0;
  }
  return uuidOfDigits();
}
