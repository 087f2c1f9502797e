import { Angles, JsonGuess } from "./angles.ts";
import { Emphasis } from "./emphasis.ts";
import {
  BLOCK_START,
  CODE_INDENT,
  DELIMITER_ROW,
  HEAD,
  HEAD_MAX,
  HEADING,
  LIST_ITEM,
  widthOf,
} from "./lines.ts";

const PUNCTUATION = /[!-/:-@[-`{-~]/;
const THOUGHT = /^<(think|thinking|reasoning|thought)$/;

type Fence = { char: string; length: number; isOpening: boolean; isClosing: boolean };

/** Where between the lines something can be put without changing what stands around it. */
export type Boundary = "none" | "paragraph" | "table";

/**
 * Where in its Markdown an answer is, one character at a time. It never looks ahead: what a
 * character could still become is decided by what follows, when it comes.
 */
export class Page {
  #fence: Fence | undefined;
  readonly #json = new JsonGuess();
  #thought: string | undefined;
  /** The beginning of the line, while it may say what kind of a line it is. */
  #head: string | undefined = "";
  #isFirstLine = true;
  #isBlank = true;
  #wasBlank = true;
  #isIndentedCode = false;
  #listIndent = 0;
  #line = "";
  #hasPipe = false;
  #hadPipe = false;
  #isTable = false;
  #isEscaped = false;
  /** The same character several times, as far as it came. */
  #run = { char: "", length: 0, isHead: false };
  #codeRun = 0;
  #codeText: "empty" | "blank" | "full" = "empty";
  #brackets = 0;
  #link: "none" | "closed" | "destination" | "reference" = "none";
  #linkDepth = 0;
  readonly #angles = new Angles();
  readonly #emphasis = new Emphasis();

  /** In code of its own lines, in JSON or in a thought: nothing there is for the reader to read. */
  get isHidden(): boolean {
    const isFenced = this.#fence !== undefined || this.#startsFence();
    return isFenced || this.#isIndentedCode || this.#json.isJson || this.isThought;
  }

  get isThought(): boolean {
    return this.#thought !== undefined;
  }

  /** How many backticks the code span has that is open here; 0 outside of one. */
  get codeSpan(): number {
    return this.#codeRun;
  }

  get codeText(): "empty" | "blank" | "full" {
    return this.#codeText;
  }

  /** In the text or the destination of a link, or in an HTML tag: a label would break it. */
  get isInLink(): boolean {
    return this.#brackets > 0 || this.#link !== "none" || this.#angles.isTag;
  }

  get isAtLineStart(): boolean {
    return this.#isBlank;
  }

  /** Whether the line before this one, or this one once it has begun, may be a row of a table. */
  get isTableLike(): boolean {
    return this.#isBlank ? this.#hadPipe : this.#hasPipe;
  }

  /** Whether the last character opened an emphasis: a space behind it would undo it. */
  get isBehindOpener(): boolean {
    return this.#emphasis.isBehindOpener;
  }

  get isAtHead(): boolean {
    return this.#head !== undefined;
  }

  /** Whether a row of this character would end an emphasis that is open. */
  closesEmphasis(char: string, length: number): boolean {
    return this.#emphasis.closes(char, length);
  }

  /** Whether a link's text or a cell ends before this character, and no destination follows. */
  endsLinkBefore(char: string): boolean {
    if (char === "\n") return true;
    if (char === "|") return this.#codeRun === 0 && this.#isCellBorder();
    return this.#link === "closed" && char !== "(" && char !== "[";
  }

  /** Ends what the last character may have been part of, since a mark follows it. */
  settle(): void {
    this.#endHead();
    this.#endRun();
    this.#json.refute();
    if (this.#link === "closed") this.#link = "none";
    this.#isBlank = false;
  }

  /** What can be put before a character that is the first of its line. */
  boundaryBefore(char: string): Boundary {
    if (!this.#isBlank || this.#isFirstLine || this.isHidden || char === " " || char === "\t") {
      return "none";
    }
    const isEmptyLine = char === "\n" || char === "\r";
    if (this.#hadPipe) return isEmptyLine || char === "#" || char === ">" ? "table" : "none";
    return isEmptyLine || BLOCK_START.test(char) ? "paragraph" : "none";
  }

  /** Several characters without a meaning of their own, none of them at the head of a line. */
  text(slice: string): void {
    this.#angles.note(slice);
    if (this.#thought !== undefined) return;
    this.#isEscaped = false;
    this.#endRun();
    this.#beforeText(slice);
    if (this.#fence !== undefined && slice.trim() !== "") this.#fence.isClosing = false;
    if (this.#codeRun > 0) this.#noteCode(slice);
    if (this.#line.length < HEAD_MAX) this.#line += slice.slice(0, HEAD_MAX);
    this.#emphasis.follow();
  }

  char(char: string): void {
    if (this.#thought !== undefined) this.#think(char);
    else if (char === "\n") this.#newLine();
    else this.#inLine(char);
  }

  #inLine(char: string): void {
    if (this.#head !== undefined) {
      if (HEAD.test(char) && this.#head.length < HEAD_MAX) {
        this.#head += char;
      } else {
        this.#endHead();
        if (char === "`" || char === "~") this.#run = { char, length: 0, isHead: true };
      }
    }
    if (char.trim() !== "") this.#isBlank = false;
    if (this.#line.length < HEAD_MAX) this.#line += char;
    if (char === this.#run.char && !this.#isEscaped) {
      this.#run.length += 1;
      return;
    }
    this.#endRun();
    this.#inline(char);
  }

  /** A thought knows no Markdown: only its end counts. */
  #think(char: string): void {
    if (char === "<") this.#angles.open();
    else if (char === ">") this.#closeAngle();
    else this.#angles.note(char);
  }

  #inline(char: string): void {
    const isEscaped = this.#isEscaped;
    this.#isEscaped = false;
    this.#emphasis.follow();
    this.#beforeText(char);
    if (this.#fence !== undefined) {
      this.#inFence(this.#fence, char);
      return;
    }
    if (char === "`" && !isEscaped) {
      this.#run = { char, length: 1, isHead: false };
      return;
    }
    if (this.#codeRun > 0) {
      this.#noteCode(char);
      if (char === "|") this.#pipe();
      return;
    }
    if (isEscaped && PUNCTUATION.test(char)) return;
    this.#outsideCode(char);
  }

  #inFence(fence: Fence, char: string): void {
    if (char.trim() !== "") fence.isClosing = false;
    // Behind a row of backticks no other backtick may stand on the line: it opens a code span then.
    if (fence.isOpening && char === "`" && fence.char === "`") {
      this.#run = { char, length: 1, isHead: false };
    }
  }

  #outsideCode(char: string): void {
    if (char !== ">") this.#angles.note(char);
    switch (char) {
      case "\\":
        this.#isEscaped = true;
        break;
      case "*":
      case "_":
      case "~":
        this.#run = { char, length: 1, isHead: false };
        break;
      case "|":
        this.#pipe();
        break;
      case "[":
        if (this.#link === "closed") this.#link = "reference";
        else if (this.#link === "none") this.#brackets += 1;
        break;
      case "]":
        this.#closeBracket();
        break;
      case "(":
      case ")":
        this.#paren(char);
        break;
      case "<":
        this.#angles.open();
        break;
      case ">":
        this.#closeAngle();
        break;
    }
  }

  /** A link's destination or reference begins right behind its text, or not at all. */
  #beforeText(text: string): void {
    this.#json.read(text);
    if (this.#link === "closed" && text !== "(" && text !== "[") this.#link = "none";
  }

  #closeBracket(): void {
    if (this.#link === "reference") this.#link = "none";
    else if (this.#link === "none" && this.#brackets > 0) {
      this.#brackets -= 1;
      if (this.#brackets === 0) this.#link = "closed";
    }
  }

  #paren(char: "(" | ")"): void {
    if (char === "(" && this.#link === "closed") {
      this.#link = "destination";
      this.#linkDepth = 1;
    } else if (this.#link === "destination") {
      this.#linkDepth += char === "(" ? 1 : -1;
      if (this.#linkDepth === 0) this.#link = "none";
    }
  }

  #isCellBorder(): boolean {
    return this.#isTable || /^[ \t>]*\|/.test(this.#line);
  }

  #pipe(): void {
    this.#hasPipe = true;
    if (!this.#isCellBorder()) return;
    // Cells are cut before anything in them is read.
    this.#codeRun = 0;
    this.#brackets = 0;
    this.#link = "none";
    this.#emphasis.reset();
  }

  #closeAngle(): void {
    const tag = this.#angles.close();
    if (this.#thought === undefined) {
      this.#thought = THOUGHT.exec(tag)?.[1];
    } else if (tag === `</${this.#thought}`) {
      // The answer starts here.
      this.#thought = undefined;
      this.#json.restart();
      this.#isFirstLine = true;
      this.#startLine();
    }
  }

  #noteCode(text: string): void {
    if (text.trim() !== "") this.#codeText = "full";
    else if (this.#codeText === "empty") this.#codeText = "blank";
  }

  #endRun(): void {
    const { char, length, isHead } = this.#run;
    if (length === 0) return;
    this.#run = { char: "", length: 0, isHead: false };
    if (this.#fence !== undefined) {
      this.#endFenceRun(char, length, isHead);
    } else if (isHead && length >= 3) {
      this.#fence = { char, length, isOpening: true, isClosing: false };
    } else if (char === "`") {
      this.#endCodeRun(length);
    } else {
      this.#emphasis.row(char, length);
    }
  }

  #endCodeRun(length: number): void {
    if (this.#codeRun === 0) {
      this.#codeRun = length;
      this.#codeText = "empty";
    } else if (this.#codeRun === length) {
      this.#codeRun = 0;
    } else {
      this.#codeText = "full";
    }
  }

  #startsFence(): boolean {
    const { length, isHead } = this.#run;
    return isHead && length >= 3;
  }

  #endFenceRun(char: string, length: number, isHead: boolean): void {
    const fence = this.#fence;
    if (fence === undefined) return;
    if (fence.isOpening) {
      // Backticks behind a row of them: it was a code span, which may end here.
      if (char !== "`" || fence.char !== "`") return;
      this.#fence = undefined;
      this.#codeRun = length === fence.length ? 0 : fence.length;
      this.#codeText = "full";
      return;
    }
    fence.isClosing = isHead && char === fence.char && length >= fence.length;
  }

  #endHead(): void {
    const head = this.#head;
    if (head === undefined) return;
    this.#head = undefined;
    const item = LIST_ITEM.exec(head);
    const indent = widthOf(/^[ \t>]*/.exec(head)?.[0] ?? "");
    if (item === null && this.#wasBlank && indent < this.#listIndent) this.#listIndent = 0;
    const isDeep = this.#wasBlank && indent >= this.#listIndent + CODE_INDENT;
    this.#isIndentedCode = isDeep || (this.#isIndentedCode && indent >= CODE_INDENT);
    if (this.#isIndentedCode) return;
    if (item !== null) {
      this.#listIndent = widthOf(item[0]);
      this.#resetInline();
    } else if (HEADING.test(head)) {
      this.#resetInline();
    }
  }

  #resetInline(): void {
    this.#codeRun = 0;
    this.#emphasis.reset();
    this.#brackets = 0;
    this.#link = "none";
    this.#isEscaped = false;
  }

  #newLine(): void {
    if (!this.#isBlank) this.#endHead();
    this.#endRun();
    this.#closeFenceLine();
    // A link's text that goes on in the next line is none of ours to keep whole.
    this.#brackets = 0;
    this.#link = "none";
    this.#angles.reset();
    this.#isEscaped = false;
    if (this.#isBlank || this.#fence !== undefined) this.#resetInline();
    this.#isTable = !this.#isBlank && (this.#isTable || this.#isDelimiterRow());
    if (this.#isTable) this.#resetInline();
    if (this.#isBlank) this.#isTable = false;
    this.#wasBlank = this.#isBlank || this.#isIndentedCode;
    if (!this.#isBlank) this.#isFirstLine = false;
    this.#hadPipe = this.#hasPipe;
    this.#startLine();
  }

  #startLine(): void {
    this.#hasPipe = false;
    this.#isBlank = true;
    this.#head = "";
    this.#line = "";
  }

  #isDelimiterRow(): boolean {
    return this.#hadPipe && DELIMITER_ROW.test(this.#line) && this.#line.includes("-");
  }

  #closeFenceLine(): void {
    const fence = this.#fence;
    if (fence === undefined) return;
    if (fence.isClosing && !fence.isOpening) this.#fence = undefined;
    fence.isOpening = false;
  }
}
