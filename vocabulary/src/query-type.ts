import { oppositeOf } from "./opposites.ts";
import { type Head, headOf, typeAcross } from "./phrase.ts";
import type { ProductType } from "./product-type.ts";
import type { Purpose } from "./purpose.ts";
import { ELSEWHERE, type Mention, type Vocabulary } from "./vocabulary.ts";
import { spacedWords } from "./words.ts";

/** The words after these say what the wanted thing goes with. */
const FITTING = new Set("for to compatible fit".split(" "));
/** The words after these describe; the thing that is wanted stands before them. */
const RELATIONS = new Set(
  "with without that which who made so because when while if after".split(" "),
);
/** These do, too, behind a name: "slip-on shoes" and "glow in the dark clock" go on. */
const PLACES = new Set("in on by from under near like".split(" "));
/** A box of tissues is tissues. */
const MEASURES = new Set(
  (
    "set pair pack packet box bottle roll piece kind sort type lot bunch bag sack can tin jar " +
    "tube case bar"
  ).split(" "),
);
const DETERMINERS = new Set("a an the my our your his her their some any this that".split(" "));

/** What stands behind it tells more of the thing before: "boat trailer, single axle". */
const SEPARATOR = /[,;:(]/;

/** What a shopper's words ask for, with the words that name it. */
export interface QueryType extends ProductType {
  readonly mention: Mention | null;
}

/** The type that a query asks for: the last name before "for", "with" and the like. */
export function typeOfQuery(vocabulary: Vocabulary, text: string): QueryType {
  const { words, gaps } = spacedWords(text);
  const mentions = vocabulary.mentionsIn(words).filter((one) => !isAdjective(words, one));
  const serving = servingOf(vocabulary, words, mentions);
  if (serving !== null) return serving;
  const [named] = mentions;
  const stop = gaps.findIndex((gap, at) => SEPARATOR.test(gap) && at >= (named?.to ?? Infinity));
  const read = { vocabulary, words, mentions };
  const end = Math.min(endOfHead(read), stop < 0 ? Infinity : stop);
  const isFor = isFittingAt(read, end);
  const fitted = isFor ? mentions.find(({ from }) => from >= end) : undefined;
  const host = hostIn(vocabulary, fitted);
  const joined = isFor && end > 0 ? joinedName(vocabulary, words, end, fitted) : null;
  if (joined !== null) return { type: joined.type, goesWith: host, mention: joined };
  const inHead = mentions.filter(({ to }) => to <= end);
  const head = headOf(vocabulary, words.slice(0, end), inHead);
  const mention = purposeBeside(vocabulary.purposeIn(words), head);
  if (mention !== null) return { type: mention.type, goesWith: null, mention };
  // "Something for my laptop" may be anything but the laptop.
  if (head === null) return { type: null, goesWith: end > 0 ? host : null, mention: null };
  const { type, from, to, isLine } = head;
  const fits = host !== null && vocabulary.isPart(host, words.slice(from, to));
  const goesWith = head.goesWith ?? (fits ? host : null);
  return { type, goesWith, mention: type === null ? null : { type, from, to, isLine } };
}

/** What a thing goes with: no animal. */
const hostIn = (vocabulary: Vocabulary, fitted: Mention | undefined): string | null =>
  fitted === undefined || vocabulary.isKindOf(fitted.type, ELSEWHERE) ? null : fitted.type;

/** What a thing is for, where only that says what is asked for: no name does, or one within. */
function purposeBeside(purpose: Purpose | null, head: Head | null): Mention | null {
  if (purpose === null) return null;
  const { from, to } = purpose;
  const isWithin = head === null || (head.from >= from && head.to <= to);
  // A "wash cloth" washes no clothes.
  const isWhole = head !== null && head.from === from && head.to === to;
  return isWithin && !isWhole ? { ...purpose, isLine: false } : null;
}

/** The name that the words before and behind "for" make together. */
function joinedName(
  vocabulary: Vocabulary,
  words: readonly string[],
  end: number,
  host: Mention | undefined,
): Mention | null {
  // "Dress for a summer wedding" is what the vocabulary calls "dress for wedding"; a toy kitchen
  // for toddlers has its name already.
  const isNamed = vocabulary.mentionsIn(words.slice(Math.max(0, end - 2), end))[0]?.to === 2;
  const before = words.slice(end - 1, end + 1);
  for (const [at, word] of words.entries()) {
    const [name] = at > end && !isNamed ? vocabulary.mentionsIn([...before, word]) : [];
    const isWhole = name?.from === 0 && name.to === before.length + 1;
    if (isWhole) return { ...name, from: end - 1, to: at + 1 };
  }
  const type = joinedType(vocabulary, words, end, host);
  return type === null ? null : { type, from: end - 1, to: end, isLine: false };
}

/** The type of "case for an iPhone" and "collar for my cat": "iPhone case", "cat collar". */
function joinedType(
  vocabulary: Vocabulary,
  words: readonly string[],
  end: number,
  host: Mention | undefined,
): string | null {
  const two = words.slice(Math.max(0, end - 2), end);
  const one = words.slice(end - 1, end);
  const across = (goal: readonly string[]) =>
    typeAcross(vocabulary, goal, two) ?? typeAcross(vocabulary, goal, one);
  if (host !== undefined) {
    const joined = vocabulary.joined(host.type, two) ?? vocabulary.joined(host.type, one);
    // A "wireless charger for an iPhone" is another kind of charger.
    const [own] = vocabulary.mentionsIn(two);
    if (own?.from === 0 && own.to === 2 && isSibling(vocabulary, own.type, joined)) return own.type;
    // "Toys for a labrador puppy": an animal is no thing that others go with.
    const isAnimal = vocabulary.isKindOf(host.type, ELSEWHERE);
    return joined ?? (isAnimal ? across(words.slice(host.to - 1, host.to)) : null);
  }
  const at = words.findIndex((word, index) => index > end && !DETERMINERS.has(word));
  // "Shoes for flat feet" are no flat shoes.
  return at < 0 || !isEndOfPhrase(words[at + 1]) ? null : across(words.slice(at, at + 1));
}

/** Whether two types are kinds of the same. */
function isSibling(vocabulary: Vocabulary, type: string, other: string | null): boolean {
  const [, parent] = vocabulary.lineage(type);
  return other !== null && parent !== undefined && parent === vocabulary.lineage(other)[1];
}

/** What is wanted to do something to a thing, by the names of what goes with things. */
const SERVING = new Map(
  [
    "carry bag case sleeve backpack",
    "hold holder stand mount rack",
    "charge charger",
    "protect case cover protector",
    "store storage rack box bag",
    "hang hanger hook mount",
    "mount mount bracket",
  ].map((line) => {
    const [verb = "", ...parts] = line.split(" ");
    return [verb, parts];
  }),
);
const BETWEEN_MAX = 2;

/** "Something to carry my laptop" is a laptop bag. */
function servingOf(
  vocabulary: Vocabulary,
  words: readonly string[],
  [host, named]: readonly Mention[],
): QueryType | null {
  const at = words[0] === "to" ? 1 : 0;
  const parts = SERVING.get(words[at] ?? "");
  // "Hang my clothes, a garment rack maybe" says itself what is wanted.
  if (parts === undefined || host === undefined) return null;
  if (named !== undefined && !words.slice(host.to, named.from).some(isRelation)) return null;
  const between = words.slice(at + 1, host.from);
  if (host.from <= at || between.length > BETWEEN_MAX || between.some(isRelation)) return null;
  for (const part of parts) {
    const type = vocabulary.joined(host.type, [part]);
    if (type === null || !vocabulary.isPart(host.type, [part])) continue;
    return { type, goesWith: host.type, mention: { ...host, type, from: at, isLine: false } };
  }
  // "Something to hang a mirror" is no mirror.
  return { type: null, goesWith: host.type, mention: null };
}

/** "Flat" in "flat feet" is no shoe. */
const isAdjective = (words: readonly string[], { from, to }: Mention): boolean =>
  to - from === 1 && oppositeOf(words[from] ?? "").length > 0 && !isEndOfPhrase(words[to]);

const isEndOfPhrase = (word: string | undefined): boolean => word === undefined || isRelation(word);

const isRelation = (word: string): boolean =>
  [FITTING, RELATIONS, PLACES].some((words) => words.has(word));

/** A shopper's words, singular, and the names in them. */
interface Read {
  readonly vocabulary: Vocabulary;
  readonly words: readonly string[];
  readonly mentions: readonly Mention[];
}

/** "That fits", "which goes on". */
const GOING = /^(?:fit|goe?|work|belong)$/;
const WITHIN = new Set("in on inside from".split(" "));

/** Whether a word says that what stands before it goes with what follows. */
function isFittingAt({ vocabulary, words, mentions }: Read, at: number): boolean {
  const word = words[at] ?? "";
  if (FITTING.has(word)) return true;
  if (word === "that" || word === "which") return GOING.test(words[at + 1] ?? "");
  // "The blade on my blender" is a part of it.
  const host = WITHIN.has(word)
    ? mentions.find(({ from }) => from > at && from <= at + 3)
    : undefined;
  if (host === undefined || at === 0) return false;
  return [2, 1].some((length) => {
    return at >= length && vocabulary.isPart(host.type, words.slice(at - length, at));
  });
}

/**
 * Where the words for the thing end. "Glow in the dark clock" names nothing before its "in", and
 * the "on" of "stick-on nails" is of their name.
 */
function endOfHead({ words, mentions, ...read }: Read): number {
  const first = mentions[0]?.from ?? words.length;
  const isInName = (at: number) => mentions.some(({ from, to }) => from < at && at < to);
  const ends = (word: string, index: number) =>
    (PLACES.has(word) ? index > first : FITTING.has(word) || RELATIONS.has(word)) ||
    (word === "of" && !MEASURES.has(words[index - 1] ?? "")) ||
    isFittingAt({ words, mentions, ...read }, index);
  const at = words.findIndex((word, index) => index > 0 && ends(word, index) && !isInName(index));
  return at < 0 ? words.length : at;
}
