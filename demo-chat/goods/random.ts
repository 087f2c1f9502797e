const UINT32 = 4294967296;

/** A stream of reproducible numbers; every draw advances it. */
export type Random = {
  /** The next number in [0, 1). */
  next(): number;
  /** A whole number in [0, below). */
  int(below: number): number;
  /** One element of a list that is not empty. */
  pick<Item>(items: readonly Item[]): Item;
};

/**
 * Mixes whole numbers into one unsigned 32-bit number. Neighbouring inputs give unrelated outputs,
 * which lets every product draw from its own stream and be made without its predecessors.
 *
 * Source: the finaliser of MurmurHash3 (fmix32), applied after each part.
 */
export function mixNumbers(...parts: number[]): number {
  let hash = 0x9e3779b9;
  for (const part of parts) {
    hash = Math.imul(hash ^ (part >>> 0), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    hash ^= hash >>> 16;
  }
  return hash >>> 0;
}

/** Hashes a text to an unsigned 32-bit number (FNV-1a over UTF-16 units, then mixed). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return mixNumbers(hash);
}

/**
 * Starts a stream from any whole numbers. Not for secrets: mulberry32 is small and fast, and its
 * 32-bit state is plenty for the few dozen draws one product needs.
 */
export function createRandom(...seeds: number[]): Random {
  let state = mixNumbers(...seeds);
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / UINT32;
  }
  function int(below: number): number {
    return Math.floor(next() * below);
  }
  function pick<Item>(items: readonly Item[]): Item {
    const item = items[int(items.length)];
    if (item === undefined) throw new RangeError("pick needs a list with at least one element.");
    return item;
  }
  return { next, int, pick };
}

/**
 * Maps [0, size) onto itself, one to one, in an order decided by the key. This is what makes titles
 * unique without remembering them: two positions never share a combination.
 *
 * Source: a four-round Feistel network over the next even number of bits, walked until the result
 * falls inside the range (at most four times as many values as needed, so few steps on average).
 */
export function permute(position: number, size: number, key: number): number {
  if (size < 2) return 0;
  const halfBits = Math.max(1, Math.ceil(Math.log2(size) / 2));
  const mask = 2 ** halfBits - 1;
  let value = position;
  do {
    let left = value >>> halfBits;
    let right = value & mask;
    for (let round = 0; round < 4; round += 1) {
      const swapped = left ^ (mixNumbers(key, round, right) & mask);
      left = right;
      right = swapped;
    }
    value = left * (mask + 1) + right;
  } while (value >= size);
  return value;
}
