import { grown, type Parts, type PartsWriter } from "../snapshot/parts.ts";
import { TextTable } from "../snapshot/texts.ts";

const FIRST_CAPACITY = 4_096;
const NAME = "vocabulary";

/**
 * The words of the whole catalogue with the number of live products that hold each. Shared by all
 * segments and append-only, so a term's number never changes while the engine lives.
 */
export class Vocabulary extends TextTable {
  #counts: Int32Array<ArrayBuffer>;

  /** `from`: a packed vocabulary to continue with, without copying it. */
  constructor(from?: Parts) {
    super(from && { parts: from, name: NAME });
    this.#counts = from?.numbers(`${NAME}.counts`, Int32Array) ?? new Int32Array(FIRST_CAPACITY);
  }

  override intern(term: string): number {
    const number = super.intern(term);
    if (number >= this.#counts.length) this.#counts = grown(this.#counts, FIRST_CAPACITY);
    return number;
  }

  documentCount(term: number): number {
    return this.#counts[term] ?? 0;
  }

  addDocuments(term: number, delta: number): void {
    this.#counts[term] = (this.#counts[term] ?? 0) + delta;
  }

  override pack(writer: PartsWriter): void {
    super.pack(writer, NAME);
    writer.numbers(`${NAME}.counts`, this.#counts.subarray(0, this.size));
  }
}
