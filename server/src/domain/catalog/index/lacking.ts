import { stem } from "./stem.ts";
import { wordsOf } from "./tokens.ts";

/** Words before the name of what a product lacks or only looks like. */
const BEFORE = new Set("faux vegan imitation artificial fake synthetic non no without".split(" "));
/** Words after it: "sugar-free", "stain resistant" is no such case. */
const AFTER = new Set("free less".split(" "));

const HINT =
  /faux|vegan|imitation|artificial|fake|synthetic|\bnon?\b|without|free|less\b|\bun[a-z]{4,}ed\b/i;

/** What a product says it lacks, in stemmed words. */
export function lackingIn(text: string): string[] {
  if (!HINT.test(text)) return [];
  const words = wordsOf(text);
  return words.flatMap((word, at) => {
    if (BEFORE.has(words[at - 1] ?? "") || AFTER.has(words[at + 1] ?? "")) return [stem(word)];
    // "wireless", "seamless", "unscented".
    const [, less, un] = /^(?:([a-z]{3,})less|un([a-z]{4,})ed)$/.exec(word) ?? [];
    const without = less ?? un;
    return without === undefined ? [] : [stem(without)];
  });
}

/** The term under which products are listed that lack a thing; no word of a text is one. */
export function lackingTerm(stemmed: string): string {
  return `\u0002${stemmed}`;
}
