import { seeded } from "../../eval/search/noise.ts";

/** What an answer says of an offer, as the learner sees it. */
export interface Example {
  readonly features: Uint16Array;
  readonly label: boolean;
}

export interface LearnOptions {
  readonly seed: number;
  readonly epochs: number;
  /** Step size of AdaGrad. */
  readonly rate: number;
  /** Pull towards zero per update of a weight. */
  readonly decay: number;
  /** A feature of fewer examples gets no weight. */
  readonly countMin: number;
  /** Length to which the features of every example are scaled: long answers weigh no more. */
  readonly norm: number;
}

/** Weights by place, to be divided by the root of the number of features, and the bias. */
export interface Learned {
  readonly weights: Float64Array;
  readonly bias: number;
}

/** What the sums of squared gradients start from: steps are bounded at first. */
const SQUARES_START = 0.1;

/**
 * Logistic regression: AdaGrad, one example at a time in a seeded order, weights averaged over the
 * second half of the epochs. The same examples and options give the same weights.
 */
export function learn(
  examples: readonly Example[],
  buckets: number,
  options: LearnOptions,
): Learned {
  const weights = new Float64Array(buckets + 1);
  const squares = new Float64Array(buckets + 1).fill(SQUARES_START);
  const sum = new Float64Array(buckets + 1);
  const kept = frequent(examples, buckets, options.countMin);
  const order = examples.map(({ features, label }) => ({
    features: features.filter((feature) => kept[feature] === 1),
    scale: options.norm / Math.sqrt(Math.max(1, features.length)),
    label: label ? 1 : 0,
  }));
  const random = seeded(options.seed);
  let averaged = 0;
  for (let epoch = 0; epoch < options.epochs; epoch += 1) {
    shuffle(order, random);
    for (const example of order) update({ weights, squares }, example, options);
    if (epoch * 2 < options.epochs) continue;
    averaged += 1;
    for (let at = 0; at <= buckets; at += 1) sum[at] = (sum[at] ?? 0) + (weights[at] ?? 0);
  }
  const mean = sum.map((value) => value / Math.max(1, averaged));
  return {
    weights: mean.subarray(0, buckets).map((weight) => weight * options.norm),
    bias: mean[buckets] ?? 0,
  };
}

function frequent(examples: readonly Example[], buckets: number, countMin: number): Uint8Array {
  const counts = new Uint32Array(buckets);
  for (const { features } of examples) {
    for (const feature of features) counts[feature] = (counts[feature] ?? 0) + 1;
  }
  return Uint8Array.from(counts, (count) => (count >= countMin ? 1 : 0));
}

type State = { weights: Float64Array; squares: Float64Array };
type Row = { features: Uint16Array; scale: number; label: number };

function update({ weights, squares }: State, row: Row, { rate, decay }: LearnOptions): void {
  const { features, scale, label } = row;
  const last = weights.length - 1;
  let margin = weights[last] ?? 0;
  for (const feature of features) margin += (weights[feature] ?? 0) * scale;
  const error = 1 / (1 + Math.exp(-margin)) - label;
  const step = (place: number, value: number, pull: number): void => {
    const weight = weights[place] ?? 0;
    const gradient = error * value + pull * weight;
    const square = (squares[place] ?? 1) + gradient * gradient;
    squares[place] = square;
    weights[place] = weight - (rate * gradient) / Math.sqrt(square);
  };
  for (const feature of features) step(feature, scale, decay);
  step(last, 1, 0);
}

function shuffle<T>(order: T[], random: () => number): void {
  for (let index = order.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    const [one, two] = [order[index], order[other]];
    if (one === undefined || two === undefined) continue;
    order[index] = two;
    order[other] = one;
  }
}
