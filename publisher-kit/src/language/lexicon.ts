import { FLAGS, HASH_BITS, HASH_SEED, WORDS } from "../generated/lexicon.ts";
import { bucketOf, hashOf, mix } from "./intent/hash.ts";
import { decodeSteps } from "./intent/model.ts";
import { STRENGTH } from "./word-flags.ts";

/** Flags by hash; made on first use, for importing does no work. */
let flags: Map<number, number> | undefined;

/** What is known of a lower-case word, by its hash. */
export function flagsOf(hash: number): number {
  flags ??= readFlags();
  return flags.get(bucketOf(mix(HASH_SEED, hash), HASH_BITS)) ?? 0;
}

function readFlags(): Map<number, number> {
  const read = new Map<number, number>();
  decodeSteps(WORDS, 2 ** HASH_BITS, (place, kind) => read.set(place, FLAGS[kind - 1] ?? 0));
  return read;
}

/** Whether a lower-case word stands in a list. */
export const hasFlag = (word: string, flag: number): boolean => (flagsOf(hashOf(word)) & flag) > 0;

/** How surely a lower-case word names a product: 2 strongly, 1 weakly, 0 not at all. */
export function productStrength(word: string): number {
  const own = strengthOf(word);
  if (own > 0 || word.length < 4 || !word.endsWith("s")) return own;
  const single = strengthOf(word.slice(0, -1));
  if (single > 0 || !word.endsWith("es")) return single;
  for (const singular of [word.slice(0, -2), `${word.slice(0, -3)}y`, `${word.slice(0, -3)}f`]) {
    const found = strengthOf(singular);
    if (found > 0) return found;
  }
  return word.endsWith("ves") ? strengthOf(`${word.slice(0, -3)}fe`) : 0;
}

const strengthOf = (word: string): number => flagsOf(hashOf(word)) & STRENGTH;
