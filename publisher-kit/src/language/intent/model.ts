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

/** Contexts of the coder: lengths of a gap, then its digits, then sign and size of a step. */
const DIGITS = 32;
const SIGN = 1024;
const SIZE = SIGN + 1;
const GAP_BITS_MAX = 24;

/** The text of the steps: the gaps of zeros between the others, each with the step behind it. */
export function encodeSteps(steps: Int8Array): string {
  const { write, text } = encoderOf();
  let gap = 1;
  const writeGap = (): void => {
    const bits = 31 - Math.clz32(gap);
    for (let at = 0; at < bits; at += 1) write(at, 1);
    write(bits, 0);
    for (let at = bits - 1; at >= 0; at -= 1) write(DIGITS + bits * DIGITS + at, (gap >> at) & 1);
    gap = 1;
  };
  for (const step of steps) {
    if (step === 0) {
      gap += 1;
      continue;
    }
    writeGap();
    write(SIGN, Number(step < 0));
    const size = Math.abs(step);
    for (let at = 1; at < size; at += 1) write(SIZE + at, 1);
    if (size < STEPS_MAX) write(SIZE + size, 0);
  }
  writeGap();
  return text();
}

/** Reads what `encodeSteps` wrote of so many steps: each one that is not zero, with its place. */
export function decodeSteps(text: string, count: number, add: (at: number, step: number) => void) {
  const read = decoderOf(text);
  for (let place = 0; ; place += 1) {
    let length = 0;
    while (length < GAP_BITS_MAX && read(length) === 1) length += 1;
    let gap = 1;
    for (let at = length - 1; at >= 0; at -= 1) {
      gap = gap * 2 + read(DIGITS + length * DIGITS + at);
    }
    place += gap - 1;
    if (place >= count) return;
    const sign = read(SIGN) === 1 ? -1 : 1;
    let size = 1;
    while (size < STEPS_MAX && read(SIZE + size) === 1) size += 1;
    add(place, sign * size);
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
