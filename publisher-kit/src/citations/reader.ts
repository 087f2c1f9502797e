import { Leftovers } from "./leftovers.ts";
import { isMarkStart, type Scan, scanMark } from "./mark.ts";
import { indexNames, type NameIndex } from "./names.ts";
import { type Boundary, Page } from "./page.ts";
import { labelText, renderLabel, showsLabel } from "./render.ts";
import type {
  Citation,
  CitationKind,
  CitationOffer,
  CitationRender,
  CitationResult,
} from "./types.ts";

/** Names are looked for in paragraphs up to this; an answer has none longer. */
const PARAGRAPH_MAX = 20_000;
const PASSAGE_MAX = 280;
/** Behind these a label needs no space before it. */
const OPENS = /[\s([{"'“‘«¿¡（【「『《〈|]$/u;
const STRENGTH: Readonly<Record<CitationKind, number>> = { ad: 1, rec: 2, pick: 3 };

/** Characters that mean something in Markdown; all others are handed on in one piece. */
const FULL_WIDTH_BRACKET = 0xff3b;
const SPECIAL = "[]{}\\()`*_~<>|\n";
const IS_SPECIAL = Uint8Array.from({ length: 128 }, (_, code) =>
  SPECIAL.includes(String.fromCharCode(code)) ? 1 : 0,
);

const isSpecial = (code: number): boolean =>
  code < 128 ? IS_SPECIAL[code] === 1 : code === FULL_WIDTH_BRACKET;

type Options = { render: CitationRender; appends: boolean };
type Cited = Citation & { passage: string };
type Mark = Extract<Scan, { state: "mark" }>;

/** Reads one answer. What comes out depends on its characters alone, never on how it was cut. */
export class Reader {
  #options: Options;
  #byTag = new Map<string, CitationOffer[]>();
  #names: NameIndex;
  #page = new Page();
  #held = "";
  #out = "";
  #outLength = 0;
  #inLength = 0;
  /** Where the text that came out differs in length, and by how much from there on. */
  #shifts: { at: number; by: number }[] = [];
  #last = "";
  #leftovers = new Leftovers();
  #mayDropSpace = false;
  /** The answer has its own parentheses around the mark. */
  #isBracketed = false;
  #queue: { offers: readonly CitationOffer[]; kind: CitationKind }[] = [];
  /** The tag whose label was the last thing to come out. */
  #lastLabel = "";
  #paragraph = "";
  /** What stands behind a backtick: code, unless no other backtick follows. */
  #code = "";
  #marked = new Set<CitationOffer>();
  #unmarked = new Set<string>();
  #cited = new Map<string, Cited>();
  #tags = new Set<string>();
  #lastPick: string[] = [];

  constructor(offers: readonly CitationOffer[], options: Options) {
    this.#options = options;
    for (const offer of offers) {
      const tag = offer.tag.toLowerCase();
      this.#byTag.set(tag, [...(this.#byTag.get(tag) ?? []), offer]);
    }
    this.#names = indexNames(options.appends ? offers : []);
  }

  push(chunk: string): string {
    this.#held = this.#read(this.#held + chunk, false);
    return this.#taken();
  }

  end(): CitationResult {
    this.#held = this.#read(this.#held, true);
    this.#flushQueue();
    this.#closeAnswer();
    const cited = [...this.#cited.values()];
    return {
      text: this.#taken(),
      citations: cited.map(({ passage: _passage, ...citation }) => citation),
      cited: this.#tags.size,
      lastPick: [...this.#lastPick],
      unmarked: [...this.#unmarked],
      passages: Object.fromEntries(cited.map(({ offerId, passage }) => [offerId, passage])),
    };
  }

  shift(offset: number): number {
    let by = 0;
    for (const shift of this.#shifts) {
      if (shift.at > offset) break;
      by = shift.by;
    }
    return Math.max(0, offset + by);
  }

  #taken(): string {
    const text = this.#out;
    this.#out = "";
    return text;
  }

  /** Reads as far as can be told, and answers what is left. */
  #read(text: string, isFinal: boolean): string {
    let at = 0;
    while (at < text.length) {
      const next = this.#step(text, at, isFinal);
      if (next < 0) break;
      this.#inLength += next - at;
      this.#noteShift();
      at = next;
    }
    return text.slice(at);
  }

  /** Reads one thing and answers where it ends; -1 where it may go on. */
  #step(text: string, at: number, isFinal: boolean): number {
    const code = text.charCodeAt(at);
    const end = this.#leftovers.skip(text, at, isFinal);
    if (end !== at) return end;
    if (isMarkStart(code)) return this.#scan(text, at, isFinal);
    const isDoubleSpace = this.#mayDropSpace && code === 0x20;
    this.#mayDropSpace = false;
    return isDoubleSpace ? at + 1 : this.#pass(text, at);
  }

  /** Hands on what is no mark: one character that means something, or all until the next such. */
  #pass(text: string, at: number): number {
    if (this.#page.isAtHead || isSpecial(text.charCodeAt(at))) {
      this.#char(text.charAt(at));
      return at + 1;
    }
    let end = at + 1;
    while (end < text.length && !isSpecial(text.charCodeAt(end))) end += 1;
    this.#text(text.slice(at, end));
    return end;
  }

  #scan(text: string, at: number, isFinal: boolean): number {
    const found = scanMark(text, at, this.#byTag, isFinal);
    if (found.state === "partial") return -1;
    if (found.state === "none") {
      this.#mayDropSpace = false;
      this.#char(text.charAt(at));
      return at + 1;
    }
    if (found.state === "mark") return this.#mark(found, text, isFinal);
    this.#vanish(found.open);
    return found.end;
  }

  /** A mark was found: its end, or -1 where what follows decides what becomes of it. */
  #mark(mark: Mark, text: string, isFinal: boolean): number {
    const page = this.#page;
    const { end } = mark;
    if (end >= text.length && !isFinal) return -1;
    page.settle();
    const offers = this.#byTag.get(mark.tag) ?? [];
    if (page.isHidden) {
      this.#vanish(0);
      return end;
    }
    if (page.codeSpan > 0) return this.#markInCode(mark, text, isFinal);
    if (page.isInLink) {
      this.#queue.push({ offers, kind: mark.kind });
      this.#vanish(0);
      return end;
    }
    const close = this.#isAttached() ? rowAt(text, end) : "";
    if (close !== "" && end + close.length >= text.length && !isFinal) return -1;
    if (close !== "" && page.closesEmphasis(close.charAt(0), close.length)) {
      for (const char of close) this.#char(char);
      page.settle();
      this.#cite(offers, mark.kind);
      return end + close.length;
    }
    this.#isBracketed = this.#last === "(" && text.charAt(end) === ")";
    this.#cite(offers, mark.kind);
    this.#isBracketed = false;
    return end;
  }

  /** A span that holds nothing else was meant to be the mark; in other code it is no mark. */
  #markInCode(mark: Mark, text: string, isFinal: boolean): number {
    const page = this.#page;
    const { end } = mark;
    const row = "`".repeat(page.codeSpan);
    const behind = text.slice(end, end + row.length + 1);
    if (!isFinal && behind.length <= row.length && row.startsWith(behind)) return -1;
    const isAlone = page.codeText !== "full" && behind.startsWith(row) && behind !== `${row}\``;
    if (!isAlone) {
      this.#vanish(0);
      return end;
    }
    if (page.codeText === "empty") this.#char(" ");
    for (const char of row) this.#char(char);
    page.settle();
    this.#cite(this.#byTag.get(mark.tag) ?? [], mark.kind);
    return end + row.length;
  }

  /** Whether the last character is part of a word or of what belongs to it. */
  #isAttached(): boolean {
    return this.#last !== "" && !OPENS.test(this.#last) && !this.#page.isBehindOpener;
  }

  /** What is no mark for anybody leaves nothing behind: no brackets, no second space. */
  #vanish(open: number): void {
    this.#page.settle();
    this.#leftovers.begin(open);
    const { codeSpan, isHidden } = this.#page;
    this.#mayDropSpace = codeSpan === 0 && !isHidden && /^\s?$/.test(this.#last);
  }

  #cite(offers: readonly CitationOffer[], kind: CitationKind): void {
    this.#leftovers.begin(0);
    this.#label(offers, kind);
  }

  /** Puts the label where the text is now. The same label twice in a row is said once. */
  #label(offers: readonly CitationOffer[], given: CitationKind): void {
    const [offer] = offers;
    if (offer === undefined) return;
    const kind = offer.labelOnly === true ? "ad" : given;
    const whole = renderLabel(offer, kind, this.#options.render);
    const label = this.#isBracketed ? whole.replace(/^\((.*)\)$/s, "$1") : whole;
    const isRepeated = this.#lastLabel === offer.tag;
    if (label !== "" && !isRepeated && this.#isAttached()) this.#emit(" ");
    const position = this.#outLength;
    if (label === "" || isRepeated) this.#mayDropSpace = /^\s?$/.test(this.#last);
    else {
      this.#emit(label);
      this.#mayDropSpace = false;
    }
    this.#lastLabel = offer.tag;
    this.#noteCited(offers, { kind, position, rendered: showsLabel(label, offer) });
  }

  #noteCited(
    offers: readonly CitationOffer[],
    { kind, position, rendered }: Omit<Citation, "offerId">,
  ): void {
    const passage = this.#paragraph.slice(-PASSAGE_MAX).trim();
    for (const offer of offers) {
      const { offerId, tag } = offer;
      this.#marked.add(offer);
      this.#tags.add(tag);
      const known = this.#cited.get(offerId);
      const isStronger = known === undefined || STRENGTH[kind] > STRENGTH[known.kind];
      this.#cited.set(offerId, {
        offerId,
        kind: isStronger ? kind : known.kind,
        position: known?.position ?? position,
        rendered: rendered || known?.rendered === true,
        passage: isStronger ? passage : known.passage,
      });
    }
    if (kind === "pick") this.#lastPick = offers.map(({ offerId }) => offerId);
  }

  #flushQueue(): void {
    for (const { offers, kind } of this.#queue.splice(0)) this.#label(offers, kind);
  }

  #char(char: string): void {
    const page = this.#page;
    const boundary = page.boundaryBefore(char);
    if (boundary !== "none") this.#closeParagraph(boundary, char === "\n" || char === "\r");
    if (this.#queue.length > 0 && page.endsLinkBefore(char)) this.#flushQueue();
    page.char(char);
    this.#show(char);
    if (this.#queue.length > 0 && !page.isInLink) this.#flushQueue();
  }

  #text(slice: string): void {
    if (this.#queue.length > 0 && this.#page.endsLinkBefore(slice)) this.#flushQueue();
    this.#page.text(slice);
    this.#show(slice);
  }

  #show(text: string): void {
    this.#emit(text);
    if (/\S/.test(text)) {
      this.#lastLabel = "";
      this.#leftovers.end();
    }
    if (this.#page.isHidden) return;
    const isCode = this.#page.codeSpan > 0;
    if (!isCode) this.#code = "";
    if (this.#paragraph.length + this.#code.length > PARAGRAPH_MAX) return;
    if (isCode) this.#code += text;
    else this.#paragraph += text;
  }

  #emit(text: string): void {
    this.#out += text;
    this.#outLength += text.length;
    this.#last = text.slice(-1);
  }

  #noteShift(): void {
    const by = this.#outLength - this.#inLength;
    if (by !== (this.#shifts.at(-1)?.by ?? 0)) this.#shifts.push({ at: this.#inLength, by });
  }

  /** Ends a paragraph: what it names without a mark gets its label before the next one begins. */
  #closeParagraph(boundary: Boundary, isEmptyLine: boolean): void {
    const indent = isEmptyLine ? "" : this.#paragraph.slice(this.#paragraph.lastIndexOf("\n") + 1);
    const labels = this.#missingLabels();
    if (labels === "") return;
    this.#emit(
      boundary === "table"
        ? `\n${labels}\n${isEmptyLine ? "" : "\n"}${indent}`
        : `${labels}\n${indent}`,
    );
  }

  #closeAnswer(): void {
    const page = this.#page;
    if (page.isHidden) return;
    const { isAtLineStart, isTableLike } = page;
    const labels = this.#missingLabels();
    if (labels === "") return;
    if (isTableLike) this.#emit(isAtLineStart ? `\n${labels}` : `\n\n${labels}`);
    else this.#emit(isAtLineStart ? labels : ` ${labels}`);
  }

  /** The labels that the paragraph lacks. */
  #missingLabels(): string {
    const text = this.#paragraph + this.#code;
    const marked = this.#marked;
    this.#paragraph = "";
    this.#code = "";
    this.#marked = new Set();
    const { render } = this.#options;
    const missing = new Map<string, string>();
    for (const name of this.#names.find(text)) {
      const offers = this.#names.offersOf(name);
      const [offer] = offers;
      if (offer === undefined || offers.some((one) => marked.has(one))) continue;
      this.#unmarked.add(name);
      const label = renderLabel(offer, "ad", render);
      if (label !== "") missing.set(labelText(offer) + offer.clickUrl, label);
    }
    return [...missing.values()].join(" ");
  }
}

/** The row of equal emphasis characters at a place. */
function rowAt(text: string, at: number): string {
  return /^(?:\*+|_+|~+)/.exec(text.slice(at, at + 4))?.[0] ?? "";
}
