import { BUCKETS } from "./features.ts";
import { INTENT_MODEL } from "./generated/weights.ts";

/** Weights are whole steps from -24 to 24, one character each; the alphabet's middle is zero. */
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvw";
const ZERO = 24;
const CAPITAL_A = 65;
const SMALL_A = 97;
const CAPITALS = 26;
/** Fewer steps cost quality in cross-validation, more would not fit the size the package allows. */
export const STEPS_MAX = 24;

/** A trained model: `threshold` and `bias` in steps; a step is `scale` of log-odds. */
export type IntentModel = {
  readonly bias: number;
  readonly threshold: number;
  readonly scale: number;
  readonly steps: Int8Array;
};

export function encodeSteps(steps: Int8Array): string {
  return Array.from(steps, (step) => ALPHABET.charAt(step + ZERO)).join("");
}

function decodeSteps(text: string): Int8Array {
  const steps = new Int8Array(BUCKETS);
  for (let index = 0; index < BUCKETS; index += 1) steps[index] = stepOf(text.charCodeAt(index));
  return steps;
}

/** Small letters follow the capitals in the alphabet. */
const stepOf = (code: number): number =>
  code - (code < SMALL_A ? CAPITAL_A : SMALL_A - CAPITALS) - ZERO;

/** The model in the package, whose weights one by one are read below. */
export function shippedModel(): IntentModel {
  const { bias, threshold, scale } = INTENT_MODEL;
  return { bias, threshold, scale, steps: decodeSteps(shippedWeights()) };
}

let weights: string | undefined;

function shippedWeights(): string {
  weights ??= INTENT_MODEL.weights.replaceAll("\n", "");
  return weights;
}

/** The log-odds above the threshold: zero and more means shopping. */
export function marginOf(model: IntentModel, features: ArrayLike<number>): number {
  let sum = model.bias - model.threshold;
  for (let index = 0; index < features.length; index += 1) {
    sum += model.steps[features[index] ?? 0] ?? 0;
  }
  return sum * model.scale;
}

/** The same by the shipped model. A turn needs few weights; decoding all would delay the first. */
export function shippedMarginOf(features: ArrayLike<number>): number {
  const { bias, threshold, scale } = INTENT_MODEL;
  const text = shippedWeights();
  let sum = bias - threshold;
  for (let index = 0; index < features.length; index += 1) {
    sum += stepOf(text.charCodeAt(features[index] ?? 0));
  }
  return sum * scale;
}
