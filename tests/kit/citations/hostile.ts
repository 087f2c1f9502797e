import type { CitationOffer } from "@placard/publisher-kit/citations";
import { CLICK_PREFIX, nonceOf, tagFor } from "./offers.ts";
import { LANGUAGES } from "./phrases.ts";
import type { Random } from "./random.ts";
import { BARE_SPELLINGS, KINDS, spell, strayMark } from "./spellings.ts";

/** Text of an advertiser who wants to leave the label: Markdown, HTML, controls, marks. */
const SPIKES = [
  "**",
  "_",
  "~~",
  "`",
  "```",
  "``` js\n",
  "[",
  "]",
  "](https://evil.example)",
  "[x](https://evil.example)",
  "![x](https://evil.example/a.png)",
  "[[",
  "]]",
  "\\",
  "\\]",
  "|",
  "||",
  "\n",
  "\n\n",
  "\n\n# Big",
  "\r\n- item",
  "\n---\n",
  "\n| a | b |\n|---|---|\n| c | d |\n",
  "<b>",
  "</a>",
  "<script>alert(1)</script>",
  '<img src="https://evil.example/a.png">',
  "<!--",
  "<think>",
  "</think>",
  "<https://evil.example>",
  "https://evil.example/a",
  "www.evil.example",
  "me@evil.example",
  "&lt;b&gt;",
  "&#91;x&#93;(https://evil.example)",
  "&#96;",
  "(",
  ")",
  '"',
  "'",
  "\u0000",
  "\u0007",
  "\u001b[31m",
  "\u202e",
  "\u2066",
  "\u2028",
  "\u200b",
  "\u00a0",
  "\t",
  "    ",
  "[^1]",
  "[x]: https://evil.example",
  "$$",
  "［［",
  "］］",
  "\ud800",
  "^",
  "#",
  "> ",
  "1. ",
] as const;

const URL_SPIKES = [
  ")",
  "(",
  "))",
  " ",
  '"',
  "'",
  "<",
  ">",
  "[",
  "]",
  "|",
  "`",
  "*",
  "_",
  "&copy;",
  "&amp;",
  "%29",
  "\n",
  "\t",
  "[[rec:x-0000]]",
  "](https://evil.example)",
  "\u202e",
  "ä",
  "~",
  "#top",
  "?a=1&b=2",
] as const;

export function hostileOffers(random: Random, count: number): CitationOffer[] {
  const tags = Array.from({ length: count }, (_, index) => tagFor(`Trap ${index}`, random));
  const foreign = `foreign-${nonceOf(random)}`;
  const text = () => hostileText(random, [...tags, foreign]);
  return tags.map((tag, index) => ({
    offerId: `offer-${index}`,
    tag,
    label: random.chance(0.7) ? "Ad" : `Ad${text()}`,
    sponsor: text(),
    title: text(),
    clickUrl: `${CLICK_PREFIX}${index}/${hostilePath(random)}`,
  }));
}

/** Some letters, so that the text has a name to look for, between spikes. */
function hostileText(random: Random, tags: readonly string[]): string {
  const parts = Array.from({ length: 1 + random.below(4) }, () => {
    if (random.chance(0.2)) return spell("plain", random.oneOf(KINDS), random.oneOf(tags));
    return random.chance(0.4) ? random.oneOf(["Trap", "Velmora", "光年"]) : random.oneOf(SPIKES);
  });
  return parts.join(random.chance(0.5) ? "" : " ") || "Trap";
}

function hostilePath(random: Random): string {
  const parts = Array.from({ length: random.below(4) }, () => random.oneOf(URL_SPIKES));
  return `x${parts.join("y")}`;
}

export interface HostileAnswer {
  readonly text: string;
  /** The same without marks, as Markdown should read when all labels are taken away. */
  readonly base: string;
  /** How many marks have to become labels, and of which offers. */
  readonly labels: number;
  readonly cited: ReadonlySet<string>;
}

interface Both {
  readonly text: string;
  readonly base: string;
}

export function hostileAnswer(random: Random, offers: readonly CitationOffer[]): HostileAnswer {
  return new HostileAuthor(random, offers).write();
}

class HostileAuthor {
  private readonly random: Random;
  private readonly offers: readonly CitationOffer[];
  private readonly phrases = LANGUAGES;
  private readonly cited = new Set<string>();
  private labels = 0;

  constructor(random: Random, offers: readonly CitationOffer[]) {
    this.random = random;
    this.offers = offers;
  }

  write(): HostileAnswer {
    const blocks = Array.from({ length: 1 + this.random.below(5) }, () => this.block());
    const { labels, cited } = this;
    // An answer that begins with a bracket or brace might be JSON: hostile answers are prose.
    const text = `So.\n\n${blocks.map((block) => block.text).join("\n\n")}\n`;
    const base = `So.\n\n${blocks.map((block) => block.base).join("\n\n")}\n`;
    return { text, base, labels, cited };
  }

  private block(): Both {
    const write = this.random.oneOf([
      () => this.sentence(),
      () => this.sentence(),
      () => this.lines("## ", 1),
      () => this.lines("- ", 3),
      () => this.lines("2. ", 2),
      () => this.lines("> ", 2),
      () => this.table(),
      () => this.fence(),
      () => same(this.random.oneOf(["An open ` tick.", "Open [ bracket.", "a | b", "x < y > z"])),
    ]);
    return write();
  }

  private lines(prefix: string, count: number): Both {
    const lines = Array.from({ length: count }, () => joined([same(prefix), this.sentence()]));
    return joined(lines, "\n");
  }

  private table(): Both {
    const rows = Array.from({ length: 1 + this.random.below(3) }, () =>
      joined([same("| Trap "), this.mark(), same(" | 49 | "), this.maybeMark(), same(" |")]),
    );
    return joined([same("| a | b | c |\n|---|---|---|"), ...rows], "\n");
  }

  private fence(): Both {
    const fence = this.random.oneOf(["```", "~~~", "````"]);
    return joined([same(`${fence}js\nrun(a[0]) `), this.lostMark(), same(`\n${fence}`)]);
  }

  private sentence(): Both {
    const phrases = this.random.oneOf(Object.values(this.phrases));
    const [before = "", after = ""] = phrases.advises.split("{}");
    const place = this.random.oneOf([
      () => joined([same("Trap "), this.mark()]),
      () => joined([same("**Trap** "), this.mark()]),
      () => joined([same("[Trap "), this.mark(), same("](https://shop.example/x)")]),
      () => joined([same("`run "), this.lostMark(), same(" now`")]),
      () => joined([same("Trap "), this.strayMark()]),
      () => joined([same("[Trap](https://shop.example/(y)) "), this.mark()]),
      () => this.tickedMark(),
      () => joined([same("Trap "), this.linkedMark()]),
      () => same("![Trap](https://img.example/a.png)"),
      () => this.split(),
    ]);
    return joined([same(before), place(), same(after), same(" "), this.maybeMark()]);
  }

  private mark(spelling = this.random.oneOf(BARE_SPELLINGS)): Both {
    const offer = this.random.oneOf(this.offers);
    this.labels += 1;
    this.cited.add(offer.offerId);
    return { text: spell(spelling, this.random.oneOf(KINDS), offer.tag), base: "" };
  }

  private maybeMark(): Both {
    return this.random.chance(0.3) ? this.mark() : same("");
  }

  /** In code: it vanishes and counts nothing. */
  private lostMark(): Both {
    const { tag } = this.random.oneOf(this.offers);
    return { text: spell("plain", this.random.oneOf(KINDS), tag), base: "" };
  }

  private strayMark(): Both {
    return { text: strayMark(this.random, this.random.oneOf(this.offers).tag), base: "" };
  }

  private tickedMark(): Both {
    const { text } = this.mark("plain");
    return { text: `Trap \`${text}\``, base: "Trap ` `" };
  }

  private linkedMark(): Both {
    const { text } = this.mark("plain");
    return { text: `${text}(https://shop.example/${"a".repeat(this.random.below(20))})`, base: "" };
  }

  /** Two tries to make one mark of what stands around a label or a removed mark. */
  private split(): Both {
    const { tag } = this.random.oneOf(this.offers);
    if (this.random.chance(0.5)) return joined([same("[[Wiki "), this.mark(), same(` ${tag}]]`)]);
    return joined([same("rec: "), this.mark(), same(` ${tag} ]`)]);
  }
}

function same(text: string): Both {
  return { text, base: text };
}

function joined(parts: readonly Both[], between = ""): Both {
  return {
    text: parts.map((part) => part.text).join(between),
    base: parts.map((part) => part.base).join(between),
  };
}
