import fc from "fast-check";
import { expect, test } from "vitest";
import { PhraseBook, type Phrases } from "../../publisher-kit/src/language/intent/phrases.ts";
import { ASKS, CUES } from "../../publisher-kit/src/language/intent/rules.ts";
import { GRAVE } from "../../publisher-kit/src/language/intent/sensitive.ts";
import { SOFT_VETOES, VETOES } from "../../publisher-kit/src/language/intent/vetoes.ts";
import { authoredRows } from "../train/intent/data.ts";

const SEED = 14;
const SAMPLES = 12;

const rules = [...ASKS, ...CUES, ...VETOES, ...SOFT_VETOES].map(([, , ...groups]) => groups);
const groups: (Phrases | string)[][] = [...rules, [{ lead: "\\b", any: GRAVE }]];
const book = new PhraseBook(groups);

/** What a group says, one expression for each phrase, without what the book is told to look for. */
function sourcesOf(group: Phrases | string): string[] {
  const { lead = "", any, tail = "" } = typeof group === "string" ? { any: group } : group;
  const phrases = any.replaceAll("\n", "").split(";");
  return phrases.map((phrase) => `${lead}(?:${phrase.split(" => ").at(-1)})${tail}`);
}

const whole = groups.map((list) => new RegExp(list.flatMap(sourcesOf).join("|")));

const plainlyFound = (text: string): number[] =>
  whole.flatMap((regexp, code) => (regexp.test(text) ? [code] : []));

const found = (text: string): number[] => [...book.find(text)].sort((one, other) => one - other);

/** Samples ignore what may not stand around a phrase; they are judged with it. */
function withoutPlaces(source: string): string {
  const place = /\(\?<?[!=]/.exec(source);
  if (place === null) return source.replaceAll("\\b", "");
  let depth = 0;
  // Classes and escaped characters count as one, whatever they hold.
  for (const { 0: part, index } of source.matchAll(/\[(?:\\.|[^\]])*\]|\\.|[()]/g)) {
    if (index < place.index) continue;
    depth += Number(part === "(") - Number(part === ")");
    if (depth > 0) continue;
    return withoutPlaces(source.slice(0, place.index) + source.slice(index + 1));
  }
  throw new Error(`A place of ${source} does not end.`);
}

test("the book finds what plain expressions find, in all our turns", () => {
  for (const { text } of authoredRows()) {
    const lower = text.toLowerCase();
    expect(found(lower), text).toEqual(plainlyFound(lower));
  }
});

test("no phrase is missed because of how it begins", () => {
  for (const source of groups.flat().flatMap(sourcesOf)) {
    const said = fc.stringMatching(new RegExp(withoutPlaces(source)));
    for (const sample of fc.sample(said, { seed: SEED, numRuns: SAMPLES })) {
      for (const text of [sample, `for my ${sample} please`, `x${sample}9`]) {
        const lower = text.toLowerCase();
        expect(found(lower), `${source} in ${lower}`).toEqual(plainlyFound(lower));
      }
    }
  }
});
