import { weigh } from "../../../publisher-kit/src/language/intent/evidence.ts";
import { featuresOf } from "../../../publisher-kit/src/language/intent/features.ts";
import {
  FOLLOW_BITS,
  followFeaturesOf,
} from "../../../publisher-kit/src/language/intent/follow-features.ts";
import { hasNewBound, intentMarginOf } from "../../../publisher-kit/src/language/intent/index.ts";
import type { LinearModel } from "../../../publisher-kit/src/language/intent/model.ts";
import { talkBefore } from "../../../publisher-kit/src/language/intent/talk.ts";
import { needBefore, step, wantedWords } from "../../../publisher-kit/src/language/query/need.ts";
import { fitModel, type Prepared, type Scored } from "../fit.ts";
import type { LearnOptions } from "../learn.ts";
import type { Later } from "./data.ts";

export const OPTIONS: LearnOptions = {
  bits: FOLLOW_BITS,
  seed: 1,
  epochs: 20,
  rate: 0.05,
  decay: 0.01,
  squaresStart: 1,
  countMin: 2,
  keep: 900,
  steps: 7,
};

/** So many of the turns that follow a wish are taken for that, on the inner folds. */
const FOUND_MIN = 0.93;

export interface PreparedLater extends Prepared {
  readonly row: Later;
}

export function prepare(row: Later): PreparedLater {
  const { text, prev } = row;
  const need = needBefore(prev, () => true);
  const words = need === undefined ? [] : wantedWords(need);
  const evidence = weigh(text);
  const talk = talkBefore(prev);
  const isOpen = need?.isOpen ?? false;
  const isBound = need !== undefined && hasNewBound(need, step(need, text, prev));
  const margin = intentMarginOf(featuresOf(evidence, talk));
  const turn = { text, evidence, talk, previous: prev, words, isOpen, isBound, margin };
  const features = followFeaturesOf(turn);
  return { row, example: { features: Uint32Array.from(features), label: row.label } };
}

export const fitFollow = (turns: readonly PreparedLater[]): LinearModel =>
  fitModel(turns, OPTIONS, chooseThreshold);

/** The highest that keeps the share of follow-ups found. */
function chooseThreshold(scored: readonly Scored<PreparedLater>[]): number {
  const follow = scored.filter(({ turn }) => turn.row.label === 1).map(({ margin }) => margin);
  return follow.sort((one, other) => other - one)[Math.floor(follow.length * FOUND_MIN)] ?? 0;
}
