import { type Cut, type Cutter, NOT_UTF8, ROW_BYTES_MAX, tooLong, utf8Of } from "./cutter.ts";
import { createXmlScanner, refused, resolveEntities } from "./xml.ts";

/**
 * The direct children of an item: `g:price` for those in Google's namespace, whatever prefix the
 * file gives it, `title` for those without one. The first that is not empty counts.
 */
export type XmlItem = ReadonlyMap<string, string>;

const GOOGLE_NAMESPACE = /^https?:\/\/base\.google\.com\/ns\/1\.0\/?$/;
const DEPTH_MAX = 64;
const FIELDS_MAX = 500;

interface OpenItem {
  readonly name: string;
  readonly fields: Map<string, string>;
  /** Elements open inside the item; the first one is the field being read. */
  readonly path: string[];
  pieces: { bytes: Buffer; isCdata: boolean }[];
  sizeBytes: number;
  problem: string | null;
}

/**
 * Cuts the items of RSS and the entries of Atom out of a file. The place is the item's number,
 * 1-based: feeds are often one long line. What is wrong inside an item costs that item alone.
 *
 * **Source** Google Merchant Center, "RSS 2.0 specification" (answer 14987622) and "Atom 1.0
 * specification" (answer 160593).
 */
export function createXmlItemCutter(): Cutter<XmlItem> {
  const path: string[] = [];
  let prefix = "g";
  let hasRoot = false;
  let item: OpenItem | null = null;
  let place = 0;
  let rows: Cut<XmlItem>[] = [];

  const finish = (open: OpenItem) => {
    place += 1;
    if (open.problem === null) rows.push({ place, value: open.fields });
    else rows.push({ place, problem: open.problem });
    item = null;
  };
  const openOutside = (name: string, attributes: string) => {
    if (path.length === 0) {
      if (hasRoot) throw refused("The file has more than one root element.");
      hasRoot = true;
      prefix = googlePrefixOf(attributes) ?? prefix;
    }
    if (isItem(name)) item = createItem(name);
    else if (path.push(name) > DEPTH_MAX) throw refused("The file is nested too deeply.");
  };
  const scanner = createXmlScanner({
    open(name, attributes) {
      if (item === null) return openOutside(name, attributes);
      if (!isItem(name)) return openField(item, name, attributes);
      item.problem ??= `<${item.name}> is not closed`;
      finish(item);
      item = createItem(name);
    },
    close(name) {
      if (item === null) {
        if (path.pop() !== name) throw refused(`The file closes <${name}>, which is not open.`);
      } else if (name === item.name) {
        if (item.path.length > 0) item.problem ??= `<${item.path.at(-1)}> is not closed`;
        finish(item);
      } else closeField(item, name, prefix);
    },
    text(bytes, isCdata) {
      if (item !== null) addText(item, bytes, isCdata);
    },
  });
  const taken = () => {
    const result = rows;
    rows = [];
    return result;
  };
  return {
    push(bytes) {
      scanner.push(bytes);
      return taken();
    },
    end() {
      scanner.end();
      if (!hasRoot || item !== null || path.length > 0) {
        throw refused("The file is cut off: it ends before its root element is closed.");
      }
      return taken();
    },
  };
}

function createItem(name: string): OpenItem {
  return { name, fields: new Map(), path: [], pieces: [], sizeBytes: 0, problem: null };
}

function isItem(name: string): boolean {
  return name === "item" || name === "entry";
}

function googlePrefixOf(attributes: string): string | undefined {
  for (const [, prefix, , address] of attributes.matchAll(
    /\bxmlns:([\w.-]+)\s*=\s*(["'])(.*?)\2/g,
  )) {
    if (GOOGLE_NAMESPACE.test(address ?? "")) return prefix;
  }
  return undefined;
}

function openField(item: OpenItem, name: string, attributes: string): void {
  if (item.path.push(name) > DEPTH_MAX) {
    item.problem ??= "the item is nested too deeply";
    item.path.length = 1;
  }
  if (item.path.length > 1) return;
  item.pieces = [];
  if (name === "link") setLink(item, attributes);
}

const HREF = /(?:^|\s)href\s*=\s*(?:"([^"]*)"|'([^']*)')/;
const OTHER_RELATION = /(?:^|\s)rel\s*=\s*["'](?!alternate["'])/;

/** Atom says where a page is in an attribute; other relations than `alternate` are not the page. */
function setLink(item: OpenItem, attributes: string): void {
  const [, double, single] = HREF.exec(attributes) ?? [];
  const address = double ?? single;
  if (address !== undefined && !OTHER_RELATION.test(attributes)) {
    setField(item, "link", [{ text: address, isCdata: false }]);
  }
}

function closeField(item: OpenItem, name: string, prefix: string): void {
  if (item.path.at(-1) !== name) {
    item.problem ??= `</${name}> closes nothing`;
    return;
  }
  item.path.pop();
  if (item.path.length > 0 || item.problem !== null) return;
  const runs = joined(item.pieces);
  item.pieces = [];
  if (runs === null) {
    item.problem = `${name}: ${NOT_UTF8}`;
    return;
  }
  const field = name.startsWith(`${prefix}:`) ? `g:${name.slice(prefix.length + 1)}` : name;
  setField(item, field, runs);
}

interface Run {
  readonly text: string;
  readonly isCdata: boolean;
}

function setField(item: OpenItem, field: string, runs: readonly Run[]): void {
  let whole = "";
  for (const { text, isCdata } of runs) {
    const resolved = isCdata ? { text } : resolveEntities(text);
    if ("unknown" in resolved) {
      item.problem ??= `${field}: there is no entity ${resolved.unknown}`;
      return;
    }
    whole += resolved.text;
  }
  if (whole.includes("\0")) item.problem ??= `${field} holds a NUL byte`;
  const isFirst = (item.fields.get(field) ?? "").trim() === "";
  if (isFirst && item.fields.size < FIELDS_MAX) item.fields.set(field, whole);
}

function addText(item: OpenItem, bytes: Buffer, isCdata: boolean): void {
  item.sizeBytes += bytes.length;
  if (item.sizeBytes > ROW_BYTES_MAX) {
    item.problem ??= tooLong("item", ROW_BYTES_MAX);
    item.pieces = [];
  }
  // Text deeper inside belongs to what a field is made of, such as the price of a shipping.
  if (item.problem === null && item.path.length === 1) item.pieces.push({ bytes, isCdata });
}

/**
 * A character or an entity may be cut by the end of a chunk: pieces are joined before reading.
 * `null`: not UTF-8.
 */
function joined(pieces: OpenItem["pieces"]): Run[] | null {
  const runs: Run[] = [];
  for (let from = 0; from < pieces.length; ) {
    const isCdata = pieces[from]?.isCdata === true;
    let to = from + 1;
    while (to < pieces.length && pieces[to]?.isCdata === isCdata) to += 1;
    const text = utf8Of(Buffer.concat(pieces.slice(from, to).map(({ bytes }) => bytes)));
    if (text === null) return null;
    runs.push({ text, isCdata });
    from = to;
  }
  return runs;
}
