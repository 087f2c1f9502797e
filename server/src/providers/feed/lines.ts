import { type Cut, type Cutter, NOT_UTF8, ROW_BYTES_MAX, tooLong, utf8Of } from "./row.ts";

const NEWLINE = 10;

/** Cuts lines; empty ones are counted and left out. The place is the line, 1-based. */
export function createLineCutter(bytesMax = ROW_BYTES_MAX): Cutter<string> {
  const lines = new Lines(bytesMax);
  const cut = (line: Line): Cut<string>[] => {
    const { place, text, problem } = line;
    if (problem !== undefined) return [{ place, problem }];
    return text.trim() === "" ? [] : [{ place, value: text.trim() }];
  };
  return {
    push: (bytes) => lines.push(bytes).flatMap(cut),
    end: () => lines.end().flatMap(cut),
  };
}

export interface Line {
  /** 1-based. */
  readonly place: number;
  /** Without the line feed; nothing of a line that is too long. */
  readonly text: string;
  readonly sizeBytes: number;
  readonly problem: string | undefined;
}

export class Lines {
  readonly #bytesMax: number;
  #parts: Buffer[] = [];
  #sizeBytes = 0;
  #place = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  push(bytes: Buffer): Line[] {
    const lines: Line[] = [];
    let from = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
      lines.push(this.#take(bytes.subarray(from, end)));
      from = end + 1;
    }
    this.#sizeBytes += bytes.length - from;
    // Copied: a part must not keep the chunk alive that it came with.
    if (this.#sizeBytes > this.#bytesMax) this.#parts = [];
    else if (from < bytes.length) this.#parts.push(Buffer.from(bytes.subarray(from)));
    return lines;
  }

  end(): Line[] {
    return this.#sizeBytes > 0 ? [this.#take(Buffer.alloc(0))] : [];
  }

  #take(last: Buffer): Line {
    const sizeBytes = this.#sizeBytes + last.length;
    const bytes = this.#parts.length === 0 ? last : Buffer.concat([...this.#parts, last]);
    this.#parts = [];
    this.#sizeBytes = 0;
    this.#place += 1;
    const place = this.#place;
    if (sizeBytes > this.#bytesMax) {
      return { place, text: "", sizeBytes, problem: tooLong("line", this.#bytesMax) };
    }
    const text = utf8Of(bytes);
    const problem = text === null ? NOT_UTF8 : undefined;
    return { place, text: text ?? bytes.toString("utf8"), sizeBytes, problem };
  }
}
