/**
 * Weights are whole steps from -24 to 24, one letter each; the alphabet's middle is zero. What
 * stands before "A" or after "w" in ASCII is a run of zeros, so that a table may be large, for few
 * features to share a weight, and yet small to ship.
 */
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvw";
const ZERO = 24;
const CAPITAL_A = 65;
const SMALL_A = 97;
const CAPITALS = 26;
const SMALL_W = 119;
/** "#" is a run of one, "@" of thirty; "x" of thirty, "y" of sixty, "~" of 210. */
const BEFORE_RUNS = 34;
const RUN_MAX = 30;
const LONG_RUNS_MAX = 7;
/** The most that the alphabet allows; models use fewer, which take fewer bytes. */
export const STEPS_MAX = 24;

/**
 * A trained linear model over hashed features, the one form of every model in the package.
 *
 * Units: `threshold` and `bias` in steps; a step is `scale` of log-odds.
 */
export type LinearModel = {
  readonly bias: number;
  readonly threshold: number;
  readonly scale: number;
  readonly steps: Int8Array;
};

/** The same as it stands in the package: `weights` is the text of two to the power `bits` steps. */
export type PackedModel = Omit<LinearModel, "steps"> & {
  readonly bits: number;
  readonly weights: string;
};

/** The text of the steps. */
export function encodeSteps(steps: Int8Array): string {
  let text = "";
  let zeros = 0;
  for (const step of steps) {
    if (step === 0) {
      zeros += 1;
      continue;
    }
    text += encodeRun(zeros) + ALPHABET.charAt(step + ZERO);
    zeros = 0;
  }
  return text + encodeRun(zeros);
}

function encodeRun(zeros: number): string {
  let text = "";
  let left = zeros;
  while (left > RUN_MAX) {
    const long = Math.min(LONG_RUNS_MAX, Math.floor(left / RUN_MAX));
    text += String.fromCharCode(SMALL_W + long);
    left -= long * RUN_MAX;
  }
  return left === 0 ? text : text + String.fromCharCode(BEFORE_RUNS + left);
}

/** A model of the package with its weights as numbers. */
export function unpackModel({ weights, bits, ...model }: PackedModel): LinearModel {
  const steps = new Int8Array(2 ** bits);
  let at = 0;
  for (let index = 0; index < weights.length; index += 1) {
    const code = weights.charCodeAt(index);
    if (code < CAPITAL_A) at += code - BEFORE_RUNS;
    else if (code > SMALL_W) at += (code - SMALL_W) * RUN_MAX;
    else {
      // Small letters follow the capitals in the alphabet.
      steps[at] = code - (code < SMALL_A ? CAPITAL_A : SMALL_A - CAPITALS) - ZERO;
      at += 1;
    }
  }
  return { ...model, steps };
}

/** The log-odds above the threshold: zero and more means yes. */
export function marginOf(model: LinearModel, features: ArrayLike<number>): number {
  let sum = model.bias - model.threshold;
  for (let index = 0; index < features.length; index += 1) {
    sum += model.steps[features[index] ?? 0] ?? 0;
  }
  return sum * model.scale;
}
