import { type Cut, type Cutter, NOT_UTF8, ROW_BYTES_MAX, tooLong, utf8Of } from "./cutter.ts";

const QUOTE = 34;
const NEWLINE = 10;
const RETURN = 13;

/** Where in a record a byte stands. `skipping`: the record is refused, its line still goes on. */
type Place = "start" | "plain" | "quoted" | "closing" | "skipping";

const MISPLACED = "a quote ends before its field does";
const UNCLOSED = "a quote is not closed";

/**
 * Cuts records of delimited text. A field that begins with a quote may hold delimiters, line breaks
 * and doubled quotes; elsewhere a quote is a character like any other. The place is the line that
 * the record begins in, 1-based. A record with a broken quote costs its first line alone: reading
 * goes on in the next one, because the lines that it would swallow are products too.
 *
 * **Source** RFC 4180; Google Merchant Center, "Quoted attributes" (answer 14998273).
 */
export function createRecordCutter(delimiter: "," | "\t"): Cutter<string[]> {
  return new RecordCutter(delimiter);
}

class RecordCutter implements Cutter<string[]> {
  readonly #delimiter: string;
  readonly #separator: number;
  #data: Buffer = Buffer.alloc(0);
  /** Where the record begins, and what of it has been looked at. */
  #start = 0;
  #at = 0;
  #line = 1;
  #place: Place = "start";
  #rows: Cut<string[]>[] = [];

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
    this.#separator = delimiter.charCodeAt(0);
  }

  push(bytes: Buffer): Cut<string[]>[] {
    const from = this.#place === "skipping" ? this.#at : this.#start;
    this.#data = Buffer.concat([this.#data.subarray(from), bytes]);
    this.#at -= from;
    this.#start = this.#place === "skipping" ? this.#at : 0;
    this.#scan();
    return this.#taken();
  }

  end(): Cut<string[]>[] {
    this.#scan();
    // A quote that is still open swallowed the lines behind it; each refusal frees one of them.
    while (this.#place === "quoted") {
      this.#refuse(UNCLOSED);
      this.#scan();
    }
    if (this.#place !== "skipping" && this.#start < this.#data.length) {
      this.#finish(this.#data.length);
    }
    return this.#taken();
  }

  #scan(): void {
    while (this.#at < this.#data.length) {
      this.#step(this.#data[this.#at] ?? NEWLINE);
      if (this.#place !== "skipping" && this.#at - this.#start > ROW_BYTES_MAX) {
        this.#refuse(this.#place === "quoted" ? UNCLOSED : tooLong("row", ROW_BYTES_MAX));
      }
    }
  }

  #step(byte: number): void {
    if (byte === NEWLINE && this.#place !== "quoted") {
      this.#endLine();
      return;
    }
    const next = placeAfter(this.#place, byte, this.#separator);
    if (next === null) this.#refuse(MISPLACED);
    else {
      this.#place = next;
      this.#at += 1;
    }
  }

  #endLine(): void {
    if (this.#place !== "skipping") this.#finish(this.#at);
    else {
      this.#line += 1;
      this.#begin(this.#at + 1);
    }
  }

  #begin(from: number): void {
    this.#start = from;
    this.#at = from;
    this.#place = "start";
  }

  #finish(end: number): void {
    const bytes = this.#data.subarray(this.#start, end);
    const record = recordOf(bytes, this.#delimiter);
    if (record !== null) this.#rows.push({ place: this.#line, ...record });
    this.#line += 1 + count(bytes, NEWLINE);
    this.#begin(end + 1);
  }

  #refuse(problem: string): void {
    this.#rows.push({ place: this.#line, problem });
    const end = this.#data.indexOf(NEWLINE, this.#start);
    if (end >= 0 && end < this.#at) {
      this.#line += 1;
      this.#begin(end + 1);
    } else this.#place = "skipping";
  }

  #taken(): Cut<string[]>[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }
}

/** Where the next byte stands; `null` for one that may not follow a closing quote. */
function placeAfter(place: Place, byte: number, separator: number): Place | null {
  switch (place) {
    case "skipping":
      return place;
    case "quoted":
      return byte === QUOTE ? "closing" : place;
    case "closing":
      if (byte === QUOTE) return "quoted";
      if (byte === RETURN) return place;
      return byte === separator ? "start" : null;
    default:
      if (place === "start" && byte === QUOTE) return "quoted";
      return byte === separator ? "start" : "plain";
  }
}

type Record = { readonly value: string[] } | { readonly problem: string };

function recordOf(bytes: Buffer, delimiter: string): Record | null {
  const text = utf8Of(bytes);
  if (text === null) return { problem: NOT_UTF8 };
  if (text.includes("\0")) return { problem: "the text holds a NUL byte" };
  const record = text.endsWith("\r") ? text.slice(0, -1) : text;
  if (record.trim() === "") return null;
  return { value: record.includes('"') ? fieldsOf(record, delimiter) : record.split(delimiter) };
}

/** The cutter has checked the quotes. */
function fieldsOf(record: string, delimiter: string): string[] {
  const fields: string[] = [];
  let from = 0;
  while (from <= record.length) {
    const isQuoted = record[from] === '"';
    const end = isQuoted ? quoteEnd(record, from) : record.indexOf(delimiter, from);
    const to = end < 0 ? record.length : end;
    const field = record.slice(from, to);
    fields.push(isQuoted ? field.trimEnd().slice(1, -1).replaceAll('""', '"') : field);
    from = to + 1;
  }
  return fields;
}

/** Where the delimiter behind a quoted field stands, or the end. */
function quoteEnd(record: string, from: number): number {
  let at = from + 1;
  for (;;) {
    at = record.indexOf('"', at);
    if (at < 0) return -1;
    if (record[at + 1] !== '"') return at + 1 < record.length ? skipReturns(record, at + 1) : -1;
    at += 2;
  }
}

function skipReturns(record: string, from: number): number {
  let at = from;
  while (record[at] === "\r") at += 1;
  return at < record.length ? at : -1;
}

function count(bytes: Buffer, wanted: number): number {
  let found = 0;
  for (let at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted, at + 1)) found += 1;
  return found;
}
