import type { Clue, DescribedProduct } from "./clue.ts";
import { type Head, headOf, typeAcross } from "./phrase.ts";

import { COLOR, type Segment, type Segmented, segmented } from "./segments.ts";
import { goodsIn, isPartOf, type Mention, type Vocabulary } from "./vocabulary.ts";
import { plainWords } from "./words.ts";

/** How much the first, second, ... segment of a title says that names a thing. */
const SEGMENTS = [1, 0.75, 0.6, 0.5, 0.4];
const LATER_SEGMENT = 0.3;
/** "Hard case for iPhone", "Compatible iPhone case", "with stand". */
const JOINED = 1;
/** "Carrying case for iPhone". */
const JOINED_TOO = 0.75;
const FITTING = 0.6;
const HAVING = 0.15;
/** Factors: in brackets, a product line, before the head, behind it, at the segment's end. */
const ASIDE = 0.4;
const LINE = 0.9;
/** A product line behind a name is a detail: "notebook, 1920 x 1080 pixels, Ryzen 7". */
const LATER_LINE = 0.3;
/** A name of several words means little else. */
const SEVERAL = 1.25;
const INNER = 0.4;
const TAIL = 0.15;
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
  const mentions = goodsIn(vocabulary, cut.words).filter((one) => !isDescribing(cut, one));
  return { ...cut, vocabulary, mentions };
}

/** "Dishwasher safe", "rack mountable". */
const DESCRIBED = new RegExp(
  "^(?:safe|proof|resistant|friendly|ready|flavou?r|flavou?red|scented|shaped?|themed?|inspired" +
    "|mount(?:ed|able|ing)|powered|operated|sealed|style|certified|enabled|grade)$",
);

/** A line or an abbreviation that begins a model's name. */
const SHORT = 3;

/** Whether a name only describes: "vacuum sealed", "under cabinet", "8-cell", "HTC-100". */
function isDescribing({ words, glued }: Segmented, { from, to, isLine }: Mention): boolean {
  const word = words[from] ?? "";
  if (DESCRIBED.test(words[to] ?? "") || words[from - 1] === "under") return true;
  if (to - from > 1) return false;
  if (glued.has(from) && /\d/.test(words[from - 1] ?? "")) return true;
  return glued.has(to) && (isLine || word.length <= SHORT);
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
  // "Brand - thing": a product line that is a brand as well says nothing here.
  const first = text.segments[0]?.to === hidden && text.segments.length > 1 ? 1 : 0;
  let rank = 0;
  let isBehindName = false;
  for (const [at, segment] of text.segments.entries()) {
    if (at < first) continue;
    const place = { rank, isBehindName };
    const found = cluesOfSegment(text, segment, text.segments[at + 1], place);
    if (at === first) isBehindName = found.length > 0;
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

/** How many segments before one name a thing, and whether the first one of a title does. */
interface Place {
  readonly rank: number;
  readonly isBehindName: boolean;
}

function cluesOfSegment(
  text: Read,
  segment: Segment,
  next: Segment | undefined,
  { rank, isBehindName }: Place,
): Clue[] {
  const named = namesOf(text, segment);
  const head = named[0]?.head ?? null;
  if (segment.kind === "fitting") {
    return rank === 0 && head?.goesWith != null ? [clueOf(text, head, FITTING, null)] : [];
  }
  const fitting = next?.kind === "fitting" ? next : null;
  const host = fitting && hostOf(mentionsOf(text.mentions, fitting), fitting.from);
  const joined = fitting && joinedType(text, segment, fitting, host);
  // "Pillow cover for sofa" has its own name.
  const own = named.find(({ head: one }) => {
    return one.type !== null && one.to === segment.to && one.to - one.from > 1;
  })?.head;
  const clueJoined = (weight: number): Clue[] =>
    joined === null ? [] : [{ type: joined, goesWith: host, weight, source: "title" }];
  if (joined !== null && own === undefined) return clueJoined(JOINED);
  if (head === null) {
    return host === null ? [] : [{ type: null, goesWith: host, weight: 0, source: "title" }];
  }
  const weight = weightOf(segment, rank);
  const clues = named.map(({ head: one, factor }) => {
    const detail = isBehindName && one.isLine ? LATER_LINE : 1;
    return clueOf(text, one, weight * factor * detail, host);
  });
  return own !== undefined && fits(text, own, host) ? clues : [...clues, ...clueJoined(JOINED_TOO)];
}

/** Whether a name is one of an accessory or a part of what it goes with. */
function fits({ vocabulary, words }: Read, { from, to }: Head, host: string | null): boolean {
  return host !== null && vocabulary.isPart(host, words.slice(from, to));
}

function weightOf({ kind }: Segment, rank: number): number {
  if (kind === "having") return HAVING;
  return (SEGMENTS[rank] ?? LATER_SEGMENT) * (kind === "aside" ? ASIDE : 1);
}

function clueOf(text: Read, head: Head, weight: number, host: string | null): Clue {
  return {
    type: head.type,
    goesWith: head.goesWith ?? (fits(text, head, host) ? host : null),
    weight: weight * factorOf(head),
    source: "title",
  };
}

function factorOf({ type, isLine, from, to }: Head): number {
  if (isLine) return LINE;
  if (DEPICTING.has(type ?? "")) return DEPICTED;
  return to - from > 1 ? SEVERAL : 1;
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

/** A name of a segment, and how much of the segment's weight it has. */
interface Named {
  readonly head: Head;
  readonly factor: number;
}

/**
 * The names of a segment, the one for the thing first: the last one of the first phrase. Numbers,
 * sizes and colours end a phrase: "server 2.2 GHz rack", "bag nylon black". What stands before a
 * model's number may be a name that the maker gave: "Hub 3000 power bank", "LaserJet 4 cartridge".
 */
function namesOf(text: Read, segment: Segment): Named[] {
  const { vocabulary } = text;
  const { to } = segment;
  const words = text.words.slice(0, to);
  const phrases = phrasesOf(words, mentionsOf(text.mentions, segment));
  const all = phrases.flatMap((phrase) => headOf(vocabulary, words, phrase) ?? []);
  const heads = all.filter((one, at) => !isCounted(words, one, all[at - 1]));
  const [first = all[0], second] = heads;
  if (first === undefined) return [];
  const part = partAtEnd(text, heads, to);
  if (part !== null) return [{ head: part, factor: 1 }];
  const isGiven =
    second !== undefined && !second.isLine && (first.isLine || isBehindModel(words, first, second));
  const head = isGiven ? fitted(text, second, first) : first;
  const own = words.slice(head.from, head.to);
  const inner = (isGiven ? phrases.slice(0, 2).flat() : (phrases[0] ?? []))
    .filter((one) => one.to <= head.from && !vocabulary.isPart(one.type, own))
    .map((one) => ({ head: { ...one, goesWith: null }, factor: INNER }));
  const tail = heads.slice(isGiven ? 2 : 1).at(-1);
  return [
    { head, factor: 1 },
    ...inner,
    ...(tail ? [{ head: tail, factor: tail.to === to ? TAIL_END : TAIL }] : []),
  ];
}

/**
 * What the end of a segment names, if that goes with what its start names: "laptop 12-24V car
 * adapter 90W power adapter black", "projector wall mount". `null` where it does not: a "coffee
 * machine and milk container" is both.
 */
function partAtEnd(text: Read, heads: readonly Head[], end: number): Head | null {
  const [first] = heads;
  const last = heads.at(-1);
  if (first === undefined || last === undefined) return null;
  return namedPart(text, { first, last, end }) ?? wordedPart(text, last, end);
}

/** The last name of a segment, which words that say no more than a colour or size may follow. */
function namedPart(
  { vocabulary, words }: Read,
  { first, last, end }: { first: Head; last: Head; end: number },
): Head | null {
  if (last === first || last.isLine || first.type === null || last.type === null) return null;
  if (words.slice(first.to, last.from).includes("and")) return null;
  if (!words.slice(last.to, end).every(endsPhrase)) return null;
  // A "patch cable 2 m networking cable" is one.
  const [host, part] = [first.type, last.type].map((one) => vocabulary.nameWordsOf(one).at(-1));
  if (host === part || !isPartOf(vocabulary, last.type, first.type)) return null;
  return { ...last, goesWith: last.goesWith ?? first.type };
}

/** "Bits in a case", "machine and container". */
const JOINING = /^(?:and|or|in|on|of)$/;
/** How many words at the end of a segment may name a part. */
const PART_WORDS_MAX = 3;
/** What ends the name of a part of a device: "projector stabilization kit". */
const KIT = /^(?:kit|assembly|manager|module|unit)$/;

/**
 * The last words of a segment, where they alone name nothing: "hardware kit" behind a bed. A colour
 * may stand before them, and what says no more than a colour or size behind.
 */
function wordedPart({ vocabulary, words }: Read, last: Head, end: number): Head | null {
  const { type, isLine } = last;
  if (type === null) return null;
  // Behind a product line stands the number of its model.
  const parting = isLine ? STORED : SPECIFICATION;
  const isDevice = vocabulary.isKindOf(type, "electronics");
  let to = end;
  while (to > last.to && endsPhrase(words[to - 1] ?? "")) to -= 1;
  for (let from = Math.max(last.to + 1, to - PART_WORDS_MAX); from < to; from += 1) {
    const between = words.slice(last.to, from);
    if (between.some((word) => JOINING.test(word) || parting.test(word))) return null;
    const own = words.slice(from, to);
    const isKit = isDevice && from === to - 1 && KIT.test(own[0] ?? "");
    if (!isKit && !vocabulary.isPart(type, own)) continue;
    const joined = isKit ? null : vocabulary.joined(type, own);
    return { type: joined, goesWith: type, from, to, isLine: false };
  }
  return null;
}

/** "LaserJet 4 cartridge": a cartridge for what the line names. */
function fitted(text: Read, head: Head, { type }: Head): Head {
  return fits(text, head, type) ? { ...head, goesWith: head.goesWith ?? type } : head;
}

/** Names without a number, size or colour between them. */
function phrasesOf(words: readonly string[], mentions: readonly Mention[]): Mention[][] {
  const phrases: Mention[][] = [];
  let end = 0;
  for (const one of mentions) {
    const isNew = phrases.length === 0 || words.slice(end, one.from).some(endsPhrase);
    if (isNew) phrases.push([one]);
    else phrases.at(-1)?.push(one);
    end = one.to;
  }
  return phrases;
}

const endsPhrase = (word: string) => SPECIFICATION.test(word) || COLOR.test(word);

/** "8 GB RAM" and "500GB drive" are parts of the thing before, "250 sheets" what it holds. */
function isCounted(words: readonly string[], { from }: Head, before: Head | undefined): boolean {
  const word = words[from - 1] ?? "";
  if (STORED.test(word)) return true;
  // "Fire HD 10 case" has a model's number.
  const isNumber = /^(?!0$)\d+$/.test(word);
  return before !== undefined && isNumber && !(before.isLine && before.to === from - 1);
}

const STORED = /^(?:\d+)?(?:[gmt]b|gbit|mp|[gm]hz)$/;

/** "T276T" and "3000", but no measure. */
const MODEL = /^(?:\d{3,}|[a-z]+\d\w*|\d+[a-z]+\d\w*)$/;
const MEASURE = /^(?:\d+)?(?:[gmt]b|[gm]hz|mp|inch|in|cm|mm|m|ft|oz|ml|l|lb|kg|w|v|mah|pc|pack)$/;

function isBehindModel(words: readonly string[], first: Head, second: Head): boolean {
  const between = words.slice(first.to, second.from);
  return between.some((word) => MODEL.test(word)) && !between.some((word) => MEASURE.test(word));
}

/** What follows the name of a thing and is no part of it: "laptop 8 GB", "bag nylon". */
const SPECIFICATION = new RegExp(
  "^\\d|^(?:clear|transparent|nylon|leather|cotton|polyester|steel|alumini?um|plastic|wood|metal" +
    "|original|intel|amd|usb|small|medium|large|set|pack|size|color|colour)$",
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
  const head = first && namesOf(text, first)[0]?.head;
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
