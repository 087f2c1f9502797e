import type { Clue, DescribedProduct } from "./clue.ts";
import { type Head, headOf, typeAcross } from "./phrase.ts";

import { COLOR, type Segment, type Segmented, segmented } from "./segments.ts";
import { goodsIn, type Mention, type Vocabulary } from "./vocabulary.ts";
import { plainWords } from "./words.ts";

/** How much the first, second, ... segment of a title says that names a thing. */
const SEGMENTS = [1, 0.75, 0.6, 0.5, 0.4];
const LATER_SEGMENT = 0.3;
/** "Hard case for iPhone", "Compatible iPhone case", "with stand". */
const JOINED = 1.2;
const FITTING = 0.6;
const HAVING = 0.15;
/** Factors: in brackets, a product line, before the head, behind it, at the segment's end. */
const ASIDE = 0.4;
const LINE = 0.9;
const INNER = 0.4;
const TAIL = 0.3;
const TAIL_END = 0.5;
/** A description's first phrase, and what follows "this". */
const FIRST_PHRASE = 0.5;
const SHOWN = 0.6;

/** Things with a picture of another: a puzzle of a dirt bike is none. */
const DEPICTING = new Set("puzzle poster".split(" "));
const DEPICTED = 1.5;

/** A text in segments with the names in it. */
interface Read extends Segmented {
  readonly vocabulary: Vocabulary;
  readonly mentions: readonly Mention[];
}

function read(vocabulary: Vocabulary, text: string): Read {
  const cut = segmented(text);
  return { ...cut, vocabulary, mentions: goodsIn(vocabulary, cut.words) };
}

const mentionsOf = (mentions: readonly Mention[], { from, to }: Segment) =>
  mentions.filter((one) => one.from >= from && one.to <= to);

/** What each segment of a title names. */
export function cluesOfTitle(
  vocabulary: Vocabulary,
  { title, brand }: DescribedProduct,
): readonly Clue[] {
  const all = read(vocabulary, title);
  const hidden = brandLength(all.words, brand);
  const mentions = all.mentions.filter(({ to, isLine }) => to > hidden || isLine);
  const text = { ...all, mentions };
  const clues: Clue[] = [];
  let rank = 0;
  for (const [at, segment] of text.segments.entries()) {
    // "Brand - thing": a product line that is a brand as well says nothing here.
    if (segment.to === hidden && text.segments.length > 1) continue;
    const found = cluesOfSegment(text, segment, text.segments[at + 1], rank);
    clues.push(...found);
    if (found.length === 0 || segment.kind === "having") continue;
    // What stands behind an unknown thing for a known one says little of it.
    rank += found[0]?.type === null ? SEGMENTS.length : 1;
  }
  return clues;
}

/** How many words at the start of a title are the brand's. */
function brandLength(words: readonly string[], brand: string | null | undefined): number {
  if (!brand) return 0;
  const own = plainWords(brand);
  return own.every((word, at) => words[at] === word) ? own.length : 0;
}

function cluesOfSegment(
  text: Read,
  segment: Segment,
  next: Segment | undefined,
  rank: number,
): Clue[] {
  const within = mentionsOf(text.mentions, segment);
  const heads = headsOf(text, within, segment.to);
  const { head } = heads;
  if (segment.kind === "fitting") {
    return rank === 0 && head?.goesWith != null ? [clueOf(text, head, FITTING, null)] : [];
  }
  const fitting = next?.kind === "fitting" ? next : null;
  const host = fitting && hostOf(mentionsOf(text.mentions, fitting), fitting.from);
  // "Pillow cover for sofa" has its own name.
  const isNamed = head?.type != null && head.to === segment.to && head.to - head.from > 1;
  const joined = fitting && !isNamed ? joinedType(text, segment, fitting, host) : null;
  if (joined !== null) return [{ type: joined, goesWith: host, weight: JOINED, source: "title" }];
  if (head === null) {
    return host === null ? [] : [{ type: null, goesWith: host, weight: 0, source: "title" }];
  }
  return weighed(heads, weightOf(segment, rank), segment.to).map(([one, weight]) =>
    clueOf(text, one, weight, host),
  );
}

function weightOf({ kind }: Segment, rank: number): number {
  if (kind === "having") return HAVING;
  return (SEGMENTS[rank] ?? LATER_SEGMENT) * (kind === "aside" ? ASIDE : 1);
}

/** The names of a segment that ends at word `to`, each with its part of the segment's weight. */
function weighed({ head, inner, tail }: Heads, weight: number, to: number): [Head, number][] {
  const named: [Head | null, number][] = [
    [head, weight],
    ...inner.map((one): [Head, number] => [one, weight * INNER]),
    [tail, weight * (tail?.to === to ? TAIL_END : TAIL)],
  ];
  return named.flatMap(([one, own]): [Head, number][] => (one === null ? [] : [[one, own]]));
}

function clueOf({ vocabulary, words }: Read, head: Head, weight: number, host: string | null) {
  const fits = host !== null && vocabulary.isPart(host, words.slice(head.from, head.to));
  const clue: Clue = {
    type: head.type,
    goesWith: head.goesWith ?? (fits ? host : null),
    weight: weight * (head.isLine ? LINE : DEPICTING.has(head.type ?? "") ? DEPICTED : 1),
    source: "title",
  };
  return clue;
}

/** "Hard shell case for iPhone" is a phone case, "collar for cats" a cat collar. */
function joinedType(
  { vocabulary, words }: Read,
  { from, to }: Segment,
  fitting: Segment,
  host: string | null,
): string | null {
  const two = words.slice(Math.max(from, to - 2), to);
  const one = words.slice(to - 1, to);
  if (host !== null) return vocabulary.joined(host, two) ?? vocabulary.joined(host, one);
  const goal = words.slice(fitting.from, fitting.from + 1);
  return typeAcross(vocabulary, goal, two) ?? typeAcross(vocabulary, goal, one);
}

const HOST_WITHIN = 3;

/** What is named near the start, after "Apple" and "most": "for men, 3 oz perfume" has no host. */
function hostOf(mentions: readonly Mention[], start: number): string | null {
  const [first] = mentions;
  if (first === undefined || first.from > start + HOST_WITHIN) return null;
  const named = mentions.find(({ isLine, from }) => !isLine && from <= first.to + 2);
  return (named ?? first).type;
}

/** The names of a segment. */
interface Heads {
  /** The last name of the first phrase. */
  readonly head: Head | null;
  /** The names before it that it is no part of. */
  readonly inner: readonly Head[];
  /** The last name behind the first phrase. */
  readonly tail: Head | null;
}

/** Numbers, sizes and colours end a phrase: "server 2.2 GHz rack", "bag nylon black". */
function headsOf(
  { vocabulary, words: all }: Read,
  mentions: readonly Mention[],
  to: number,
): Heads {
  const [first] = mentions;
  if (first === undefined) return { head: null, inner: [], tail: null };
  const words = all.slice(0, to);
  const isNamed = (at: number) => mentions.some((one) => one.from <= at && at < one.to);
  const ends = (word: string) => SPECIFICATION.test(word) || COLOR.test(word);
  const end = words.findIndex((word, at) => at >= first.to && ends(word) && !isNamed(at));
  const inPhrase = end < 0 ? mentions : mentions.filter((one) => one.to <= end);
  const head = headOf(vocabulary, words, inPhrase);
  const own = head === null ? [] : words.slice(head.from, head.to);
  const inner = inPhrase
    .filter((one) => head !== null && one.to <= head.from && !vocabulary.isPart(one.type, own))
    .map((one) => ({ ...one, goesWith: null }));
  return { head, inner, tail: headOf(vocabulary, words, mentions.slice(inPhrase.length)) };
}

/** What follows the name of a thing and is no part of it: "laptop 8 GB", "bag nylon". */
const SPECIFICATION = new RegExp(
  "^\\d|^(?:clear|transparent|nylon|leather|cotton|polyester|steel|plastic|wood|metal|original" +
    "|intel|amd|usb|small|medium|large|set|pack|size|color|colour)$",
);

const SHOWING = new Set(["this", "these", "our"]);
/** Words between "these" and the name: "these lightweight men's running shoes". */
const SHOWN_WITHIN = 5;

/** What the first sentences of a description call the product. */
export function cluesOfText(vocabulary: Vocabulary, description: string): Clue[] {
  const text = read(vocabulary, description);
  const { words, mentions, segments } = text;
  const clues: Clue[] = [];
  const [first] = segments;
  const head = first && headsOf(text, mentionsOf(mentions, first), first.to).head;
  if (head) {
    const { type, goesWith } = head;
    clues.push({ type, goesWith, weight: FIRST_PHRASE, source: "description" });
  }
  for (const { type, from } of mentions) {
    const before = words.slice(Math.max(0, from - SHOWN_WITHIN), from);
    if (before.some((word) => SHOWING.has(word))) {
      clues.push({ type, goesWith: null, weight: SHOWN, source: "description" });
    }
  }
  return clues;
}
