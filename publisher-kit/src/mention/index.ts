import type { Mention, MentionMatcher, MentionOffer } from "../types.ts";
import { bookOf, type NameBook } from "./book.ts";
import { featuresOf, phrasesOf } from "./features.ts";
import { findNames } from "./names.ts";
import { linesOf, type Mark } from "./page.ts";
import type { Phrase } from "./pieces.ts";
import { type MentionModel, marginOf, marginsOf, shippedModel, type View } from "./scorer.ts";
import { sequenceOf } from "./sequence.ts";
import { maskForeign, splitSentences } from "./text.ts";
import { tokensOf } from "./tokens.ts";
import { lookAt } from "./zones.ts";

export type { Mention, MentionMatcher, MentionOffer } from "../types.ts";

/** An answer this long is no recommendation any more; matching stays bounded. */
const ANSWER_MAX = 200_000;
const SENTENCE_MAX = 600;
/** Source: `report_conversion` takes at most 20 options of 200 characters. */
const OPTIONS_MAX = 20;
const OPTION_LENGTH_MAX = 200;

/**
 * Watches an answer for affirmed mentions of the given offers, at most one each. `push` only keeps
 * the text, so a stream is never held up; `end` does the work.
 *
 * Shape: positions count UTF-16 units of the answer after NFKC.
 */
export function createMentionMatcher(offers: readonly MentionOffer[]): MentionMatcher {
  let book: NameBook | undefined;
  let chunks: string[] = [];
  let length = 0;
  return {
    push(chunk) {
      if (offers.length === 0 || length >= ANSWER_MAX) return;
      chunks.push(chunk);
      length += chunk.length;
    },
    end() {
      const answer = chunks.join("").slice(0, ANSWER_MAX).normalize("NFKC");
      chunks = [];
      length = 0;
      if (answer === "") return [];
      book ??= bookOf(offers);
      return findMentions(answer, book);
    },
  };
}

/** The sentences of an answer with the names in them; nothing without a name of an offer. */
export function readAnswer(answer: string, book: NameBook): Phrase[] {
  const text = maskForeign(answer);
  const tokens = tokensOf(text);
  const named = findNames(text, tokens, book);
  return named.length === 0 ? [] : phrasesOf(linesOf(text, splitSentences(text), tokens, named));
}

/** The offers that an answer names, in the order of their names. */
export function namedOffers(phrases: readonly Phrase[]): MentionOffer[] {
  const offers = new Map<string, MentionOffer>();
  for (const { offer } of marksOf(phrases)) {
    if (offer !== undefined) offers.set(offer.offerId, offer);
  }
  return [...offers.values()];
}

/** What the model looks at to tell how the answer speaks of an offer. */
export function viewOf(phrases: readonly Phrase[], offer: MentionOffer): View {
  const look = lookAt(phrases, offer);
  return { features: featuresOf(look), sequence: sequenceOf(look) };
}

const marksOf = (phrases: readonly Phrase[]): Mark[] => phrases.flatMap(({ line }) => line.marks);

function findMentions(answer: string, book: NameBook): Mention[] {
  const phrases = readAnswer(answer, book);
  if (phrases.length === 0) return [];
  const model = shippedModel();
  return namedOffers(phrases).flatMap((offer): Mention[] => {
    const { affirmed, decided } = marginsOf(model, viewOf(phrases, offer));
    if (affirmed < model.thresholds.affirmed) return [];
    const decision = decided >= model.thresholds.decided;
    const { start, end } = strongest(phrases, offer, model);
    return [
      {
        offerId: offer.offerId,
        name: answer.slice(start, end),
        start,
        end,
        sentence: sentenceAt(answer, start, end),
        decision,
        options: decision ? optionsOf(answer, offer, phrases) : [],
      },
    ];
  });
}

/** The name in the sentence that alone speaks most for the offer. */
function strongest(phrases: readonly Phrase[], offer: MentionOffer, model: MentionModel): Mark {
  let best: { mark: Mark; margin: number } | undefined;
  for (const phrase of phrases) {
    const mark = phrase.line.marks.find((mark) => mark.offer?.offerId === offer.offerId);
    if (mark === undefined) continue;
    const margin = marginOf(model.affirmed, featuresOf(lookAt([phrase], offer)));
    if (best === undefined || margin > best.margin) best = { mark, margin };
  }
  if (best === undefined) throw new RangeError("The offer is not named.");
  return best.mark;
}

/** An option told by its kind alone: "a massage gun costs more". */
const UNNAMED = "another option";

/** The options the answer names: ours first, then the others in their order. */
function optionsOf(answer: string, own: MentionOffer, phrases: readonly Phrase[]): string[] {
  const others = marksOf(phrases).filter(({ offer }) => offer?.offerId !== own.offerId);
  const labels: string[] = [
    own.title ?? "",
    ...others.map(({ offer, start, end }) => offer?.title ?? answer.slice(start, end)),
  ];
  const cut = labels.map((label) => label.slice(0, OPTION_LENGTH_MAX));
  const options = [...new Set(cut)].slice(0, OPTIONS_MAX);
  return options.length === 1 ? [...options, UNNAMED] : options;
}

function sentenceAt(answer: string, start: number, end: number): string {
  const before = Math.max(0, answer.slice(0, start).search(/[^.!?\n]*$/));
  const after = /[.!?\n]/.exec(answer.slice(end))?.index ?? SENTENCE_MAX;
  return answer.slice(before, Math.min(end + after + 1, before + SENTENCE_MAX)).trim();
}
