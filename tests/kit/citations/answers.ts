import type { CitationKind, CitationOffer } from "@placard/publisher-kit/citations";
import { randomOffers } from "./offers.ts";
import { LANGUAGES, type Phrases } from "./phrases.ts";
import type { Random } from "./random.ts";
import { anySpelling, KINDS, raggedMark, spell, strayMark } from "./spellings.ts";

/**
 * How a piece of an answer may hold a reader up. `quiet`: it has no character that begins a mark.
 * `brief`: two characters after it, nothing can be held. `ragged`: as long as a mark.
 */
type Hold = "quiet" | "brief" | "ragged";

export interface Piece {
  readonly text: string;
  readonly hold: Hold;
}

export interface RandomAnswer {
  readonly pieces: readonly Piece[];
  readonly text: string;
  readonly offers: readonly CitationOffer[];
  /** The offers whose tag stands in the answer in any form: no others may be cited. */
  readonly possible: ReadonlySet<string>;
  /** The offers with a well-formed mark in a place where it counts. */
  readonly certain: ReadonlySet<string>;
}

/** A word that stands once in an answer. It is longer than a nonce, so no tag contains it. */
export const SENTINEL = /q\d{4}q/g;
const SENTINEL_FIRST = 1000;
const EMOJI = ["🙂", "👩‍👩‍👧‍👦", "🇫🇷", "👍🏽", "𝔘𝔫", "𠮷野家", "e\u0301", "\u200f", "\u202b"];

/** Random answers to readers: marks of all kinds in all the Markdown that chats write. */
export function randomAnswer(random: Random): RandomAnswer {
  const phrases = random.oneOf(Object.values(LANGUAGES));
  const offers = randomOffers(random, { count: 1 + random.below(10), label: phrases.label });
  return new Author(random, offers, phrases).write();
}

class Author {
  private readonly pieces: Piece[] = [];
  private readonly possible = new Set<string>();
  private readonly certain = new Set<string>();
  private readonly random: Random;
  private readonly offers: readonly CitationOffer[];
  private readonly phrases: Phrases;
  private sentinels = 0;
  /** Whether a mark that is written now counts for sure. */
  private isSure = true;

  constructor(random: Random, offers: readonly CitationOffer[], phrases: Phrases) {
    this.random = random;
    this.offers = offers;
    this.phrases = phrases;
  }

  write(): RandomAnswer {
    if (this.random.chance(0.04)) this.json();
    else this.blocks(1 + this.random.below(7));
    const { pieces, offers, possible, certain } = this;
    return { pieces, text: pieces.map(({ text }) => text).join(""), offers, possible, certain };
  }

  private blocks(count: number): void {
    for (let index = 0; index < count; index += 1) {
      const isLast = index === count - 1;
      // What is open after a ragged mark is for the reader to decide: what follows is unsure.
      if (this.random.chance(0.15)) this.isSure = false;
      this.block();
      if (isLast && this.random.chance(0.1)) this.openEnd();
      else this.quiet(isLast && this.random.chance(0.5) ? "" : "\n\n");
    }
  }

  private block(): void {
    const write = this.random.oneOf([
      () => this.paragraph(),
      () => this.paragraph(),
      () => this.prefixed("## ", 1),
      () => this.prefixed("- ", 3),
      () => this.prefixed("1. ", 3),
      () => this.prefixed("- [ ] ", 2),
      () => this.prefixed("> ", 2),
      () => this.table(),
      () => this.fence("```"),
      () => this.fence("~~~~"),
      () => this.fence("   ```"),
      () => this.think(),
      () => this.plainBrackets(),
    ]);
    write();
  }

  private paragraph(): void {
    const count = 1 + this.random.below(4);
    for (let index = 0; index < count; index += 1) this.sentence();
  }

  /** Lines that begin alike: a heading, list items, a quotation. */
  private prefixed(prefix: string, lines: number): void {
    for (let line = 0; line < lines; line += 1) {
      if (line > 0) this.quiet("\n");
      this.add(prefix, prefix.includes("[") ? "brief" : "quiet");
      this.sentence();
    }
  }

  private table(): void {
    const [left, right] = this.phrases.columns;
    this.quiet(`| ${left} | ${right} |\n|---|:--|`);
    for (let row = 0; row < 1 + this.random.below(3); row += 1) {
      this.quiet("\n| ");
      this.name();
      if (this.random.chance(0.6)) this.mark();
      this.quiet(` | ${this.phrases.cell} |`);
    }
  }

  private fence(fence: string): void {
    this.quiet(`${fence}json\n`);
    this.hidden(() => this.sentence());
    this.quiet(`\n${fence}`);
  }

  private think(): void {
    this.quiet("<think>");
    this.hidden(() => this.paragraph());
    this.quiet("</think>\n");
  }

  private json(): void {
    this.add(this.random.oneOf(["{", "[", '\n {"a":', "[["]), "brief");
    this.quiet('"');
    this.hidden(() => this.sentence());
    this.quiet('"');
    this.add(this.random.oneOf(["}", "]", "}\n", "]]"]), "quiet");
  }

  /** Only the end may stay open, or all that follows would belong to it. */
  private openEnd(): void {
    this.quiet("\n\n");
    const begin = this.random.oneOf(["<think>", "```js\n", "~~~\n", "`"]);
    this.quiet(begin);
    this.hidden(() => this.sentence());
  }

  private hidden(write: () => void): void {
    const wasSure = this.isSure;
    this.isSure = false;
    write();
    this.isSure = wasSure;
  }

  private sentence(): void {
    this.sentinel();
    const template = this.random.oneOf([
      this.phrases.intro,
      this.phrases.names,
      this.phrases.advises,
      this.phrases.picks,
      this.phrases.criticises,
    ]);
    const [before = "", after] = template.split("{}");
    this.quiet(before);
    if (after !== undefined) {
      this.name();
      if (this.random.chance(0.6)) this.mark();
      this.quiet(after);
    }
    this.extra();
    this.sentinel();
  }

  private name(): void {
    const offer = this.random.oneOf(this.offers);
    this.quiet(this.random.chance(0.5) ? offer.sponsor : (offer.title ?? offer.sponsor));
    if (this.random.chance(0.7)) this.quiet(" ");
  }

  private mark(): void {
    const offer = this.random.oneOf(this.offers);
    const kind: CitationKind = this.random.oneOf(KINDS);
    if (this.random.chance(0.2)) {
      this.add(strayMark(this.random, offer.tag), "brief");
    } else if (!this.isSure && this.random.chance(0.3)) {
      this.note(offer, false);
      this.add(raggedMark(this.random, offer.tag), "ragged");
    } else {
      this.note(offer, this.isSure);
      this.add(spell(anySpelling(this.random), kind, offer.tag), "brief");
      if (this.random.chance(0.1)) this.add(spell("plain", kind, offer.tag), "brief");
    }
  }

  private note(offer: CitationOffer, isSure: boolean): void {
    for (const { offerId, tag } of this.offers) {
      if (tag !== offer.tag) continue;
      this.possible.add(offerId);
      if (isSure) this.certain.add(offerId);
    }
  }

  private extra(): void {
    if (this.random.chance(0.5)) return;
    const write = this.random.oneOf([
      () => this.link(),
      () => this.quiet(` ${this.random.oneOf(EMOJI)} `),
      () => this.quiet(" `npm run lamp -- --on` "),
      () => this.hidden(() => this.codeSpan()),
      () => this.add(" ![lamp](https://img.example/a.png) ", "brief"),
      () => this.quiet(" **bold** _soft_ ~~no~~ <br> &amp; a < b "),
      () => this.plainBrackets(),
      () => this.quiet(" see https://news.example/a_(b)?c=1|2 "),
      () => (this.isSure ? this.quiet(" ") : this.quiet(" ` ")),
    ]);
    write();
  }

  private link(): void {
    this.add(" [", "brief");
    // A word after a bracket may be an unknown kind: a reader may hold it until the word ends.
    this.add(`${this.random.oneOf(this.offers).sponsor} `, "brief");
    if (this.random.chance(0.6)) this.mark();
    this.add("](https://shop.example/x?a=1) ", "brief");
  }

  private codeSpan(): void {
    this.quiet(" `lamp ");
    this.mark();
    this.quiet(" --on` ");
  }

  private plainBrackets(): void {
    const texts = [
      "[1]",
      "[[Wiki link]]",
      "[[1,2],[3]]",
      "a[0][1]",
      "\\(x\\)",
      "［注］",
      "[x] done",
    ];
    this.add(` ${this.random.oneOf(texts)}`, "brief");
    this.quiet(" ok ");
  }

  private sentinel(): void {
    this.sentinels += 1;
    this.quiet(` q${SENTINEL_FIRST + this.sentinels}q `);
  }

  private quiet(text: string): void {
    this.add(text, "quiet");
  }

  private add(text: string, hold: Hold): void {
    if (text !== "") this.pieces.push({ text, hold });
  }
}
