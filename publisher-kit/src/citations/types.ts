/** `ad`: named, label only. `rec`: advised. `pick`: the one to take of several. */
export type CitationKind = "ad" | "rec" | "pick";

/** Something an answer may cite. Equal offers share a tag: one mark then cites them all. */
export type CitationOffer = {
  offerId: string;
  /** As the exchange gave it, such as `velmora-k7qd`. */
  tag: string;
  /** The word that says it is an advertisement, such as `Ad`. */
  label: string;
  sponsor: string;
  clickUrl: string;
  /** The product's name; an answer that has it or the sponsor without a mark gets the label. */
  title?: string;
  /** Offered in an earlier turn: its marks are labelled and never count for more than `ad`. */
  labelOnly?: boolean;
};

export type CitationRender =
  | "markdown"
  | "text"
  | "speech"
  | "slack"
  | "none"
  | ((offer: CitationOffer, kind: CitationKind) => string);

/**
 * One offer that the answer cites, with the strongest of its marks. `position` is where its first
 * label begins in the text that came out, in UTF-16 units; `rendered` says that the text there
 * contains the label.
 */
export type Citation = {
  offerId: string;
  kind: CitationKind;
  position: number;
  rendered: boolean;
};

export type CitationReaderOptions = {
  /** What a mark becomes. Default `markdown`. */
  render?: CitationRender;
  /** Whether a paragraph that names an offer without a mark gets its label. Default true. */
  appendDisclosure?: boolean;
};

export type CitationResult = {
  /** What is left of the text; everything else came from `push`. */
  text: string;
  /** In the order of their first marks. */
  citations: Citation[];
  /** How many different tags were cited. */
  cited: number;
  /** The offers of the last `pick`; empty when there was none. */
  lastPick: string[];
  /** Names that stood in a paragraph without a mark. */
  unmarked: string[];
  /** What stood before the strongest mark of an offer, at most 280 characters. */
  passages: Record<string, string>;
};

export type CitationReader = {
  /** Takes the next part of the answer and returns the text that can be shown now. */
  push(chunk: string): string;
  end(): CitationResult;
  /** Where a place of the answer, in UTF-16 units, lies in the text that came out. */
  shift(offset: number): number;
};
