import type { Judgement } from "./judge.ts";
import { KINDS } from "./turns.ts";

/** The share of named offers with a mark from which `cpr` and `cpd` are worth booking. */
export const MARKED_MIN = 0.8;

interface Marks {
  /** Offers that answers name. */
  readonly named: number;
  readonly marked: number;
  readonly unmarked: number;
  /** Null where no offer was named. */
  readonly markedShare: number | null;
}

interface Part {
  readonly of: number;
  readonly count: number;
  readonly share: number | null;
}

export interface CitationsReport extends Marks {
  readonly model: string;
  readonly turns: number;
  readonly emptyAnswers: number;
  readonly marksInCodeJsonOrThought: number;
  readonly malformedOrUnknownMarks: number;
  /** Turns whose offers are all off topic, and those of them whose answer names one. */
  readonly offTopicNamed: Part;
  /** Turns that ask for one of several, and those whose last pick is one of them. */
  readonly decisions: Part;
  /** Turns that ask for advice where an offer fits, and those whose answer advises it. */
  readonly advised: Part;
  /** Turns about a weak offer, and those whose answer advises it. */
  readonly criticismAdvised: Part;
  readonly secondsMedian: number;
  readonly secondsP90: number;
  readonly byKind: Readonly<Record<string, Marks>>;
  readonly byLanguage: Readonly<Record<string, Marks>>;
}

export function reportOf(model: string, judged: readonly Judgement[]): CitationsReport {
  const seconds = judged.map((one) => one.seconds).sort((one, other) => one - other);
  const ofKind = (kind: string) => judged.filter((one) => one.kind === kind);
  const languages = [...new Set(judged.map(({ lang }) => lang))].sort();
  return {
    model,
    turns: judged.length,
    ...marksOf(judged),
    emptyAnswers: judged.filter(({ isEmpty }) => isEmpty).length,
    marksInCodeJsonOrThought: sum(judged, (one) => one.hiddenMarks),
    malformedOrUnknownMarks: sum(judged, (one) => one.brokenMarks),
    offTopicNamed: partOf(
      judged.filter(({ isOffTopic }) => isOffTopic),
      (one) => one.marked + one.unmarked > 0,
    ),
    decisions: partOf(ofKind("choose"), (one) => one.decides),
    advised: partOf(ofKind("advise"), (one) => one.advisesFitting),
    criticismAdvised: partOf(ofKind("criticize"), (one) => one.advised > 0),
    secondsMedian: atShare(seconds, 0.5),
    secondsP90: atShare(seconds, 0.9),
    byKind: Object.fromEntries(KINDS.map((kind) => [kind, marksOf(ofKind(kind))])),
    byLanguage: Object.fromEntries(
      languages.map((lang) => [lang, marksOf(judged.filter((one) => one.lang === lang))]),
    ),
  };
}

const sum = <Item>(items: readonly Item[], value: (item: Item) => number): number =>
  items.reduce((total, item) => total + value(item), 0);

const atShare = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

const shareOf = (count: number, of: number): number | null => (of === 0 ? null : count / of);

function marksOf(judged: readonly Judgement[]): Marks {
  const marked = sum(judged, (one) => one.marked);
  const unmarked = sum(judged, (one) => one.unmarked);
  const named = marked + unmarked;
  return { named, marked, unmarked, markedShare: shareOf(marked, named) };
}

function partOf(judged: readonly Judgement[], holds: (one: Judgement) => boolean): Part {
  const count = judged.filter(holds).length;
  return { of: judged.length, count, share: shareOf(count, judged.length) };
}

const percent = (share: number | null): string =>
  share === null ? "none" : `${(share * 100).toFixed(1)} %`;

export function textOf(report: CitationsReport): string {
  const { offTopicNamed, decisions, advised, criticismAdvised } = report;
  const { secondsMedian: median, secondsP90: p90 } = report;
  const unmarkedShare = shareOf(report.unmarked, report.named);
  const count = ({ count: some, of }: Part): string => `${some} of ${of}`;
  const groups = (marks: CitationsReport["byKind"]): string =>
    Object.entries(marks)
      .filter(([, { named }]) => named > 0)
      .map(([name, { named, markedShare }]) => `${name} ${percent(markedShare)} of ${named}`)
      .join(", ");
  return [
    `${report.model}: ${report.turns} turns, ${report.named} named offers`,
    `named, marked: ${report.marked} (${percent(report.markedShare)})`,
    `named, unmarked: ${report.unmarked} (${percent(unmarkedShare)})`,
    `  by kind: ${groups(report.byKind)}`,
    `  by language: ${groups(report.byLanguage)}`,
    `marks in code, JSON or thoughts: ${report.marksInCodeJsonOrThought}`,
    `malformed or unknown marks: ${report.malformedOrUnknownMarks}`,
    `off-topic turns that name an offer: ${count(offTopicNamed)} (${percent(offTopicNamed.share)})`,
    `turns to choose one that end with a valid pick: ${count(decisions)}`,
    `turns for advice that advise a fitting offer: ${count(advised)}`,
    `turns about a weak offer that advise it: ${count(criticismAdvised)}`,
    `seconds per answer: median ${median.toFixed(1)}, 90th percentile ${p90.toFixed(1)}`,
    ...(report.emptyAnswers > 0 ? [`empty answers: ${report.emptyAnswers}`] : []),
    verdictOf(report),
    "",
  ].join("\n");
}

function verdictOf({ markedShare, model }: CitationsReport): string {
  if (markedShare === null) return "No answer named an offer, so there is nothing to judge.";
  const limit = percent(MARKED_MIN).replace(".0", "");
  return markedShare < MARKED_MIN
    ? `Below ${limit} marked: book cpc or cpia with this model (${model}).`
    : `At least ${limit} marked: cpr and cpd work with this model (${model}).`;
}
