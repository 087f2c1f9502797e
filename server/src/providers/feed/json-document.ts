import { ExchangeError } from "../../contract/errors.ts";
import { type Cut, type Cutter, NOT_UTF8, tooLong, utf8Of } from "./format.ts";

const QUOTE = 34;
const BACKSLASH = 92;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;
const KEY_LENGTH_MAX = 64;

/**
 * Cuts the objects out of one JSON document: those of the list it is, or of its list `products`.
 * The place is the object's number, 1-based. The objects themselves are not read here.
 *
 * **Units** bytes: the longest object.
 */
export function createJsonItemCutter(bytesMax: number): Cutter<string> {
  return new JsonItemCutter(bytesMax);
}

class JsonItemCutter implements Cutter<string> {
  readonly #bytesMax: number;
  #parts: Buffer[] = [];
  #sizeBytes = 0;
  #place = 0;
  #depth = 0;
  /** How deep the list of products lies; 0 while it is not found, -1 once it is closed. */
  #listDepth = 0;
  #isQuoted = false;
  #isEscaped = false;
  #key = "";
  /** Where in the present bytes the item begins that is being read; -1 between items. */
  #from = -1;
  #rows: Cut<string>[] = [];

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  push(bytes: Buffer): Cut<string>[] {
    if (this.#from >= 0) this.#from = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      if (this.#isQuoted) this.#text(bytes[at] ?? 0);
      else this.#structure(bytes, at);
    }
    if (this.#from >= 0) this.#hold(bytes.subarray(this.#from));
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  end(): Cut<string>[] {
    if (this.#depth !== 0 || this.#isQuoted) throw cutOff("It ends before its last bracket.");
    if (this.#listDepth !== -1) throw cutOff("It has no list of products.");
    return [];
  }

  /** Looks at a byte of a text; those of the outermost object may be the list's name. */
  #text(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#isQuoted = false;
    else if (this.#depth === 1 && this.#listDepth === 0 && this.#key.length < KEY_LENGTH_MAX) {
      this.#key += String.fromCharCode(byte);
    }
  }

  /** Looks at a byte outside of texts. */
  #structure(bytes: Buffer, at: number): void {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) this.#beginText();
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.#beginBracket(byte, at);
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) this.#endBracket(byte, bytes, at);
  }

  #beginText(): void {
    this.#isQuoted = true;
    if (this.#depth === 1 && this.#listDepth === 0) this.#key = "";
  }

  #beginBracket(byte: number, at: number): void {
    if (this.#listDepth > 0 && this.#depth === this.#listDepth) this.#from = at;
    const isNamed = this.#depth === 1 && this.#key === "products";
    if (byte === OPEN_LIST && this.#listDepth === 0 && (this.#depth === 0 || isNamed)) {
      this.#listDepth = this.#depth + 1;
    }
    this.#depth += 1;
  }

  #endBracket(byte: number, bytes: Buffer, at: number): void {
    const isInItem = this.#from >= 0;
    if (byte === CLOSE_LIST && this.#depth === this.#listDepth) this.#listDepth = -1;
    this.#depth -= 1;
    if (this.#depth < 0) throw cutOff("It closes more brackets than it opens.");
    if (!isInItem || this.#depth !== this.#listDepth) return;
    this.#take(bytes.subarray(this.#from, at + 1));
    this.#from = -1;
  }

  #hold(bytes: Buffer): void {
    this.#sizeBytes += bytes.length;
    if (this.#sizeBytes > this.#bytesMax) this.#parts = [];
    else this.#parts.push(Buffer.from(bytes));
  }

  #take(bytes: Buffer): void {
    this.#hold(bytes);
    this.#place += 1;
    const isLong = this.#sizeBytes > this.#bytesMax;
    const text = isLong ? null : utf8Of(Buffer.concat(this.#parts));
    const problem = isLong ? tooLong("product", this.#bytesMax) : NOT_UTF8;
    const place = this.#place;
    this.#rows.push(text === null ? { place, problem } : { place, value: text });
    this.#parts = [];
    this.#sizeBytes = 0;
  }
}

function cutOff(what: string): ExchangeError {
  return new ExchangeError("invalid_request", {
    message: `The file is no whole JSON document. ${what} The feed stays as it was.`,
  });
}
