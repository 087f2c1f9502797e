import type { MentionOffer } from "../types.ts";
import { classOf } from "./lexicon.ts";
import type { Named } from "./names.ts";
import type { Sentence } from "./text.ts";
import type { Token } from "./tokens.ts";
import { isCommonWord, mayFollow } from "./words.ts";

/** A name of something in a sentence: one of our offers, or what looks like another brand. */
export type Mark = {
  offer: MentionOffer | undefined;
  start: number;
  end: number;
  /** How the name is written, and whether its words could mean something else there. */
  traits: readonly string[];
};
export type Line = { sentence: Sentence; marks: Mark[] };

/** Names that are no products, and acronyms are none either. */
const NO_RIVAL = new RegExp(
  "^(?:i|ok|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|january" +
    "|february|march|april|may|june|july|august|september|october|november" +
    "|december|christmas|easter|halloween|bluetooth|europe|asia|africa|america" +
    "|internet|german|french|greek|dutch|swiss|alps|[a-z]+(?:ish|ese|ian)|mr|mrs" +
    "|ms|dr|dad|mum|mom|god|pro|con|cons|pros|no|yes|plus|celsius|fahrenheit|wi" +
    "|fi)$",
);
const PLACE_BEFORE =
  /^(?:in|to|near|across|around|at|on|until|since|into|outside|through|via|before|after|by)$/;
/** Words that begin sentences and take the same verbs as a brand. */
const BEGINS = new RegExp(
  "^(?:this|that|it|he|she|what|which|who|there|here|everything|nothing" +
    "|something|anything|everyone|nobody|someone|one|each|both|neither|either|all" +
    "|most|some|many|mine|yours|theirs|his|hers|where|when|why|how|such|another" +
    "|these|those|my|your|our|their|its|the|short|verdict|recommendation|summary" +
    "|answer|reason|price|quality|comfort|size|weight|noise|sizing|shipping" +
    "|delivery|battery|warranty|money|water|budget|conclusion|sound|result|bottom" +
    "|first|second|third|finally|overall|yes|no|not|honestly|also|still|then|as|if" +
    "|for|but|and|or|so|because|since|while|with|without|of|on|in|at|by|to|from" +
    "|twins|glad|thanks|sorry|sadly)$",
);

/** The names in every sentence, ours and those that look like a competitor's. */
export function linesOf(
  text: string,
  sentences: readonly Sentence[],
  tokens: readonly Token[],
  named: readonly Named[],
): Line[] {
  const starts = new Map(named.map((name) => [name.first, name]));
  const lines: Line[] = [];
  let at = 0;
  for (const sentence of sentences) {
    const to = sentence.start + sentence.text.length;
    const marks: Mark[] = [];
    while (at < tokens.length && (tokens[at]?.start ?? to) < sentence.start) at += 1;
    const first = at;
    while (at < tokens.length && (tokens[at]?.start ?? to) < to) {
      const own = starts.get(at);
      const last = own?.last ?? rivalEnd({ at, first, starts }, tokens, text);
      if (last === at) {
        at += 1;
        continue;
      }
      const start = tokens[at]?.start ?? 0;
      const end = own?.end ?? tokens[last - 1]?.end ?? start;
      const traits = traitsOf(own, tokens.slice(at, last), at === first);
      marks.push({ offer: own?.offer, start, end, traits });
      at = last;
    }
    lines.push({ sentence, marks });
  }
  return lines;
}

/** `isFirst`: a sentence begins with the name, so that its capital says nothing. */
function traitsOf(own: Named | undefined, run: readonly Token[], isFirst: boolean): string[] {
  if (own === undefined) return [];
  const traits = [own.words > 0 ? "long" : "bare"];
  const named = run.filter(({ key }) => key.length > 3);
  const small = named.filter(({ capital }) => !capital).length;
  if (small > 0) traits.push(small === named.length ? "small" : "mixed");
  if (own.common) traits.push("common");
  if (isFirst) traits.push("first");
  if (run.at(-1)?.possessive) traits.push("owner");
  return traits;
}

type Place = { at: number; first: number; starts: ReadonlyMap<number, Named> };

/** Past a run of capitals that looks like a brand and a model; `at` where there is none. */
function rivalEnd(place: Place, tokens: readonly Token[], text: string): number {
  const { at, first } = place;
  const last = runEnd(place, tokens, text);
  const token = tokens[at];
  if (token === undefined || last === at) return at;
  const before = tokens[at - 1];
  const gap = text.slice(before?.end ?? 0, token.start);
  if (at === first || /[:•"“|>]\s*[*_"“]*$/.test(gap)) {
    return beginsRival(at, last, tokens) ? last : at;
  }
  if (before !== undefined && PLACE_BEFORE.test(before.key)) return at;
  const run = tokens.slice(at, last);
  const acronym = run.length === 1 && /^\p{Lu}+$/u.test(text.slice(token.start, token.end));
  return run.length > 1 || (token.key.length > 3 && !acronym) ? last : at;
}

/** Between the words of one name; a full stop ends it. */
const LINK = /^(?:[\s&+-]|\.(?!\s)){0,2}$/;

function runEnd({ at, starts }: Place, tokens: readonly Token[], text: string): number {
  let last = at;
  for (; last < tokens.length && !starts.has(last); last += 1) {
    const token = tokens[last];
    if (token === undefined || !token.capital || NO_RIVAL.test(token.key)) break;
    if (last === at && (/^\p{N}/u.test(token.key) || mayFollow(token.key))) break;
    if (last > at && !LINK.test(text.slice(tokens[last - 1]?.end, token.start))) break;
  }
  return last;
}

/** What sentences say of a brand they begin with. */
const SAYS_OF_BRAND = new RegExp(
  "^(?:is|has|was|wins|does|doesnt|isnt|wont|or|vs|versus|and|can|cant" +
    "|could|would|makes?|feels?|looks?|costs?|needs?|lasts?|runs?|sells?|prints" +
    "|cracks|breaks|weighs|folds|offers|gives|lacks|wrinkles|flickers|sits|comes" +
    "|works|pays|covers|leaks|rusts|tends|charges|rides|ships|keeps|holds|cuts" +
    "|sounds|cleans|scores|gets|takes|uses|beats|loses|lost|used|claims|fits|suits" +
    "|delivers|wears|smells|tastes|hums|buzzes|squeaks|stops|starts)$",
);

/** At the start of a sentence a capital alone proves nothing. */
function beginsRival(at: number, last: number, tokens: readonly Token[]): boolean {
  const token = tokens[at];
  const next = tokens[last];
  if (token === undefined || BEGINS.test(token.key)) return false;
  if (last - at === 1 && classOf(token.key) !== undefined) return false;
  if (last - at > 1) return true;
  if (token.possessive) return true;
  if (next === undefined || token.key.length < 3 || token.key.endsWith("ing")) return false;
  return SAYS_OF_BRAND.test(next.key) && !isCommonWord(token.key);
}
