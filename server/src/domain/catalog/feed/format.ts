import { ExchangeError } from "../../../contract/errors.ts";
import { isFields } from "./row.ts";

export const FEED_FORMATS = ["jsonl", "google-xml", "google-tsv", "shopify-csv", "acp"] as const;
export type FeedFormat = (typeof FEED_FORMATS)[number];

/** How the rows of a file are cut: a format may come in several of these. */
export type Layout =
  | { readonly kind: "lines" | "document" | "xml" }
  | { readonly kind: "records"; readonly delimiter: "," | "\t" };

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

/**
 * Says by its content what a file is.
 *
 * **Shape** `head` is the first `HEAD_BYTES` of the file, or all of it.
 * **Errors** `invalid_request` when it is none of the formats.
 */
export function detectFormat(head: Buffer): FeedFormat {
  const text = head.toString("utf8").trimStart();
  if (text === "") throw unreadable("is empty", "Write the feed again.");
  if (text.startsWith("<")) return "google-xml";
  if (text.startsWith("{") || text.startsWith("[")) return isAcpJson(text) ? "acp" : "jsonl";
  const names = headerNames(text);
  const has = (...wanted: string[]) => wanted.some((name) => names.has(name));
  if (has("handle", "url handle") && has("title")) return "shopify-csv";
  if (has("item_id", "is_eligible_search", "enable_search")) return "acp";
  if (has("id") && has("title") && has("link", "price")) return "google-tsv";
  throw unreadable("is none of the formats", `Name one: --format ${FEED_FORMATS.join("|")}.`);
}

/** How a file of a format is laid out. */
export function layoutOf(format: FeedFormat, head: Buffer): Layout {
  if (format === "jsonl") return { kind: "lines" };
  if (format === "google-xml") return { kind: "xml" };
  const text = head.toString("utf8").trimStart();
  const isJson = text.startsWith("{") || text.startsWith("[");
  if (format === "acp" && isJson) return { kind: isDocument(text) ? "document" : "lines" };
  const isTabbed = format !== "shopify-csv" && firstLine(text).includes("\t");
  return { kind: "records", delimiter: isTabbed ? "\t" : "," };
}

/** Attribute names as specifications have them, however a header row writes them. */
export function attributeName(header: string): string {
  const name = /\[([\w ]+)\]\s*$/.exec(header)?.[1] ?? header;
  return name.trim().toLowerCase().replace(/^g:/, "").replace(/\s+/g, "_");
}

function headerNames(text: string): ReadonlySet<string> {
  const names = firstLine(text).split(/[\t,]/);
  const plain = names.map((name) => name.trim().replace(/^"(.*)"$/, "$1"));
  return new Set(plain.flatMap((name) => [name.toLowerCase(), attributeName(name)]));
}

function firstLine(text: string): string {
  const end = text.indexOf("\n");
  return (end < 0 ? text : text.slice(0, end)).trim();
}

const PRODUCTS = /^\s*\{[^[]*"products"\s*:\s*\[/;

function isDocument(text: string): boolean {
  if (text.startsWith("[")) return true;
  const first = parsed(firstLine(text));
  return first === null ? PRODUCTS.test(text) : Array.isArray(first.products);
}

const ACP_FIELDS = ["item_id", "is_eligible_search", "enable_search", "variants", "feed_id"];

function isAcpJson(text: string): boolean {
  if (isDocument(text)) return true;
  const first = parsed(firstLine(text));
  if (first === null) return false;
  // Our own form gives the currency in a field of its own.
  const isPriced = typeof first.price === "string" && /[a-z]{3}/i.test(first.price);
  return isPriced || ACP_FIELDS.some((field) => field in first);
}

function parsed(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(line);
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
}

function unreadable(what: string, suggestion: string): ExchangeError {
  return new ExchangeError("invalid_request", { message: `The file ${what}.`, suggestion });
}
