import { ExchangeError } from "../../contract/errors.ts";
import type { ReadRow } from "../../domain/catalog/index.ts";
import {
  type Attributes,
  type Cut,
  type Cutter,
  type Line,
  Lines,
  ROW_BYTES_MAX,
  type RowReader,
  rowsOf,
  tooLong,
} from "./format.ts";

const MISPLACED = "a quote ends before its field does";
const UNCLOSED = "a quote is not closed";

/**
 * Cuts records of delimited text. A field that begins with a quote may hold delimiters, line breaks
 * and doubled quotes; elsewhere a quote is a character like any other. The place is the line that
 * the record begins in, 1-based. A record with a broken quote costs its first line alone: reading
 * goes on in the next one, because the lines that it would swallow are products too. No library
 * that we looked at does that (`server/docs/decisions/0019-feed-parsers.md`).
 *
 * **Source** RFC 4180; Google Merchant Center, "Quoted attributes" (answer 14998273).
 */
export function createRecordCutter(delimiter: "," | "\t"): Cutter<string[]> {
  return new RecordCutter(delimiter);
}

class RecordCutter implements Cutter<string[]> {
  readonly #delimiter: string;
  readonly #lines = new Lines(ROW_BYTES_MAX);
  /** The lines of the record that is open, and their bytes. */
  #open: Line[] = [];
  #sizeBytes = 0;
  #fields: string[] = [];
  /** The field that stands in quotes, as far as it was read; `null` outside of quotes. */
  #quoted: string | null = null;
  #cuts: Cut<string[]>[] = [];

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  push(bytes: Buffer): Cut<string[]>[] {
    this.#readAll(this.#lines.push(bytes));
    return this.#taken();
  }

  end(): Cut<string[]>[] {
    this.#readAll(this.#lines.end());
    // A quote that is still open swallowed the lines behind it; each refusal frees one of them.
    while (this.#open.length > 0) this.#readAll(this.#refuse(UNCLOSED));
    return this.#taken();
  }

  #readAll(lines: readonly Line[]): void {
    const waiting = lines.toReversed();
    for (let line = waiting.pop(); line !== undefined; line = waiting.pop()) {
      for (const freed of this.#read(line).reverse()) waiting.push(freed);
    }
  }

  /** Reads a line on from where the record stands; returns the lines that have to be read again. */
  #read(line: Line): Line[] {
    if (line.sizeBytes > ROW_BYTES_MAX && this.#open.length === 0) {
      this.#cuts.push({ place: line.place, problem: tooLong("row", ROW_BYTES_MAX) });
      return [];
    }
    this.#open.push(line);
    this.#sizeBytes += line.sizeBytes + 1;
    if (this.#sizeBytes > ROW_BYTES_MAX + 1) return this.#refuse(UNCLOSED);
    const end = this.#readFields(line.text);
    if (end === "misplaced") return this.#refuse(MISPLACED);
    if (end === "whole") this.#finish();
    return [];
  }

  #readFields(line: string): "whole" | "open" | "misplaced" {
    let next: number | "whole" | "open" | "misplaced" = 0;
    while (typeof next === "number") {
      const isOpening: boolean = this.#quoted === null && line[next] === '"';
      if (isOpening) this.#quoted = "";
      const at: number = isOpening ? next + 1 : next;
      next = this.#quoted === null ? this.#readPlain(line, at) : this.#readQuoted(line, at);
    }
    return next;
  }

  #readPlain(line: string, at: number): number | "whole" {
    const end = line.indexOf(this.#delimiter, at);
    this.#fields.push(end < 0 ? line.slice(at).replace(/\r$/, "") : line.slice(at, end));
    return end < 0 ? "whole" : end + 1;
  }

  #readQuoted(line: string, at: number): number | "whole" | "open" | "misplaced" {
    const close = closingQuote(line, at);
    if (close < 0) {
      this.#quoted += `${line.slice(at)}\n`;
      return "open";
    }
    let next = close + 1;
    while (line[next] === "\r") next += 1;
    if (next < line.length && line[next] !== this.#delimiter) return "misplaced";
    this.#fields.push((this.#quoted + line.slice(at, close)).replaceAll('""', '"'));
    this.#quoted = null;
    return next < line.length ? next + 1 : "whole";
  }

  #finish(): void {
    const [first] = this.#open;
    const place = first?.place ?? 0;
    const problem = this.#open.find((line) => line.problem !== undefined)?.problem;
    const isBlank = this.#open.length === 1 && first?.text.trim() === "";
    const hasNul = this.#open.some(({ text }) => text.includes("\0"));
    if (problem !== undefined) this.#cuts.push({ place, problem });
    else if (hasNul) this.#cuts.push({ place, problem: "the text holds a NUL byte" });
    else if (!isBlank) this.#cuts.push({ place, value: this.#fields });
    this.#reset();
  }

  #refuse(problem: string): Line[] {
    const [first, ...others] = this.#open;
    this.#cuts.push({ place: first?.place ?? 0, problem });
    this.#reset();
    return others;
  }

  #reset(): void {
    this.#open = [];
    this.#sizeBytes = 0;
    this.#fields = [];
    this.#quoted = null;
  }

  #taken(): Cut<string[]>[] {
    const cuts = this.#cuts;
    this.#cuts = [];
    return cuts;
  }
}

/** The next quote that is not doubled, or -1. */
function closingQuote(line: string, from: number): number {
  let at = line.indexOf('"', from);
  while (at >= 0 && line[at + 1] === '"') at = line.indexOf('"', at + 2);
  return at;
}

export interface RecordFormat {
  readonly delimiter: "," | "\t";
  /** The name of a column as `read` asks for it. */
  readonly nameOf: (header: string) => string;
  /** `null` for a row that is no product. */
  readonly read: (get: Attributes) => ReadRow | null;
  /** Whether places count rows instead of lines. */
  readonly isNumbered?: boolean;
}

/**
 * Reads records below a row that names the columns.
 *
 * **Errors** `invalid_request` when that row cannot be read.
 */
export function createRecordReader({ delimiter, nameOf, ...format }: RecordFormat): RowReader {
  const cutter = createRecordCutter(delimiter);
  const columns = new Map<string, number>();
  let width = 0;
  const read = (value: readonly string[]): ReadRow[] => {
    if (value.length > width) {
      return [{ id: null, reason: `the row has ${value.length} fields, the header ${width}` }];
    }
    const row = format.read((name) => value[columns.get(name) ?? value.length]);
    return row === null ? [] : [row];
  };
  const readHeader = (cut: Cut<string[]>): void => {
    if ("problem" in cut) {
      throw new ExchangeError("invalid_request", {
        message: `The first row, which names the columns, cannot be read: ${cut.problem}.`,
      });
    }
    width = cut.value.length;
    for (const [index, name] of cut.value.map(nameOf).entries()) {
      if (!columns.has(name)) columns.set(name, index);
    }
  };
  const withoutHeader = (cuts: Cut<string[]>[]): Cut<string[]>[] => {
    const [first, ...others] = cuts;
    if (width > 0 || first === undefined) return cuts;
    readHeader(first);
    return others;
  };
  return rowsOf<string[]>(
    {
      push: (bytes) => withoutHeader(cutter.push(bytes)),
      end: () => withoutHeader(cutter.end()),
    },
    read,
    format.isNumbered,
  );
}
