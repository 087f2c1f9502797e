/** Lets long work give way: resolves at once, or after other work had its turn. */
export type Pace = () => Promise<void> | undefined;

export type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

/** A snapshot that is damaged, foreign or not of this version: the index is built instead. */
export class SnapshotError extends Error {
  override readonly name = "SnapshotError";
}

interface NumbersKind<Values> {
  readonly name: string;
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBuffer, at: number, length: number): Values;
}

/** Collects by name what goes into one buffer. Nothing is copied before `finish`. */
export interface PartsWriter {
  numbers(name: string, values: Numbers): void;
  /** Anything that JSON can say; for the few things that are no long row of numbers. */
  fact(name: string, value: unknown): void;
  /**
   * Copies everything, in slices. What was given must not change meanwhile.
   *
   * **Shape** magic, length of the directory, directory as JSON, then each part on a multiple of
   * eight bytes, so that it can be read where it lies.
   */
  finish(pace: Pace): Promise<ArrayBuffer>;
}

/** Reads parts where they lie: opening copies nothing. */
export interface Parts {
  /** The numbers of a part that was written as such an array. */
  numbers<Values extends Numbers>(name: string, kind: NumbersKind<Values>): Values;
  fact(name: string): unknown;
  count(name: string): number;
  texts(name: string): string[];
}

interface Place {
  readonly kind: string;
  /** **Units** bytes from the start of the first part. */
  readonly at: number;
  readonly length: number;
}

/** "Placard" and the number of the layout; another machine's byte order makes it another number. */
const MAGIC = 0x1a_01_50_4c;
const PREFIX_BYTES = 8;
const ALIGN_BYTES = 8;
const SLICE_BYTES = 1 << 20;

export function createPartsWriter(): PartsWriter {
  const parts: { place: Place; values: Numbers }[] = [];
  const places: Record<string, Place> = {};
  const facts: Record<string, unknown> = {};
  let at = 0;
  return {
    numbers(name, values) {
      const place = { kind: values.constructor.name, at, length: values.length };
      places[name] = place;
      parts.push({ place, values });
      at = aligned(at + values.byteLength);
    },
    fact(name, value) {
      facts[name] = value;
    },
    async finish(pace) {
      const directory = new TextEncoder().encode(JSON.stringify({ places, facts }));
      const start = aligned(PREFIX_BYTES + directory.length);
      const buffer = new ArrayBuffer(start + at);
      const bytes = new Uint8Array(buffer);
      new Uint32Array(buffer, 0, 2).set([MAGIC, directory.length]);
      bytes.set(directory, PREFIX_BYTES);
      for (const { place, values } of parts) {
        const source = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
        for (let from = 0; from < source.length; from += SLICE_BYTES) {
          bytes.set(source.subarray(from, from + SLICE_BYTES), start + place.at + from);
          await pace();
        }
      }
      return buffer;
    },
  };
}

/** **Errors** throws when the buffer is not one of ours, here or when a part is read. */
export function openParts(buffer: ArrayBuffer): Parts {
  const { places, facts, start } = readDirectory(buffer);
  return {
    numbers(name, kind) {
      const place = places[name];
      if (place?.kind !== kind.name) throw new SnapshotError(`no ${kind.name} called ${name}`);
      const end = start + place.at + place.length * kind.BYTES_PER_ELEMENT;
      if (end > buffer.byteLength) throw new SnapshotError(`${name} is cut off`);
      return new kind(buffer, start + place.at, place.length);
    },
    fact: (name) => facts[name],
    count(name) {
      const count = facts[name];
      if (typeof count !== "number") throw new SnapshotError(`no number called ${name}`);
      return count;
    },
    texts(name) {
      const texts = facts[name];
      if (!Array.isArray(texts)) throw new SnapshotError(`no texts called ${name}`);
      return texts.map(String);
    },
  };
}

interface Directory {
  readonly places: Readonly<Record<string, Place>>;
  readonly facts: Readonly<Record<string, unknown>>;
}

function readDirectory(buffer: ArrayBuffer): Directory & { readonly start: number } {
  const isLong = buffer.byteLength >= PREFIX_BYTES;
  const [magic, length = 0] = isLong ? new Uint32Array(buffer, 0, 2) : [];
  if (magic !== MAGIC || length > buffer.byteLength - PREFIX_BYTES) {
    throw new SnapshotError("not a snapshot of this layout");
  }
  const bytes = new Uint8Array(buffer, PREFIX_BYTES, length);
  const directory: Directory = JSON.parse(new TextDecoder().decode(bytes));
  return { ...directory, start: aligned(PREFIX_BYTES + length) };
}

/** The values in a new array of their kind, with room for at least `needed` and twice as many. */
export function grown<Values extends Numbers>(source: Values, needed: number): Values {
  const target = Reflect.construct(source.constructor, [Math.max(needed, source.length * 2)]);
  target.set(source);
  return target;
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGN_BYTES) * ALIGN_BYTES;
}
