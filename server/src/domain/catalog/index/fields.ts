import type { CatalogProduct } from "../product.ts";
import { eachTerm, isStopWord } from "./tokens.ts";
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
export const BRAND_BIT = 8;
export const PLACE_BITS = STRONG_BIT | FITS_BIT | NAME_BIT | BRAND_BIT;

/**
 * **Source** chosen among 444 sets of nineteen values on the judged development queries of two
 * shops (75 and 58): NDCG 0.663 and 0.777. Cross-validated over queries (37 sets that differ in one
 * value, the best on four fifths measured on the rest): 0.663 and 0.776, so no change of one value
 * is worth having. `npm run eval -- search --data DIR --cross-validate`
 */
export const FIELDS: Fields = {
  title: { weight: 5, lengthPart: 0.3, length: 8, bits: STRONG_BIT },
  brand: { weight: 1, lengthPart: 0.3, length: 2, bits: STRONG_BIT | BRAND_BIT },
  category: { weight: 2, lengthPart: 0.5, length: 9, bits: STRONG_BIT },
  color: { weight: 1, lengthPart: 0.3, length: 2, bits: 0 },
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
export const WEIGHT_STEPS = 4_095;

/** The part of a posting's weight that grows with the words, in steps up to `WEIGHT_STEPS`. */
export function stepsOf(posting: number): number {
  return posting >>> 4;
}

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
  let last = -1;

  /** Counts the terms of a text and returns its length in words. */
  const count = (text: string, into: Map<number, number>, keepStopWords: boolean): number => {
    let length = 0;
    eachTerm(text, (term, isJoined) => {
      if (!isJoined) length += 1;
      if (!keepStopWords && isStopWord(term)) return;
      last = vocabulary.intern(term);
      into.set(last, (into.get(last) ?? 0) + 1);
    });
    return length;
  };

  const mark = (term: number, bit: number) => bits.set(term, (bits.get(term) ?? 0) | bit);
  const weigh = (counted: Map<number, number>, length: number, field: FieldWeight) => {
    const norm = 1 - field.lengthPart + (field.lengthPart * length) / field.length;
    for (const [term, times] of counted) {
      sums.set(term, (sums.get(term) ?? 0) + (field.weight * times) / norm);
      if (field.bits !== 0) mark(term, field.bits);
    }
  };

  const addField = (text: string, field: FieldWeight, keepStopWords: boolean) => {
    weigh(counts, count(text, counts, keepStopWords), field);
    counts.clear();
  };

  const addTitle = (title: string) => {
    const { name, details, fits } = partsOfTitle(title);
    last = -1;
    let length = count(name, counts, true);
    if (last >= 0) mark(last, NAME_BIT);
    length += count(details, counts, true);
    length += count(fits, partCounts, true);
    for (const term of partCounts.keys()) if (!counts.has(term)) mark(term, FITS_BIT);
    moveCounts(partCounts, counts);
    weigh(counts, length, fields.title);
    counts.clear();
  };

  const addDescription = (description: string) => {
    const at = openingLengthOf(description);
    const openingLength = count(description.slice(0, at), partCounts, false);
    const length = openingLength + count(description.slice(at), counts, false);
    weigh(partCounts, openingLength, fields.opening);
    moveCounts(partCounts, counts);
    weigh(counts, length, fields.description);
    counts.clear();
  };

  return {
    collect(product: CatalogProduct, emit: (term: number, weight: number) => void): void {
      addTitle(product.title);
      addField(product.brand ?? "", fields.brand, true);
      addField(product.category.join(" "), fields.category, false);
      addField(product.color ?? "", fields.color, false);
      addDescription(product.description ?? "");
      for (const [term, sum] of sums) emit(term, postingOf(sum, bits.get(term) ?? 0));
      sums.clear();
      bits.clear();
    },
  };
}

function postingOf(sum: number, bits: number): number {
  return (Math.round((sum / (SATURATION + sum)) * WEIGHT_STEPS) << 4) | bits;
}

function moveCounts(from: Map<number, number>, to: Map<number, number>): void {
  for (const [term, times] of from) to.set(term, (to.get(term) ?? 0) + times);
  from.clear();
}

interface TitleParts {
  readonly name: string;
  readonly details: string;
  readonly fits: string;
}

function partsOfTitle(title: string): TitleParts {
  const fitsAt = title.search(FITS);
  const end = fitsAt < NAME_LENGTH_MIN ? title.length : fitsAt;
  const product = title.slice(0, end);
  const detailsAt = product.search(DETAILS);
  const nameEnd = detailsAt < NAME_LENGTH_MIN ? end : detailsAt;
  return {
    name: title.slice(0, nameEnd),
    details: title.slice(nameEnd, end),
    fits: title.slice(end),
  };
}

/** Where the first words of a description end, between two of them. */
function openingLengthOf(description: string): number {
  if (description.length <= OPENING_LENGTH) return description.length;
  return Math.max(0, description.lastIndexOf(" ", OPENING_LENGTH));
}
