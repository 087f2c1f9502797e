import type { Parts, PartsWriter } from "./parts.ts";

const FIRST_CAPACITY = 1_024;
/** The value of a place that was never used. */
const FREE = -2;
/** What `get` says of a key that is not there. */
export const ABSENT = -1;

/**
 * Whole numbers to small whole numbers, in two arrays instead of a `Map`: it is opened where it
 * lies, and costs a garbage collection nothing.
 */
export class NumberMap {
  #keys: Float64Array<ArrayBuffer>;
  #values: Int32Array<ArrayBuffer>;
  /** Places with a key, of which some may be absent again. */
  #used = 0;

  constructor(from?: { parts: Parts; name: string }) {
    if (from === undefined) {
      this.#keys = new Float64Array(FIRST_CAPACITY);
      this.#values = new Int32Array(FIRST_CAPACITY).fill(FREE);
      return;
    }
    this.#keys = from.parts.numbers(`${from.name}.keys`, Float64Array);
    this.#values = from.parts.numbers(`${from.name}.values`, Int32Array);
    this.#used = from.parts.count(`${from.name}.used`);
  }

  get(key: number): number {
    const value = this.#values[this.#placeOf(key)] ?? FREE;
    return value === FREE ? ABSENT : value;
  }

  set(key: number, value: number): void {
    const place = this.#placeOf(key);
    if (this.#values[place] === FREE) this.#used += 1;
    this.#keys[place] = key;
    this.#values[place] = value;
    if (this.#used * 2 > this.#keys.length) this.#spread();
  }

  delete(key: number): void {
    const place = this.#placeOf(key);
    if (this.#values[place] !== FREE) this.#values[place] = ABSENT;
  }

  pack(writer: PartsWriter, name: string): void {
    writer.numbers(`${name}.keys`, this.#keys);
    writer.numbers(`${name}.values`, this.#values);
    writer.fact(`${name}.used`, this.#used);
  }

  #placeOf(key: number): number {
    const mask = this.#keys.length - 1;
    let place = hashOf(key) & mask;
    while (this.#values[place] !== FREE && this.#keys[place] !== key) place = (place + 1) & mask;
    return place;
  }

  #spread(): void {
    const keys = this.#keys;
    const values = this.#values;
    this.#keys = new Float64Array(keys.length * 2);
    this.#values = new Int32Array(keys.length * 2).fill(FREE);
    this.#used = 0;
    for (let at = 0; at < keys.length; at += 1) {
      const value = values[at] ?? FREE;
      if (value < 0) continue;
      const place = this.#placeOf(keys[at] ?? 0);
      this.#keys[place] = keys[at] ?? 0;
      this.#values[place] = value;
      this.#used += 1;
    }
  }
}

/** Both halves of a number count: product numbers may grow beyond 32 bits. */
function hashOf(key: number): number {
  const high = Math.floor(key / 0x1_0000_0000);
  const hash = Math.imul((key >>> 0) ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1);
  return (hash ^ (hash >>> 15)) >>> 0;
}
