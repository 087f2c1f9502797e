import {
  type AnswerReader,
  type CitedAnswer,
  createAnswerReader,
  isDecision,
} from "../../../publisher-kit/src/citations/citing.ts";
import { createCitationReader } from "../../../publisher-kit/src/citations/index.ts";
import { isMarkStart, scanMark } from "../../../publisher-kit/src/citations/mark.ts";
import type { CitationOffer } from "../../../publisher-kit/src/citations/types.ts";
import type { CitationTurn, PreparedTurn } from "./turns.ts";

/** What one answer did. Offers are counted once in an answer, however often it names them. */
export interface Judgement {
  readonly id: string;
  readonly kind: CitationTurn["kind"];
  readonly lang: string;
  readonly isOffTopic: boolean;
  /** Named offers with a mark of theirs. */
  readonly marked: number;
  /** Named offers without any mark of theirs. */
  readonly unmarked: number;
  /** Offers that the answer advises: `rec` or `pick`. */
  readonly advised: number;
  /** Whether it advises an offer that the message is about. */
  readonly advisesFitting: boolean;
  /** Whether its last pick is one of those, beside another cited offer. */
  readonly decides: boolean;
  /** Marks in code, JSON or thoughts. */
  readonly hiddenMarks: number;
  /** Marks that are malformed or have a tag that no offer has. */
  readonly brokenMarks: number;
  readonly isEmpty: boolean;
  readonly seconds: number;
}

export interface HeardAnswer {
  readonly content: string;
  /** What the server streamed as reasoning beside the answer. */
  readonly reasoning: string;
  readonly seconds: number;
}

/** Reads the answer of a turn as the kit reads it, and says what it did with the offers. */
export function judge(turn: CitationTurn, prepared: PreparedTurn, heard: HeardAnswer): Judgement {
  const { id, kind, lang, fits } = turn;
  const { fitting } = prepared;
  const offers = prepared.offers.map(({ cite }) => cite);
  const answer = readAnswer(offers, heard.content);
  const advised = answer.cited.filter(({ kind: mark }) => mark !== "ad");
  const fittingAdvice = advised.filter(({ offer }) => fitting.has(offer.offerId));
  const written = countMarks(offers, heard.content);
  const thought = countMarks(offers, heard.reasoning);
  return {
    id,
    kind,
    lang,
    isOffTopic: fits.length === 0,
    marked: answer.cited.length,
    unmarked: answer.missed,
    advised: advised.length,
    advisesFitting: fittingAdvice.length > 0,
    decides: fittingAdvice.some((cited) => isDecision(cited, answer)),
    hiddenMarks: written.known - countShown(offers, heard.content) + thought.known,
    brokenMarks: written.broken,
    isEmpty: heard.content.trim() === "",
    seconds: heard.seconds,
  };
}

function readAnswer(offers: readonly CitationOffer[], content: string): CitedAnswer {
  const settings = { render: "markdown", appendDisclosure: true } as const;
  const reader: AnswerReader = createAnswerReader(offers, settings);
  const part = reader.part();
  part.push(content);
  part.end();
  return reader.end();
}

/** Marks that become a label, repeated ones included. */
function countShown(offers: readonly CitationOffer[], content: string): number {
  let count = 0;
  const render = (): string => {
    count += 1;
    return "";
  };
  const reader = createCitationReader(offers, { render, appendDisclosure: false });
  reader.push(content);
  reader.end();
  return count;
}

/** Marks wherever they stand, by the grammar of the reader. */
function countMarks(offers: readonly CitationOffer[], text: string) {
  const tags = new Set(offers.map(({ tag }) => tag));
  const count = { known: 0, broken: 0 };
  for (let at = 0; at < text.length; ) {
    const scan = isMarkStart(text.charCodeAt(at)) ? scanMark(text, at, tags, true) : undefined;
    if (scan?.state === "mark") count.known += 1;
    if (scan?.state === "drop") count.broken += 1;
    at = scan !== undefined && "end" in scan ? Math.max(scan.end, at + 1) : at + 1;
  }
  return count;
}
