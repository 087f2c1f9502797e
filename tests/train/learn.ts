import { seeded } from "../eval/search/noise.ts";

/** A text as the learner sees it: the places of its features, and the answer to learn. */
export interface Example {
  readonly features: Uint32Array;
  readonly label: 0 | 1;
}

export interface LearnOptions {
  /** Features are hashed to two to this power of weights. */
  readonly bits: number;
  readonly seed: number;
  readonly epochs: number;
  /** Step size of AdaGrad. */
  readonly rate: number;
  /** Pull towards zero per update of a weight. */
  readonly decay: number;
  /** What the sums of squared gradients start from: steps are bounded at first. */
  readonly squaresStart: number;
  /** A feature of fewer examples gets no weight. */
  readonly countMin: number;
  /** So many features keep a weight, the strongest; all if absent. */
  readonly keep?: number;
  /** A weight has so many steps on either side of zero. */
  readonly steps: number;
}

/** The weights of the features, and last the bias. */
export type Weights = Float64Array;

/**
 * Logistic regression over hashed features: AdaGrad, one example at a time in a seeded order,
 * weights averaged over the second half of the epochs. The same examples and options give the same
 * weights. Where more features have a weight than are kept, they are dropped in stages.
 */
export function learn(examples: readonly Example[], options: LearnOptions): Weights {
  let rows = frequentOf(examples, options);
  let weights = learnFrom(rows, options);
  const { keep } = options;
  if (keep === undefined) return weights;
  for (const times of STAGES) {
    rows = strongestOf(weights, rows, keep * times);
    weights = learnFrom(rows, options);
  }
  return weights;
}

/**
 * So many times the features that are kept are left after each stage, and learnt from anew. Dropped
 * all at once, features that share what they tell go together.
 */
const STAGES = [4, 2, 1] as const;

/** The rows with the strongest features alone. */
function strongestOf(weights: Weights, rows: readonly Example[], keep: number): Example[] {
  const counts = countsOf(rows, weights.length - 1);
  // What a feature decides in sum: a weight seldom met is worth less than its size says.
  const strength = Float64Array.from(
    counts,
    (count, at) => Math.abs(weights[at] ?? 0) * Math.sqrt(count),
  );
  const least = strength.toSorted().at(-keep) ?? 0;
  return withFeatures(rows, (feature) => (strength[feature] ?? 0) >= least);
}

function learnFrom(examples: readonly Example[], options: LearnOptions): Weights {
  const { bits, epochs } = options;
  const buckets = 2 ** bits;
  const weights = new Float64Array(buckets + 1);
  const squares = new Float64Array(buckets + 1).fill(options.squaresStart);
  const sum = new Float64Array(buckets + 1);
  const order = [...examples];
  const random = seeded(options.seed);
  let averaged = 0;
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    shuffle(order, random);
    for (const row of order) update({ weights, squares }, row, options);
    if (epoch * 2 < epochs) continue;
    averaged += 1;
    for (let at = 0; at <= buckets; at += 1) sum[at] = (sum[at] ?? 0) + (weights[at] ?? 0);
  }
  return sum.map((value) => value / Math.max(1, averaged));
}

type State = { weights: Float64Array; squares: Float64Array };

function frequentOf(examples: readonly Example[], { bits, countMin }: LearnOptions): Example[] {
  const counts = countsOf(examples, 2 ** bits);
  return withFeatures(examples, (feature) => (counts[feature] ?? 0) >= countMin);
}

const withFeatures = (
  examples: readonly Example[],
  isIn: (feature: number) => boolean,
): Example[] => examples.map(({ features, label }) => ({ features: features.filter(isIn), label }));

/** How many examples each feature has. */
function countsOf(examples: readonly Example[], buckets: number): Uint32Array {
  const counts = new Uint32Array(buckets);
  for (const { features } of examples) {
    for (const feature of features) counts[feature] = (counts[feature] ?? 0) + 1;
  }
  return counts;
}

function update({ weights, squares }: State, row: Example, { rate, decay }: LearnOptions): void {
  const { features, label } = row;
  const last = weights.length - 1;
  let margin = weights[last] ?? 0;
  for (const feature of features) margin += weights[feature] ?? 0;
  const error = 1 / (1 + Math.exp(-margin)) - label;
  const step = (place: number, pull: number): void => {
    const weight = weights[place] ?? 0;
    const gradient = error + pull * weight;
    const square = (squares[place] ?? 0) + gradient * gradient;
    squares[place] = square;
    weights[place] = weight - (rate * gradient) / Math.sqrt(square);
  };
  for (const feature of features) step(feature, decay);
  step(last, 0);
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
