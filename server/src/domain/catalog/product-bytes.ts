import { ABSENT, NumberMap } from "./snapshot/number-map.ts";
import { grown, type Parts, type PartsWriter } from "./snapshot/parts.ts";

/** **Units** bytes. A product is at most a few KB, so little of a block stays unused. */
const BLOCK_BYTES = 1 << 20;

export interface Place {
  readonly block: number;
  readonly start: number;
  readonly end: number;
}

/** Bytes outside the heap: written once, read where they lie, never moved. */
export class Blocks {
  readonly #blocks: Uint8Array<ArrayBuffer>[] = [];
  #used = BLOCK_BYTES;
  #heldBytes = 0;

  /** `from`: packed blocks to continue with, without copying them. */
  constructor(from?: Parts) {
    const count = from?.count("store.blocks") ?? 0;
    for (let block = 0; block < count; block += 1)
      this.#hold(from?.numbers(nameOf(block), Uint8Array));
    // What was packed is full: there is no room behind it.
    this.#used = Number.POSITIVE_INFINITY;
  }

  heldBytes(): number {
    return this.#heldBytes;
  }

  write(text: string): Place {
    const length = Buffer.byteLength(text);
    if (this.#used + length > BLOCK_BYTES) {
      this.#hold(new Uint8Array(Math.max(BLOCK_BYTES, length)));
      this.#used = 0;
    }
    const block = this.#blocks.length - 1;
    const start = this.#used;
    bufferOf(this.#blocks[block]).write(text, start);
    this.#used = start + length;
    return { block, start, end: this.#used };
  }

  read({ block, start, end }: Place): string {
    return bufferOf(this.#blocks[block]).toString("utf8", start, end);
  }

  pack(writer: PartsWriter): void {
    writer.fact("store.blocks", this.#blocks.length);
    for (const [number, block] of this.#blocks.entries()) {
      const isLast = number === this.#blocks.length - 1;
      writer.numbers(nameOf(number), isLast ? block.subarray(0, this.#used) : block);
    }
  }

  #hold(block: Uint8Array<ArrayBuffer> | undefined): void {
    if (block === undefined) return;
    this.#blocks.push(block);
    this.#heldBytes += block.length;
  }
}

export const PRODUCT = 1;
export const RETIRED_LINK = 2;
export type EntryKind = typeof PRODUCT | typeof RETIRED_LINK;

const FIRST_CAPACITY = 1_024;

/** What is known of each product number, one entry each, never given away again. */
export class Entries {
  readonly #byNumber: NumberMap;
  #kinds: Uint8Array<ArrayBuffer>;
  /** Block, start and end, one after the other. */
  #places: Uint32Array<ArrayBuffer>;
  #count = 0;
  #productCount = 0;
  #liveBytes = 0;

  /** `from`: packed entries to continue with, without copying them. */
  constructor(from?: Parts) {
    this.#byNumber = new NumberMap(from && { parts: from, name: "store.byNumber" });
    this.#kinds = from?.numbers("store.kinds", Uint8Array) ?? new Uint8Array(FIRST_CAPACITY);
    this.#places =
      from?.numbers("store.places", Uint32Array) ?? new Uint32Array(3 * FIRST_CAPACITY);
    if (from === undefined) return;
    this.#count = this.#kinds.length;
    this.#productCount = from.count("store.productCount");
    this.#liveBytes = from.count("store.liveBytes");
  }

  get productCount(): number {
    return this.#productCount;
  }

  /** Of all entries together; what lies in the blocks besides is unreachable. */
  get liveBytes(): number {
    return this.#liveBytes;
  }

  find(number: number): number {
    return this.#byNumber.get(number);
  }

  /** Where the bytes lie, when they are of this kind. */
  placeOf(entry: number, kind: EntryKind): Place | null {
    if (entry < 0 || this.#kinds[entry] !== kind) return null;
    const places = this.#places;
    const at = entry * 3;
    return { block: places[at] ?? 0, start: places[at + 1] ?? 0, end: places[at + 2] ?? 0 };
  }

  /** Says what a product number's bytes are from now on; returns its entry. */
  write(number: number, kind: EntryKind, place: Place): number {
    const known = this.#byNumber.get(number);
    const entry = known === ABSENT ? this.#add(number) : known;
    const places = this.#places;
    const at = entry * 3;
    this.#liveBytes += place.end - place.start - ((places[at + 2] ?? 0) - (places[at + 1] ?? 0));
    this.#productCount += Number(kind === PRODUCT) - Number(this.#kinds[entry] === PRODUCT);
    this.#kinds[entry] = kind;
    places[at] = place.block;
    places[at + 1] = place.start;
    places[at + 2] = place.end;
    return entry;
  }

  pack(writer: PartsWriter): void {
    this.#byNumber.pack(writer, "store.byNumber");
    writer.numbers("store.kinds", this.#kinds.subarray(0, this.#count));
    writer.numbers("store.places", this.#places.subarray(0, 3 * this.#count));
    writer.fact("store.productCount", this.#productCount);
    writer.fact("store.liveBytes", this.#liveBytes);
  }

  #add(number: number): number {
    const entry = this.#count;
    if (entry === this.#kinds.length) {
      this.#kinds = grown(this.#kinds, FIRST_CAPACITY);
      this.#places = grown(this.#places, 3 * this.#kinds.length);
    }
    this.#count += 1;
    this.#byNumber.set(number, entry);
    return entry;
  }
}

function nameOf(block: number): string {
  return `store.block.${block}`;
}

function bufferOf(bytes: Uint8Array<ArrayBuffer> | undefined): Buffer {
  if (bytes === undefined) return Buffer.alloc(0);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}
