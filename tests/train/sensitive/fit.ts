import { type LinearModel, marginOf } from "../../../publisher-kit/src/language/intent/model.ts";
import {
  SENSITIVE_BITS,
  sensitiveFeaturesOf,
} from "../../../publisher-kit/src/language/intent/sensitive-features.ts";
import { fitModel, type Scored } from "../fit.ts";
import type { Example, LearnOptions } from "../learn.ts";
import type { SensitiveRow } from "./data.ts";

/** How the shipped model is learnt; chosen by cross-validation over our turns. */
export const OPTIONS: LearnOptions = {
  bits: SENSITIVE_BITS,
  seed: 2,
  epochs: 30,
  rate: 0.05,
  decay: 0.1,
  squaresStart: 1,
  countMin: 2,
  keep: 7_500,
  steps: 4,
};

/** The threshold is the lowest that blocks this share of our harmless turns on the inner folds. */
const BLOCKED_MAX = 0.07;

export interface PreparedTurn {
  readonly row: SensitiveRow;
  readonly example: Example;
}

export const featuresOfTurn = (text: string): Uint32Array =>
  Uint32Array.from(sensitiveFeaturesOf(text));

export const prepare = (row: SensitiveRow): PreparedTurn => ({
  row,
  example: { features: featuresOfTurn(row.text), label: row.label },
});

export const fitSensitive = (turns: readonly PreparedTurn[]): LinearModel =>
  fitModel(turns, OPTIONS, chooseThreshold);

/** The highest log-odds of what is judged together. */
export const marginOfRow = (model: LinearModel, { turns }: SensitiveRow): number =>
  Math.max(...turns.map((turn) => marginOf(model, featuresOfTurn(turn))));

function chooseThreshold(scored: readonly Scored<PreparedTurn>[]): number {
  const harmless = scored
    .filter(({ turn: { row } }) => row.label === 0 && row.group.startsWith("turns-"))
    .map(({ margin }) => margin)
    .toSorted((left, right) => right - left);
  return harmless[Math.floor(harmless.length * BLOCKED_MAX)] ?? 0;
}
