import { isUtf8 } from "node:buffer";
import type { FeedRow, Fields, ReadRow } from "../../domain/catalog/index.ts";

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

/** The synchronous part of reading: bytes in, rows out. */
export interface RowReader {
  push(bytes: Buffer): FeedRow[];
  end(): FeedRow[];
}

/** Reads an attribute of a row by its name in the specification of its format. */
export type Attributes = (name: string) => string | undefined;

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

/** Reads the rows of a cutter. `isNumbered`: places count rows made; one may become several. */
export function rowsOf<T>(
  cutter: Cutter<T>,
  read: (value: T) => readonly ReadRow[],
  isNumbered = false,
): RowReader {
  let count = 0;
  const readAll = (cuts: readonly Cut<T>[]): FeedRow[] => {
    const rows: FeedRow[] = [];
    for (const cut of cuts) {
      const made = "problem" in cut ? [{ id: null, reason: cut.problem }] : read(cut.value);
      for (const row of made) {
        count += 1;
        rows.push({ place: isNumbered ? count : cut.place, row });
      }
    }
    return rows;
  };
  return {
    push: (bytes) => readAll(cutter.push(bytes)),
    end: () => readAll(cutter.end()),
  };
}

export function readJsonObject(
  text: string,
  read: (fields: Fields) => readonly ReadRow[],
): readonly ReadRow[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [{ id: null, reason: "not JSON" }];
  }
  return isFields(value) ? read(value) : [{ id: null, reason: "not a JSON object" }];
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
