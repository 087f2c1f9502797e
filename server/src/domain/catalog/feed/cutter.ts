import { isUtf8 } from "node:buffer";

/** One row as cut out of a file, or what keeps it from being read. */
export type Cut<T> =
  | { readonly place: number; readonly value: T }
  | { readonly place: number; readonly problem: string };

/**
 * Cuts a stream of bytes into rows with bounded memory, however the bytes arrive: a file without
 * one row end costs a row's limit, not its size.
 */
export interface Cutter<T> {
  push(bytes: Buffer): Cut<T>[];
  /**
   * What is left when the bytes end.
   *
   * **Errors** `invalid_request` when the file is cut off: the rows it has lost would be retired.
   */
  end(): Cut<T>[];
}

/** A product is rarely above 4 KB; a row above this is a broken file. **Units** bytes. */
export const ROW_BYTES_MAX = 64 * 1024;

export const NOT_UTF8 = "the text is not UTF-8";

/** The text of bytes, `null` when they are not UTF-8. */
export function utf8Of(bytes: Buffer): string | null {
  const text = bytes.toString("utf8");
  // Only wrong bytes and the rare character itself decode to it, so most rows are checked for free.
  return text.includes("\ufffd") && !isUtf8(bytes) ? null : text;
}

/** **Units** bytes in. */
export function tooLong(what: string, bytesMax: number): string {
  return `${what} is longer than ${bytesMax / 1024} KB`;
}
