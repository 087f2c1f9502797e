import type { Mention, MentionMatcher, MentionOffer } from "../types.ts";
import { judge, type Verdict } from "./judge.ts";
import { bookOf, findNames, type NameBook } from "./names.ts";
import { type Line, linesOf, type Mark, readingOf } from "./page.ts";
import { isFirst, isOutdone, speaksOfRivals, takesSecond } from "./rivals.ts";
import { maskForeign, splitSentences } from "./text.ts";
import { tokensOf } from "./tokens.ts";

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

/** One place that names an offer, judged. */
export type Spoken = { mark: Mark; at: number; verdict: Verdict; row: boolean; sentence: string };

const STRENGTH: Record<Verdict, number> = {
  none: 0,
  rejected: 0,
  listed: 1,
  praised: 2,
  chosen: 3,
};

function findMentions(answer: string, book: NameBook): Mention[] {
  const text = maskForeign(answer);
  const tokens = tokensOf(text);
  const named = findNames(text, tokens, book);
  if (named.length === 0) return [];
  const lines = linesOf(text, splitSentences(text), tokens, named);
  const spoken = spokenOf(lines);
  const best = new Map<string, Spoken>();
  for (const [offerId, places] of byOffer(spoken)) {
    const affirmed = affirmedOf(places);
    if (affirmed !== undefined && !isOutdone(affirmed, lines, spoken)) best.set(offerId, affirmed);
  }
  return [...best.entries()].map(([offerId, place]): Mention => {
    const options = isDecided(place, best, lines) ? optionsOf(answer, place, lines) : [];
    const decision = options.length >= 2;
    const { start, end } = place.mark;
    return {
      offerId,
      name: answer.slice(start, end),
      start,
      end,
      sentence: sentenceAt(answer, start, end),
      decision,
      options: decision ? options : [],
    };
  });
}

function spokenOf(lines: readonly Line[]): Spoken[] {
  return lines.flatMap(({ marks }, at) =>
    marks
      .filter(({ offer }) => offer !== undefined)
      .map((mark): Spoken => {
        const reading = readingOf(lines, at, mark);
        const clause = `${reading.before.replace(/^.*;/, "")}§${reading.after.replace(/;.*$/, "")}`;
        return { mark, at, verdict: judge(reading), row: reading.row, sentence: clause };
      }),
  );
}

function byOffer(spoken: readonly Spoken[]): Map<string, Spoken[]> {
  const places = new Map<string, Spoken[]>();
  for (const place of spoken) {
    const offerId = place.mark.offer?.offerId ?? "";
    places.set(offerId, [...(places.get(offerId) ?? []), place]);
  }
  return places;
}

/** The strongest affirmed place, unless the answer's last word on the offer is a rejection. */
function affirmedOf(places: readonly Spoken[]): Spoken | undefined {
  const [strongest] = [...places].sort((a, b) => STRENGTH[b.verdict] - STRENGTH[a.verdict]);
  if (strongest === undefined || STRENGTH[strongest.verdict] === 0) return undefined;
  const rejected = places.at(-1)?.verdict === "rejected";
  return rejected && strongest.verdict !== "chosen" ? undefined : strongest;
}

/** Chosen alone, out of at least two options. */
function isDecided(
  place: Spoken,
  best: ReadonlyMap<string, Spoken>,
  lines: readonly Line[],
): boolean {
  if (place.verdict !== "chosen" || place.row || takesSecond(place.sentence)) return false;
  for (const other of best.values()) {
    const same = other.mark.offer === place.mark.offer;
    const rival = other.verdict === "chosen" || other.row || !isFirst(place.sentence);
    if (!same && rival && !takesSecond(other.sentence)) return false;
  }
  return speaksOfRivals(place, lines);
}

/** The options the answer names: ours first, then the others in their order. */
function optionsOf(answer: string, place: Spoken, lines: readonly Line[]): string[] {
  const own = place.mark.offer;
  const labels = [labelOf(answer, place.mark)];
  for (const mark of lines.flatMap(({ marks }) => marks)) {
    if (mark.offer?.offerId !== own?.offerId || mark.offer === undefined) {
      labels.push(labelOf(answer, mark));
    }
  }
  const cut = labels.map((label) => label.slice(0, OPTION_LENGTH_MAX));
  const options = [...new Set(cut)].slice(0, OPTIONS_MAX);
  return options.length === 1 ? [...options, UNNAMED] : options;
}

/** An option told by its kind alone: "a massage gun costs more". */
const UNNAMED = "another option";

const labelOf = (answer: string, { offer, start, end }: Mark): string =>
  offer?.title ?? answer.slice(start, end);

function sentenceAt(answer: string, start: number, end: number): string {
  const before = Math.max(0, answer.slice(0, start).search(/[^.!?\n]*$/));
  const after = /[.!?\n]/.exec(answer.slice(end))?.index ?? SENTENCE_MAX;
  return answer.slice(before, Math.min(end + after + 1, before + SENTENCE_MAX)).trim();
}
