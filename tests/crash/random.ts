/** A small seeded generator (mulberry32): the same seed gives the same load and the same faults. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** Whole, both ends included. */
  between(low: number, high: number): number;
  isOneIn(chances: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** The same items in another order. */
  shuffled<T>(items: readonly T[]): T[];
}

const STEP = 0x6d2b79f5;

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + STEP) >>> 0;
    return scrambled(state) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    between,
    isOneIn: (chances) => next() * chances < 1,
    pick(items) {
      const item = items[between(0, items.length - 1)];
      if (item === undefined) throw new RangeError("Nothing to pick from.");
      return item;
    },
    shuffled(items) {
      return items
        .map((item) => ({ item, place: next() }))
        .sort((left, right) => left.place - right.place)
        .map(({ item }) => item);
    },
  };
}

/** What a seed makes of one number, whatever was drawn before. **Shape** 32 bits. */
export function mix(seed: number, number: number): number {
  return scrambled((scrambled(seed >>> 0) + Math.imul(number + 1, STEP)) >>> 0);
}

function scrambled(state: number): number {
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return (mixed ^ (mixed >>> 14)) >>> 0;
}
