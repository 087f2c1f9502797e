import { grown, type Pace, type Parts, type PartsWriter } from "../snapshot/parts.ts";

/**
 * An immutable piece of the index: for each term the documents that hold it, in rising order, with
 * one weight each. Documents are the engine's slots, so segments never need renumbering.
 */
export interface Segment {
  /** Rising term numbers. */
  readonly terms: Uint32Array;
  /** Of term i: postings `starts[i]` up to `starts[i + 1]`. */
  readonly starts: Uint32Array;
  readonly slots: Uint32Array;
  /** Upper 12 bits: saturated term weight; lower 4: the fields the term stands in. */
  readonly weights: Uint16Array;
}

export function packSegment(segment: Segment, writer: PartsWriter, position: number): void {
  writer.numbers(`segment.${position}.terms`, segment.terms);
  writer.numbers(`segment.${position}.starts`, segment.starts);
  writer.numbers(`segment.${position}.slots`, segment.slots);
  writer.numbers(`segment.${position}.weights`, segment.weights);
}

export function openSegment(parts: Parts, position: number): Segment {
  return {
    terms: parts.numbers(`segment.${position}.terms`, Uint32Array),
    starts: parts.numbers(`segment.${position}.starts`, Uint32Array),
    slots: parts.numbers(`segment.${position}.slots`, Uint32Array),
    weights: parts.numbers(`segment.${position}.weights`, Uint16Array),
  };
}

export type SegmentBuilder = ReturnType<typeof createSegmentBuilder>;

const FIRST_CAPACITY = 1_024;

/** Collects postings document by document, then sorts them by term. */
export function createSegmentBuilder() {
  let terms = new Uint32Array(FIRST_CAPACITY);
  let slots = new Uint32Array(FIRST_CAPACITY);
  let weights = new Uint16Array(FIRST_CAPACITY);
  let count = 0;
  return {
    add(term: number, slot: number, weight: number): void {
      if (count === terms.length) {
        terms = grown(terms, FIRST_CAPACITY);
        slots = grown(slots, FIRST_CAPACITY);
        weights = grown(weights, FIRST_CAPACITY);
      }
      terms[count] = term;
      slots[count] = slot;
      weights[count] = weight;
      count += 1;
    },
    /** `termCount`: above every term number added. */
    build: (termCount: number): Segment =>
      sortedByTerm({ terms: terms.subarray(0, count), slots, weights }, termCount),
  };
}

/** A counting sort: it keeps the order of documents inside each term. */
function sortedByTerm(postings: Omit<Segment, "starts">, termCount: number): Segment {
  const { terms, slots, weights } = postings;
  const counts = new Uint32Array(termCount);
  for (const term of terms) counts[term] = (counts[term] ?? 0) + 1;
  const segment = emptySegment(counts);
  const cursors = cursorsOf(segment, counts);
  for (let index = 0; index < terms.length; index += 1) {
    const term = terms[index] ?? 0;
    const target = cursors[term] ?? 0;
    cursors[term] = target + 1;
    segment.slots[target] = slots[index] ?? 0;
    segment.weights[target] = weights[index] ?? 0;
  }
  return segment;
}

/**
 * Joins segments into one, leaving out the documents that are gone. The order of the segments must
 * be that of their slots.
 */
export async function mergeSegments(
  segments: readonly Segment[],
  options: { termCount: number; isLive(slot: number): boolean; pace: Pace },
): Promise<Segment> {
  const counts = new Uint32Array(options.termCount);
  for (const segment of segments) {
    countLive(segment, counts, options.isLive);
    await options.pace();
  }
  const merged = emptySegment(counts);
  const cursors = cursorsOf(merged, counts);
  for (const segment of segments) {
    await copyLive(segment, { merged, cursors, ...options });
  }
  return merged;
}

/** Slices are cut by postings, not by terms: a common term alone is thousands of them. */
const POSTINGS_PER_SLICE = 100_000;

function countLive(segment: Segment, counts: Uint32Array, isLive: (slot: number) => boolean): void {
  for (let index = 0; index < segment.terms.length; index += 1) {
    const term = segment.terms[index] ?? 0;
    const end = segment.starts[index + 1] ?? 0;
    let live = 0;
    for (let at = segment.starts[index] ?? 0; at < end; at += 1) {
      if (isLive(segment.slots[at] ?? 0)) live += 1;
    }
    counts[term] = (counts[term] ?? 0) + live;
  }
}

async function copyLive(
  segment: Segment,
  into: { merged: Segment; cursors: Uint32Array; isLive(slot: number): boolean; pace: Pace },
): Promise<void> {
  const { merged, cursors } = into;
  let sliceEnd = POSTINGS_PER_SLICE;
  for (let index = 0; index < segment.terms.length; index += 1) {
    const term = segment.terms[index] ?? 0;
    const end = segment.starts[index + 1] ?? 0;
    let cursor = cursors[term] ?? 0;
    for (let at = segment.starts[index] ?? 0; at < end; at += 1) {
      const slot = segment.slots[at] ?? 0;
      if (!into.isLive(slot)) continue;
      merged.slots[cursor] = slot;
      merged.weights[cursor] = segment.weights[at] ?? 0;
      cursor += 1;
    }
    cursors[term] = cursor;
    if (end >= sliceEnd) {
      sliceEnd = end + POSTINGS_PER_SLICE;
      await into.pace();
    }
  }
}

export function findTerm(segment: Segment, term: number): number {
  const { terms } = segment;
  let low = 0;
  let high = terms.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const value = terms[middle] ?? 0;
    if (value === term) return middle;
    if (value < term) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** A segment with room for so many postings of each term, still empty. */
function emptySegment(counts: Uint32Array): Segment {
  let termTotal = 0;
  let size = 0;
  for (const count of counts) {
    if (count > 0) termTotal += 1;
    size += count;
  }
  const terms = new Uint32Array(termTotal);
  const starts = new Uint32Array(termTotal + 1);
  let index = 0;
  let start = 0;
  counts.forEach((count, term) => {
    if (count === 0) return;
    terms[index] = term;
    starts[index] = start;
    index += 1;
    start += count;
  });
  starts[termTotal] = size;
  return { terms, starts, slots: new Uint32Array(size), weights: new Uint16Array(size) };
}

/** Where the next posting of each term goes. Reuses the counts, which are not needed any more. */
function cursorsOf(segment: Segment, counts: Uint32Array): Uint32Array {
  segment.terms.forEach((term, index) => {
    counts[term] = segment.starts[index] ?? 0;
  });
  return counts;
}
