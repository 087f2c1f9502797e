import { Reader } from "./reader.ts";
import type { CitationOffer, CitationReader, CitationReaderOptions } from "./types.ts";

export { restoreMarks } from "./restore.ts";
export type * from "./types.ts";

/**
 * Reads the marks in an answer (`[[ad:TAG]]`, `[[rec:TAG]]`, `[[pick:TAG]]`) and replaces each by a
 * visible label. Pure: no clock, no network. However the answer is cut into chunks, the text and
 * the citations are the same, and only characters that may begin a mark wait for what follows.
 *
 * Marks in code, JSON and `<think>` vanish and count nothing; so do unknown and malformed ones. A
 * paragraph that names a sponsor or a title without a mark gets the label at its end, which is no
 * citation.
 */
export function createCitationReader(
  offers: readonly CitationOffer[],
  { render = "markdown", appendDisclosure = true }: CitationReaderOptions = {},
): CitationReader {
  const reader = new Reader(offers, { render, appends: appendDisclosure });
  return {
    push: (chunk) => reader.push(chunk),
    end: () => reader.end(),
    shift: (offset) => reader.shift(offset),
  };
}
