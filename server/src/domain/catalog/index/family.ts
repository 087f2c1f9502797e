import type { CatalogProduct } from "../product.ts";
import type { Parts, PartsWriter } from "../snapshot/parts.ts";
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

  /** `from`: packed families to go on with, where they lie. */
  constructor(from?: Parts) {
    this.#families = from?.words(NAME) ?? new Uint32Array(FIRST_CAPACITY);
  }

  write(slot: number, product: CatalogProduct): void {
    if (slot >= this.#families.length) {
      const grown = new Uint32Array(Math.max(FIRST_CAPACITY, slot * 2));
      grown.set(this.#families);
      this.#families = grown;
    }
    this.#families[slot] = familyOf(product);
  }

  of(slot: number): number {
    return this.#families[slot] ?? 0;
  }

  /** `count`: how many slots were given out. */
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

/** **Source** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
}
