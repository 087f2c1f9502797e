import type { Mention, Vocabulary } from "./vocabulary.ts";
import { plainWords } from "./words.ts";

/** What a product says of itself. */
export interface DescribedProduct {
  readonly title: string;
  /** From the widest to the narrowest. */
  readonly category: readonly string[];
}

/** What a product is; `null` where that is unknown. */
export interface ProductType {
  readonly type: string | null;
  /** The type it is an accessory, a part or a refill for. */
  readonly goesWith: string | null;
}

/** Where a title stops saying what the product is and starts saying what it goes with. */
const RELATION = new RegExp(
  "\\b(?:for|with|compatible|fits?|fitting|includes?|including|featuring|w\\/|works?|without" +
    "|replacement for|designed|made|from|by|to)(?!\\w)",
  "i",
);
const SEPARATOR = /[,;|()[\]:\u2013\u2014]| - |(?<=\S) -(?=\S)|\. /;
/** A brand before a colon or dash says less than what follows. */
const ACCESSORY_CATEGORY = /\b(?:accessor(?:y|ies)|parts|supplies|cases?)\b/i;

/** Reads the types of products; made once and used for many, which share category paths. */
export function createProductTyper(vocabulary: Vocabulary) {
  const byPath = new Map<string, string[]>();
  return (product: DescribedProduct): ProductType => {
    const path = product.category.join("\n");
    let named = byPath.get(path);
    if (named === undefined) {
      named = typesOfCategory(vocabulary, product.category);
      if (byPath.size < PATHS_MAX) byPath.set(path, named);
    }
    return typeOf(vocabulary, product, named);
  };
}

/** Feeds with more paths than these give each product its own. */
const PATHS_MAX = 10_000;

/** The type of a product by its title and what its category path names. */
function typeOf(
  vocabulary: Vocabulary,
  product: DescribedProduct,
  named: readonly string[],
): ProductType {
  /** Whether the category path speaks of such a thing, too. */
  const isNamed = (type: string) =>
    named.some((other) => vocabulary.isKindOf(type, other) || vocabulary.isKindOf(other, type));
  const titled = typeOfTitle(vocabulary, product.title, isNamed);
  const leaf = product.category.at(-1) ?? "";
  if (named.length === 0) return titled;
  if (titled.type === null) {
    const only = named[0] ?? null;
    const isAccessory = ACCESSORY_CATEGORY.test(leaf);
    return isAccessory
      ? { type: null, goesWith: titled.goesWith ?? only }
      : { type: only, goesWith: titled.goesWith };
  }
  const { type } = titled;
  const wider = named.find((other) => vocabulary.isKindOf(type, other));
  if (wider !== undefined) return titled;
  const narrower = named.find((other) => vocabulary.isKindOf(other, type));
  if (narrower !== undefined && named.length === 1) return { ...titled, type: narrower };
  return titled;
}

/** The types that the narrowest telling name of a category path names. */
function typesOfCategory(vocabulary: Vocabulary, category: readonly string[]): string[] {
  for (const name of category.toReversed()) {
    const mentions = vocabulary.mentionsIn(plainWords(name));
    if (mentions.length > 0) return mentions.map(({ type }) => type);
  }
  return [];
}

/** Relations to what a product goes with, not to what comes with it. */
const FITTING = /^(?:for|compatible|fit|replacement|designed|works?)/i;
/** "1 pc(s)" counts pieces. */
const COUNT = /\b\d+ ?pcs?(?:\(s\))?/gi;

function typeOfTitle(
  vocabulary: Vocabulary,
  written: string,
  isNamed: (type: string) => boolean,
): ProductType {
  const title = written.replace(COUNT, " ");
  const related = RELATION.exec(title.slice(1));
  const at = related === null ? title.length : related.index + 1;
  const isFor = FITTING.test(title.slice(at, at + 12));
  const fits = isFor ? plainWords(title.slice(at, at + 80).split(SEPARATOR)[0] ?? "") : [];
  const host = vocabulary.mentionsIn(fits)[0]?.type ?? null;
  const parts = title.slice(0, at).split(SEPARATOR);
  if (isFor && host !== null) {
    const joined = joinedType(vocabulary, host, plainWords(parts.at(-1) ?? ""));
    if (joined !== null) return { type: joined, goesWith: host };
  }
  const heads = parts.flatMap((part) => headOf(vocabulary, plainWords(part)) ?? []);
  const found = heads.find(({ type }) => type !== null && isNamed(type)) ?? heads[0];
  if (found === undefined) return { type: null, goesWith: isFor ? host : null };
  const goesWith = found.goesWith ?? (isFor ? hostOf(vocabulary, host, found.words) : null);
  return { type: found.type, goesWith };
}

/** "Hard shell case for iPhone" is a phone case. */
function joinedType(vocabulary: Vocabulary, host: string, words: readonly string[]): string | null {
  return vocabulary.joined(host, words.slice(-2)) ?? vocabulary.joined(host, words.slice(-1));
}

interface Head extends ProductType {
  readonly words: readonly string[];
}

/**
 * The last name in the first phrase of a part of a title, unless it only says what the first one is
 * a part of. Numbers, sizes and colours end a phrase: "server 2.2 GHz rack", "bag nylon black".
 */
function headOf(vocabulary: Vocabulary, all: readonly string[]): Head | null {
  const first = vocabulary.mentionsIn(all)[0];
  if (first === undefined) return null;
  const end = all.findIndex((word, at) => at >= first.to && ENDS_NAME.test(word));
  const words = end < 0 ? all : all.slice(0, end);
  const mentions = vocabulary.mentionsIn(words);
  const last = mentions.at(-1);
  if (last === undefined) return null;
  const own = words.slice(last.from, last.to);
  const before = mentions.at(-2);
  if (before !== undefined && before.to === last.from && vocabulary.isPart(before.type, own)) {
    return { type: last.type, goesWith: before.type, words: own };
  }
  const part = partAfter(vocabulary, last, words);
  if (part !== null) return { type: null, goesWith: last.type, words: part };
  return { type: last.type, goesWith: null, words: own };
}

/** What follows the name of a thing and is no part of it. */
const ENDS_NAME = new RegExp(
  "\\d|^(?:black|white|grey|gray|red|blue|green|yellow|pink|brown|silver|gold|beige|purple|orange" +
    "|navy|clear|transparent|nylon|leather|cotton|polyester|steel|plastic|wood|metal|original" +
    "|intel|amd|usb|small|medium|large|set|pack|size|color|colour)$",
);

/** The words right behind a name that make the product a part of it: "printer toner". */
function partAfter(
  vocabulary: Vocabulary,
  { type, to }: Mention,
  words: readonly string[],
): readonly string[] | null {
  for (const length of [3, 2, 1]) {
    const behind = words.slice(to, to + length);
    if (behind.length === length && vocabulary.isPart(type, behind)) return behind;
  }
  return null;
}

function hostOf(
  vocabulary: Vocabulary,
  host: string | null,
  words: readonly string[],
): string | null {
  return host !== null && vocabulary.isPart(host, words) ? host : null;
}
