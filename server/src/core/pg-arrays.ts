/**
 * Arrays as PostgreSQL's binary format. As text, every element of a batch is written by us and read
 * again by the one backend that settles it: a tenth of that backend's time (2026-11-20).
 */
export type ArrayType = "uuid" | "int4" | "int8";

/** Object ids of built-in types; they never change. **Source** PostgreSQL's pg_type.dat. */
const OID: Readonly<Record<ArrayType, number>> = { uuid: 2950, int4: 23, int8: 20 };
const SIZE_BYTES = { uuid: 16, int4: 4, int8: 8 } as const;
const EMPTY_HEADER_BYTES = 12;
const LENGTH_BYTES = 4;

/**
 * One-dimensional, without nulls.
 *
 * **Shape** uuids as their 36-character text, `int8` as bigint or whole number.
 * **Errors** throws a TypeError for what is not of the type: a mistake of ours.
 */
export function encodeArray(type: ArrayType, values: readonly unknown[]): Buffer {
  const header = headerOf(type, values.length);
  if (values.length === 0) return header.subarray(0, EMPTY_HEADER_BYTES);
  return Buffer.concat([header, type === "uuid" ? uuids(values) : integers(type, values)]);
}

/** Dimensions, whether there are nulls, the type; then the length and where counting begins. */
function headerOf(type: ArrayType, length: number): Buffer {
  const header = Int32Array.of(length === 0 ? 0 : 1, 0, OID[type], length, 1);
  return Buffer.from(header.buffer).swap32();
}

const UUID_LENGTH = "00000010";
const UUID_CHARACTERS = UUID_LENGTH.length + 36;

function uuids(values: readonly unknown[]): Buffer {
  const text = UUID_LENGTH + values.join(UUID_LENGTH);
  const bytes = Buffer.from(text.replaceAll("-", ""), "hex");
  const isWhole =
    text.length === values.length * UUID_CHARACTERS &&
    bytes.length === values.length * (LENGTH_BYTES + SIZE_BYTES.uuid);
  if (!isWhole) throw new TypeError("A value is no uuid for an array.");
  return bytes;
}

function integers(type: "int4" | "int8", values: readonly unknown[]): Buffer {
  const sizeBytes = SIZE_BYTES[type];
  const bytes = Buffer.allocUnsafe(values.length * (LENGTH_BYTES + sizeBytes));
  let offset = 0;
  for (const value of values) {
    offset = bytes.writeInt32BE(sizeBytes, offset);
    if (type === "int8" && typeof value === "bigint") {
      offset = bytes.writeBigInt64BE(value, offset);
      continue;
    }
    const whole =
      type === "int8" ? Number.isSafeInteger(value) : Number(value) === (Number(value) | 0);
    if (typeof value !== "number" || !whole) {
      throw new TypeError(`${String(value)} is no ${type} for an array.`);
    }
    if (type === "int8") offset = bytes.writeInt32BE(Math.floor(value / 0x1_0000_0000), offset);
    offset = bytes.writeInt32BE(value | 0, offset);
  }
  return bytes;
}
