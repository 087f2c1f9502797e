import type { CitationKind, CitationOffer } from "@placard/publisher-kit/citations";
import { randomOffers } from "./offers.ts";
import { LANGUAGES, type Phrases } from "./phrases.ts";
import type { Random } from "./random.ts";
import { anySpelling, KINDS, spell, strayMark } from "./spellings.ts";

export type ModelName = "obedient" | "forgetful" | "sloppy";

/** A block of an answer, found again in the output by its sentinel. */
export interface Block {
  readonly sentinel: string;
  /** The names of offers that the block shows outside of code. */
  readonly names: ReadonlySet<string>;
}

export interface ScriptedAnswer {
  readonly language: string;
  readonly offers: readonly CitationOffer[];
  readonly text: string;
  /** The answer as the reader should see it when all labels are taken away. */
  readonly base: string;
  readonly blocks: readonly Block[];
  /** What the model's marks cite, by offer: its strongest kind. Written down with each mark. */
  readonly cited: ReadonlyMap<string, CitationKind>;
}

interface Setup {
  readonly model: ModelName;
  readonly language: string;
  readonly random: Random;
}

/** What the answer says of an offer decides the mark that is right. */
const STANCES = ["names", "advises", "picks", "criticises"] as const;
type Stance = (typeof STANCES)[number];
const KIND_OF: Readonly<Record<Stance, CitationKind>> = {
  names: "ad",
  advises: "rec",
  picks: "pick",
  criticises: "ad",
};

interface Both {
  readonly text: string;
  readonly base: string;
}

/** What a model writes for a turn with 2 to 10 offers. */
export function scriptedAnswer(setup: Setup): ScriptedAnswer {
  return new Script(setup).write();
}

class Script {
  private readonly model: ModelName;
  private readonly language: string;
  private readonly random: Random;
  private readonly phrases: Phrases;
  private readonly offers: readonly CitationOffer[];
  private readonly cited = new Map<string, CitationKind>();
  private readonly blocks: Block[] = [];
  private names = new Set<string>();
  private sentinels = 0;

  constructor({ model, language, random }: Setup) {
    const phrases = LANGUAGES[language];
    if (!phrases) throw new Error(`There are no phrases in ${language}.`);
    this.model = model;
    this.language = language;
    this.random = random;
    this.phrases = phrases;
    const offers = randomOffers(random, { count: 2 + random.below(9), label: phrases.label });
    const earlier = random.chance(0.2) ? offers[0]?.tag : undefined;
    this.offers = offers.map((offer) =>
      offer.tag === earlier ? { ...offer, labelOnly: true } : offer,
    );
  }

  write(): ScriptedAnswer {
    const written = Array.from({ length: 2 + this.random.below(6) }, () => this.block());
    const { language, offers, blocks, cited } = this;
    const text = written.map((both) => both.text).join("\n\n");
    const base = written.map((both) => both.base).join("\n\n");
    return { language, offers, text, base, blocks, cited };
  }

  private block(): Both {
    this.sentinels += 1;
    const sentinel = `k${this.sentinels}k`;
    this.names = new Set();
    const write = this.random.oneOf([
      () => this.paragraph(sentinel),
      () => this.paragraph(sentinel),
      () => joined([same(`## ${sentinel} `), this.filled(this.phrases.heading, "advises")]),
      () => this.list(sentinel, "- "),
      () => this.list(sentinel, "1. "),
      () => this.table(sentinel),
      () => joined([same(`> ${sentinel} `), this.mention()]),
      () => this.code(sentinel),
      () => same(`${sentinel} ${this.phrases.closing}`),
    ]);
    const both = write();
    this.blocks.push({ sentinel, names: this.names });
    return both;
  }

  private paragraph(sentinel: string): Both {
    const count = 1 + this.random.below(3);
    const sentences = Array.from({ length: count }, () => this.mention());
    return joined([same(`${sentinel} ${this.phrases.intro}`), ...sentences], " ");
  }

  private list(sentinel: string, bullet: string): Both {
    const items = Array.from({ length: 2 + this.random.below(2) }, (_, index) =>
      joined([same(index === 0 ? `${bullet}${sentinel} ` : bullet), this.mention()]),
    );
    return joined(items, "\n");
  }

  private table(sentinel: string): Both {
    const [left, right] = this.phrases.columns;
    const rows = Array.from({ length: 1 + this.random.below(3) }, () =>
      joined([same("| "), this.filled("{}", "names"), same(` | ${this.phrases.cell} |`)]),
    );
    return joined([same(`| ${sentinel} ${left} | ${right} |\n|---|---|`), ...rows], "\n");
  }

  /** A name in code is no influence that anybody reads as advice. */
  private code(sentinel: string): Both {
    const offer = this.random.oneOf(this.offers);
    const lost = this.model === "sloppy" ? spell("plain", "pick", offer.tag) : "";
    const [before, after] = [`${sentinel}\n\n\`\`\`js\nbuy("${offer.sponsor}") `, "\n```"];
    return { text: `${before}${lost}${after}`, base: `${before}${after}` };
  }

  private mention(): Both {
    const stance = this.random.oneOf(STANCES);
    return this.filled(this.phrases[stance], stance);
  }

  private filled(template: string, stance: Stance): Both {
    const [before = "", after = ""] = template.split("{}");
    const offer = this.random.oneOf(this.offers);
    const name = this.random.chance(0.6) ? offer.sponsor : (offer.title ?? offer.sponsor);
    this.names.add(name);
    return joined([same(before), this.marked(name, offer, KIND_OF[stance]), same(after)]);
  }

  private marked(name: string, offer: CitationOffer, kind: CitationKind): Both {
    if (this.model === "forgetful") return same(name);
    const space = this.random.chance(0.7) ? " " : "";
    if (this.model === "sloppy") return this.slip(`${name}${space}`, offer, kind);
    return { text: `${name}${space}${this.note("plain", offer, kind)}`, base: name };
  }

  /** The slips of a model: each knows what it cites in truth. */
  private slip(name: string, offer: CitationOffer, kind: CitationKind): Both {
    const other = this.random.oneOf(this.offers);
    const slip = this.random.oneOf([
      () => this.note("plain", offer, kind),
      () => this.note(anySpelling(this.random), offer, kind),
      () => this.note("plain", other, this.random.oneOf(KINDS)),
      () => strayMark(this.random, offer.tag),
      () => "[[rec:[[pick:foreign-9zz9]]]]",
      () => this.note("plain", offer, kind) + this.note("plain", offer, kind),
      () => `${this.note("plain", offer, kind)} ${this.note("plain", other, "ad")}`,
      () => `\`buy ${spell("plain", "pick", offer.tag)} now\``,
      () => "",
    ]);
    if (this.random.chance(0.1)) return { text: `${slip()} ${name}`, base: name };
    if (this.random.chance(0.1)) {
      const text = `[${name}${this.note("plain", offer, kind)}](https://shop.example/a)`;
      return { text, base: `[${name}](https://shop.example/a)` };
    }
    return { text: `${name}${slip()}`, base: name };
  }

  /** Writes a mark and notes what it cites: all offers of its tag, each with its strongest kind. */
  private note(spelling: string, { tag }: CitationOffer, kind: CitationKind): string {
    for (const offer of this.offers) {
      if (offer.tag !== tag) continue;
      const counted = offer.labelOnly ? "ad" : kind;
      const before = this.cited.get(offer.offerId) ?? "ad";
      const strongest = KINDS.indexOf(counted) > KINDS.indexOf(before) ? counted : before;
      this.cited.set(offer.offerId, strongest);
    }
    return spell(spelling, kind, tag);
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
