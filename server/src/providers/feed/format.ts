import { isUtf8 } from "node:buffer";
import { ExchangeError } from "../../contract/errors.ts";
import type { FeedRow, Fields, ReadOptions, ReadRow } from "../../domain/catalog/index.ts";

/** One format of feeds; it may be written in several ways, such as JSON and delimited text. */
export interface Format {
  /** Whether a file is of this format and of none before it in the list of formats. */
  matches(head: Head): boolean;
  /** **Errors** `invalid_request` when an option is missing without which it cannot be read. */
  open(head: Head, options: ReadOptions): RowReader;
}

export type Head = Readonly<ReturnType<typeof headOf>>;

/** How much of a file decides what it is. **Units** bytes. */
export const HEAD_BYTES = 64 * 1024;

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * The head of a file without its byte order mark.
 *
 * **Errors** `invalid_request` for what is no UTF-8 text: UTF-16, or an archive.
 */
export function textHead(head: Buffer): Buffer {
  const two = head.subarray(0, 2).toString("hex");
  // A text in a Latin script has a zero in every second byte of UTF-16.
  const isUtf16 = two === "fffe" || two === "feff" || (head[0] === 0) !== (head[1] === 0);
  if (head.length >= 2 && isUtf16) throw unreadable("is UTF-16 text", "Save it as UTF-8.");
  if (two === "1f8b") throw unreadable("is packed with gzip", "Give it a name that ends in .gz.");
  if (two === "504b") throw unreadable("is a zip archive", "Unpack it, or pack it with gzip.");
  const hasMark = head.subarray(0, 3).equals(BYTE_ORDER_MARK);
  return hasMark ? head.subarray(3) : head;
}

export function headOf(bytes: Buffer) {
  const text = bytes.toString("utf8").trimStart();
  const firstLine = text.split("\n", 1)[0]?.trim() ?? "";
  const isJson = text.startsWith("{") || text.startsWith("[");
  const names = isJson ? [] : firstLine.split(/[\t,]/);
  const plain = names.map((name) => name.trim().replace(/^"(.*)"$/, "$1"));
  const columns = plain.flatMap((name) => [name.toLowerCase(), attributeName(name)]);
  return {
    text,
    isJson,
    /** The first line, when it is a JSON object. */
    object: parsed(firstLine),
    /** The first line as names of columns, in any spelling. */
    columns: new Set(columns),
  };
}

export function hasColumn({ columns }: Head, ...names: string[]): boolean {
  return names.some((name) => columns.has(name));
}

export function delimiterOf({ text }: Head): "," | "\t" {
  return text.split("\n", 1)[0]?.trim().includes("\t") === true ? "\t" : ",";
}

/** Attribute names as specifications have them, however a header row writes them. */
export function attributeName(header: string): string {
  const name = /\[([\w ]+)\]\s*$/.exec(header)?.[1] ?? header;
  return name.trim().toLowerCase().replace(/^g:/, "").replace(/\s+/g, "_");
}

export function unreadable(what: string, suggestion: string): ExchangeError {
  return new ExchangeError("invalid_request", { message: `The file ${what}.`, suggestion });
}

function parsed(line: string): Fields | null {
  try {
    const value: unknown = JSON.parse(line);
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
}

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

export function readJsonObject(text: string, read: (fields: Fields) => readonly ReadRow[]) {
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

const NEWLINE = 10;

/** Cuts lines; empty ones are counted and left out. The place is the line, 1-based. */
export function createLineCutter(bytesMax = ROW_BYTES_MAX): Cutter<string> {
  const lines = new Lines(bytesMax);
  const cut = (line: Line): Cut<string>[] => {
    const { place, text, problem } = line;
    if (problem !== undefined) return [{ place, problem }];
    return text.trim() === "" ? [] : [{ place, value: text.trim() }];
  };
  return {
    push: (bytes) => lines.push(bytes).flatMap(cut),
    end: () => lines.end().flatMap(cut),
  };
}

export interface Line {
  /** 1-based. */
  readonly place: number;
  /** Without the line feed; nothing of a line that is too long. */
  readonly text: string;
  readonly sizeBytes: number;
  readonly problem: string | undefined;
}

export class Lines {
  readonly #bytesMax: number;
  #parts: Buffer[] = [];
  #sizeBytes = 0;
  #place = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  push(bytes: Buffer): Line[] {
    const lines: Line[] = [];
    let from = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
      lines.push(this.#take(bytes.subarray(from, end)));
      from = end + 1;
    }
    this.#sizeBytes += bytes.length - from;
    // Copied: a part must not keep the chunk alive that it came with.
    if (this.#sizeBytes > this.#bytesMax) this.#parts = [];
    else if (from < bytes.length) this.#parts.push(Buffer.from(bytes.subarray(from)));
    return lines;
  }

  end(): Line[] {
    return this.#sizeBytes > 0 ? [this.#take(Buffer.alloc(0))] : [];
  }

  #take(last: Buffer): Line {
    const sizeBytes = this.#sizeBytes + last.length;
    const bytes = this.#parts.length === 0 ? last : Buffer.concat([...this.#parts, last]);
    this.#parts = [];
    this.#sizeBytes = 0;
    this.#place += 1;
    const place = this.#place;
    if (sizeBytes > this.#bytesMax) {
      return { place, text: "", sizeBytes, problem: tooLong("line", this.#bytesMax) };
    }
    const text = utf8Of(bytes);
    const problem = text === null ? NOT_UTF8 : undefined;
    return { place, text: text ?? bytes.toString("utf8"), sizeBytes, problem };
  }
}
