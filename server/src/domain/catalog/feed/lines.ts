import { StringDecoder } from "node:string_decoder";

/** One line of a feed, or the news that it was longer than allowed. */
export interface FeedLine {
  /** 1-based. */
  readonly line: number;
  /** `null`: longer than the limit, its text was thrown away. */
  readonly text: string | null;
}

/** A product is rarely above 4 KB; a line above this is a broken file. **Units** bytes. */
export const LINE_BYTES_MAX = 64 * 1024;

const NEWLINE = 10;

/**
 * Cuts a byte stream into lines with bounded memory: a file without line breaks costs one limit,
 * not its size. Empty lines are counted and left out.
 */
export async function* readLines(source: AsyncIterable<Uint8Array>): AsyncGenerator<FeedLine> {
  const cutter = createCutter();
  for await (const chunk of source) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let from = 0;
    for (;;) {
      const end = bytes.indexOf(NEWLINE, from);
      if (end < 0) break;
      cutter.push(bytes.subarray(from, end));
      const line = cutter.take();
      if (line.text !== "") yield line;
      from = end + 1;
    }
    cutter.push(bytes.subarray(from));
  }
  if (cutter.hasRest()) {
    const line = cutter.take();
    if (line.text !== "") yield line;
  }
}

function createCutter() {
  let parts: Buffer[] = [];
  let sizeBytes = 0;
  let line = 0;
  return {
    push(bytes: Buffer) {
      sizeBytes += bytes.length;
      if (sizeBytes > LINE_BYTES_MAX) parts = [];
      else if (bytes.length > 0) parts.push(Buffer.from(bytes));
    },
    hasRest: () => sizeBytes > 0,
    take(): FeedLine {
      line += 1;
      const text = sizeBytes > LINE_BYTES_MAX ? null : textOf(parts, line === 1);
      parts = [];
      sizeBytes = 0;
      return { line, text };
    },
  };
}

function textOf(parts: readonly Buffer[], isFirst: boolean): string {
  const bytes = parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat([...parts]);
  const text = new StringDecoder("utf8").end(bytes).trim();
  // Some editors put a byte order mark in front of a file; it is no part of its first line.
  return isFirst ? text.replace(/^\ufeff/, "") : text;
}
