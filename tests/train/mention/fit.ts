import { type Net, rowsOf } from "../../../publisher-kit/src/mention/net.ts";
import { BUCKETS } from "../../../publisher-kit/src/mention/places.ts";
import {
  type Margins,
  type MentionText,
  marginsOf,
  modelOf,
  type Scorer,
  STEPS_MAX,
} from "../../../publisher-kit/src/mention/scorer.ts";
import { type Example, type LearnOptions, learn } from "../learn.ts";
import type { Candidate } from "./data.ts";
import { textOf } from "./encode.ts";
import { learnNet, type NetOptions } from "./learn-net.ts";
import { namesOf } from "./names.ts";
import { createProducts } from "./products.ts";
import { MIXED_SETS } from "./written.ts";

/** How a model is learnt; no setting of it is chosen on answers it is measured on. */
export interface MentionOptions {
  readonly scorers: LearnOptions;
  readonly net: NetOptions;
  /** How many nets; each begins with a seed of its own, and two err less than one. */
  readonly nets: number;
}

export const OPTIONS: MentionOptions = {
  scorers: {
    buckets: BUCKETS,
    seed: 1,
    epochs: 12,
    rate: 0.05,
    decay: 0.001,
    squaresStart: 0.1,
    countMin: 16,
    norm: 8,
  },
  net: {
    seed: 1,
    epochs: 5,
    batch: 64,
    rate: 0.002,
    decay: 0.0001,
    dropped: 30,
    chosenWeight: 0.5,
    lengthMax: 1,
  },
  nets: 2,
};

/**
 * Each threshold is the lowest that keeps these precisions on answers of hands that the weights
 * have not seen: of all of them, most of which were written to mislead, and of those with the mix
 * of kinds that `tune` has. A false mention bills an advertiser, so a wrong one weighs more than a
 * missed one.
 */
const PRECISION_MIN = { affirmed: 0.955, decided: 0.94 };
const MIXED_PRECISION_MIN = { affirmed: 0.975, decided: 0.97 };
const NO_THRESHOLDS = { affirmed: 0, decided: 0 };
type Question = keyof typeof PRECISION_MIN;
/** Of the weights beyond this share none gets a step of its own: few large ones would blur all. */
const CLIPPED_SHARE = 0.002;
/** Smaller weights decide nothing and fill half of the package. */
const STEP_MIN = 3;

/** A model as it is written, without thresholds: they are chosen where another model reads. */
export type Untried = Omit<MentionText, "thresholds">;

/** Learns scorers and net, and writes them down. */
export async function fitModel(rows: readonly Candidate[], options = OPTIONS): Promise<Untried> {
  const named = namesOf(rows);
  const examples = rows.map(({ affirmed, decided, view }) => ({
    rows: rowsOf(named.names, view.sequence),
    affirmed,
    decided,
  }));
  const nets: Net[] = [];
  for (let net = 0; net < options.nets; net += 1) {
    const own = { ...options.net, seed: options.net.seed + net };
    nets.push(learnNet(named, examples, own, await createProducts()));
  }
  const { thresholds, ...text } = textOf({
    affirmed: learnScorer(rows, "affirmed", options.scorers),
    decided: learnScorer(rows, "decided", options.scorers),
    nets,
    thresholds: NO_THRESHOLDS,
  });
  return text;
}

/** A candidate with margins from a model that has not seen its answer. */
export interface Scored {
  readonly candidate: Candidate;
  readonly margins: Margins;
}

/** Answers as the model reads them that the text makes. */
export function scored(text: Untried, rows: readonly Candidate[]): Scored[] {
  const model = modelOf({ ...text, thresholds: NO_THRESHOLDS });
  return rows.map((candidate) => ({ candidate, margins: marginsOf(model, candidate.view) }));
}

export function thresholdsOf(all: readonly Scored[]): Margins {
  const affirmed = thresholdOf(all, "affirmed");
  const asked = all.filter(({ margins }) => margins.affirmed >= affirmed);
  return { affirmed, decided: thresholdOf(asked, "decided") };
}

/** Only of an affirmed offer it is asked whether the answer decided for it. */
function learnScorer(
  rows: readonly Candidate[],
  question: Question,
  options: LearnOptions,
): Scorer {
  const asked = question === "affirmed" ? rows : rows.filter(({ affirmed }) => affirmed);
  const examples = asked.map(
    (row): Example => ({ features: row.view.features, label: row[question] ? 1 : 0 }),
  );
  const learnt = learn(examples, options);
  const weights = learnt.subarray(0, BUCKETS);
  const sizes = weights
    .map(Math.abs)
    .filter((size) => size > 0)
    .sort();
  const largest = sizes[Math.floor(sizes.length * (1 - CLIPPED_SHARE))] ?? 0;
  const scale = largest === 0 ? 1 : Number((largest / STEPS_MAX).toPrecision(6));
  const steps = Int8Array.from(weights, (weight) => {
    const step = Math.max(-STEPS_MAX, Math.min(STEPS_MAX, Math.round(weight / scale)));
    return Math.abs(step) < STEP_MIN ? 0 : step;
  });
  return { bias: Number((learnt[BUCKETS] ?? 0).toFixed(4)), scale, steps };
}

function thresholdOf(all: readonly Scored[], question: Question): number {
  const mixed = all.filter(({ candidate: { set } }) => set === "tune" || MIXED_SETS.includes(set));
  const lowest = Math.max(
    lowestOf(all, question, PRECISION_MIN[question]),
    lowestOf(mixed, question, MIXED_PRECISION_MIN[question]),
  );
  return Number(lowest.toFixed(4));
}

/** The lowest margin from which on so many of the answers are right. */
function lowestOf(all: readonly Scored[], question: Question, precisionMin: number): number {
  const falling = all.toSorted((one, two) => two.margins[question] - one.margins[question]);
  let right = 0;
  let lowest = falling[0]?.margins[question] ?? 0;
  for (const [index, { candidate, margins }] of falling.entries()) {
    if (candidate[question]) right += 1;
    if (right / (index + 1) >= precisionMin) lowest = margins[question];
  }
  return lowest;
}
