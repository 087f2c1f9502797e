import type { CitationKind } from "./types.ts";

/** What stands at a place of an answer that may begin a mark. */
export type Scan =
  /** The text is too short to tell. */
  | { state: "partial" }
  | { state: "none" }
  | { state: "mark"; end: number; kind: CitationKind; tag: string }
  /** No mark, but nothing for a reader either. `open` brackets were begun and not closed. */
  | { state: "drop"; end: number; open: number };

const PARTIAL: Scan = { state: "partial" };
const NONE: Scan = { state: "none" };

const OPENS_MAX = 6;
const SPACES_MAX = 8;
/** Backslashes and invisible characters in a row that a mark may have. */
const IGNORED_MAX = 3;
const TOKEN_MAX = 40;
/** How far a mark with a wrong tag may reach to its end. */
const REST_MAX = 64;

const KINDS: readonly string[] = ["ad", "rec", "pick"] satisfies CitationKind[];
const isKind = (word: string): word is CitationKind => KINDS.includes(word);

/** Marks begin with a bracket, also a full-width one or one behind a backslash. */
export const isMarkStart = (code: number): boolean =>
  code === 0x5b || code === 0x5c || code === 0xff3b;

const IGNORED = /[\\\u00ad\u200b-\u200d\u2060\ufeff]/;
const DASH = /[\u2010-\u2015\u2212\uff0d]/;

/** One character as the grammar reads it: half-width, lower-case; empty where it means nothing. */
function plain(char: string): string {
  const code = char.charCodeAt(0);
  if (code < 0x80) return code === 0x5c ? "" : char.toLowerCase();
  if (code === 0xa0 || code === 0x3000 || code === 0x202f) return " ";
  if (DASH.test(char)) return "-";
  if (code > 0xff00 && code < 0xff5f) return String.fromCharCode(code - 0xfee0).toLowerCase();
  return IGNORED.test(char) ? "" : char;
}

class Cursor {
  at: number;
  readonly text: string;

  constructor(text: string, at: number) {
    this.text = text;
    this.at = at;
  }

  /**
   * The next character that means something; empty where too many do not, undefined at the end of
   * the text.
   */
  peek(): string | undefined {
    const last = this.at + IGNORED_MAX;
    for (; this.at < this.text.length; this.at += 1) {
      const char = plain(this.text.charAt(this.at));
      if (char !== "" || this.at >= last) return char;
    }
    return undefined;
  }

  next(): void {
    this.at += 1;
  }

  skipSpaces(): void {
    for (let count = 0; count < SPACES_MAX; count += 1) {
      const char = this.peek();
      if (char !== " " && char !== "\t") return;
      this.next();
    }
  }

  /** Letters, digits and dashes; what comes behind them is the next character. */
  token(): string {
    let token = "";
    for (let char = this.peek(); char !== undefined; char = this.peek()) {
      if (!/[a-z0-9-]/.test(char) || token.length >= TOKEN_MAX) break;
      token += char;
      this.next();
    }
    return token;
  }
}

/**
 * Reads the mark that begins at a place. The answer is the same however much text follows, so a
 * stream can be cut anywhere: where it could still change, and `isFinal` does not say that nothing
 * comes any more, the scan is partial.
 */
export function scanMark(
  text: string,
  at: number,
  tags: { has(tag: string): boolean; keys(): Iterable<string> },
  isFinal: boolean,
): Scan {
  const cursor = new Cursor(text, at);
  const opens = countOpens(cursor);
  if (opens === 0 || opens > OPENS_MAX) {
    return opens === 0 && cursor.at >= text.length && !isFinal ? PARTIAL : NONE;
  }
  const word = cursor.token();
  if (opens === 1 && !isBeginning(word, tags.keys())) return NONE;
  cursor.skipSpaces();
  const follows = cursor.peek();
  if (follows === undefined) return isFinal ? cutOff(text, opens, word) : PARTIAL;
  if (follows === ":" && word !== "") {
    cursor.next();
    return scanTag({ cursor, tags, isFinal }, opens, word);
  }
  // A kind without a tag, or a tag without a kind.
  const isHalf = follows === "]" && (isKind(word) || tags.has(word));
  return isHalf ? closed({ cursor, tags, isFinal }, opens, DROP) : NONE;
}

/** An answer that ends within a mark. */
function cutOff(text: string, opens: number, word: string): Scan {
  const isMark = opens > 1 && word !== "" && isBeginning(word, []);
  return isMark ? { state: "drop", end: text.length, open: 0 } : NONE;
}

function isBeginning(word: string, tags: Iterable<string>): boolean {
  return [...KINDS, ...tags].some((name) => name.startsWith(word));
}

function countOpens(cursor: Cursor): number {
  let opens = 0;
  for (let char = cursor.peek(); char === "[" && opens <= OPENS_MAX; char = cursor.peek()) {
    opens += 1;
    cursor.next();
    cursor.skipSpaces();
  }
  return opens;
}

type Place = {
  cursor: Cursor;
  tags: { has(tag: string): boolean };
  isFinal: boolean;
};

function scanTag(place: Place, opens: number, word: string): Scan {
  const { cursor, tags, isFinal } = place;
  cursor.skipSpaces();
  const tag = cursor.token();
  const tagEnd = cursor.at;
  cursor.skipSpaces();
  const follows = cursor.peek();
  const isKnown = tags.has(tag);
  const isMeant = opens === 1 ? isKnown : isKind(word) || isKnown;
  if (follows === undefined) {
    if (!isFinal) return PARTIAL;
    return isMeant ? { state: "drop", end: cursor.text.length, open: 0 } : NONE;
  }
  if (!isMeant) return NONE;
  if (follows === "]") {
    const isMark = opens > 1 && isKnown && isKind(word);
    return closed(place, opens, isMark ? { state: "mark", kind: word, tag } : DROP);
  }
  if (opens === 1) return NONE;
  if (follows === "[") return { state: "drop", end: cursor.at, open: opens };
  return restOf(place, tagEnd);
}

type Meaning = { state: "mark"; kind: CitationKind; tag: string } | { state: "drop" };
const DROP: Meaning = { state: "drop" };

/** The closing brackets: one for a single one, else two, and as many more as were opened. */
function closed({ cursor, isFinal }: Place, opens: number, meaning: Meaning): Scan {
  cursor.next();
  let end = cursor.at;
  let closes = 1;
  while (closes < opens) {
    if (closes === 1) cursor.skipSpaces();
    const follows = cursor.peek();
    if (follows === undefined && !isFinal) return PARTIAL;
    if (follows !== "]") break;
    cursor.next();
    end = cursor.at;
    closes += 1;
  }
  if (meaning.state === "mark" && closes > 1) return { ...meaning, end };
  return { state: "drop", end, open: 0 };
}

/** A mark with something wrong behind its tag: up to its end if that is near, else without that. */
function restOf({ cursor: { text, at }, isFinal }: Place, tagEnd: number): Scan {
  const rest = text.slice(at, at + REST_MAX);
  const stop = rest.search(/[\n[\uff3b]|\\?[\]\uff3d]\s*\\?[\]\uff3d]/);
  if (stop < 0 && rest.length < REST_MAX && !isFinal) return PARTIAL;
  const close = /^\\?[\]\uff3d]\s*\\?[\]\uff3d]/.exec(stop < 0 ? "" : rest.slice(stop));
  if (close === null) return { state: "drop", end: tagEnd, open: 0 };
  return { state: "drop", end: at + stop + close[0].length, open: 0 };
}
