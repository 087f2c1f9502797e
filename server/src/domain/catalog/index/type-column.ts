import { isPartOf, plainWords, type TypedProduct, type Vocabulary } from "@placard/vocabulary";
import { sharedVocabulary } from "@placard/vocabulary/files";
import { createBoundedMap } from "../../../core/cache.ts";
import { grown, type Parts, type PartsWriter } from "../snapshot/parts.ts";
import { QUERY_WORDS_MAX } from "./tokens.ts";

const FIRST_CAPACITY = 1_024;
const NAME = "types";
/** Of types asked for, each with a table of a few thousand bytes. */
const TABLES_MAX = 1_000;

/** What a search asks for, by the words that name it or what it goes with. */
export type AskedType = Omit<TypedProduct, "isCertain">;

/** How a product's type stands to the one asked for. */
export const FITTING = 0;
/** Certainly something else. */
export const OTHER = 1;
/** An accessory or a part of what is asked for. */
export const PART = 2;
/** Something else, as it seems. */
export const DOUBTFUL = 3;
/** Certainly another kind of what the asked one is a kind of; it may be called by that name. */
export const NEIGHBOUR = 4;
/** Certainly something else that is called so with a word before: a shower curtain. */
export const COMPOUND = 5;
const UNKNOWN = -1;

/** One more word: a product of the type that some words name has it, and with it those words. */
export const TYPE_WORD = 1 << QUERY_WORDS_MAX;

/** What each product is, by slot: a number for each type with what it goes with. */
export class TypeColumn {
  #numbers: Uint16Array<ArrayBuffer>;
  readonly #types: TypedProduct[] = [];
  readonly #numberByKey = new Map<string, number>();
  readonly #tables = createBoundedMap<string, Int8Array>(TABLES_MAX);

  /** `from`: a packed column to continue with, without copying it. */
  constructor(from?: Parts) {
    this.#numbers = from?.numbers(NAME, Uint16Array) ?? new Uint16Array(FIRST_CAPACITY);
    for (const key of from?.texts(NAME) ?? []) this.#add(key);
  }

  write(slot: number, { type, goesWith, isCertain }: TypedProduct): void {
    if (slot >= this.#numbers.length) this.#numbers = grown(this.#numbers, FIRST_CAPACITY);
    const key = `${type ?? ""} ${goesWith ?? ""} ${isCertain ? "certain" : ""}`;
    this.#numbers[slot] = this.#numberByKey.get(key) ?? this.#add(key);
  }

  /** How the product of a slot stands to what is asked for: one of the numbers above. */
  relationTo(asked: AskedType): (slot: number) => number {
    const numbers = this.#numbers;
    const types = this.#types;
    const relations = this.#relationsTo(asked);
    return (slot) => {
      const number = numbers[slot] ?? 0;
      const known = relations[number] ?? UNKNOWN;
      if (known !== UNKNOWN) return known;
      const type = types[number];
      const relation = type === undefined ? FITTING : relationOf(asked, type);
      relations[number] = relation;
      return relation;
    };
  }

  /** By the number of a type, as far as searches for the same have met it. */
  #relationsTo(asked: AskedType): Int8Array {
    const key = `${asked.type} ${asked.goesWith}`;
    const known = this.#tables.get(key);
    if (known !== undefined && known.length >= this.#types.length) return known;
    const relations = new Int8Array(this.#types.length).fill(UNKNOWN);
    this.#tables.set(key, relations);
    return relations;
  }

  pack(writer: PartsWriter, count: number): void {
    writer.numbers(NAME, this.#numbers.subarray(0, count));
    writer.fact(NAME, [...this.#numberByKey.keys()]);
  }

  #add(key: string): number {
    const [type = "", goesWith = "", certain = ""] = key.split(" ");
    const number = this.#types.push({
      type: type || null,
      goesWith: goesWith || null,
      isCertain: certain !== "",
    });
    this.#numberByKey.set(key, number - 1);
    return number - 1;
  }
}

function isKind(type: string | null, other: string | null): boolean {
  return type !== null && other !== null && sharedVocabulary().isKindOf(type, other);
}

function relationOf(asked: AskedType, has: TypedProduct): number {
  const vocabulary = sharedVocabulary();
  if (asked.type === null) return isKind(has.type, asked.goesWith) ? OTHER : FITTING;
  if (isKind(has.type, asked.type)) return FITTING;
  if (asked.goesWith === null) {
    if (isKind(has.goesWith, asked.type)) return PART;
    if (has.type !== null && isPartOf(vocabulary, has.type, asked.type)) return PART;
  }
  return has.type === null ? FITTING : otherOf(vocabulary, asked.type, { ...has, type: has.type });
}

function otherOf(
  vocabulary: Vocabulary,
  asked: string,
  { type, isCertain }: { type: string; isCertain: boolean },
): number {
  // Who wants toothbrush heads wants no toothbrush.
  if (isPartOf(vocabulary, asked, type)) return isCertain ? OTHER : DOUBTFUL;
  if (isKind(asked, type)) return FITTING;
  if (isKind(type, vocabulary.lineage(asked)[1] ?? null)) return isCertain ? NEIGHBOUR : FITTING;
  if (!isCertain) return DOUBTFUL;
  return isCompoundOf(vocabulary, asked, type) ? COMPOUND : OTHER;
}

/** Whether another type's name ends in a word that alone names the asked one: "dog coat". */
function isCompoundOf(vocabulary: Vocabulary, asked: string, type: string): boolean {
  const names = new Set(vocabulary.namesOf(asked).map((name) => plainWords(name).join(" ")));
  const words = vocabulary.nameWordsOf(type);
  return words.length > 1 && names.has(words.at(-1) ?? "");
}

/** The term under which the products of a type are listed; no word of a text is one. */
export function typeTerm(type: string): string {
  return `\u0001${type}`;
}
