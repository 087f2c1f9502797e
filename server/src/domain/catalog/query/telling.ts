import { oppositeOf, plainWords, sameAs } from "@placard/vocabulary";
import { sharedVocabulary } from "@placard/vocabulary/files";
import { measuresAsked, termsNear } from "../index/measures.ts";
import { stem } from "../index/stem.ts";
import { wordsOf } from "../index/tokens.ts";
import type { Plan, QueryWord, Telling } from "./probe.ts";
import { known } from "./spelling.ts";

/** What a query says of sizes, opposites and children, beside the words themselves. */

/** A product of that size has the words that say so, however it writes them. */
export function planMeasures(plan: Plan, words: readonly QueryWord[], text: string): void {
  const measures = [...new Map(measuresAsked(text).map((one) => [one.term, one])).values()];
  for (const { term, text: said } of measures) {
    const size = known(plan, term);
    if (size === undefined) continue;
    const share = measures.filter((other) => other.text === said).length;
    const saying = new Set(wordsOf(said).map(stem));
    let mask = 0;
    words.forEach((word, position) => {
      if (saying.has(word.stem)) mask |= 1 << position;
    });
    const gain = size.rarity / share;
    if (mask !== 0) plan.probes.push({ term: size.term, words: mask, gain, isSize: true });
  }
  for (const kind of new Set(measures.map((measure) => measure.kind))) tell(plan, kind, "sized");
  for (const near of new Set(measures.flatMap(termsNear))) tell(plan, near, "near");
}

/** Looks for a term that says something of a product without being asked for. */
function tell(plan: Plan, term: string, tells: Telling["tells"]): boolean {
  const found = known(plan, term);
  if (found !== undefined) plan.telling.push({ term: found.term, tells });
  return found !== undefined;
}

/** By type, words of what a query means only if it says so. */
const UNASKED = new Map(["coffee", "tea"].map((type) => [type, ["decaf", "decaffeinated"]]));
/** "Compact" for "small", compared with the word itself. */
const SAME_GAIN = 0.5;

/** The words, as bits, that have opposites here; "winter" in "winter tires", not in a name. */
export function planOpposites(
  plan: Plan,
  words: readonly QueryWord[],
  named: number,
  type: string | null,
): number {
  let opposed = 0;
  const asked = new Set(words.map((word) => word.stem));
  const unasked = (others: readonly string[]) => others.filter((other) => !asked.has(stem(other)));
  words.forEach(({ word, part }, at) => {
    const others = oppositeOf(word);
    if ((named & (1 << at)) !== 0 || unasked(others).length < others.length) return;
    for (const other of others) if (tell(plan, stem(other), "contrary")) opposed |= 1 << at;
    for (const same of unasked(sameAs(word)).map((other) => known(plan, stem(other)))) {
      if (same === undefined) continue;
      const gain = same.rarity * SAME_GAIN * part;
      plan.probes.push({ term: same.term, words: 1 << at, gain });
    }
  });
  for (const kind of type === null ? [] : sharedVocabulary().lineage(type)) {
    for (const other of unasked(UNASKED.get(kind) ?? [])) tell(plan, stem(other), "contrary");
  }
  return opposed;
}

/** Models that share a number: an iPhone 6 Plus is no iPhone 6. */
const VARIANTS = "plus pro max ultra edge mini lite air xl".split(" ");

/** Who names a model by its line and number wants no other model of that number. */
export function planModel(plan: Plan, text: string): void {
  if (!/\d/.test(text)) return;
  const words = plainWords(text);
  const mentions = sharedVocabulary().mentionsIn(words);
  const isModel = mentions.some(
    ({ isLine, to }) => isLine && /^[a-z]?\d+[a-z]?$/.test(words[to] ?? ""),
  );
  if (!isModel || VARIANTS.some((variant) => words.includes(variant))) return;
  for (const variant of VARIANTS) tell(plan, stem(variant), "sized");
}

const KIN = "son|daughter|nephew|niece|grand(?:son|daughter|child)|kid|child";
/** "For my son, he's 6", "for a 6 year old"; a whisky may be 12 years old, too. */
const OF_A_CHILD = new RegExp(
  `\\b(?:${KIN}|boy|girl)` +
    "(?:,? (?:s?he'?s|s?he is|is|aged?))? (?:1[0-2]|[1-9])\\b(?! ?(?:cm|mm|in|inch|ft|kg)\\b)" +
    "|\\bfor (?:an? )?(?:1[0-2]|[1-9])[- ]?(?:years?|yrs?)[- ]olds?\\b",
  "i",
);
const CHILD = new RegExp(`^(?:${KIN})$`);

/** Words for young people. */
const YOUNG = new RegExp(
  `\\b(?:(?:${KIN}|boy|girl|toddler|infant|pupil)s?|child\\w*|bab(?:y|ies)|teens?\\w*` +
    "|youth|junior|school\\w*|years?[- ]olds?|y\\/?o)\\b",
  "i",
);
const FOR_CHILDREN = ["kids", "child", "toddler", "infant", "junior", "youth"].map(stem);
/** Types that are mostly for children, who need not be named. */
const CHILDISH = ["toy", "game", "baby-product", "party-supply", "book", "media", "craft-supply"];

const isChildish = (type: string): boolean =>
  sharedVocabulary()
    .lineage(type)
    .some((one) => CHILDISH.includes(one));

/**
 * What is for a child of so many years is called for kids, and nothing for adults. A query without
 * a word for young people wants no "kids' office chair".
 */
export function planChild(
  plan: Plan,
  words: readonly QueryWord[],
  { text, type }: { text: string; type: string | null },
): void {
  if (type !== null && !YOUNG.test(text) && !isChildish(type)) {
    for (const word of FOR_CHILDREN) tell(plan, word, "contrary");
  }
  if (!OF_A_CHILD.test(text)) return;
  for (const other of oppositeOf("kids")) tell(plan, stem(other), "contrary");
  const at = words.findIndex(({ word }) => CHILD.test(word));
  const kids = at < 0 ? undefined : known(plan, stem("kids"));
  if (kids === undefined) return;
  plan.probes.push({ term: kids.term, words: 1 << at, gain: kids.rarity * SAME_GAIN });
}
