import type { Mention, MentionMatcher, MentionOffer } from "../types.ts";
import { isAffirmed, isChosen } from "./judge.ts";
import { namesOf, type OfferName } from "./names.ts";
import { maskForeign, type Sentence, splitSentences } from "./text.ts";

export type { Mention, MentionMatcher, MentionOffer } from "../types.ts";

/** An answer this long is no recommendation any more; matching stays bounded. */
const ANSWER_MAX = 200_000;
const SENTENCE_MAX = 600;
/** Source: `report_conversion` takes at most 20 options of 200 characters. */
const OPTIONS_MAX = 20;
/** Nobody names offers this often in one answer. */
const OCCURRENCES_MAX = 200;

/**
 * Watches an answer for affirmed mentions of the given offers, at most one each. `push` only keeps
 * the text, so a stream is never held up; `end` does the work.
 *
 * Shape: positions count UTF-16 units of the answer after NFKC.
 */
export function createMentionMatcher(offers: readonly MentionOffer[]): MentionMatcher {
  const names = offers.flatMap(namesOf).sort((a, b) => b.name.length - a.name.length);
  let chunks: string[] = [];
  let length = 0;
  return {
    push(chunk) {
      if (names.length === 0 || length >= ANSWER_MAX) return;
      chunks.push(chunk);
      length += chunk.length;
    },
    end() {
      const answer = chunks.join("").slice(0, ANSWER_MAX).normalize("NFKC");
      chunks = [];
      length = 0;
      return names.length === 0 || answer === "" ? [] : findMentions(answer, names);
    },
  };
}

type Occurrence = {
  name: OfferName;
  sentence: Sentence;
  from: number;
  to: number;
  /** The last sentence outside a list: what introduces the list this one stands in. */
  lead: string;
};

function findMentions(answer: string, names: readonly OfferName[]): Mention[] {
  const occurrences = findOccurrences(splitSentences(maskForeign(answer)), names);
  const mentions = new Map<string, Mention>();
  for (const occurrence of occurrences) {
    const { name, sentence, from, to, lead } = occurrence;
    const { offerId } = name.offer;
    const known = mentions.get(offerId);
    if (known?.decision === true || !isAffirmed(sentence, from, to, lead)) continue;
    const options = optionsOf(occurrence, occurrences);
    const decision = options.length >= 2 && isChosen(sentence, from, to);
    if (known !== undefined && !decision) continue;
    const start = sentence.start + from;
    const end = sentence.start + to;
    mentions.set(offerId, {
      offerId,
      name: name.name,
      start,
      end,
      sentence: sentenceAt(answer, start, end),
      decision,
      options: decision ? options : [],
    });
  }
  return [...mentions.values()];
}

/** Every place an offer is named; of names inside one another, an offer has the longest. */
function findOccurrences(sentences: Sentence[], names: readonly OfferName[]): Occurrence[] {
  const found: Occurrence[] = [];
  let lead = "";
  for (const sentence of sentences) {
    if (!sentence.listItem) lead = sentence.text;
    found.push(...occurrencesIn(sentence, lead, names));
    if (found.length >= OCCURRENCES_MAX) break;
  }
  return found;
}

function occurrencesIn(
  sentence: Sentence,
  lead: string,
  names: readonly OfferName[],
): Occurrence[] {
  const here: Occurrence[] = [];
  for (const name of names) {
    for (const match of sentence.text.matchAll(name.pattern)) {
      const place = { name, sentence, lead, from: match.index, to: match.index + match[0].length };
      const inside = here.some((other) => sameOffer(other, place) && overlap(other, place));
      const maybeWord = name.common && startsSentence(sentence.text, place.from);
      if (!inside && !maybeWord) here.push(place);
      if (here.length >= OCCURRENCES_MAX) return here;
    }
  }
  return here.sort((a, b) => a.from - b.from);
}

const sameOffer = (a: Occurrence, b: Occurrence): boolean =>
  a.name.offer.offerId === b.name.offer.offerId;

const overlap = (a: Occurrence, b: Occurrence): boolean =>
  a.sentence === b.sentence && a.from < b.to && a.to > b.from;

/** The options the answer names: ours, other offers elsewhere, and what ours was chosen over. */
function optionsOf(own: Occurrence, all: readonly Occurrence[]): string[] {
  const ours = all.filter((other) => sameOffer(own, other));
  const rivals: Occurrence[] = [];
  for (const other of all) {
    if ([...ours, ...rivals].some((taken) => sameOffer(taken, other) || overlap(taken, other)))
      continue;
    rivals.push(other);
  }
  const labels = [own, ...rivals].map(({ name }) => name.offer.title ?? name.name);
  const over = RIVAL.exec(own.sentence.text.slice(own.to))?.[1]?.replace(/[.'&-]+$/, "");
  const options = over === undefined ? labels : [...labels, over];
  return [...new Set(options.map((label) => label.slice(0, 200)))].slice(0, OPTIONS_MAX);
}

const RIVAL = new RegExp(
  "^[^.;!?]{0,30}?\\b(?:over|rather than|instead of|ahead of|vs\\.?" +
    "|versus)\\s(?:the\\s)?(\\p{Lu}[\\p{L}\\p{N}'&.-]*(?:\\s\\p{Lu}[\\p{L}\\p{N}'&.-]*){0,3})",
  "u",
);

const startsSentence = (text: string, from: number): boolean =>
  /^[\s*_#>"“(\d.)•-]*$/.test(text.slice(0, from));

function sentenceAt(answer: string, start: number, end: number): string {
  const before = Math.max(0, answer.slice(0, start).search(/[^.!?\n]*$/));
  const after = /[.!?\n]/.exec(answer.slice(end))?.index ?? SENTENCE_MAX;
  return answer.slice(before, Math.min(end + after + 1, before + SENTENCE_MAX)).trim();
}
