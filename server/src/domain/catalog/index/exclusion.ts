import { sameAs } from "@placard/vocabulary";
import { HAS_BIT } from "./fields.ts";
import { lackingTerm } from "./lacking.ts";
import { measuresAsked } from "./measures.ts";
import { findTerm, type Segment } from "./segment.ts";
import { stem } from "./stem.ts";
import { fold, wordsOf } from "./tokens.ts";
import type { Vocabulary } from "./vocabulary.ts";

export interface ExcludableIndex {
  readonly vocabulary: Vocabulary;
  readonly segments: readonly Segment[];
}

/** What is ruled out, and what is doubtful among the rest. */
export interface Exclusion {
  isOut(slot: number): boolean;
  /** What a score is multiplied with: a description may name the thing, or say it is lacking. */
  factorOf(slot: number): number;
}

/**
 * How far those go back whose description alone names what is ruled out, and how far those go
 * forward that say they lack it.
 *
 * **Source** 145 searches with an exclusion over four feeds.
 */
const NAMED_FACTOR = 0.4;
const LACKING_FACTOR = 2;

/** Names of one thing: who wants no scent takes "fragrance-free", who wants no cord "wireless". */
const SAME = ["scent fragrance perfume smell odor", "cord wire cable lead", "liner lining"].map(
  (line) => line.split(" ").map(stem),
);

/** What is of a material that is ruled out. */
const KINDS = new Map([[stem("leather"), ["suede", "nubuck", "cowhide"].map(stem)]]);

/**
 * Which products have one of the phrases, with all its words, where they say what they are.
 * Products that lack the thing ("faux leather", "sugar-free") do not. `null`: none has.
 */
export function exclusionOf(
  index: ExcludableIndex,
  phrases: readonly string[] = [],
): Exclusion | null {
  const out = new Set<number>();
  const named = new Set<number>();
  const lacking = new Set<number>();
  for (const phrase of phrases) {
    const words = [...new Set(wordsOf(phrase).map(stem))];
    addAll(out, slotsWithAll(index, words, HAS_BIT));
    addAll(named, slotsWithAll(index, words, 0));
    for (const one of [...(KINDS.get(words.join(" ")) ?? []), ...otherWordsFor(phrase)]) {
      addAll(out, slotsWithAll(index, [one], HAS_BIT));
    }
    // A size alone: "no 32 inch legs" says nothing of the rest of a thing.
    const sizes = measuresAsked(phrase).filter(({ text }) => text === fold(phrase).trim());
    for (const { term } of sizes) addAll(out, slotsWith(index, term, HAS_BIT));
    const same = words.flatMap((word) => SAME.find((line) => line.includes(word)) ?? [word]);
    for (const word of same) addAll(lacking, slotsWith(index, lackingTerm(word), 0));
  }
  if (out.size + named.size + lacking.size === 0) return null;
  return {
    isOut: (slot) => out.has(slot),
    factorOf(slot) {
      if (lacking.has(slot)) return LACKING_FACTOR;
      return named.has(slot) ? NAMED_FACTOR : 1;
    },
  };
}

/** Single words that mean the same: who wants no "hard shell" wants no hardside suitcase. */
function otherWordsFor(phrase: string): string[] {
  const words = wordsOf(phrase);
  if (words.length > 2) return [];
  const joined = words.join("");
  return [...(words.length === 2 ? [joined] : []), ...sameAs(joined)].map(stem);
}

function addAll(into: Set<number>, slots: Iterable<number>): void {
  for (const slot of slots) into.add(slot);
}

/**
 * The products that have all of the words in such a place, and do not lack what the first says: a
 * "Fire TV Stick (no TV controls)" is one of Fire TV.
 */
function slotsWithAll(index: ExcludableIndex, words: readonly string[], place: number) {
  let having: Set<number> | undefined;
  for (const [at, word] of words.entries()) {
    const slots = slotsWith(index, word, place);
    const lacking = at === 0 ? slotsWith(index, lackingTerm(word), place) : [];
    for (const slot of lacking) slots.delete(slot);
    const before: Set<number> | undefined = having;
    having = before === undefined ? slots : new Set([...slots].filter((slot) => before.has(slot)));
  }
  return having ?? new Set<number>();
}

function slotsWith({ vocabulary, segments }: ExcludableIndex, term: string, place: number) {
  const found = new Set<number>();
  const number = vocabulary.find(term);
  if (number < 0) return found;
  for (const segment of segments) {
    const { slots, weights, starts } = segment;
    const at = findTerm(segment, number);
    if (at < 0) continue;
    const end = starts[at + 1] ?? 0;
    for (let posting = starts[at] ?? 0; posting < end; posting += 1) {
      if (((weights[posting] ?? 0) & place) === place) found.add(slots[posting] ?? 0);
    }
  }
  return found;
}
