import { ONES } from "./amount.ts";

/** Numbers that people write as words, as products are described by: "two people" is "2-person". */

const NUMBERS = ONES.slice(1, 13);
/** A number below a hundred, in digits or in words. */
export const NUMBER = `(\\d{1,2}|${NUMBERS.join("|")})`;
const PEOPLE = new RegExp(
  `\\b(?:(?:for|sleeps|seats|fits|fit|of|we(?:'re| are)(?: a (?:family` +
    `|group) of)?) )?(?:(?:the|about) )?${NUMBER}` +
    "[ -](?:people|persons?|adults|campers|of us|man(?= tent))\\b" +
    `|\\b(?:sleeps|seats) ${NUMBER}\\b` +
    `|\\b(?:for|family of|party of) (?!one\\b)` +
    `${NUMBER}(?=\\s*(?:$|[.,;!?]|please|actually|instead` +
    `|then|and\\b))`,
  "gi",
);
const COUNTED = new RegExp(
  `\\b(${NUMBERS.slice(1).join("|")})(?=[ -](?:inch|inches|foot|feet|ft|cm|metre|meter` +
    `|litre|liter` +
    "|gallon|quart|cup|ounce|pound|kilo|pack|piece|seat|seater|drawer|door|tier|shelf|burner" +
    "|slice|slot|port|way|player|person|year|month|speed|ply|ring)s?\\b)",
  "gi",
);

export const figureOf = (word: string): string => {
  const at = NUMBERS.indexOf(word.toLowerCase());
  return at < 0 ? word : String(at + 1);
};

/** The text with its counted words in digits. */
export function withFigures(text: string): string {
  return text
    .replace(PEOPLE, (_all, ...groups: (string | undefined)[]) => {
      const count = groups.slice(0, 3).find((group) => group !== undefined) ?? "";
      return `${figureOf(count)}-person`;
    })
    .replace(COUNTED, figureOf);
}
