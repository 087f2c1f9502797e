import type { CatalogProduct } from "../product.ts";
import { eachTerm, isStopWord } from "./tokens.ts";
import type { Vocabulary } from "./vocabulary.ts";

/**
 * How much a field says about what a product is (BM25F). `length` is the usual length of the field
 * in words and is fixed on purpose: a product's weights then depend on that product alone, so every
 * process gives it the same score however its index came about.
 */
interface FieldWeight {
  readonly weight: number;
  /** 0: the field's length does not matter; 1: it divides the count of words. */
  readonly lengthPart: number;
  readonly length: number;
  readonly bit: number;
}

export const TITLE_BIT = 1;
export const BRAND_BIT = 2;
export const CATEGORY_BIT = 4;
export const COLOR_BIT = 8;
export const FIELD_BITS = 15;

const FIELDS = {
  title: { weight: 5, lengthPart: 0.5, length: 11, bit: TITLE_BIT },
  brand: { weight: 3, lengthPart: 0.3, length: 2, bit: BRAND_BIT },
  category: { weight: 2, lengthPart: 0.5, length: 9, bit: CATEGORY_BIT },
  color: { weight: 1, lengthPart: 0.3, length: 2, bit: COLOR_BIT },
  description: { weight: 1, lengthPart: 0.7, length: 60, bit: 0 },
} as const satisfies Record<string, FieldWeight>;

/** Where repeating a word stops helping. */
const SATURATION = 1.2;
const WEIGHT_STEPS = 4_095;

/** The part of a posting's weight that grows with the words, between 0 and 1. */
export function saturationOf(posting: number): number {
  return (posting >>> 4) / WEIGHT_STEPS;
}

/** Collects the terms of one product at a time; made once and used for many. */
export interface TermCollector {
  /** Calls back once for each distinct term, with its posting weight. */
  collect(product: CatalogProduct, emit: (term: number, weight: number) => void): void;
}

export function createTermCollector(vocabulary: Vocabulary): TermCollector {
  const sums = new Map<number, number>();
  const bits = new Map<number, number>();
  const inField = new Map<number, number>();

  const addField = (text: string | null, field: FieldWeight, keepStopWords: boolean) => {
    if (text === null || text === "") return;
    let length = 0;
    eachTerm(text, (term, isJoined) => {
      if (!isJoined) length += 1;
      if (!keepStopWords && isStopWord(term)) return;
      const number = vocabulary.intern(term);
      inField.set(number, (inField.get(number) ?? 0) + 1);
    });
    const norm = 1 - field.lengthPart + (field.lengthPart * length) / field.length;
    for (const [term, count] of inField) {
      sums.set(term, (sums.get(term) ?? 0) + (field.weight * count) / norm);
      bits.set(term, (bits.get(term) ?? 0) | field.bit);
    }
    inField.clear();
  };

  return {
    collect(product, emit) {
      addField(product.title, FIELDS.title, true);
      addField(product.brand, FIELDS.brand, true);
      addField(product.category.join(" "), FIELDS.category, false);
      addField(product.color, FIELDS.color, false);
      addField(product.description, FIELDS.description, false);
      for (const [term, sum] of sums) {
        const saturated = Math.round((sum / (SATURATION + sum)) * WEIGHT_STEPS);
        emit(term, (saturated << 4) | (bits.get(term) ?? 0));
      }
      sums.clear();
      bits.clear();
    },
  };
}
