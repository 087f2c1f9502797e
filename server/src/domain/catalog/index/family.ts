import type { CatalogProduct } from "../product.ts";
import { grown, type Parts, type PartsWriter } from "../snapshot/parts.ts";
import { hashOf } from "../snapshot/texts.ts";
import { wordsOf } from "./tokens.ts";

const FIRST_CAPACITY = 1_024;
const NAME = "families";

/**
 * Which products are one thing in several colours, sizes or packs: a number for each slot, the same
 * for all of a family. Only a hash, so two strangers may share one by chance, which costs one of
 * them a place or two in a list.
 */
export class Families {
  #families: Uint32Array<ArrayBuffer>;

  /** `from`: packed families to continue with, without copying them. */
  constructor(from?: Parts) {
    this.#families = from?.numbers(NAME, Uint32Array) ?? new Uint32Array(FIRST_CAPACITY);
  }

  write(slot: number, product: CatalogProduct): void {
    if (slot >= this.#families.length) this.#families = grown(this.#families, FIRST_CAPACITY);
    this.#families[slot] = familyOf(product);
  }

  of(slot: number): number {
    return this.#families[slot] ?? 0;
  }

  pack(writer: PartsWriter, count: number): void {
    writer.numbers(NAME, this.#families.subarray(0, count));
  }
}

/** Colours and sizes that titles name; a product's own colour is known besides. */
const LOOKS = new Set(
  (
    "black white grey gray silver gold golden rose red blue green yellow orange purple pink " +
    "brown beige navy teal cyan magenta turquoise ivory cream tan khaki charcoal burgundy " +
    "maroon violet lavender coral mint olive copper bronze multicolor multicolour dark light " +
    "xs s m l xl xxl xxxl small medium large king queen twin pack packs of pcs pc piece pieces " +
    "count size"
  ).split(" "),
);
const UNITS = new Set(
  "cm mm m in inch inches ft foot feet oz ml l lb lbs g kg gb tb mb w v x".split(" "),
);
const MEASURE = /^\d+(?:[./]\d+)?(?:cm|mm|m|in|inch|ft|oz|ml|l|lbs?|g|kg|gb|tb|mb|w|v|x\d*)$/;
const NUMBER = /^\d+(?:[./]\d+)?$/;

/** **Units** 32 bits over the words that tell a product from others, whatever their order. */
export function familyOf({ title, brand, color }: CatalogProduct): number {
  const own = new Set(color === null ? [] : wordsOf(color));
  const words = wordsOf(title);
  const telling = words.filter((word, at) => {
    if (LOOKS.has(word) || own.has(word) || MEASURE.test(word)) return false;
    if (UNITS.has(word)) return !NUMBER.test(words[at - 1] ?? "");
    if (!NUMBER.test(word)) return true;
    // A bare number names a model, unless it measures or counts something.
    return !UNITS.has(words[at + 1] ?? "") && words[at - 1] !== "of" && words[at - 1] !== "x";
  });
  return hashOf([brand ?? "", ...new Set(telling.sort())].join(" "));
}
