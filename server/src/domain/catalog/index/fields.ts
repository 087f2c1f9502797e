import type { CatalogProduct } from "../product.ts";
import { nameStemsOf, typesOf } from "../types.ts";
import { lackingIn, lackingTerm } from "./lacking.ts";
import { measuresOf, sizeTerms } from "./measures.ts";
import { eachTerm, fold, isStopWord } from "./tokens.ts";
import { typeTerm } from "./type-column.ts";
import type { Vocabulary } from "./vocabulary.ts";

/**
 * How much a field says about what a product is (BM25F). `length` is the usual length of the field
 * in words and is fixed on purpose: a product's weights then depend on that product alone, so every
 * process gives it the same score however its index came about.
 */
export interface FieldWeight {
  readonly weight: number;
  /** 0: the field's length does not matter; 1: it divides the count of words. */
  readonly lengthPart: number;
  readonly length: number;
  readonly bits: number;
}

export type FieldName = "title" | "brand" | "category" | "color" | "description" | "opening";
export type Fields = Readonly<Record<FieldName, FieldWeight>>;

/** The term stands where a product says what it is: in its title, brand or category. */
export const STRONG_BIT = 1;
/** In the title, but only after its "for" or "with": what the product fits, not what it is. */
export const FITS_BIT = 2;
/** The last word of the product's name: in "Steel garden chair, set of 2" the chair. */
export const NAME_BIT = 4;
/** In the title, brand, colour or narrowest category: what who rules a thing out looks at. */
export const HAS_BIT = 8;
const PLACES = 4;
export const PLACE_BITS = (1 << PLACES) - 1;

/**
 * **Source** chosen among 444 sets of nineteen values on the judged development queries of two
 * shops (75 and 58): NDCG 0.663 and 0.777. Cross-validated over queries (37 sets that differ in one
 * value, the best on four fifths measured on the rest): 0.663 and 0.776, so no change of one value
 * is worth having. `npm run eval -- search --data DIR --cross-validate`
 */
export const FIELDS: Fields = {
  title: { weight: 5, lengthPart: 0.3, length: 8, bits: STRONG_BIT | HAS_BIT },
  brand: { weight: 1, lengthPart: 0.3, length: 2, bits: STRONG_BIT | HAS_BIT },
  category: { weight: 2, lengthPart: 0.5, length: 9, bits: STRONG_BIT },
  color: { weight: 1, lengthPart: 0.3, length: 2, bits: HAS_BIT },
  description: { weight: 1, lengthPart: 0.7, length: 60, bits: 0 },
  /** A description starts with what matters and ends with warranties. */
  opening: { weight: 1, lengthPart: 0.5, length: 25, bits: 0 },
};

const OPENING_LENGTH = 150;

/** Where a title stops saying what the product is and starts saying what it goes with. */
const FITS = / for | with | w\/ |,? compatible /i;
/** Where its name ends, and details follow. */
const DETAILS = /,| - | \u2013 | \(| \| /;
/** A shorter start is no name: "Case for ..." names the case, but "3 for 2" nothing. */
const NAME_LENGTH_MIN = 8;

const SATURATION = 2.5;
export const WEIGHT_STEPS = 2_047;

/** The part of a posting's weight that grows with the words, in steps up to `WEIGHT_STEPS`. */
export function stepsOf(posting: number): number {
  return posting >>> PLACES;
}

/** **Shape** the number of a term, and its posting's weight. */
type Emit = (term: number, weight: number) => void;

export type TermCollector = ReturnType<typeof createTermCollector>;

/**
 * Collects the terms of one product at a time; made once and used for many. `collect` calls back
 * once for each distinct term, with its posting weight. `fields`: others than the chosen ones only
 * to measure them.
 */
export function createTermCollector(vocabulary: Vocabulary, fields = FIELDS) {
  const sums = new Map<number, number>();
  const bits = new Map<number, number>();
  /** How often each term stands in the field at hand; the second for a part of it. */
  const counts = new Map<number, number>();
  const partCounts = new Map<number, number>();
  const typeTerms = createTypeTerms(vocabulary);
  const count = (text: string, into: Map<number, number>, keepStopWords: boolean): Counted =>
    countTerms(text, { vocabulary, into, keepStopWords });

  const mark = (term: number, bit: number) => bits.set(term, (bits.get(term) ?? 0) | bit);
  const weigh = (counted: Map<number, number>, length: number, field: FieldWeight) => {
    const norm = 1 - field.lengthPart + (field.lengthPart * length) / field.length;
    for (const [term, times] of counted) {
      sums.set(term, (sums.get(term) ?? 0) + (field.weight * times) / norm);
      if (field.bits !== 0) mark(term, field.bits);
    }
  };

  const addField = (text: string, field: FieldWeight, keepStopWords: boolean, before = 0) => {
    weigh(counts, before + count(text, counts, keepStopWords).length, field);
    counts.clear();
  };

  // "Faux leather" and "leather-free" have no leather: a term of its own says so.
  const addLacking = (text: string, { weight, bits: place }: FieldWeight) => {
    for (const word of lackingIn(text)) {
      const term = vocabulary.intern(lackingTerm(word));
      sums.set(term, Math.max(weight, sums.get(term) ?? 0));
      mark(term, place);
    }
  };
  const addTitle = (title: string) => {
    addLacking(title, fields.title);
    const { name, details, fits } = partsOfTitle(title);
    const named = count(name, counts, true);
    if (named.last >= 0) mark(named.last, NAME_BIT);
    const rest = count(details, counts, true).length + count(fits, partCounts, true).length;
    for (const term of partCounts.keys()) if (!counts.has(term)) mark(term, FITS_BIT);
    moveCounts(partCounts, counts);
    weigh(counts, named.length + rest, fields.title);
    counts.clear();
  };

  const addDescription = (description: string) => {
    addLacking(description, fields.description);
    const at = openingLengthOf(description);
    const opening = count(description.slice(0, at), partCounts, false).length;
    weigh(partCounts, opening, fields.opening);
    moveCounts(partCounts, counts);
    addField(description.slice(at), fields.description, false, opening);
  };

  return {
    collect(product: CatalogProduct, emit: Emit): void {
      addTitle(product.title);
      addField(product.brand ?? "", fields.brand, true);
      addField(product.category.join(" "), fields.category, false);
      eachTerm(product.category.at(-1) ?? "", (term) => mark(vocabulary.intern(term), HAS_BIT));
      addField(product.color ?? "", fields.color, false);
      addDescription(product.description ?? "");
      for (const [term, sum] of sums) emit(term, postingOf(sum, bits.get(term) ?? 0));
      // Listed under its brand, its type and what that is a kind of, without weight.
      if (product.brand) emit(vocabulary.intern(brandTerm(product.brand)), 0);
      typeTerms(product, (word) => ((bits.get(word) ?? 0) & STRONG_BIT) !== 0, emit);
      sums.clear();
      bits.clear();
    },
  };
}

/** The term under which the products of a brand of one word are listed. */
export function brandTerm(brand: string): string {
  return `\u0003${fold(brand)}`;
}

/** The term under which the products of a type are listed that say a word of its names. */
export function calledTerm(type: string, word: string): string {
  return `\u0004${type} ${word}`;
}

interface NameTerm {
  /** A word of a type's names. */
  readonly word: number;
  /** Lists the products of the type that say it. */
  readonly term: number;
}

/** Finds the terms of products by what they are; the words of a type's names are read once. */
function createTypeTerms(vocabulary: Vocabulary) {
  const byType = new Map<string, readonly NameTerm[]>();
  const nameTerms = (type: string): readonly NameTerm[] => {
    const known = byType.get(type);
    if (known !== undefined) return known;
    const terms = nameStemsOf(type).map((word) => {
      return { word: vocabulary.intern(word), term: vocabulary.intern(calledTerm(type, word)) };
    });
    byType.set(type, terms);
    return terms;
  };
  /** Calls back with the terms of a product's types that has those words in a strong place. */
  return (product: CatalogProduct, isStrong: (word: number) => boolean, emit: Emit): void => {
    const { types, isCertain } = typesOf(product);
    for (const type of types) {
      emit(vocabulary.intern(typeTerm(type)), isCertain ? STRONG_BIT : 0);
      for (const { word, term } of nameTerms(type)) if (isStrong(word)) emit(term, 0);
    }
  };
}

interface Counted {
  /** **Units** words. */
  readonly length: number;
  /** The last term; -1 for none. */
  readonly last: number;
}

function countTerms(
  text: string,
  counting: { vocabulary: Vocabulary; into: Map<number, number>; keepStopWords: boolean },
): Counted {
  const { vocabulary, into, keepStopWords } = counting;
  const add = (term: string): number => {
    const number = vocabulary.intern(term);
    into.set(number, (into.get(number) ?? 0) + 1);
    return number;
  };
  for (const measure of measuresOf(text)) {
    add(measure.term);
    // A title that names a size says so; what a description measures may be anything.
    if (keepStopWords) for (const term of [measure.kind, ...sizeTerms(measure)]) add(term);
  }
  let length = 0;
  let last = -1;
  eachTerm(text, (term, isJoined) => {
    if (!isJoined) length += 1;
    if (!keepStopWords && isStopWord(term)) return;
    last = add(term);
  });
  return { length, last };
}

function postingOf(sum: number, bits: number): number {
  return (Math.round((sum / (SATURATION + sum)) * WEIGHT_STEPS) << PLACES) | bits;
}

function moveCounts(from: Map<number, number>, to: Map<number, number>): void {
  for (const [term, times] of from) to.set(term, (to.get(term) ?? 0) + times);
  from.clear();
}

function partsOfTitle(title: string): { name: string; details: string; fits: string } {
  const end = endOf(title, FITS);
  const nameEnd = endOf(title.slice(0, end), DETAILS);
  return {
    name: title.slice(0, nameEnd),
    details: title.slice(nameEnd, end),
    fits: title.slice(end),
  };
}

/** Where a part of a title ends: a start too short to name anything belongs to it. */
function endOf(title: string, next: RegExp): number {
  const at = title.slice(NAME_LENGTH_MIN).search(next);
  return at < 0 ? title.length : NAME_LENGTH_MIN + at;
}

/** Where the first words of a description end, between two of them. */
function openingLengthOf(description: string): number {
  if (description.length <= OPENING_LENGTH) return description.length;
  return Math.max(0, description.lastIndexOf(" ", OPENING_LENGTH));
}
