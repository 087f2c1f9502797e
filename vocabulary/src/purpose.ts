import type { TypeLine } from "./read.ts";
import { plainWords } from "./words.ts";

/** A type by what it does, and the words `from` up to, not including, `to` that say so. */
export interface Purpose {
  readonly type: string;
  readonly from: number;
  readonly to: number;
}

export type Purposes = ReturnType<typeof createPurposes>;

/** "Boil the water": words between those of a purpose that say nothing. */
const BETWEEN = new Set("a an the my our your his her their some any it up".split(" "));
/** What stands before a purpose, unless it starts the text. */
const BEFORE = new Set("to for that which and can".split(" "));

/** What things are for, as people say who do not name them: "something to boil water". */
export function createPurposes(lines: readonly TypeLine[]) {
  const byVerb = new Map<string, { type: string; words: readonly string[] }[]>();
  for (const { id, purposes } of lines) {
    for (const words of purposes.map((purpose) => plainWords(purpose).map(formless))) {
      const [verb = ""] = words;
      byVerb.set(verb, [...(byVerb.get(verb) ?? []), { type: id, words }]);
    }
  }
  for (const known of byVerb.values()) {
    known.sort((left, right) => right.words.length - left.words.length);
  }

  /** Where the purpose ends that begins at a word; -1 if it does not stand there. */
  const endOf = (purpose: readonly string[], words: readonly string[], from: number): number => {
    let at = from;
    for (const word of purpose) {
      while (at > from && BETWEEN.has(words[at] ?? "")) at += 1;
      if (formless(words[at] ?? "") !== word) return -1;
      at += 1;
    }
    return at;
  };

  /** The first and longest purpose among the words of a text as `plainWords` gives them. */
  return (words: readonly string[]): Purpose | null => {
    for (const [from, word] of words.entries()) {
      if (from > 0 && !BEFORE.has(words[from - 1] ?? "")) continue;
      for (const purpose of byVerb.get(formless(word)) ?? []) {
        const to = endOf(purpose.words, words, from);
        if (to > 0) return { type: purpose.type, from, to };
      }
    }
    return null;
  };
}

/** What the forms of a verb share: "cut" of "cutting", "tak" of "take" and "taking". */
function formless(word: string): string {
  if (word.length < 4) return word;
  const base = word.replace(/(?:ing|e)$/, "");
  return base.length < 2 ? word : base.replace(/([bdgklmnprt])\1$/, "$1");
}
