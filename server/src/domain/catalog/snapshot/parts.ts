/** Lets long work give way: resolves at once, or after other work had its turn. */
export type Pace = () => Promise<void> | undefined;

/** The arrays an index is made of. */
export type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

/** A snapshot that is damaged, foreign or not of this version: the index is built instead. */
export class SnapshotError extends Error {
  override readonly name = "SnapshotError";
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
  bytes(name: string): Uint8Array<ArrayBuffer>;
  shorts(name: string): Uint16Array<ArrayBuffer>;
  words(name: string): Uint32Array<ArrayBuffer>;
  integers(name: string): Int32Array<ArrayBuffer>;
  doubles(name: string): Float64Array<ArrayBuffer>;
  fact(name: string): unknown;
  /** A fact that is a number. */
  count(name: string): number;
  /** A fact that is a list of texts. */
  texts(name: string): string[];
}

type Kind = "bytes" | "shorts" | "words" | "integers" | "doubles";

interface Place {
  readonly kind: Kind;
  /** **Units** bytes from the start of the first part. */
  readonly at: number;
  /** **Units** values. */
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
      const place = { kind: kindOf(values), at, length: values.length };
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

/** **Errors** `SnapshotError` when the buffer is not one of ours, here or when a part is read. */
export function openParts(buffer: ArrayBuffer): Parts {
  const { places, facts, start } = readDirectory(buffer);
  const placeOf = (name: string, kind: Kind): { at: number; length: number } => {
    const place = places.get(name);
    if (place?.kind !== kind) throw new SnapshotError(`no ${kind} called ${name}`);
    return { at: start + place.at, length: place.length };
  };
  return {
    bytes(name) {
      const { at, length } = placeOf(name, "bytes");
      return new Uint8Array(buffer, at, length);
    },
    shorts(name) {
      const { at, length } = placeOf(name, "shorts");
      return new Uint16Array(buffer, at, length);
    },
    words(name) {
      const { at, length } = placeOf(name, "words");
      return new Uint32Array(buffer, at, length);
    },
    integers(name) {
      const { at, length } = placeOf(name, "integers");
      return new Int32Array(buffer, at, length);
    },
    doubles(name) {
      const { at, length } = placeOf(name, "doubles");
      return new Float64Array(buffer, at, length);
    },
    fact: (name) => facts.get(name),
    count(name) {
      const count = facts.get(name);
      if (typeof count !== "number") throw new SnapshotError(`no number called ${name}`);
      return count;
    },
    texts(name) {
      const texts = facts.get(name);
      if (!Array.isArray(texts)) throw new SnapshotError(`no texts called ${name}`);
      return texts.map(String);
    },
  };
}

interface Directory {
  readonly places: ReadonlyMap<string, Place>;
  readonly facts: ReadonlyMap<string, unknown>;
  readonly start: number;
}

function readDirectory(buffer: ArrayBuffer): Directory {
  if (buffer.byteLength < PREFIX_BYTES) throw new SnapshotError("too short");
  const [magic, length = 0] = new Uint32Array(buffer, 0, 2);
  if (magic !== MAGIC) throw new SnapshotError("not a snapshot of this layout");
  if (length > buffer.byteLength - PREFIX_BYTES) throw new SnapshotError("directory cut off");
  const start = aligned(PREFIX_BYTES + length);
  const directory = parseDirectory(new Uint8Array(buffer, PREFIX_BYTES, length));
  const places = new Map<string, Place>();
  for (const [name, place] of Object.entries(directory.places)) {
    if (!isPlace(place)) throw new SnapshotError(`no place for ${name}`);
    const end = start + place.at + place.length * BYTES_OF[place.kind];
    if (end > buffer.byteLength) throw new SnapshotError(`${name} is cut off`);
    places.set(name, place);
  }
  return { places, facts: new Map(Object.entries(directory.facts)), start };
}

function parseDirectory(bytes: Uint8Array): { places: object; facts: object } {
  const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
  if (typeof value !== "object" || value === null || !("places" in value) || !("facts" in value)) {
    throw new SnapshotError("no directory");
  }
  const { places, facts } = value;
  if (
    typeof places !== "object" ||
    places === null ||
    typeof facts !== "object" ||
    facts === null
  ) {
    throw new SnapshotError("no directory");
  }
  return { places, facts };
}

const BYTES_OF: Readonly<Record<Kind, number>> = {
  bytes: 1,
  shorts: 2,
  words: 4,
  integers: 4,
  doubles: 8,
};

function isPlace(value: unknown): value is Place {
  if (typeof value !== "object" || value === null) return false;
  if (!("kind" in value && "at" in value && "length" in value)) return false;
  const { kind, at, length } = value;
  return typeof kind === "string" && kind in BYTES_OF && isOffset(at) && isOffset(length);
}

function isOffset(value: unknown): boolean {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function kindOf(values: Numbers): Kind {
  if (values instanceof Uint8Array) return "bytes";
  if (values instanceof Uint16Array) return "shorts";
  if (values instanceof Uint32Array) return "words";
  return values instanceof Int32Array ? "integers" : "doubles";
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGN_BYTES) * ALIGN_BYTES;
}
