import { decoderOf, encoderOf } from "./range-coder.ts";

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

/** A weight has at most so many steps on either side of zero. */
export const STEPS_MAX = 24;

/**
 * Contexts of the coder: the low bits of a gap, which do not depend on each other between hashes;
 * how often what they hold fits into it; then the sign of a step, and its size by sign.
 */
const LOW_BITS = 8;
const MORE = LOW_BITS;
const SIGN = MORE + 1;
const sizeContext = (isNegative: number, size: number): number =>
  SIGN + isNegative * STEPS_MAX + size;

/** The text of the steps: the gaps of zeros between the others, each with the step behind it. */
export function encodeSteps(steps: Int8Array): string {
  const { write, text } = encoderOf();
  let gap = 0;
  const writeGap = (): void => {
    for (; gap >= 2 ** LOW_BITS; gap -= 2 ** LOW_BITS) write(MORE, 1);
    write(MORE, 0);
    for (let at = 0; at < LOW_BITS; at += 1) write(at, (gap >> at) & 1);
    gap = 0;
  };
  for (const step of steps) {
    if (step === 0) {
      gap += 1;
      continue;
    }
    writeGap();
    const isNegative = Number(step < 0);
    write(SIGN, isNegative);
    const size = Math.abs(step);
    for (let at = 1; at < size; at += 1) write(sizeContext(isNegative, at), 1);
    if (size < STEPS_MAX) write(sizeContext(isNegative, size), 0);
  }
  writeGap();
  return text();
}

/** Reads what `encodeSteps` wrote of so many steps: each one that is not zero, with its place. */
export function decodeSteps(text: string, count: number, add: (at: number, step: number) => void) {
  const read = decoderOf(text);
  for (let place = 0; ; place += 1) {
    while (read(MORE) === 1) place += 2 ** LOW_BITS;
    for (let at = 0; at < LOW_BITS; at += 1) place += read(at) << at;
    if (place >= count) return;
    const isNegative = read(SIGN);
    let size = 1;
    while (size < STEPS_MAX && read(sizeContext(isNegative, size)) === 1) size += 1;
    add(place, isNegative === 1 ? -size : size);
  }
}

/** A model of the package with its weights as numbers. */
export function unpackModel({ weights, bits, ...model }: PackedModel): LinearModel {
  const steps = new Int8Array(2 ** bits);
  decodeSteps(weights, steps.length, (place, step) => {
    steps[place] = step;
  });
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
