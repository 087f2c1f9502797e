import { randomBytes } from "node:crypto";

const CHARSET = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const PREFIX = "bc";
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3] as const;
const PROGRAM_BYTES = 20;
const CHECKSUM_DIGITS = 6;

/**
 * A valid Bitcoin address that nobody has the key of. Each run of a recipe needs its own: an
 * address that two agents use goes to a person first.
 *
 * **Source** BIP 173, a version 0 program of 20 bytes.
 */
export function newBitcoinAddress(program: Uint8Array = randomBytes(PROGRAM_BYTES)): string {
  const digits = [0, ...fiveBits(program)];
  return `${PREFIX}1${[...digits, ...checksumOf(digits)].map((digit) => CHARSET[digit]).join("")}`;
}

function fiveBits(bytes: Uint8Array): number[] {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{5}/g) ?? []).map((group) => Number.parseInt(group, 2));
}

function checksumOf(digits: readonly number[]): number[] {
  const codes = [...PREFIX].map((letter) => letter.charCodeAt(0));
  const expanded = [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)];
  const room = Array.from({ length: CHECKSUM_DIGITS }, () => 0);
  const sum = polymod([...expanded, ...digits, ...room]) ^ 1;
  return room.map((_, index) => (sum >> (5 * (CHECKSUM_DIGITS - 1 - index))) & 31);
}

function polymod(values: readonly number[]): number {
  let sum = 1;
  for (const value of values) {
    const top = sum >> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    for (const [bit, generator] of GENERATOR.entries()) {
      if (((top >> bit) & 1) === 1) sum ^= generator;
    }
  }
  return sum;
}
