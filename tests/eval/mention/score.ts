import { readFileSync } from "node:fs";
import { createMentionMatcher } from "@placard/publisher-kit/mention";
import type { MentionOffer } from "@placard/publisher-kit/types";
import { seeded } from "../search/noise.ts";

/** Files that say how well the matcher reads: no model learns from them, nobody looks into them. */
export const MEASURED_SETS = ["held", "fresh"] as const;
/** The files of answers; their README says what each is for. */
export const ANSWER_SETS = [
  ...MEASURED_SETS,
  "tune",
  "more",
  "third",
  "fourth",
  "fifth",
  "sixth",
  "seventh",
  "eighth",
] as const;
export type AnswerSet = (typeof ANSWER_SETS)[number];
export type MeasuredSet = (typeof MEASURED_SETS)[number];

export const isMeasured = (set: string): set is MeasuredSet =>
  MEASURED_SETS.some((measured) => measured === set);
type MentionType = "recommendation" | "decision";

export interface Answer {
  readonly id: string;
  readonly kind: string;
  readonly offers: readonly MentionOffer[];
  readonly answer: string;
  readonly mentions: readonly { offer: string; type: MentionType }[];
}

interface Line extends Omit<Answer, "offers"> {
  readonly offers: readonly (Omit<MentionOffer, "offerId"> & { id: string })[];
}

/** Offers right, reported wrongly and not reported. */
export interface Tally {
  right: number;
  wrong: number;
  missed: number;
}

export interface MentionScore {
  readonly set: AnswerSet;
  readonly answers: number;
  readonly recommendation: Tally;
  readonly decision: Tally;
  /** One line per answer that was misread. Those of measured sets may not be looked into. */
  readonly misses: string[];
}

/** Models stream a few characters to a few words at a time. */
const CHUNK_MAX = 24;

/** The bytes of one file of answers, for their checksum. */
export const answerBytes = (set: AnswerSet): Buffer =>
  readFileSync(new URL(`./${set}.jsonl`, import.meta.url));

export function answersOf(set: AnswerSet): Answer[] {
  const lines = answerBytes(set).toString("utf8").trim().split("\n");
  return lines.map((text): Answer => {
    const { offers, ...line }: Line = JSON.parse(text);
    return { ...line, offers: offers.map(({ id, ...rest }) => ({ offerId: id, ...rest })) };
  });
}

/**
 * Feeds every answer of one half to the matcher in chunks of random length and counts per offer.
 *
 * Shape: `recommendation` counts offers with either label, `decision` those with that label alone.
 * Source: "What counts" in the README beside this file.
 */
export function scoreMentions(set: AnswerSet, seed: number): MentionScore {
  const random = seeded(seed);
  const recommendation: Tally = { right: 0, wrong: 0, missed: 0 };
  const decision: Tally = { right: 0, wrong: 0, missed: 0 };
  const misses: string[] = [];
  const answers = answersOf(set);
  for (const answer of answers) {
    const found = readStream(answer, random);
    const either = new Set(answer.mentions.map(({ offer }) => offer));
    const decided = ofType(answer.mentions, "decision");
    count(recommendation, new Set(found.keys()), either);
    count(decision, decidedIn(found), decided);
    const miss = missOf(answer, found);
    if (miss !== undefined) misses.push(miss);
  }
  return { set, answers: answers.length, recommendation, decision, misses };
}

export const precisionOf = ({ right, wrong }: Tally): number => right / (right + wrong);
export const recallOf = ({ right, missed }: Tally): number => right / (right + missed);

/** What the matcher found, by offer: whether the offer was chosen. */
function readStream({ offers, answer }: Answer, random: () => number): Map<string, boolean> {
  const matcher = createMentionMatcher(offers);
  let at = 0;
  while (at < answer.length) {
    const end = at + 1 + Math.floor(random() * CHUNK_MAX);
    matcher.push(answer.slice(at, end));
    at = end;
  }
  return new Map(matcher.end().map(({ offerId, decision }) => [offerId, decision]));
}

function ofType(mentions: Answer["mentions"], wanted: MentionType): Set<string> {
  return new Set(mentions.filter(({ type }) => type === wanted).map(({ offer }) => offer));
}

function decidedIn(found: ReadonlyMap<string, boolean>): Set<string> {
  return new Set([...found].filter(([, decided]) => decided).map(([offer]) => offer));
}

function count(tally: Tally, found: ReadonlySet<string>, labelled: ReadonlySet<string>): void {
  for (const offer of found) {
    if (labelled.has(offer)) tally.right += 1;
    else tally.wrong += 1;
  }
  for (const offer of labelled) if (!found.has(offer)) tally.missed += 1;
}

function missOf(answer: Answer, found: ReadonlyMap<string, boolean>): string | undefined {
  const name = (offer: string, decided: boolean): string =>
    `${offer}:${decided ? "decision" : "recommendation"}`;
  const got = [...found].map(([offer, decided]) => name(offer, decided)).sort();
  const wanted = answer.mentions.map(({ offer, type }) => name(offer, type === "decision")).sort();
  if (got.join() === wanted.join()) return undefined;
  const said = `${got.join(" ") || "nothing"} for ${wanted.join(" ") || "nothing"}`;
  return `${answer.id} ${answer.kind}: ${said}: ${JSON.stringify(answer.answer)}`;
}
