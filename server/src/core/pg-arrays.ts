/**
 * Arrays as PostgreSQL's binary format. As text, every element of a batch is written by us and read
 * again by the one backend that settles it: a tenth of that backend's time (2026-11-20).
 */
export type ArrayType = "uuid" | "int4" | "int8";

/** Object ids of built-in types; they never change. **Source** PostgreSQL's pg_type.dat. */
const OID: Readonly<Record<ArrayType, number>> = { uuid: 2950, int4: 23, int8: 20 };
const SIZE_BYTES: Readonly<Record<ArrayType, number>> = { uuid: 16, int4: 4, int8: 8 };
const HEADER_BYTES = 20;
const EMPTY_HEADER_BYTES = 12;
const LENGTH_BYTES = 4;

/**
 * One-dimensional, without nulls.
 *
 * **Shape** uuids as their 36-character text, `int8` as bigint or whole number.
 * **Errors** throws a TypeError for what is not of the type: a mistake of ours.
 */
export function encodeArray(type: ArrayType, values: readonly unknown[]): Buffer {
  if (values.length === 0) return header(type, 0, Buffer.alloc(EMPTY_HEADER_BYTES));
  const sizeBytes = SIZE_BYTES[type];
  const bytes = Buffer.allocUnsafe(HEADER_BYTES + values.length * (LENGTH_BYTES + sizeBytes));
  header(type, values.length, bytes);
  const write = WRITERS[type];
  let offset = HEADER_BYTES;
  for (const value of values) {
    offset = writeInt32(bytes, offset, sizeBytes);
    offset = write(bytes, offset, value);
  }
  return bytes;
}

/** Dimensions, whether there are nulls, the type; then the length and where counting begins. */
function header(type: ArrayType, length: number, bytes: Buffer): Buffer {
  bytes.writeInt32BE(length === 0 ? 0 : 1, 0);
  bytes.writeInt32BE(0, 4);
  bytes.writeInt32BE(OID[type], 8);
  if (length === 0) return bytes;
  bytes.writeInt32BE(length, 12);
  bytes.writeInt32BE(1, 16);
  return bytes;
}

type Writer = (bytes: Buffer, offset: number, value: unknown) => number;

const WRITERS: Readonly<Record<ArrayType, Writer>> = {
  uuid(bytes, offset, value) {
    if (typeof value !== "string" || value.length !== UUID_LENGTH) throw wrong("uuid", value);
    return writeUuid(bytes, offset, value);
  },
  int4(bytes, offset, value) {
    if (typeof value !== "number" || (value | 0) !== value) throw wrong("int4", value);
    return writeInt32(bytes, offset, value);
  },
  int8(bytes, offset, value) {
    if (typeof value === "bigint") return bytes.writeBigInt64BE(value, offset);
    if (!Number.isSafeInteger(value)) throw wrong("int8", value);
    const whole = Number(value);
    writeInt32(bytes, offset, Math.floor(whole / 0x1_0000_0000));
    return writeInt32(bytes, offset + 4, whole);
  },
};

function writeInt32(bytes: Buffer, offset: number, value: number): number {
  bytes[offset] = value >>> 24;
  bytes[offset + 1] = value >>> 16;
  bytes[offset + 2] = value >>> 8;
  bytes[offset + 3] = value;
  return offset + 4;
}

const UUID_LENGTH = 36;
const NOT_HEX = 16;
/** The value of each character code that is a hex digit. */
const HEX_VALUES = new Uint8Array(128)
  .fill(NOT_HEX)
  .map((_, code) => (/[0-9a-f]/i.test(String.fromCharCode(code)) ? hexValue(code) : NOT_HEX));

function hexValue(code: number): number {
  return Number.parseInt(String.fromCharCode(code), 16);
}

function writeUuid(bytes: Buffer, offset: number, uuid: string): number {
  let end = offset;
  let seen = 0;
  for (let index = 0; index < UUID_LENGTH; index += 2) {
    // The dashes stand before the digits 8, 12, 16 and 20.
    if (index === 8 || index === 13 || index === 18 || index === 23) index += 1;
    const high = HEX_VALUES[uuid.charCodeAt(index)] ?? NOT_HEX;
    const low = HEX_VALUES[uuid.charCodeAt(index + 1)] ?? NOT_HEX;
    seen |= high | low;
    bytes[end] = (high << 4) | low;
    end += 1;
  }
  if ((seen & NOT_HEX) !== 0) throw wrong("uuid", uuid);
  return end;
}

function wrong(type: ArrayType, value: unknown): TypeError {
  return new TypeError(`${String(value)} is no ${type} for an array.`);
}
