import { ENGLISH } from "./english.ts";
import { OTHER_LANGUAGES } from "./languages.ts";
import { type Audience, type CompiledRule, compileRules, keyOf, type RuleIndex } from "./rule.ts";
import { HAS_UNSPACED, UNSPACED } from "./unspaced.ts";
import {
  changedParts,
  foldedView,
  leetViews,
  lettersOf,
  lettersView,
  type Span,
  spanOf,
  type View,
} from "./view.ts";
import { spanOfMatch, type Words, wordsOf } from "./words.ts";

const ENGLISH_RULES = compileRules(ENGLISH);
const ALL_RULES = compileRules([...ENGLISH, ...OTHER_LANGUAGES]);

/** What no advertisement says even by chance, as bare letters: found whatever lies in between. */
const TELLING = [
  "ignoreallpreviousinstr",
  "ignoreallpreviousrule",
  "ignoreallpreviousprompt",
  "ignoreallpreviousorder",
  "ignorepreviousinstr",
  "ignoreyourinstr",
  "ignoretheprevious",
  "ignoreallinstr",
  "ignoreallprior",
  "ignorepriorinstr",
  "ignoretheabove",
  "ignoreyourrules",
  "ignoreanypreviousinstr",
  "disregardpreviousinstr",
  "disregardallpreviousinstr",
  "disregardallinstr",
  "disregardtheabove",
  "disregardpriorinstr",
  "forgetallpreviousinstr",
  "forgetpreviousinstr",
  "forgetyourinstr",
  "forgetallinstr",
  "overrideyourinstr",
  "overridepreviousinstr",
  "previousinstruction",
  "priorinstruction",
  "revealyoursystem",
  "donottelltheuser",
  "donttelltheuser",
  "nevertelltheuser",
  "asalanguagemodel",
] as const;

/** Words that a text has no honest reason to hide. */
const HIDDEN = [
  "ignore",
  "instruction",
  "disregard",
  "override",
  "previous",
  "recommend",
  "assistant",
  "systemprompt",
  "donottell",
  "telltheuser",
  "donotmention",
  "youarenow",
  "jailbreak",
] as const;

const CODE_A = 97;
const LETTERS = 26;
const HALF = 13;

interface Spellings {
  readonly folded: View;
  readonly leet: readonly View[];
}

/** Two checks of one text ask for the same spellings. */
const spellings = new WeakMap<View, Spellings>();

function spellingsOf(plain: View): Spellings {
  const known = spellings.get(plain);
  if (known !== undefined) return known;
  const folded = foldedView(plain);
  const made = { folded, leet: leetViews(folded) };
  spellings.set(plain, made);
  return made;
}

/** Where a text speaks to the model that will read it, in whatever spelling. */
export function findAddressed(plain: View, audience: Audience): Span[] {
  const { folded, leet } = spellingsOf(plain);
  const others = [
    ...changedParts(plain, folded),
    ...leet.flatMap((view) => changedParts(folded, view)),
  ];
  return [
    ...findIn(plain, ALL_RULES, audience),
    ...findUnspaced(plain),
    ...others.flatMap((view) => findIn(view, ENGLISH_RULES, audience)),
    ...[folded, ...others].flatMap((view) => findPhrases(view, TELLING)),
  ];
}

/** The same with its letters drawn apart, turned round or moved by half the alphabet. */
export function findDisguised(plain: View): Span[] {
  const { folded, leet } = spellingsOf(plain);
  return [...findPhrases(leet[0] ?? folded, TURNED), ...findDrawnApart(folded)];
}

/** The hidden words as they look backwards and rotated, which spares turning the text. */
const TURNED = HIDDEN.flatMap((word) => [[...word].toReversed().join(""), rotated(word)]);

function rotated(word: string): string {
  return word.replace(/[a-z]/g, (letter) => {
    const place = (letter.charCodeAt(0) - CODE_A + HALF) % LETTERS;
    return String.fromCharCode(CODE_A + place);
  });
}

/** Six letters at least, each alone, with up to three signs between them. */
const DRAWN_APART = /(?<![a-z])(?:[a-z][^a-z\n]{1,3}){5,}[a-z](?![a-z])/g;

function findDrawnApart(folded: View): Span[] {
  return [...folded.text.matchAll(DRAWN_APART)].flatMap((run) => {
    const word = run[0].replace(/[^a-z]/g, "");
    if (!HIDDEN.some((hidden) => word.includes(hidden))) return [];
    return [spanOf(folded, run.index, run.index + run[0].length)];
  });
}

/** Enough to tell an author what is wrong; more of the same helps nobody. */
const FOUND_MAX = 8;

function findIn(view: View, rules: RuleIndex, audience: Audience): Span[] {
  const words = wordsOf(view);
  const spans: Span[] = [];
  for (const [number, place] of words.places.entries()) {
    const candidates = rules.get(keyOf(words.list[number] ?? ""));
    if (candidates === undefined) continue;
    const end = longest(candidates, { words, place, audience });
    if (end === 0) continue;
    spans.push(spanOfMatch(view, words, number, end));
    if (spans.length >= FOUND_MAX) break;
  }
  return spans;
}

function longest(
  candidates: readonly CompiledRule[],
  at: { words: Words; place: number; audience: Audience },
): number {
  let end = 0;
  for (const { rule, pattern } of candidates) {
    if (rule.except?.includes(at.audience) === true) continue;
    pattern.lastIndex = at.place;
    if (pattern.test(at.words.text)) end = Math.max(end, pattern.lastIndex - 1);
  }
  return end;
}

function findUnspaced(view: View): Span[] {
  if (!HAS_UNSPACED.test(view.text)) return [];
  return UNSPACED.flatMap((pattern) => {
    pattern.lastIndex = 0;
    const found = pattern.exec(view.text);
    return found === null ? [] : [spanOf(view, found.index, found.index + found[0].length)];
  });
}

function findPhrases(view: View, phrases: readonly string[]): Span[] {
  const text = lettersOf(view);
  const found = phrases.filter((phrase) => text.includes(phrase));
  if (found.length === 0) return [];
  const letters = lettersView(view);
  return found.map((phrase) => {
    const index = letters.text.indexOf(phrase);
    return spanOf(letters, index, index + phrase.length);
  });
}
