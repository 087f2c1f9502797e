import { BUCKETS } from "./features.ts";
import { INTENT_MODEL } from "./generated/weights.ts";

/** Weights are whole steps from -24 to 24, one character each; the alphabet's middle is zero. */
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvw";
const ZERO = 24;
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

export function decodeSteps(text: string): Int8Array {
  const steps = new Int8Array(BUCKETS);
  for (let index = 0; index < BUCKETS; index += 1) {
    steps[index] = ALPHABET.indexOf(text.charAt(index)) - ZERO;
  }
  return steps;
}

let shipped: IntentModel | undefined;

/** The model in the package, decoded on first use so that importing costs nothing. */
export function shippedModel(): IntentModel {
  if (shipped === undefined) {
    const { bias, threshold, scale, weights } = INTENT_MODEL;
    shipped = { bias, threshold, scale, steps: decodeSteps(weights.replaceAll("\n", "")) };
  }
  return shipped;
}

/** The log-odds above the threshold: zero and more means shopping. */
export function marginOf(model: IntentModel, features: ArrayLike<number>): number {
  let sum = model.bias - model.threshold;
  for (let index = 0; index < features.length; index += 1) {
    sum += model.steps[features[index] ?? 0] ?? 0;
  }
  return sum * model.scale;
}
