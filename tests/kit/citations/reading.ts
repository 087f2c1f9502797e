import {
  type Citation,
  type CitationOffer,
  type CitationReaderOptions,
  createCitationReader,
} from "@placard/publisher-kit/citations";

/** The longest mark there is, in UTF-16 units: a reader holds no more than this. */
export const MARK_LENGTH_MAX = 128;

/** Two offers, and the label that stands in an answer for the mark of each. */
export const velmora: CitationOffer = {
  offerId: "velmora",
  tag: "velmora-k7qd",
  label: "Ad",
  sponsor: "Velmora",
  clickUrl: "https://go.example/1",
  title: "Lumen 300",
};
export const korvane: CitationOffer = {
  offerId: "korvane",
  tag: "korvane-2b8x",
  label: "Ad",
  sponsor: "Korvane",
  clickUrl: "https://go.example/2",
};
export const offers = [velmora, korvane];
export const V = "([Ad · Velmora](https://go.example/1))";
export const K = "([Ad · Korvane](https://go.example/2))";

export interface Reading {
  readonly text: string;
  readonly citations: Citation[];
}

export interface Steps extends Reading {
  /** What each chunk brought out; the rest at the end is not in it. */
  readonly shown: readonly string[];
}

export function readChunks(
  offers: readonly CitationOffer[],
  chunks: readonly string[],
  options: CitationReaderOptions = {},
): Steps {
  const reader = createCitationReader(offers, options);
  const shown = chunks.map((chunk) => reader.push(chunk));
  const end = reader.end();
  return { text: shown.join("") + end.text, citations: end.citations, shown };
}

/** Reads an answer in one piece and, to be sure, character by character. */
export function read(
  offers: readonly CitationOffer[],
  answer: string,
  options: CitationReaderOptions = {},
): Reading {
  const whole = readChunks(offers, [answer], options);
  const cut = readChunks(offers, answer.split(""), options);
  if (
    cut.text !== whole.text ||
    JSON.stringify(cut.citations) !== JSON.stringify(whole.citations)
  ) {
    throw new Error(
      `Cut into characters, ${JSON.stringify(answer)} became ${JSON.stringify(cut)} instead of ` +
        JSON.stringify(whole),
    );
  }
  return { text: whole.text, citations: whole.citations };
}
