import { ExchangeError } from "../../../contract/errors.ts";
import { ROW_BYTES_MAX } from "./cutter.ts";

/** What a reader of XML is told, in the order of the file. Names are as they are written. */
export interface XmlListener {
  open(name: string, attributes: string): void;
  close(name: string): void;
  /** A piece of text: entities stand in it unresolved, except in CDATA, which has none. */
  text(bytes: Buffer, isCdata: boolean): void;
}

export interface XmlScanner {
  push(bytes: Buffer): void;
  end(): void;
}

const LESS = 60;
const GREATER = 62;
const DOUBLE_QUOTE = 34;
const SINGLE_QUOTE = 39;
const SLASH = 47;

const COMMENT = Buffer.from("<!--");
const CDATA = Buffer.from("<![CDATA[");
const NAME = /^[A-Za-z_][\w.:-]*/;

type Mode = "markup" | "comment" | "cdata";
const ENDS: Readonly<Record<Exclude<Mode, "markup">, Buffer>> = {
  comment: Buffer.from("-->"),
  cdata: Buffer.from("]]>"),
};

/**
 * Reads the XML that feeds are made of as a stream: elements, attributes, text, CDATA, comments.
 * There are no document types in it and so no entities of a file's own: what a file could make
 * grow, or fetch, does not exist here. Memory is bounded by one tag; text is passed on in pieces.
 *
 * **Errors** `invalid_request` for a document type, another encoding than UTF-8, a tag without end,
 * and a file that ends inside one.
 * **Source** XML 1.0 (fifth edition) sections 2 and 3, without 2.8's document type declaration.
 */
export function createXmlScanner(listener: XmlListener): XmlScanner {
  let data: Buffer = Buffer.alloc(0);
  let at = 0;
  let mode: Mode = "markup";

  /** Each step moves on, or says with `false` that it needs more bytes. */
  const inside = (kind: Exclude<Mode, "markup">): boolean => {
    const mark = ENDS[kind];
    const end = data.indexOf(mark, at);
    // The last bytes may be the first ones of the mark.
    const to = end >= 0 ? end : Math.max(at, data.length - mark.length + 1);
    if (kind === "cdata" && to > at) listener.text(data.subarray(at, to), true);
    at = end >= 0 ? end + mark.length : to;
    if (end >= 0) mode = "markup";
    return end >= 0;
  };
  const text = (): boolean => {
    const next = data.indexOf(LESS, at);
    const to = next >= 0 ? next : data.length;
    if (to > at) listener.text(data.subarray(at, to), false);
    at = to;
    return next >= 0;
  };
  const enter = (kind: Mode, mark: Buffer): boolean => {
    mode = kind;
    at += mark.length;
    return true;
  };
  const tag = (): boolean => {
    if (startsWith(data, at, COMMENT)) return enter("comment", COMMENT);
    if (startsWith(data, at, CDATA)) return enter("cdata", CDATA);
    const end = tagEnd(data, at + 1);
    if (end < 0) {
      if (data.length - at > ROW_BYTES_MAX) throw refused("A tag of the file has no end.");
      return false;
    }
    tellTag(data.toString("utf8", at + 1, end), listener);
    at = end + 1;
    return true;
  };
  const step = (): boolean => {
    if (mode !== "markup") return inside(mode);
    if (data[at] !== LESS) return text();
    // "<!-" may still become a comment, "<![CD" may still become CDATA.
    const isShort = data.length - at < CDATA.length && data.indexOf(GREATER, at) < 0;
    return isShort ? false : tag();
  };

  return {
    push(bytes) {
      data = at < data.length ? Buffer.concat([data.subarray(at), bytes]) : bytes;
      at = 0;
      while (at < data.length && step()) {}
    },
    end() {
      if (mode !== "markup" || at < data.length) throw refused("The file ends inside a tag.");
    },
  };
}

/** **Shape** an error that ends the import: what follows cannot be told apart. */
export function refused(message: string): ExchangeError {
  return new ExchangeError("invalid_request", {
    message: `${message} The feed stays as it was.`,
    suggestion: "Write the file again with a program that makes well-formed XML.",
  });
}

function startsWith(data: Buffer, at: number, mark: Buffer): boolean {
  return (
    data.length - at >= mark.length &&
    data.compare(mark, 0, mark.length, at, at + mark.length) === 0
  );
}

/** The `>` of a tag; those in quotes do not count. */
function tagEnd(data: Buffer, from: number): number {
  let quote = 0;
  for (let at = from; at < data.length; at += 1) {
    const byte = data[at];
    if (quote !== 0) quote = byte === quote ? 0 : quote;
    else if (byte === GREATER) return at;
    else if (byte === DOUBLE_QUOTE || byte === SINGLE_QUOTE) quote = byte;
  }
  return -1;
}

function tellTag(tag: string, listener: XmlListener): void {
  if (tag.startsWith("?")) {
    checkDeclaration(tag);
    return;
  }
  if (tag.startsWith("!")) throw refused("The file has a document type, which no feed needs.");
  const isEnd = tag.charCodeAt(0) === SLASH;
  const body = isEnd ? tag.slice(1) : tag;
  const name = NAME.exec(body)?.[0];
  if (name === undefined)
    throw refused(`The file has a tag without a name: <${tag.slice(0, 40)}>.`);
  const isEmpty = body.endsWith("/");
  if (!isEnd) listener.open(name, body.slice(name.length, isEmpty ? -1 : undefined));
  if (isEnd || isEmpty) listener.close(name);
}

function checkDeclaration(tag: string): void {
  const encoding = /^\?xml\s[^?]*\bencoding\s*=\s*["']([^"']*)["']/.exec(tag)?.[1];
  if (encoding === undefined || /^(utf-?8|us-ascii)$/i.test(encoding)) return;
  throw refused(`The file says that it is written in ${encoding.slice(0, 40)}; feeds are UTF-8.`);
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

/**
 * Resolves the five entities of XML and character references, once: what they stand for is never
 * read again.
 *
 * **Shape** the text, or the entity that does not exist.
 */
export function resolveEntities(text: string): { text: string } | { unknown: string } {
  let unknown: string | undefined;
  const resolved = text.replace(/&([^;&\s]{0,32});?/g, (whole, name: string) => {
    const known = whole.endsWith(";") ? (ENTITIES[name] ?? characterOf(name)) : undefined;
    if (known === undefined) unknown ??= whole;
    return known ?? whole;
  });
  return unknown === undefined ? { text: resolved } : { unknown };
}

/** The character of `#233` or `#xe9`; none for those that XML forbids. */
export function characterOf(reference: string): string | undefined {
  const [, hex, decimal] = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(reference) ?? [];
  if (hex === undefined && decimal === undefined) return undefined;
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  const isControl = code < 32 && code !== 9 && code !== 10 && code !== 13;
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  return isControl || isSurrogate || code > 0x10ffff ? undefined : String.fromCodePoint(code);
}
