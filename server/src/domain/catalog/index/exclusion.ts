import { HAS_BIT } from "./fields.ts";
import { lackingTerm } from "./lacking.ts";
import { findTerm, type Segment } from "./segment.ts";
import { stem } from "./stem.ts";
import { wordsOf } from "./tokens.ts";
import type { Vocabulary } from "./vocabulary.ts";

export interface ExcludableIndex {
  readonly vocabulary: Vocabulary;
  readonly segments: readonly Segment[];
}

/**
 * Which products have one of the phrases, with all its words, where they say what they are.
 * Products that lack the thing ("faux leather", "sugar-free") do not. `null`: none has.
 */
export function exclusionOf(
  index: ExcludableIndex,
  phrases: readonly string[] | undefined,
): ((slot: number) => boolean) | null {
  const excluded = new Set<number>();
  for (const phrase of phrases ?? []) {
    const words = [...new Set(wordsOf(phrase).map(stem))];
    let having: ReadonlySet<number> | undefined;
    for (const word of words) {
      const slots = slotsWith(index, word);
      for (const slot of slotsWith(index, lackingTerm(word))) slots.delete(slot);
      const before: ReadonlySet<number> | undefined = having;
      having =
        before === undefined ? slots : new Set([...slots].filter((slot) => before.has(slot)));
    }
    for (const slot of having ?? []) excluded.add(slot);
  }
  return excluded.size === 0 ? null : (slot) => excluded.has(slot);
}

function slotsWith({ vocabulary, segments }: ExcludableIndex, term: string): Set<number> {
  const found = new Set<number>();
  const number = vocabulary.find(term);
  if (number < 0) return found;
  for (const segment of segments) {
    const { slots, weights, starts } = segment;
    const at = findTerm(segment, number);
    if (at < 0) continue;
    const end = starts[at + 1] ?? 0;
    for (let posting = starts[at] ?? 0; posting < end; posting += 1) {
      if (((weights[posting] ?? 0) & HAS_BIT) !== 0) found.add(slots[posting] ?? 0);
    }
  }
  return found;
}
