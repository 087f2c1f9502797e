import { ExchangeError } from "../../../contract/errors.ts";
import { ACP_PRODUCT_BYTES_MAX, parseAcpObject, parseAcpRow } from "./acp.ts";
import type { Cut, Cutter } from "./cutter.ts";
import { createRecordCutter } from "./delimited.ts";
import {
  attributeName,
  detectFormat,
  type FeedFormat,
  HEAD_BYTES,
  type Layout,
  layoutOf,
  textHead,
} from "./format.ts";
import { type Attributes, parseGoogleRow } from "./google.ts";
import { createJsonItemCutter } from "./json-items.ts";
import { createLineCutter } from "./lines.ts";
import { isCurrency, type ParsedRow, parseJsonRow } from "./row.ts";
import { createShopifyReader, type Shop } from "./shopify.ts";
import { createXmlItemCutter, type XmlItem } from "./xml-items.ts";

/** A product, or the reason why a row is none, and where in the file it stands. */
export type FeedRow = ParsedRow & { readonly place: number };

export interface ReadOptions {
  /** `undefined`: told by the content. */
  readonly format?: FeedFormat | undefined;
  /** When a sale price must hold. */
  readonly now: Date;
  /** Needed for a Shopify export alone, which does not say where the shop is. */
  readonly shop?: Partial<Shop> | undefined;
}

export interface FeedReading {
  readonly format: FeedFormat;
  /** A batch of rows for each chunk of the file, never across two. */
  readonly batches: AsyncIterable<FeedRow[]>;
}

/** What the places of a format's rows count. Lines of XML and JSON documents say nothing. */
export function placeWord(format: string | null): "line" | "item" {
  return format === "google-xml" || format === "acp" ? "item" : "line";
}

/**
 * Opens a feed: finds out what it is, then reads it row by row with bounded memory.
 *
 * **Errors** `invalid_request` for what cannot be read at all; a broken row is a row with a reason.
 */
export async function readFeed(
  source: AsyncIterable<Uint8Array>,
  options: ReadOptions,
): Promise<FeedReading> {
  const chunks = source[Symbol.asyncIterator]();
  const head = textHead(await headOf(chunks));
  const format = options.format ?? detectFormat(head);
  const reader = createRowReader(format, layoutOf(format, head), options);
  return { format, batches: batchesOf(head, chunks, reader) };
}

async function headOf(chunks: AsyncIterator<Uint8Array>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let sizeBytes = 0;
  while (sizeBytes < HEAD_BYTES) {
    const next = await chunks.next();
    if (next.done === true) break;
    parts.push(bufferOf(next.value));
    sizeBytes += next.value.byteLength;
  }
  return Buffer.concat(parts);
}

async function* batchesOf(
  head: Buffer,
  chunks: AsyncIterator<Uint8Array>,
  reader: RowReader,
): AsyncGenerator<FeedRow[]> {
  try {
    yield reader.push(head);
    for (;;) {
      const next = await chunks.next();
      if (next.done === true) break;
      yield reader.push(bufferOf(next.value));
    }
    yield reader.end();
  } finally {
    await chunks.return?.();
  }
}

function bufferOf(chunk: Uint8Array): Buffer {
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}

/** The synchronous part of reading: bytes in, rows out. */
export interface RowReader {
  push(bytes: Buffer): FeedRow[];
  end(): FeedRow[];
}

/** **Errors** `invalid_request` for a Shopify export without a shop. */
export function createRowReader(
  format: FeedFormat,
  layout: Layout,
  options: ReadOptions,
): RowReader {
  if (layout.kind === "records") return createRecordReader(format, layout.delimiter, options);
  if (layout.kind === "xml") {
    return eachOf(createXmlItemCutter(), (item) => parseGoogleRow(attributesOf(item), options.now));
  }
  if (format === "jsonl") return eachOf(createLineCutter(), parseJsonRow);
  const cutter =
    layout.kind === "document"
      ? createJsonItemCutter(ACP_PRODUCT_BYTES_MAX)
      : createLineCutter(ACP_PRODUCT_BYTES_MAX);
  return numbered(cutter, (text) => parseAcpObject(text, options.now));
}

function eachOf<T>(cutter: Cutter<T>, parse: (value: T) => ParsedRow): RowReader {
  const rowOf = (cut: Cut<T>): FeedRow =>
    "problem" in cut
      ? { place: cut.place, reason: cut.problem, id: null }
      : { place: cut.place, ...parse(cut.value) };
  return {
    push: (bytes) => cutter.push(bytes).map(rowOf),
    end: () => cutter.end().map(rowOf),
  };
}

/** Rows that are several products, or none, are numbered by what they are made into. */
function numbered<T>(cutter: Cutter<T>, parse: (value: T) => ParsedRow[]): RowReader {
  let place = 0;
  const rowsOf = (cut: Cut<T>): FeedRow[] => {
    const rows = "problem" in cut ? [{ reason: cut.problem, id: null }] : parse(cut.value);
    return rows.map((row) => {
      place += 1;
      return { place, ...row };
    });
  };
  return {
    push: (bytes) => cutter.push(bytes).flatMap(rowsOf),
    end: () => cutter.end().flatMap(rowsOf),
  };
}

/** An attribute of Google's namespace, or the element of RSS or Atom that stands for it. */
function attributesOf(item: XmlItem): Attributes {
  return (name) => {
    const own = item.get(`g:${name}`) ?? item.get(name);
    if (own !== undefined || name !== "description") return own;
    return item.get("summary") ?? item.get("content");
  };
}

function createRecordReader(
  format: FeedFormat,
  delimiter: "," | "\t",
  options: ReadOptions,
): RowReader {
  const cutter = createRecordCutter(delimiter);
  const parse = recordParser(format, options);
  const nameOf = format === "shopify-csv" ? (header: string) => header.trim() : attributeName;
  let columns: ReadonlyMap<string, number> | null = null;
  let width = 0;
  let items = 0;

  const rowOf = (cut: Cut<string[]>): FeedRow[] => {
    if (columns === null) {
      if ("problem" in cut) throw badHeader(cut.problem);
      columns = columnsOf(cut.value.map(nameOf));
      width = cut.value.length;
      return [];
    }
    items += 1;
    const place = placeWord(format) === "line" ? cut.place : items;
    if ("problem" in cut) return [{ place, reason: cut.problem, id: null }];
    const { value } = cut;
    if (value.length > width) {
      const reason = `the row has ${value.length} fields, the header ${width}`;
      return [{ place, reason, id: null }];
    }
    const known = columns;
    const row = parse((name) => value[known.get(name) ?? value.length]);
    return row === null ? [] : [{ place, ...row }];
  };
  return {
    push: (bytes) => cutter.push(bytes).flatMap(rowOf),
    end: () => cutter.end().flatMap(rowOf),
  };
}

function recordParser(
  format: FeedFormat,
  { now, shop }: ReadOptions,
): (get: Attributes) => ParsedRow | null {
  if (format === "shopify-csv") return createShopifyReader(checkedShop(shop));
  if (format === "acp") return (get) => parseAcpRow(get, now);
  return (get) => parseGoogleRow(get, now);
}

function columnsOf(names: readonly string[]): ReadonlyMap<string, number> {
  const columns = new Map<string, number>();
  for (const [index, name] of names.entries()) {
    if (!columns.has(name)) columns.set(name, index);
  }
  return columns;
}

function badHeader(problem: string): ExchangeError {
  return new ExchangeError("invalid_request", {
    message: `The first row, which names the columns, cannot be read: ${problem}.`,
  });
}

function checkedShop({ url, currency }: Partial<Shop> = {}): Shop {
  const address = URL.parse(url ?? "");
  const isWeb = address?.protocol === "https:" || address?.protocol === "http:";
  const money = currency?.toUpperCase() ?? "";
  if (address === null || !isWeb || address.username !== "" || !isCurrency(money)) {
    throw new ExchangeError("invalid_request", {
      message: "A Shopify export names neither the shop's address nor its currency.",
      suggestion: "Give both: --shop https://shop.example --currency USD",
    });
  }
  return { url: `${address.origin}${address.pathname}`, currency: money };
}
