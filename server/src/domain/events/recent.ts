/** A fixed-size cache of ids, which may be wrong either way. */
export interface RecentIds {
  /** True: probably added. False: not added, or replaced since. */
  has(id: string): boolean;
  add(id: string): void;
}

const SLOTS_BITS_DEFAULT = 19;
const WORDS_PER_SLOT = 2;

/**
 * A table of fingerprints in which a newer id takes the place of an older one: half a million ids
 * in 4 MB, outside the garbage collector's heap.
 */
export function createRecentIds(slotsBits = SLOTS_BITS_DEFAULT): RecentIds {
  const table = new Uint32Array(WORDS_PER_SLOT << slotsBits);
  const print = new Uint32Array(WORDS_PER_SLOT);
  const slotOf = (id: string) => {
    fingerprint(id, print);
    return ((print[0] ?? 0) >>> (32 - slotsBits)) * WORDS_PER_SLOT;
  };
  return {
    has(id) {
      const slot = slotOf(id);
      return table[slot] === print[0] && table[slot + 1] === print[1];
    },
    add(id) {
      const slot = slotOf(id);
      table[slot] = print[0] ?? 0;
      table[slot + 1] = print[1] ?? 0;
    },
  };
}

const FNV_PRIME = 0x0100_0193;
const FNV_START = 0x811c_9dc5;
const GOLDEN_RATIO = 0x9e37_79b1;

/** Two independent 32-bit hashes; 0 and 0 is an empty slot, so the second is never 0. */
function fingerprint(id: string, print: Uint32Array): void {
  let first = FNV_START;
  let second = id.length;
  for (let index = 0; index < id.length; index += 1) {
    const code = id.charCodeAt(index);
    first = Math.imul(first ^ code, FNV_PRIME);
    second = Math.imul(second + code, GOLDEN_RATIO);
    second ^= second >>> 15;
  }
  // The slot is taken from the upper bits, which FNV leaves poorly mixed.
  print[0] = Math.imul(first ^ (first >>> 15), GOLDEN_RATIO);
  print[1] = second | 1;
}
