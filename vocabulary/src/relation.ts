import { typeOfQuery } from "./query-type.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { spacedWords } from "./words.ts";

/** More types say that a text offers anything; a creative has at most 280 characters. */
const TYPES_MAX = 12;

/** What a text offers: types of the vocabulary, and the names that people use for them. */
export interface Offered {
  readonly types: string[];
  readonly names: string[];
}

/** In a sentence of a shop, "the new range" is what it sells. */
const SALES_WORDS = new Set(["range", "collection", "line"]);

/**
 * The types that a text names, in their order, each once. Both lists are empty without any. Of
 * names in a row the last one counts: "light tents" are tents.
 */
export function offeredIn(vocabulary: Vocabulary, text: string): Offered {
  const { words, gaps } = spacedWords(text);
  const mentions = vocabulary.mentionsIn(words);
  const named = mentions.filter(({ from, to }, at) => {
    const isAlone = to - from === 1 && SALES_WORDS.has(words[from] ?? "");
    const isBefore = mentions[at + 1]?.from === to && gaps[to] === " ";
    return !isAlone && !isBefore;
  });
  const types = [...new Set(named.map(({ type }) => type))].slice(0, TYPES_MAX);
  return { types, names: [...new Set(types.flatMap(vocabulary.namesOf))] };
}

/**
 * Whether an offer of these types is what a query asks for: one is the asked type, a wider or a
 * narrower one. True also where the query names no type or none is offered, because then nothing
 * speaks against it.
 */
export function isAbout(vocabulary: Vocabulary, query: string, types: readonly string[]): boolean {
  const { type: asked, goesWith } = typeOfQuery(vocabulary, query);
  const wanted = asked ?? goesWith;
  if (wanted === null) return true;
  if (types.length === 0) return true;
  // A charger for a laptop is no laptop.
  if (asked === null) return false;
  return types.some((type) => vocabulary.isKindOf(asked, type) || vocabulary.isKindOf(type, asked));
}
