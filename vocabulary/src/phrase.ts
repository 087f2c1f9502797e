import { isPartOf, type Mention, type Vocabulary } from "./vocabulary.ts";

/** What a phrase speaks of, and where it says so. */
export interface Head {
  readonly type: string | null;
  /** The type it is an accessory, a part or a refill for. */
  readonly goesWith: string | null;
  /** Words `from` up to, not including, `to`. */
  readonly from: number;
  readonly to: number;
  /** Only a product line says so. */
  readonly isLine: boolean;
}

/**
 * The thing that the last name of a phrase means: "laptop charger" is a charger, "laptop skin" a
 * part of a laptop, "phone 7 case" a phone case. `null` if no name lies between `from` and `to`.
 */
export function headOf(
  vocabulary: Vocabulary,
  words: readonly string[],
  mentions: readonly Mention[],
): Head | null {
  const last = mentions.at(-1);
  if (last === undefined) return null;
  const own = words.slice(last.from, last.to);
  const part = partBehind(vocabulary, last, words);
  if (part !== null) {
    const joined = vocabulary.joined(last.type, words.slice(part.from, part.to));
    const from = joined === null ? part.from : nameStart(last, part.from);
    return { type: joined, goesWith: last.type, from, to: part.to, isLine: false };
  }
  // "Screen protector iPad Air", but a "cable extension cable" is a cable.
  const fitting = mentions.slice(0, -1).findLast(({ type, from, to }) => {
    const name = words.slice(from, to);
    if (last.isLine && isPartOf(vocabulary, type, last.type)) return true;
    return name.length > 1 && name.at(-1) !== own.at(-1) && vocabulary.isPart(last.type, name);
  });
  if (fitting !== undefined) return { ...fitting, goesWith: last.type };
  const { from, to, isLine } = last;
  const before = mentions.at(-2);
  if (before !== undefined && vocabulary.isPart(before.type, own)) {
    const joined = own.length === 1 ? vocabulary.joined(before.type, own) : null;
    const start = joined === null ? from : nameStart(before, from);
    return { type: joined ?? last.type, goesWith: before.type, from: start, to, isLine };
  }
  return { type: narrowed(vocabulary, last, words), goesWith: null, from, to, isLine };
}

/** "Telly unit" is one name; a product line and its model are words of their own. */
const nameStart = ({ from, to, isLine }: Mention, part: number): number =>
  to === part && !isLine ? from : part;

/** How far before a name a word may stand that narrows it: "running Ultraboost 19 shoes". */
const NARROWING_WITHIN = 4;

/** The kind of a thing that a name and one of the words before it name together. */
function narrowed(
  vocabulary: Vocabulary,
  { type, from, to }: Mention,
  words: readonly string[],
): string {
  if (to - from > 1) return type;
  for (let at = from - 1; at >= Math.max(0, from - NARROWING_WITHIN); at -= 1) {
    const word = words[at] ?? "";
    if (word === "") break;
    const found = vocabulary.typeNamed(word, words[from] ?? "");
    if (found !== null && vocabulary.isKindOf(found, type)) return found;
  }
  return type;
}

/**
 * Where a part behind a name ends: "printer toner". Numbers of a model may stand between a product
 * line and the part: "iPhone 7 Plus case". `null` if no part follows.
 */
function partBehind(
  vocabulary: Vocabulary,
  { type, to, isLine }: Mention,
  words: readonly string[],
): Span | null {
  let from = to;
  while (isLine && from < to + MODEL_WORDS_MAX && MODEL.test(words[from] ?? "")) from += 1;
  for (const length of [3, 2, 1]) {
    const end = from + length;
    if (words.length >= end && vocabulary.isPart(type, words.slice(from, end))) {
      return { from, to: end };
    }
  }
  return null;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

const MODEL = /\d|^(?:and|plus|pro|max|mini|edge|ultra|lite|series|gen|generation|xl|xs|se|inch)$/;
const MODEL_WORDS_MAX = 5;

/** The type whose name ends `left` and `right` together and needs words of both. */
export function typeAcross(
  vocabulary: Vocabulary,
  left: readonly string[],
  right: readonly string[],
): string | null {
  const last = vocabulary.mentionsIn([...left, ...right]).at(-1);
  const isAcross =
    last !== undefined &&
    last.from < left.length &&
    last.to > left.length &&
    last.to === left.length + right.length;
  return isAcross ? last.type : null;
}
