/**
 * The words of the whole catalogue with how many live products hold each. Shared by all segments
 * and append-only, so a term's number never changes while the engine lives.
 */
export interface Vocabulary {
  /** The term's number, or -1 when no product ever had it. */
  find(term: string): number;
  intern(term: string): number;
  documentCount(termNumber: number): number;
  addDocuments(termNumber: number, delta: number): void;
  size(): number;
}

const FIRST_CAPACITY = 4_096;

export function createVocabulary(): Vocabulary {
  const numbers = new Map<string, number>();
  let counts = new Int32Array(FIRST_CAPACITY);
  return {
    find: (term) => numbers.get(term) ?? -1,
    intern(term) {
      const known = numbers.get(term);
      if (known !== undefined) return known;
      const next = numbers.size;
      numbers.set(term, next);
      if (next === counts.length) counts = doubled(counts);
      return next;
    },
    documentCount: (termNumber) => counts[termNumber] ?? 0,
    addDocuments(termNumber, delta) {
      counts[termNumber] = (counts[termNumber] ?? 0) + delta;
    },
    size: () => numbers.size,
  };
}

function doubled(source: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const target = new Int32Array(source.length * 2);
  target.set(source);
  return target;
}
