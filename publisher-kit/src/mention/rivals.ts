import { BEFORE } from "./cues.ts";
import type { Spoken } from "./index.ts";
import { type Line, rendered } from "./page.ts";

/** Praise for the second best: it recommends, but it chooses nothing. */
const SECOND = new RegExp(
  "\\b(?:alternative|runner-?up|second(?:-best| best| choice| step| option" +
    "| place)|also (?:an?|good|great|very|fine|nice|suits?|suitable|worth" +
    "|recommend|like|works?|would|do)|(?:good|great|fine|nice|option|choice|pick" +
    "|recommend\\w*|well|suitable|bet) (?:too|as well)|equally|another|back-?up" +
    "|fallback|honou?rable|still (?:an?|good|fine|great|very)|just as (?:good" +
    "|suitable)|either|both|next to|in addition|that said|if (?:it|that" +
    "|the first)(?:'s| is) (?:out of reach|sold out|too)|(?:close|strong|good" +
    "|fine) second|not far behind|plan b)\\b",
);

export const takesSecond = (sentence: string): boolean => SECOND.test(sentence);

/** Words that leave room for one only. */
export const isFirst = (sentence: string): boolean => FIRST.test(sentence);

const FIRST = new RegExp(
  "\\bmy (?:\\w+ )?(?:pick|choice|vote|answer|winner)\\b|\\b(?:first|best) choice\\b" +
    "|\\bthe winner\\b|\\bover (?:the )?¤",
);

/** An option told without a name: the two of them, one rather than the other. */
const COMPARED = new RegExp(
  "^between\\b[^.]{0,80} and\\b|\\b(?:of (?:all (?:of )?)?(?:these|those|them)," +
    "|of (?:the|these|those|all|your) (?:two|three|four|five|\\w+ (?:options" +
    "|models|candidates))|between (?:them|the options)|between (?:the" +
    "|these) two(?=[,.;]| i)|out of (?:the|these|those)|the other (?:one|two)" +
    "|(?:rather than|instead of) (?:the|an?|¤)|over (?:the|an?) ¤|better option" +
    "|the (?:second|first|former|latter) one|vs\\.?|versus)\\b" +
    "|^[^.?]{0,80} or [^.?]{0,60}\\?",
);

export function speaksOfRivals(place: Spoken, lines: readonly Line[]): boolean {
  const own = place.mark.offer;
  if (own === undefined) return false;
  return lines.some((line) => {
    const other = line.marks.some(
      ({ offer }) => offer === undefined || offer.offerId !== own.offerId,
    );
    return other || COMPARED.test(textOf(line, own));
  });
}

function textOf(line: Line, own: NonNullable<Spoken["mark"]["offer"]>): string {
  const { start, text } = line.sentence;
  return rendered(line, own, start, start + text.length).trim();
}

/** How many patterns of `BEFORE` tell the reader to take what follows. */
const TELLING = 7;

/** Praise that only leads up to taking something else for the same need. */
export function isOutdone(
  place: Spoken,
  lines: readonly Line[],
  spoken: readonly Spoken[],
): boolean {
  const own = place.mark.offer;
  if (own === undefined || place.verdict === "chosen" || takesSecond(place.sentence)) return false;
  if (place.verdict === "listed") return false;
  const turned = /\b(?:but|yet|though|although|however|while|whereas)\b/.test(place.sentence);
  const later = lines.slice(turned ? place.at : place.at + 1);
  const other = later.some((line) => {
    const text = textOf(line, own);
    const place = text.indexOf("¤");
    if (place < 0 || text.includes("§")) return false;
    return BEFORE.slice(0, TELLING).some((pattern) => pattern.test(text.slice(0, place)));
  });
  return other && turned && spoken.length > 0;
}
