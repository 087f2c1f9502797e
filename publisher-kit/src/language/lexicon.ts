import { HASH_BITS, NOUNS } from "../generated/head-nouns.ts";
import { hashOf } from "./intent/hash.ts";
import { decodeSteps } from "./intent/model.ts";

/** Strengths by hash; made on first use, for importing does no work. */
let strengths: Map<number, number> | undefined;

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

function strengthOf(word: string): number {
  strengths ??= readNouns();
  return strengths.get(hashOf(word) >>> (32 - HASH_BITS)) ?? 0;
}

function readNouns(): Map<number, number> {
  const read = new Map<number, number>();
  decodeSteps(NOUNS, 2 ** HASH_BITS, (hash, strength) => read.set(hash, strength));
  return read;
}
