import type { Verdict } from "./validate.ts";

/** **Shape** shares from 0 to 1; null where nothing could be found or was said. */
export interface Measure {
  readonly turns: number;
  readonly positive: number;
  readonly found: number;
  readonly wrong: number;
  readonly precision: number | null;
  readonly recall: number | null;
  readonly f1: number | null;
  /** The share of turns that want no offer and would get one. */
  readonly falsePositives: number | null;
}

export function measure(verdicts: readonly Verdict[]): Measure {
  const positive = verdicts.filter(({ row }) => row.label === 1).length;
  const said = verdicts.filter(({ shopping }) => shopping);
  const found = said.filter(({ row }) => row.label === 1).length;
  const wrong = said.length - found;
  return {
    turns: verdicts.length,
    positive,
    found,
    wrong,
    precision: share(found, said.length),
    recall: share(found, positive),
    f1: positive === 0 ? null : share(2 * found, said.length + positive),
    falsePositives: share(wrong, verdicts.length - positive),
  };
}

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** A source says something of both kinds of mistake only with some turns of both classes. */
const CLASS_MIN = 10;
const GENERAL: readonly string[] = ["alpaca_eval", "arena_hard", "self_instruct"];
const CONTRAST = "contrast_templates";

export interface Scores {
  readonly all: Measure;
  readonly mixedClass: Measure;
  readonly mixedSources: readonly string[];
  readonly contrast: Measure;
  readonly general: Measure;
  readonly sensitive: Measure;
}

/** The headline figures: everything, and the parts that a habit of one source cannot flatter. */
export function scoresOf(verdicts: readonly Verdict[]): Scores {
  const mixedSources = bySource(verdicts)
    .filter(({ positive, turns }) => Math.min(positive, turns - positive) >= CLASS_MIN)
    .map(({ source }) => source);
  const where = (accept: (verdict: Verdict) => boolean) => measure(verdicts.filter(accept));
  return {
    all: measure(verdicts),
    mixedClass: where(({ row }) => mixedSources.includes(row.source)),
    mixedSources,
    contrast: where(({ row }) => row.source === CONTRAST),
    general: where(({ row }) => GENERAL.includes(row.source)),
    sensitive: where(({ row }) => row.kind.startsWith("sensitive")),
  };
}

export interface SourceMeasure extends Measure {
  readonly source: string;
}

export function bySource(verdicts: readonly Verdict[]): SourceMeasure[] {
  const names = [...new Set(verdicts.map(({ row }) => row.source))].sort();
  return names.map((source) => ({
    source,
    ...measure(verdicts.filter(({ row }) => row.source === source)),
  }));
}

/** The source with the lowest F1 among those where a perfect detector could reach 1. */
export function worstOf(sources: readonly SourceMeasure[]): SourceMeasure | null {
  const judged = sources.filter(({ positive }) => positive >= CLASS_MIN);
  return judged.toSorted((left, right) => (left.f1 ?? 0) - (right.f1 ?? 0))[0] ?? null;
}
