import { seeded } from "../../eval/search/noise.ts";

/** Choices of a generator, all from one seed. */
export interface Random {
  /** A whole number from 0 to `count - 1`. */
  below(count: number): number;
  chance(share: number): boolean;
  oneOf<T>(list: readonly T[]): T;
  shuffled<T>(list: readonly T[]): T[];
}

export function randomFrom(seed: number): Random {
  const next = seeded(seed);
  const below = (count: number) => Math.floor(next() * count);
  return {
    below,
    chance: (share) => next() < share,
    oneOf: (list) => {
      const chosen = list[below(list.length)];
      if (chosen === undefined) throw new Error("An empty list has no element to choose.");
      return chosen;
    },
    shuffled: (list) =>
      list
        .map((value) => ({ value, key: next() }))
        .sort((a, b) => a.key - b.key)
        .map(({ value }) => value),
  };
}

/** Cuts a text at random UTF-16 places: chunks of 1 to `longest` units, none empty. */
export function cutAtRandom(text: string, longest: number, random: Random): string[] {
  const chunks: string[] = [];
  for (let at = 0; at < text.length; ) {
    const size = 1 + random.below(longest);
    chunks.push(text.slice(at, at + size));
    at += size;
  }
  return chunks;
}

/** How many answers a property test reads: `npm run prove -- citations` reads them all. */
export function answersToRead(short: number): number {
  return Number(process.env.CITATION_ANSWERS ?? short);
}

export const SEED = Number(process.env.CITATION_SEED ?? 14);
/** 10,000 answers take minutes on a small machine. */
export const PROOF_TIMEOUT_MS = 900_000;
