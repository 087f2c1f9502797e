import { hashOf } from "../intent/hash.ts";

/** Places for weights; a name falls into one of them by its hash. A power of two. */
export const BUCKETS = 262_144;

/** FNV alone leaves the low bits of like texts alike. */
export function placeOf(text: string): number {
  const hash = hashOf(text);
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 13)) & (BUCKETS - 1);
}
