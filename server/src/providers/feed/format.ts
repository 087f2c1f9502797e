import { ExchangeError } from "../../contract/errors.ts";
import type { Fields, ReadOptions } from "../../domain/catalog/index.ts";
import { isFields, type RowReader } from "./row.ts";

/** One format of feeds; it may be written in several ways, such as JSON and delimited text. */
export interface Format {
  /** Whether a file is of this format and of none before it in the list of formats. */
  matches(head: Head): boolean;
  /** **Errors** `invalid_request` when an option is missing without which it cannot be read. */
  open(head: Head, options: ReadOptions): RowReader;
}

/** How a file begins. */
export interface Head {
  readonly text: string;
  readonly isJson: boolean;
  /** The first line, when it is a JSON object. */
  readonly object: Fields | null;
  /** The first line as names of columns, in any spelling. */
  readonly columns: ReadonlySet<string>;
}

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

export function headOf(bytes: Buffer): Head {
  const text = bytes.toString("utf8").trimStart();
  const firstLine = text.split("\n", 1)[0]?.trim() ?? "";
  const isJson = text.startsWith("{") || text.startsWith("[");
  const names = isJson ? [] : firstLine.split(/[\t,]/);
  const plain = names.map((name) => name.trim().replace(/^"(.*)"$/, "$1"));
  const columns = plain.flatMap((name) => [name.toLowerCase(), attributeName(name)]);
  return { text, isJson, object: parsed(firstLine), columns: new Set(columns) };
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
