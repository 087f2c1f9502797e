import {
  ANSWERS,
  DILATIONS,
  LAST_WIDTH,
  type Layout,
  layoutOf,
  type Names,
  type Net,
  type Reading,
  type Rows,
  read,
  sourceOf,
  TAPS,
  WIDTH,
  WORD_WIDTH,
} from "../../../publisher-kit/src/mention/net.ts";
import { DISTANCES, ROLES } from "../../../publisher-kit/src/mention/sequence.ts";
import { seeded } from "../../eval/search/noise.ts";
import { shuffle } from "../learn.ts";

/** An answer as one offer sees it, and what its label says of the offer. */
export interface NetExample {
  readonly rows: Rows;
  readonly affirmed: boolean;
  readonly decided: boolean;
}

export interface NetOptions {
  readonly seed: number;
  readonly epochs: number;
  readonly batch: number;
  /** Largest step size of Adam; it rises over the first tenth and then falls to nothing. */
  readonly rate: number;
  /** Pull towards zero, as a share of the step size. */
  readonly decay: number;
  /** So many words of a hundred are left out while learning, so that none decides alone. */
  readonly dropped: number;
  /** What the second question weighs beside the first. */
  readonly chosenWeight: number;
  /** The gradient of a batch is scaled down to this length. */
  readonly lengthMax: number;
}

const WARMING = 0.1;
const MEAN_KEPT = 0.9;
const SQUARE_KEPT = 0.999;
const TINY = 1e-8;
/** Examples of like length are batched: so many batches are sorted together. */
const SORTED_BATCHES = 16;

/** Learns all numbers of a net; the same examples and options give the same numbers. */
export function learnNet(
  names: Names,
  wordCount: number,
  examples: readonly NetExample[],
  options: NetOptions,
): Net {
  const random = seeded(options.seed);
  const layout = layoutOf(wordCount + 1, names.classes.length + 1, names.zones.length + 1);
  const net: Net = { names, layout, numbers: started(layout, random) };
  const batches = Math.ceil(examples.length / options.batch);
  const adam = createAdam(net.numbers, options, batches * options.epochs);
  const gradient = new Float32Array(layout.end);
  for (let epoch = 0; epoch < options.epochs; epoch += 1) {
    for (const batch of batchesOf(examples, options.batch, random)) {
      gradient.fill(0);
      const chosen = batch.filter(({ affirmed }) => affirmed).length;
      for (const example of batch) {
        const rows = withGaps(example.rows, options.dropped, random);
        const reading = read(net, rows);
        const slopes = slopesOf(reading, example, {
          first: 1 / batch.length,
          second: options.chosenWeight / (chosen + 1),
        });
        backwards(net, rows, { reading, slopes, gradient });
      }
      adam(gradient);
    }
  }
  return net;
}

/** Small numbers around zero; biases and the rows for the unknown stay zero. */
function started(layout: Layout, random: () => number): Float32Array {
  const numbers = new Float32Array(layout.end);
  const fill = (from: number, count: number, size: number): void => {
    for (let at = from; at < from + count; at += 1) numbers[at] = (random() * 2 - 1) * size;
  };
  const tables = 0.5;
  fill(layout.words + WORD_WIDTH, layout.spread - layout.words - WORD_WIDTH, tables);
  fill(layout.spread, WORD_WIDTH * WIDTH, 1 / Math.sqrt(WORD_WIDTH));
  fill(layout.classes + WIDTH, layout.zones - layout.classes - WIDTH, tables);
  fill(layout.zones + WIDTH, layout.roles - layout.zones - WIDTH, tables);
  fill(layout.roles, (ROLES.length + DISTANCES) * WIDTH, tables);
  const taps = TAPS * WIDTH;
  for (const { weights } of layout.layers) fill(weights, taps * 2 * WIDTH, 1 / Math.sqrt(taps));
  fill(layout.last, 2 * WIDTH * LAST_WIDTH, 1 / Math.sqrt(2 * WIDTH));
  fill(layout.answers, LAST_WIDTH * ANSWERS, 1 / Math.sqrt(LAST_WIDTH));
  return numbers;
}

function batchesOf(
  examples: readonly NetExample[],
  size: number,
  random: () => number,
): NetExample[][] {
  const order = [...examples];
  shuffle(order, random);
  const batches: NetExample[][] = [];
  for (let at = 0; at < order.length; at += size * SORTED_BATCHES) {
    const part = order.slice(at, at + size * SORTED_BATCHES);
    part.sort((one, two) => one.rows.words.length - two.rows.words.length);
    for (let from = 0; from < part.length; from += size)
      batches.push(part.slice(from, from + size));
  }
  shuffle(batches, random);
  return batches;
}

/** Some words are taken out, half of them with their class. */
function withGaps(rows: Rows, percent: number, random: () => number): Rows {
  const words = rows.words.slice();
  const classes = rows.classes.slice();
  for (let at = 0; at < words.length; at += 1) {
    if (random() * 100 >= percent) continue;
    words[at] = 0;
    if (rows.roles[at] === 0 && random() < 0.5) classes[at] = 0;
  }
  return { ...rows, words, classes };
}

/** How the loss changes with the two answers. */
function slopesOf(
  { answers }: Reading,
  { affirmed, decided }: NetExample,
  weight: { first: number; second: number },
): Float32Array {
  const chance = (at: number): number => 1 / (1 + Math.exp(-(answers[at] ?? 0)));
  return Float32Array.of(
    (chance(0) - Number(affirmed)) * weight.first,
    // Only of an affirmed offer it is asked whether it was chosen.
    affirmed ? (chance(1) - Number(decided)) * weight.second : 0,
  );
}

interface Pass {
  readonly reading: Reading;
  readonly slopes: Float32Array;
  /** Where the slopes of all numbers are summed up. */
  readonly gradient: Float32Array;
}

/** Adds to the gradient what one example says of each number. */
function backwards({ layout, numbers }: Net, rows: Rows, pass: Pass): void {
  const { reading, slopes, gradient } = pass;
  const { pooled, last, from } = reading;
  const inner = densely(
    numbers,
    gradient,
    { weights: layout.answers, bias: layout.answersBias },
    {
      input: last,
      slopes,
    },
  );
  for (const [at, value] of last.entries()) if (value <= 0) inner[at] = 0;
  const outer = densely(
    numbers,
    gradient,
    { weights: layout.last, bias: layout.lastBias },
    {
      input: pooled,
      slopes: inner,
    },
  );
  const state = new Float32Array(rows.words.length * WIDTH);
  for (const [at, step] of from.entries()) {
    if (step < 0) continue;
    const place = step * WIDTH + (at % WIDTH);
    state[place] = (state[place] ?? 0) + (outer[at] ?? 0);
  }
  for (let layer = layout.layers.length - 1; layer >= 0; layer -= 1) {
    unconvolve(numbers, gradient, { layout, layer, reading, state });
  }
  unembed(numbers, gradient, { layout, rows, state });
}

/** Back through a dense layer: the slopes of its input. */
function densely(
  numbers: Float32Array,
  gradient: Float32Array,
  { weights, bias }: { weights: number; bias: number },
  { input, slopes }: { input: Float32Array; slopes: Float32Array },
): Float32Array {
  const count = slopes.length;
  const back = new Float32Array(input.length);
  for (let to = 0; to < count; to += 1) {
    gradient[bias + to] = (gradient[bias + to] ?? 0) + (slopes[to] ?? 0);
  }
  for (let one = 0; one < input.length; one += 1) {
    const row = weights + one * count;
    const value = input[one] ?? 0;
    let sum = 0;
    for (let to = 0; to < count; to += 1) {
      const slope = slopes[to] ?? 0;
      sum += slope * (numbers[row + to] ?? 0);
      gradient[row + to] = (gradient[row + to] ?? 0) + slope * value;
    }
    back[one] = sum;
  }
  return back;
}

interface LayerPass {
  readonly layout: Layout;
  readonly layer: number;
  readonly reading: Reading;
  /** Slopes of what leaves the layer; after the call, of what enters it. */
  readonly state: Float32Array;
}

function unconvolve(
  numbers: Float32Array,
  gradient: Float32Array,
  { layout, layer, reading, state }: LayerPass,
): void {
  const { weights = 0, bias = 0 } = layout.layers[layer] ?? {};
  const input = reading.states[layer] ?? new Float32Array();
  const slopes = ungated(reading.gates[layer] ?? new Float32Array(), state);
  const count = state.length / WIDTH;
  const gated = 2 * WIDTH;
  for (let step = 0; step < count; step += 1) {
    const out = step * gated;
    for (let to = 0; to < gated; to += 1) {
      gradient[bias + to] = (gradient[bias + to] ?? 0) + (slopes[out + to] ?? 0);
    }
    for (let tap = 0; tap < TAPS; tap += 1) {
      const source = sourceOf(step, tap, DILATIONS[layer] ?? 1);
      if (source < 0 || source >= count) continue;
      const rows = { weights: weights + tap * WIDTH * gated, slopes: slopes.subarray(out) };
      unmultiply(numbers, gradient, { ...rows, input, state, from: source * WIDTH });
    }
  }
}

interface Product {
  readonly weights: number;
  /** Slopes of what came out of the product. */
  readonly slopes: Float32Array;
  readonly input: Float32Array;
  readonly state: Float32Array;
  /** Where the step begins in `input` and `state`. */
  readonly from: number;
}

/** Back through one step times one matrix: nearly all the time of learning goes in here. */
function unmultiply(numbers: Float32Array, gradient: Float32Array, product: Product): void {
  const { weights, slopes, input, state, from } = product;
  const gated = 2 * WIDTH;
  for (let at = from; at < from + WIDTH; at += 1) {
    const row = weights + (at - from) * gated;
    const value = input[at] ?? 0;
    let sum = 0;
    for (let to = 0; to < gated; to += 1) {
      const slope = slopes[to] ?? 0;
      sum += slope * (numbers[row + to] ?? 0);
      gradient[row + to] = (gradient[row + to] ?? 0) + slope * value;
    }
    state[at] = (state[at] ?? 0) + sum;
  }
}

/** Slopes before tanh and the logistic function, from those behind the product of both. */
function ungated(gate: Float32Array, state: Float32Array): Float32Array {
  const slopes = new Float32Array(gate.length);
  for (let at = 0; at < state.length; at += 1) {
    const from = Math.floor(at / WIDTH) * 2 * WIDTH + (at % WIDTH);
    const value = gate[from] ?? 0;
    const open = gate[from + WIDTH] ?? 0;
    const slope = state[at] ?? 0;
    slopes[from] = slope * open * (1 - value * value);
    slopes[from + WIDTH] = slope * value * open * (1 - open);
  }
  return slopes;
}

function unembed(
  numbers: Float32Array,
  gradient: Float32Array,
  { layout, rows, state }: { layout: Layout; rows: Rows; state: Float32Array },
): void {
  for (let step = 0; step < rows.words.length; step += 1) {
    const from = step * WIDTH;
    const tables = [
      layout.classes + (rows.classes[step] ?? 0) * WIDTH,
      layout.zones + (rows.zones[step] ?? 0) * WIDTH,
      layout.roles + (rows.roles[step] ?? 0) * WIDTH,
      layout.distances + (rows.distances[step] ?? 0) * WIDTH,
    ];
    for (const table of tables) {
      for (let at = 0; at < WIDTH; at += 1) {
        gradient[table + at] = (gradient[table + at] ?? 0) + (state[from + at] ?? 0);
      }
    }
    const word = rows.words[step] ?? 0;
    if (word > 0) unspread(numbers, gradient, { layout, word, slopes: state.subarray(from) });
  }
}

function unspread(
  numbers: Float32Array,
  gradient: Float32Array,
  { layout, word, slopes }: { layout: Layout; word: number; slopes: Float32Array },
): void {
  for (let one = 0; one < WORD_WIDTH; one += 1) {
    const place = layout.words + word * WORD_WIDTH + one;
    const row = layout.spread + one * WIDTH;
    const value = numbers[place] ?? 0;
    let sum = 0;
    for (let at = 0; at < WIDTH; at += 1) {
      const slope = slopes[at] ?? 0;
      sum += slope * (numbers[row + at] ?? 0);
      gradient[row + at] = (gradient[row + at] ?? 0) + slope * value;
    }
    gradient[place] = (gradient[place] ?? 0) + sum;
  }
}

/** Adam with decoupled decay: each call takes one step against the gradient. */
function createAdam(
  numbers: Float32Array,
  options: NetOptions,
  steps: number,
): (gradient: Float32Array) => void {
  const means = new Float32Array(numbers.length);
  const squares = new Float32Array(numbers.length);
  let step = 0;
  return (gradient) => {
    step += 1;
    const share = step / steps;
    const rate = options.rate * Math.min(share / WARMING, 1 - share);
    const scale = Math.min(1, options.lengthMax / (lengthOf(gradient) + TINY));
    const meanScale = 1 / (1 - MEAN_KEPT ** step);
    const squareScale = 1 / (1 - SQUARE_KEPT ** step);
    for (let at = 0; at < numbers.length; at += 1) {
      const slope = (gradient[at] ?? 0) * scale;
      const mean = MEAN_KEPT * (means[at] ?? 0) + (1 - MEAN_KEPT) * slope;
      const square = SQUARE_KEPT * (squares[at] ?? 0) + (1 - SQUARE_KEPT) * slope * slope;
      means[at] = mean;
      squares[at] = square;
      const move = (mean * meanScale) / (Math.sqrt(square * squareScale) + TINY);
      const number = numbers[at] ?? 0;
      numbers[at] = number - rate * (move + options.decay * number);
    }
  };
}

function lengthOf(gradient: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < gradient.length; at += 1) sum += (gradient[at] ?? 0) ** 2;
  return Math.sqrt(sum);
}
