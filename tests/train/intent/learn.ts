import { seeded } from "../../eval/search/noise.ts";

/** A turn as the learner sees it. */
export interface Example {
  readonly features: Uint16Array;
  readonly label: 0 | 1;
}

export interface LearnOptions {
  readonly buckets: number;
  readonly seed: number;
  readonly epochs: number;
  /** Step size of AdaGrad. */
  readonly rate: number;
  /** Pull towards zero per update of a weight. */
  readonly decay: number;
}

/** The weights of the features, and last the bias. */
export type Weights = Float64Array;

/**
 * Logistic regression over hashed features: AdaGrad, one row at a time in a seeded order, weights
 * averaged over the second half of the epochs. The same rows and options give the same weights.
 */
export function learn(examples: readonly Example[], options: LearnOptions): Weights {
  const { buckets, epochs } = options;
  const weights = new Float64Array(buckets + 1);
  const squares = new Float64Array(buckets + 1).fill(1);
  const sum = new Float64Array(buckets + 1);
  const order = examples.map((_, index) => index);
  const random = seeded(options.seed);
  let averaged = 0;
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    shuffle(order, random);
    for (const index of order) {
      const example = examples[index];
      if (example !== undefined) update({ weights, squares }, example, options);
    }
    if (epoch * 2 < epochs) continue;
    averaged += 1;
    for (let index = 0; index < sum.length; index += 1) {
      sum[index] = (sum[index] ?? 0) + (weights[index] ?? 0);
    }
  }
  return sum.map((value) => value / Math.max(1, averaged));
}

/** The sum of the weights a turn meets, bias included; above zero leans to shopping. */
export function marginOf(weights: Weights, features: Uint16Array): number {
  let margin = weights[weights.length - 1] ?? 0;
  for (const feature of features) margin += weights[feature] ?? 0;
  return margin;
}

type State = { weights: Float64Array; squares: Float64Array };

function update({ weights, squares }: State, example: Example, options: LearnOptions): void {
  const { rate, decay } = options;
  const chance = 1 / (1 + Math.exp(-marginOf(weights, example.features)));
  const error = chance - example.label;
  const step = (feature: number, pull: number): void => {
    const weight = weights[feature] ?? 0;
    const gradient = error + pull * weight;
    const square = (squares[feature] ?? 1) + gradient * gradient;
    squares[feature] = square;
    weights[feature] = weight - (rate * gradient) / Math.sqrt(square);
  };
  for (const feature of example.features) step(feature, decay);
  step(weights.length - 1, 0);
}

function shuffle(order: number[], random: () => number): void {
  for (let index = order.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    const held = order[index] ?? 0;
    order[index] = order[other] ?? 0;
    order[other] = held;
  }
}
