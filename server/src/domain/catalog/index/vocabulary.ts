import { grown, type Parts, type PartsWriter } from "../snapshot/parts.ts";
import { TextTable } from "../snapshot/texts.ts";

/**
 * The words of the whole catalogue with how many live products hold each. Shared by all segments
 * and append-only, so a term's number never changes while the engine lives.
 */
export interface Vocabulary {
  /** The term's number, or -1 when no product ever had it. */
  find(term: string): number;
  intern(term: string): number;
  termOf(termNumber: number): string;
  documentCount(termNumber: number): number;
  addDocuments(termNumber: number, delta: number): void;
  size(): number;
  pack(writer: PartsWriter): void;
}

const FIRST_CAPACITY = 4_096;
const NAME = "vocabulary";

/** `from`: a packed vocabulary to go on with, where it lies. */
export function createVocabulary(from?: Parts): Vocabulary {
  const terms = new TextTable(from && { parts: from, name: NAME });
  let counts = from?.numbers(`${NAME}.counts`, Int32Array) ?? new Int32Array(FIRST_CAPACITY);
  return {
    find: (term) => terms.find(term),
    intern(term) {
      const number = terms.intern(term);
      if (number >= counts.length) counts = grown(counts, FIRST_CAPACITY);
      return number;
    },
    termOf: (termNumber) => terms.textOf(termNumber),
    documentCount: (termNumber) => counts[termNumber] ?? 0,
    addDocuments(termNumber, delta) {
      counts[termNumber] = (counts[termNumber] ?? 0) + delta;
    },
    size: () => terms.size,
    pack(writer) {
      terms.pack(writer, NAME);
      writer.numbers(`${NAME}.counts`, counts.subarray(0, terms.size));
    },
  };
}
