const ascii = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to));

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);

/** How far the list of brands of an AVIF file is looked at. */
const BRANDS_END = 32;

/**
 * The media type of a picture by its first bytes, whatever its sender calls it; undefined for
 * anything else. SVG is a document that can hold scripts, so it is none of them.
 */
export function imageTypeOf(bytes: Uint8Array): string | undefined {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return "image/jpeg";
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return "image/png";
  if (/^GIF8[79]a$/.test(ascii(bytes, 0, 6))) return "image/gif";
  if (ascii(bytes, 0, 4) === "RIFF" && ascii(bytes, 8, 12) === "WEBP") return "image/webp";
  const isAvif = ascii(bytes, 4, 8) === "ftyp" && /avi[fs]/.test(ascii(bytes, 8, BRANDS_END));
  return isAvif ? "image/avif" : undefined;
}
