import { BUCKETS } from "../../../publisher-kit/src/mention/features.ts";
import {
  type MentionModel,
  marginOf,
  type Scorer,
  STEPS_MAX,
} from "../../../publisher-kit/src/mention/scorer.ts";
import { foldOf } from "../intent/fit.ts";
import { type Example, type LearnOptions, learn } from "../learn.ts";
import type { Candidate } from "./data.ts";

/** How the shipped model is learnt; no setting of it is chosen on answers it is measured on. */
export const OPTIONS: LearnOptions = {
  buckets: BUCKETS,
  seed: 1,
  epochs: 12,
  rate: 0.05,
  decay: 0.001,
  squaresStart: 0.1,
  countMin: 3,
  norm: 8,
};

/** Folds inside the training answers, to choose thresholds on answers the weights have not seen. */
const INNER_FOLDS = 5;
/**
 * Each threshold is the lowest that keeps this precision on the inner folds. A false mention bills
 * an advertiser, so a wrong one weighs more than a missed one.
 */
const PRECISION_MIN = { affirmed: 0.97, decided: 0.96 };
type Question = keyof typeof PRECISION_MIN;
/** Of the weights beyond this share none gets a step of its own: few large ones would blur all. */
const CLIPPED_SHARE = 0.002;
/** Smaller weights decide nothing and fill half of the package. */
const STEP_MIN = 3;

/** Learns weights from answers and frames, and the thresholds from folds of the answers. */
export function fitModel(
  answers: readonly Candidate[],
  frames: readonly Candidate[],
): MentionModel {
  const inner = outOfFold(answers, frames);
  const all = [...answers, ...frames];
  const yes = thresholdOf(inner, "affirmed");
  const asked = inner.filter(({ margins }) => margins.affirmed >= yes);
  return {
    affirmed: { ...learnScorer(all, "affirmed"), threshold: yes },
    decided: { ...learnScorer(all, "decided"), threshold: thresholdOf(asked, "decided") },
  };
}

/** A candidate with margins from weights that have not seen its answer. */
export interface Scored {
  readonly candidate: Candidate;
  readonly margins: Readonly<Record<Question, number>>;
}

export function outOfFold(
  answers: readonly Candidate[],
  frames: readonly Candidate[],
  folds = INNER_FOLDS,
): Scored[] {
  const fold = ({ answerId }: Candidate): number => foldOf(answerId, folds);
  return Array.from({ length: folds }, (_, out) => {
    const rest = [...answers.filter((own) => fold(own) !== out), ...frames];
    const affirmed = learnScorer(rest, "affirmed");
    const decided = learnScorer(rest, "decided");
    const own = answers.filter((candidate) => fold(candidate) === out);
    return own.map((candidate) => ({
      candidate,
      margins: {
        affirmed: marginOf(affirmed, candidate.features),
        decided: marginOf(decided, candidate.features),
      },
    }));
  }).flat();
}

/** Only of an affirmed offer it is asked whether the answer decided for it. */
function learnScorer(rows: readonly Candidate[], question: Question): Scorer {
  const asked = question === "affirmed" ? rows : rows.filter(({ affirmed }) => affirmed);
  const examples = asked.map(
    (row): Example => ({
      features: row.features,
      label: row[question] ? 1 : 0,
    }),
  );
  const learnt = learn(examples, OPTIONS);
  const weights = learnt.subarray(0, BUCKETS);
  const bias = learnt[BUCKETS] ?? 0;
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
  return { bias: Number(bias.toFixed(4)), threshold: 0, scale, steps };
}

function thresholdOf(scored: readonly Scored[], question: Question): number {
  const falling = scored.toSorted((one, two) => two.margins[question] - one.margins[question]);
  let right = 0;
  let threshold = falling[0]?.margins[question] ?? 0;
  for (const [index, { candidate, margins }] of falling.entries()) {
    if (candidate[question]) right += 1;
    if (right / (index + 1) >= PRECISION_MIN[question]) threshold = margins[question];
  }
  return Number(threshold.toFixed(4));
}
