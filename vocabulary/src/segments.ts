import { spacedWords } from "./words.ts";

/** A piece of a title between separators and relations. */
export interface Segment {
  /** Words `from` up to, not including, `to` of the title. */
  readonly from: number;
  readonly to: number;
  /** What the title is about, words in brackets, what it goes with, what it has. */
  readonly kind: "own" | "aside" | "fitting" | "having";
}

export interface Segmented {
  /** With a stop between the pieces, which no name crosses. */
  readonly words: readonly string[];
  readonly segments: readonly Segment[];
  /** Words that a hyphen joins to the one before where one has digits: "8-cell", "HTC-100". */
  readonly glued: ReadonlySet<number>;
}

const SEPARATOR = /[,;|()[\]:\u2013\u2014]| \+|\+ | - |^ -|\. /;
/** Words after which a title says what a product goes with. */
const FITTING = new Set("for compatible fit designed work".split(" "));
/** Words after which a title says what comes with a product, or how it is made. */
const HAVING = new Set(
  "with include including featuring w without from by made contain".split(" "),
);
/** Words for a colour, or for a shade before one. */
export const COLOR = new RegExp(
  "^(?:black|white|grey|gray|red|blue|green|yellow|pink|brown|silver|gold|beige|purple|orange" +
    "|navy|cyan|magenta|khaki|light|dark)$",
);
/** No name holds it. */
const STOP = "";
/** "1 pc(s)" counts pieces. */
const COUNT = /(?<![\d.])\b\d+ ?pcs?\b(?:\(s\))?/gi;
/** "ThinkPad T61 (14" wide) battery": what stands in brackets cuts no name. */
const INSERTED = /\(([^()]*)\) ([a-z][a-z ]*)$/i;
const LENGTH_MAX = 250;
const DIGIT = /\d/;

/** Cuts a title, or the start of a description, at its separators and relations. */
export function segmented(text: string): Segmented {
  const plain = text.slice(0, LENGTH_MAX).replace(COUNT, " ").replace(INSERTED, "$2 ($1)");
  const { words: all, gaps } = spacedWords(plain);
  const words: string[] = [];
  const segments: Segment[] = [];
  const glued = new Set<number>();
  let open: { kind: Segment["kind"]; from: number } = { kind: "own", from: 0 };
  const close = (kind: Segment["kind"]) => {
    if (words.length > open.from) segments.push({ ...open, to: words.length });
    words.push(STOP);
    open = { kind, from: words.length };
  };
  for (const [at, word] of all.entries()) {
    const separated = kindBehind(gaps[at] ?? "");
    if (separated !== null) close(separated);
    // A title that begins with a relation has nothing before it.
    const relation = words.length === 0 ? null : relationOf(word, words.at(-1), all[at + 1]);
    if (relation !== null) {
      // "Compatible with" is one relation.
      const isGoingOn = open.kind === "fitting" && words.length === open.from;
      close(isGoingOn ? "fitting" : relation);
    } else if (!isShade(word, all[at + 1])) {
      words.push(word);
      noteGlued(glued, gaps[at], words);
    }
  }
  close("own");
  return { words, segments, glued };
}

/** Notes the last word if a hyphen before it joins a number. */
function noteGlued(glued: Set<number>, gap: string | undefined, words: readonly string[]): void {
  if (gap === "-" && words.slice(-2).some((word) => DIGIT.test(word))) glued.add(words.length - 1);
}

/** The kind of segment that what stands between two words opens. */
function kindBehind(gap: string): Segment["kind"] | null {
  if (gap === " " || !SEPARATOR.test(gap)) return null;
  return /[([]/.test(gap) ? "aside" : "own";
}

/** "Slim fit jeans" fit nothing else. */
const CUT = new RegExp(
  "^(?:slim|skinny|thin|relaxed|regular|straight|loose|classic|dynamic|custom|comfort|dry|sleek" +
    "|modern|athletic|tailored|perfect|easy|standard|original|trim|tight|stretch|rise|super)$",
);

function relationOf(word: string, before = "", next = ""): Segment["kind"] | null {
  if (word === "fit" && CUT.test(before)) return null;
  if (word === "work" && next !== "with" && next !== "for") return null;
  if (FITTING.has(word)) return READER.test(next) ? "aside" : "fitting";
  return HAVING.has(word) ? "having" : null;
}

/** Nothing goes with men: what follows describes the thing again. */
const READER = /^(?:man|woman|lady|boy|girl|adult|him|her|unisex)$/;

/** "Light blue" names no light. */
const isShade = (word: string, next = "") =>
  (word === "light" || word === "dark") && COLOR.test(next);
