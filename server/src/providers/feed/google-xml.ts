import { Parser } from "htmlparser2";
import { ExchangeError } from "../../contract/errors.ts";
import {
  type Attributes,
  type Cut,
  type Cutter,
  type Format,
  NOT_UTF8,
  ROW_BYTES_MAX,
  rowsOf,
  tooLong,
  utf8Of,
} from "./format.ts";
import { readGoogleRow } from "./google.ts";

/**
 * The direct children of an item: `g:price` for those in Google's namespace, whatever prefix the
 * file gives it, `title` for those without one. The first that is not empty counts.
 */
export type XmlItem = ReadonlyMap<string, string>;

export const googleXml: Format = {
  matches: ({ text }) => text.startsWith("<"),
  open: (_head, { now }) =>
    rowsOf(createXmlItemCutter(), (item) => [readGoogleRow(attributesOf(item), now)]),
};

/** An attribute of Google's namespace, or the element of RSS or Atom that stands for it. */
function attributesOf(item: XmlItem): Attributes {
  return (name) => {
    const own = item.get(`g:${name}`) ?? item.get(name);
    if (own !== undefined || name !== "description") return own;
    return item.get("summary") ?? item.get("content");
  };
}

const GOOGLE_NAMESPACE = /^https?:\/\/base\.google\.com\/ns\/1\.0\/?$/;
const DEPTH_MAX = 64;
/** With items that are never closed: the parser takes longer for each tag the deeper it lies. */
const OPEN_ELEMENTS_MAX = 1_000;
const FIELDS_MAX = 500;
/** A tag, comment or CDATA section, which the parser holds until it ends. **Units** bytes. */
const SECTION_BYTES_MAX = 1024 * 1024;

interface OpenItem {
  readonly name: string;
  readonly depth: number;
  readonly fields: Map<string, string>;
  /** Of the open field, as it stands in the file; entities are resolved when it is closed. */
  text: string;
  sizeBytes: number;
  problem: string | null;
}

/**
 * Cuts the items of RSS and the entries of Atom out of a file. The place is the item's number,
 * 1-based: feeds are often one long line. What is wrong inside an item costs that item alone. The
 * parser knows no entities of a file's own, so nothing can make a file grow or fetch something.
 *
 * **Source** Google Merchant Center, "RSS 2.0 specification" (answer 14987622) and "Atom 1.0
 * specification" (answer 160593).
 */
export function createXmlItemCutter(): Cutter<XmlItem> {
  return new XmlItemCutter();
}

class XmlItemCutter implements Cutter<XmlItem> {
  /** It is given one character for each byte, so that a text in another encoding is noticed. */
  readonly #parser = new Parser(
    {
      onopentag: (name, attributes) => this.#open(name, attributes),
      onclosetag: (name, hasNoEndTag) => this.#close(name, hasNoEndTag),
      ontext: (bytes) => this.#text(bytes),
      oncdatastart: () => this.#startCdata(true),
      oncdataend: () => this.#startCdata(false),
      oncomment: () => this.#startCdata(false),
      onprocessinginstruction: (_name, text) => this.#checkInstruction(text),
    },
    { xmlMode: true, decodeEntities: false },
  );
  #prefix = "g";
  #hasRoot = false;
  #isCdata = false;
  #depth = 0;
  /** Where the last start tag ends: an element that is closed there closes itself. */
  #openedAt = -1;
  /** From this depth on, what is open belongs to items that were given up. */
  #staleDepth = Number.POSITIVE_INFINITY;
  #item: OpenItem | null = null;
  #place = 0;
  /** Bytes since the parser last said something. */
  #heldBytes = 0;
  #rows: Cut<XmlItem>[] = [];

  constructor() {
    const parser = this.#parser;
    const close = parser.onclosetag.bind(parser);
    // An end tag that closes nothing is no event of the parser's.
    parser.onclosetag = (start, end) => {
      const depth = this.#depth;
      close(start, end);
      if (this.#depth === depth) this.#closeNothing();
    };
  }

  push(bytes: Buffer): Cut<XmlItem>[] {
    this.#heldBytes += bytes.length;
    this.#parser.write(bytes.toString("latin1"));
    if (this.#heldBytes > SECTION_BYTES_MAX) throw refused("A tag of the file has no end.");
    return this.#taken();
  }

  end(): Cut<XmlItem>[] {
    if (!this.#hasRoot || this.#depth > 0) {
      throw refused("The file is cut off: it ends before its root element is closed.");
    }
    this.#parser.end();
    return this.#taken();
  }

  #taken(): Cut<XmlItem>[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#heldBytes = 0;
    this.#openedAt = this.#parser.endIndex;
    this.#depth += 1;
    const item = this.#item;
    const isDeep = item === null && this.#depth > DEPTH_MAX && this.#depth < this.#staleDepth;
    if (isDeep || this.#depth > OPEN_ELEMENTS_MAX) throw refused("The file is nested too deeply.");
    if (name === "item" || name === "entry") {
      if (item !== null) this.#giveUp(item);
      const depth = this.#depth;
      this.#item = { name, depth, fields: new Map(), text: "", sizeBytes: 0, problem: null };
    } else if (item !== null) this.#openField(item, name, attributes);
    else if (this.#depth === 1) {
      if (this.#hasRoot) throw refused("The file has more than one root element.");
      this.#hasRoot = true;
      this.#prefix = googlePrefixOf(attributes) ?? this.#prefix;
    }
  }

  #openField(item: OpenItem, name: string, attributes: Readonly<Record<string, string>>): void {
    grow(item, name.length);
    if (this.#depth - item.depth > DEPTH_MAX) item.problem ??= "the item is nested too deeply";
    if (this.#depth > item.depth + 1) return;
    item.text = "";
    // Atom gives a page in an attribute; other relations than `alternate` are not the page.
    const { href, rel = "alternate" } = attributes;
    if (name !== "link" || href === undefined || rel !== "alternate") return;
    grow(item, href.length);
    setField(item, "link", href);
  }

  #close(name: string, hasNoEndTag: boolean): void {
    this.#heldBytes = 0;
    // Something around it was closed first.
    const isImplied = hasNoEndTag && this.#parser.endIndex !== this.#openedAt;
    const depth = this.#depth;
    this.#depth -= 1;
    const item = this.#item;
    if (item === null) {
      if (isImplied && depth < this.#staleDepth)
        throw refused(`The file does not close <${name}>.`);
      if (depth <= this.#staleDepth) this.#staleDepth = Number.POSITIVE_INFINITY;
      return;
    }
    if (isImplied) item.problem ??= `<${name}> is not closed`;
    if (depth === item.depth) this.#finish(item);
    else if (depth === item.depth + 1 && item.problem === null) {
      const isGoogles = name.startsWith(`${this.#prefix}:`);
      setField(item, isGoogles ? `g:${name.slice(this.#prefix.length + 1)}` : name, item.text);
    }
  }

  #closeNothing(): void {
    if (this.#item !== null) this.#item.problem ??= "an end tag closes nothing";
    else if (this.#depth < this.#staleDepth) {
      throw refused("The file closes an element that is not open.");
    }
  }

  #giveUp(item: OpenItem): void {
    item.problem ??= `<${item.name}> is not closed`;
    this.#staleDepth = Math.min(this.#staleDepth, item.depth);
    this.#finish(item);
  }

  #finish(item: OpenItem): void {
    this.#place += 1;
    const place = this.#place;
    const { problem, fields } = item;
    this.#rows.push(problem === null ? { place, value: fields } : { place, problem });
    this.#item = null;
  }

  #startCdata(isCdata: boolean): void {
    this.#heldBytes = 0;
    this.#isCdata = isCdata;
  }

  #text(bytes: string): void {
    this.#heldBytes = 0;
    const item = this.#item;
    if (item === null) return;
    grow(item, bytes.length);
    // Text deeper inside belongs to what a field is made of, such as the price of a shipping.
    const isField = this.#depth === item.depth + 1;
    if (item.problem !== null || !isField) return;
    // In CDATA nothing is an entity.
    item.text += this.#isCdata ? bytes.replaceAll("&", "&amp;") : bytes;
  }

  #checkInstruction(text: string): void {
    this.#heldBytes = 0;
    if (text.startsWith("!")) throw refused("The file has a document type, which no feed needs.");
    const encoding = /^\?xml\s[^?]*\bencoding\s*=\s*["']([^"']*)["']/.exec(text)?.[1];
    if (encoding === undefined || /^(utf-?8|us-ascii)$/i.test(encoding)) return;
    throw refused(`The file says that it is written in ${encoding.slice(0, 40)}; feeds are UTF-8.`);
  }
}

/** **Shape** an error that ends the import: what follows cannot be divided into items. */
function refused(message: string): ExchangeError {
  return new ExchangeError("invalid_request", {
    message: `${message} The feed stays as it was.`,
    suggestion: "Write the file again with a program that makes well-formed XML.",
  });
}

function googlePrefixOf(attributes: Readonly<Record<string, string>>): string | undefined {
  const [name] =
    Object.entries(attributes).find(
      ([known, address]) => known.startsWith("xmlns:") && GOOGLE_NAMESPACE.test(address),
    ) ?? [];
  return name?.slice("xmlns:".length);
}

function grow(item: OpenItem, sizeBytes: number): void {
  item.sizeBytes += sizeBytes;
  if (item.sizeBytes <= ROW_BYTES_MAX) return;
  item.problem ??= tooLong("item", ROW_BYTES_MAX);
  item.text = "";
}

function setField(item: OpenItem, field: string, bytes: string): void {
  const text = /[\x80-\xff]/.test(bytes) ? utf8Of(Buffer.from(bytes, "latin1")) : bytes;
  if (text === null) item.problem ??= `${field}: ${NOT_UTF8}`;
  const { unknown, resolved } = resolveEntities(text ?? "");
  if (unknown !== undefined) item.problem ??= `${field}: there is no entity ${unknown}`;
  if (resolved.includes("\0")) item.problem ??= `${field} holds a NUL byte`;
  const isFirst = (item.fields.get(field) ?? "").trim() === "";
  if (isFirst && item.fields.size < FIELDS_MAX) item.fields.set(field, resolved);
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
 * read again. The parser's own way leaves an entity that does not exist in the text.
 *
 * **Shape** also the first entity that does not exist.
 */
function resolveEntities(text: string): { resolved: string; unknown?: string | undefined } {
  if (!text.includes("&")) return { resolved: text };
  let unknown: string | undefined;
  const resolved = text.replace(/&([^;&\s]{0,32});?/g, (whole, name: string) => {
    const known = whole.endsWith(";") ? (ENTITIES[name] ?? characterOf(name)) : undefined;
    if (known === undefined) unknown ??= whole;
    return known ?? whole;
  });
  return { resolved, unknown };
}

/** The character of `#233` or `#xe9`; none for those that XML forbids. */
function characterOf(reference: string): string | undefined {
  const [, hex, decimal] = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(reference) ?? [];
  if (hex === undefined && decimal === undefined) return undefined;
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  const isControl = code < 32 && code !== 9 && code !== 10 && code !== 13;
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  return isControl || isSurrogate || code > 0x10ffff ? undefined : String.fromCodePoint(code);
}
