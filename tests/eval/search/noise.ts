/** How readers disturb a query: slips of the keys, and the sentences they put around it. */

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const TYPO_WORD_MIN = 5;

/** Numbers between 0 and 1 from a seed, the same on every machine (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One letter dropped, added, replaced or swapped in one longer word; null without such a word. */
export function withTypo(query: string, random: () => number): string | null {
  const words = query.split(" ");
  const long = words.flatMap((word, index) =>
    word.length >= TYPO_WORD_MIN && /^[a-z]+$/i.test(word) ? [index] : [],
  );
  const chosen = long[Math.floor(random() * long.length)];
  if (chosen === undefined) return null;
  const word = words[chosen] ?? "";
  let typo = word;
  while (typo === word) typo = edited(word, random);
  return words.with(chosen, typo).join(" ");
}

function edited(word: string, random: () => number): string {
  const at = Math.floor(random() * word.length);
  const letter = LETTERS.charAt(Math.floor(random() * LETTERS.length));
  const head = word.slice(0, at);
  const tail = word.slice(at);
  const kind = Math.floor(random() * 4);
  if (kind === 0) return head + tail.slice(1);
  if (kind === 1) return head + letter + tail;
  if (kind === 2) return head + letter + tail.slice(1);
  return head + tail.charAt(1) + tail.charAt(0) + tail.slice(2);
}

export interface Wrapping {
  readonly before: string;
  readonly after: string;
  /** What the sentence asks for beside the product; the plain query gets it as an argument. */
  readonly minPrice?: number;
  readonly maxPrice?: number;
}

export const WRAPPINGS: readonly Wrapping[] = [
  { before: "can you find me a ", after: " please" },
  { before: "cheap ", after: " under $50", maxPrice: 50 },
  { before: "my old one broke so I need ", after: ", thanks!" },
  { before: "Hi there! I'm looking for ", after: ", any recommendations?" },
  { before: "what are the best ", after: " you have in stock?" },
  { before: "I would like to buy ", after: " as a birthday gift for my sister" },
  { before: "show me some ", after: " between $10 and $60", minPrice: 10, maxPrice: 60 },
  { before: "Thanks, that helps. Now I also want ", after: " that are not too expensive." },
];
