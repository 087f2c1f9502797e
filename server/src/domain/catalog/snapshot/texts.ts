import { grown, type Parts, type PartsWriter } from "./parts.ts";

const FIRST_TEXTS = 1_024;
const FIRST_UNITS = 8_192;

/**
 * A growing list of short texts, kept as their UTF-16 units in one array: a hundred thousand
 * strings would cost every garbage collection, and could not be opened without being made first.
 */
export class TextList {
  #units: Uint16Array<ArrayBuffer>;
  #ends: Uint32Array<ArrayBuffer>;
  #count: number;

  constructor(from?: { parts: Parts; name: string }) {
    this.#units =
      from?.parts.numbers(`${from.name}.units`, Uint16Array) ?? new Uint16Array(FIRST_UNITS);
    this.#ends =
      from?.parts.numbers(`${from.name}.ends`, Uint32Array) ?? new Uint32Array(FIRST_TEXTS);
    this.#count = from === undefined ? 0 : this.#ends.length;
  }

  get size(): number {
    return this.#count;
  }

  /** Returns the text's number: how many were there before it. */
  add(text: string): number {
    const start = this.#startOf(this.#count);
    const end = start + text.length;
    if (end > this.#units.length) this.#units = grown(this.#units, end);
    if (this.#count === this.#ends.length) this.#ends = grown(this.#ends, this.#count + 1);
    for (let at = 0; at < text.length; at += 1) this.#units[start + at] = text.charCodeAt(at);
    this.#ends[this.#count] = end;
    this.#count += 1;
    return this.#count - 1;
  }

  textOf(number: number): string {
    const end = this.#ends[number] ?? 0;
    return String.fromCharCode(...this.#units.subarray(this.#startOf(number), end));
  }

  is(number: number, text: string): boolean {
    const start = this.#startOf(number);
    if ((this.#ends[number] ?? 0) - start !== text.length) return false;
    for (let at = 0; at < text.length; at += 1) {
      if (this.#units[start + at] !== text.charCodeAt(at)) return false;
    }
    return true;
  }

  /** The order of `<` on the texts themselves. */
  isBefore(left: number, right: number): boolean {
    const units = this.#units;
    let leftAt = this.#startOf(left);
    let rightAt = this.#startOf(right);
    const leftEnd = this.#ends[left] ?? 0;
    const rightEnd = this.#ends[right] ?? 0;
    while (leftAt < leftEnd && rightAt < rightEnd) {
      const difference = (units[leftAt] ?? 0) - (units[rightAt] ?? 0);
      if (difference !== 0) return difference < 0;
      leftAt += 1;
      rightAt += 1;
    }
    return leftAt === leftEnd && rightAt < rightEnd;
  }

  hashOf(number: number): number {
    let hash = HASH_START;
    const end = this.#ends[number] ?? 0;
    for (let at = this.#startOf(number); at < end; at += 1) {
      hash = Math.imul(hash ^ (this.#units[at] ?? 0), HASH_FACTOR);
    }
    return mixed(hash);
  }

  pack(writer: PartsWriter, name: string): void {
    writer.numbers(`${name}.units`, this.#units.subarray(0, this.#startOf(this.#count)));
    writer.numbers(`${name}.ends`, this.#ends.subarray(0, this.#count));
  }

  #startOf(number: number): number {
    return number === 0 ? 0 : (this.#ends[number - 1] ?? 0);
  }
}

/** Each text once, found by its letters. A text's number never changes. */
export class TextTable {
  readonly #texts: TextList;
  /** Open addressing: a text's number plus one, or 0 for a free place. Half of it stays free. */
  #places: Uint32Array<ArrayBuffer>;

  constructor(from?: { parts: Parts; name: string }) {
    this.#texts = new TextList(from);
    this.#places =
      from?.parts.numbers(`${from.name}.places`, Uint32Array) ?? new Uint32Array(2 * FIRST_TEXTS);
  }

  get size(): number {
    return this.#texts.size;
  }

  /** The text's number, or -1. */
  find(text: string): number {
    return (this.#places[this.#placeOf(text)] ?? 0) - 1;
  }

  intern(text: string): number {
    const place = this.#placeOf(text);
    const known = this.#places[place] ?? 0;
    if (known !== 0) return known - 1;
    const number = this.#texts.add(text);
    this.#places[place] = number + 1;
    if (this.#texts.size * 2 > this.#places.length) this.#spread();
    return number;
  }

  textOf(number: number): string {
    return this.#texts.textOf(number);
  }

  isBefore(left: number, right: number): boolean {
    return this.#texts.isBefore(left, right);
  }

  pack(writer: PartsWriter, name: string): void {
    this.#texts.pack(writer, name);
    writer.numbers(`${name}.places`, this.#places);
  }

  /** Where the text stands, or the free place where it would. */
  #placeOf(text: string): number {
    const mask = this.#places.length - 1;
    let place = hashOf(text) & mask;
    for (;;) {
      const entry = this.#places[place] ?? 0;
      if (entry === 0 || this.#texts.is(entry - 1, text)) return place;
      place = (place + 1) & mask;
    }
  }

  #spread(): void {
    const places = new Uint32Array(this.#places.length * 2);
    const mask = places.length - 1;
    for (let number = 0; number < this.#texts.size; number += 1) {
      let place = this.#texts.hashOf(number) & mask;
      while (places[place] !== 0) place = (place + 1) & mask;
      places[place] = number + 1;
    }
    this.#places = places;
  }
}

/** FNV-1a, by the unit; then mixed, since a table looks at the lowest bits only. */
const HASH_START = 0x811c9dc5;
const HASH_FACTOR = 0x01000193;

export function hashOf(text: string): number {
  let hash = HASH_START;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), HASH_FACTOR);
  }
  return mixed(hash);
}

function mixed(hash: number): number {
  return (hash ^ (hash >>> 15)) >>> 0;
}
