import { readFileSync } from "node:fs";
import type { MentionOffer } from "../../../publisher-kit/src/types.ts";
import type { Answer } from "../../eval/mention/score.ts";

/** The files of answers that were written for training alone; their README says how. */
export const WRITTEN_SETS = [
  "ninth",
  "tenth",
  "eleventh",
  "twelfth",
  "thirteenth",
  "fourteenth",
  "fifteenth",
  "sixteenth",
  "seventeenth",
  "eighteenth",
  "nineteenth",
  "twentieth",
  "twentyfirst",
  "twentysecond",
  "twentythird",
  "twentyfourth",
  "twentyfifth",
  "twentysixth",
  "twentyseventh",
  "twentyeighth",
  "twentyninth",
  "thirtieth",
  "thirtyfirst",
  "thirtysecond",
  "thirtythird",
  "thirtyfourth",
  "thirtyfifth",
  "thirtysixth",
  "thirtyseventh",
  "thirtyeighth",
  "thirtyninth",
  "fortieth",
  "fortyfirst",
  "fortysecond",
  "fortythird",
  "fortyfourth",
  "fortyfifth",
  "fortysixth",
  "fortyseventh",
  "fortyeighth",
] as const;
/** Those with the mix of kinds that `tune` has, in an everyday voice or nearly so. */
export const MIXED_SETS: readonly string[] = [
  "thirtyseventh",
  "thirtyeighth",
  "fortyfourth",
  "fortyfifth",
  "fortysixth",
  "fortyeighth",
];
export type WrittenSet = (typeof WRITTEN_SETS)[number];

const fileOf = (set: WrittenSet, kind: "txt" | "offers.tsv"): Buffer =>
  readFileSync(new URL(`./written/${set}.${kind}`, import.meta.url));

/** The bytes of one file of answers and of its offers, for their checksum. */
export const writtenBytes = (set: WrittenSet): Buffer =>
  Buffer.concat([fileOf(set, "txt"), fileOf(set, "offers.tsv")]);

const MARK = /\{([A-Za-z0-9]+)([*!]?):([^{}]*)\}/g;

/**
 * Every line as a labelled answer. The matcher is given all offers of the file: which brand names
 * an offer by itself depends on the others.
 */
export function writtenAnswers(set: WrittenSet): Answer[] {
  const offers = offersOf(set);
  const keys = new Set(offers.map(({ offerId }) => offerId));
  const lines = fileOf(set, "txt").toString("utf8").trim().split("\n");
  return lines.map((line, index): Answer => {
    const id = `${set}${index + 1}`;
    const [kind, marked] = line.split("\t");
    if (kind === undefined || marked === undefined) throw new Error(`${id} has no tab.`);
    const types = new Map<string, "decision" | "recommendation">();
    const answer = marked
      .replaceAll("\\n", "\n")
      .replace(MARK, (_, key: string, sign: string, name) => {
        if (!keys.has(key)) throw new Error(`${id} names an offer ${key} that does not exist.`);
        // An offer has the strongest label of its places.
        if (sign === "!") types.set(key, "decision");
        else if (sign === "*" && !types.has(key)) types.set(key, "recommendation");
        return name;
      });
    const mentions = [...types].map(([offer, type]) => ({ offer, type }));
    return { id, kind, offers, answer, mentions };
  });
}

function offersOf(set: WrittenSet): MentionOffer[] {
  const lines = fileOf(set, "offers.tsv").toString("utf8").trim().split("\n");
  return lines.map((line): MentionOffer => {
    const [offerId, title, brand, sponsor] = line.split("\t");
    if (!offerId || !title) throw new Error(`${set} has an offer without a key or a title.`);
    return { offerId, title, ...(brand && { brand }), ...(sponsor && { sponsor }) };
  });
}
