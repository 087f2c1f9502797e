import {
  ANSWERS,
  DILATIONS,
  GATED,
  LAST_WIDTH,
  type Layout,
  layoutOf,
  MATRIX,
  type Names,
  type Net,
  partsOf,
  type Reading,
  type Rows,
  reachOf,
  read,
  TAPS,
  WIDTH,
  WORD_WIDTH,
} from "../../../publisher-kit/src/mention/net.ts";
import { DISTANCES, ROLES } from "../../../publisher-kit/src/mention/sequence.ts";
import { seeded } from "../../eval/search/noise.ts";
import { shuffle } from "../learn.ts";
import type { Products } from "./products.ts";

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

/** What stays the same while a net is learnt, and where its numbers and their slopes are kept. */
interface Learning {
  readonly net: Net;
  readonly products: Products;
  /** Where the slopes of all numbers are summed up. */
  readonly gradient: Float32Array;
  /** The matrices of the layers with rows and columns exchanged. */
  readonly turned: Float32Array;
}

/** Learns all numbers of a net; the same examples and options give the same numbers. */
export function learnNet(
  { names, wordCount }: { names: Names; wordCount: number },
  examples: readonly NetExample[],
  options: NetOptions,
  products: Products,
): Net {
  const random = seeded(options.seed);
  const learning = begun(names, wordCount, products, random);
  const { net, gradient, turned } = learning;
  const batches = Math.ceil(examples.length / options.batch);
  const adam = createAdam(net.numbers, options, batches * options.epochs);
  for (let epoch = 0; epoch < options.epochs; epoch += 1) {
    for (const batch of batchesOf(examples, options.batch, random)) {
      gradient.fill(0);
      turn(turned, net);
      const chosen = batch.filter(({ affirmed }) => affirmed).length;
      const weight = { first: 1 / batch.length, second: options.chosenWeight / (chosen + 1) };
      for (const example of batch) {
        const rows = withGaps(example.rows, options.dropped, random);
        const reading = read(net, rows, products);
        backwards(learning, rows, reading, slopesOf(reading, example, weight));
        products.release();
      }
      adam(gradient);
    }
  }
  return { ...net, numbers: net.numbers.slice() };
}

function begun(
  names: Names,
  wordCount: number,
  products: Products,
  random: () => number,
): Learning {
  const layout = layoutOf(wordCount + 1, names.classes.length + 1, names.zones.length + 1);
  const net: Net = { names, layout, numbers: products.zeros(layout.end) };
  start(net, random);
  const gradient = products.zeros(layout.end);
  const turned = products.zeros(layout.layers.length * TAPS * MATRIX);
  products.keep();
  return { net, products, gradient, turned };
}

/** Small numbers around zero; biases and the rows for the unknown stay zero. */
function start({ layout, numbers }: Net, random: () => number): void {
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
  for (const { weights } of layout.layers) fill(weights, taps * GATED, 1 / Math.sqrt(taps));
  fill(layout.last, 2 * WIDTH * LAST_WIDTH, 1 / Math.sqrt(2 * WIDTH));
  fill(layout.answers, LAST_WIDTH * ANSWERS, 1 / Math.sqrt(LAST_WIDTH));
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

/** Adds to the gradient what one example says of each number. */
function backwards(learning: Learning, rows: Rows, reading: Reading, slopes: Float32Array): void {
  const { net, products, gradient } = learning;
  const { layout } = net;
  const { pooled, last, from } = reading;
  const answers = { weights: layout.answers, bias: layout.answersBias };
  const inner = densely(net.numbers, gradient, answers, { input: last, slopes });
  for (const [at, value] of last.entries()) if (value <= 0) inner[at] = 0;
  const dense = { weights: layout.last, bias: layout.lastBias };
  const outer = densely(net.numbers, gradient, dense, { input: pooled, slopes: inner });
  const state = products.zeros(rows.words.length * WIDTH);
  for (const [at, step] of from.entries()) {
    if (step < 0) continue;
    const place = step * WIDTH + (at % WIDTH);
    state[place] = (state[place] ?? 0) + (outer[at] ?? 0);
  }
  for (let layer = layout.layers.length - 1; layer >= 0; layer -= 1) {
    unconvolve(learning, { layer, reading, state });
  }
  unembed(net.numbers, gradient, { layout, rows, state });
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
    back[one] = scaledBack(numbers, gradient, { row, count, value: input[one] ?? 0, slopes });
  }
  return back;
}

interface Scaled {
  /** Where the numbers begin that the value was multiplied with, and how many they are. */
  readonly row: number;
  readonly count: number;
  readonly value: number;
  readonly slopes: Float32Array;
}

/** Back through one value times one row: the slope of the value. */
function scaledBack(
  numbers: Float32Array,
  gradient: Float32Array,
  { row, count, value, slopes }: Scaled,
): number {
  let sum = 0;
  for (let to = 0; to < count; to += 1) {
    const slope = slopes[to] ?? 0;
    sum += slope * (numbers[row + to] ?? 0);
    gradient[row + to] = (gradient[row + to] ?? 0) + slope * value;
  }
  return sum;
}

interface LayerPass {
  readonly layer: number;
  readonly reading: Reading;
  /** Slopes of what leaves the layer; after the call, of what enters it. */
  readonly state: Float32Array;
}

function unconvolve(learning: Learning, { layer, reading, state }: LayerPass): void {
  const { net, products, gradient } = learning;
  const { weights = 0, bias = 0 } = net.layout.layers[layer] ?? {};
  const input = reading.states[layer] ?? new Float32Array();
  const gate = reading.gates[layer] ?? new Float32Array();
  const slopes = products.zeros(gate.length);
  ungate(slopes, gate, state);
  const count = state.length / WIDTH;
  for (const [at, slope] of slopes.entries()) {
    const place = bias + (at % GATED);
    gradient[place] = (gradient[place] ?? 0) + slope;
  }
  for (let tap = 0; tap < TAPS; tap += 1) {
    const { offset, from, rows } = reachOf(tap, DILATIONS[layer] ?? 1, count);
    const matrix = weights + tap * MATRIX;
    const turned = learning.turned.subarray((layer * TAPS + tap) * MATRIX);
    const out = slopes.subarray(from * GATED);
    const at = (from + offset) * WIDTH;
    const outer = { rows: WIDTH, inner: rows, columns: GATED };
    products.addOuter(gradient.subarray(matrix), input.subarray(at), out, outer);
    const back = { rows, inner: GATED, columns: WIDTH };
    products.addProducts(state.subarray(at), out, turned, back);
  }
}

/** Rows of the matrices become columns, so that slopes can be multiplied with them. */
function turn(turned: Float32Array, { layout, numbers }: Net): void {
  for (const [layer, { weights }] of layout.layers.entries()) {
    for (let at = 0; at < TAPS * MATRIX; at += 1) {
      const tap = Math.floor(at / MATRIX);
      const row = Math.floor((at % MATRIX) / GATED);
      const place = (layer * TAPS + tap) * MATRIX + (at % GATED) * WIDTH + row;
      turned[place] = numbers[weights + at] ?? 0;
    }
  }
}

/** Slopes before tanh and the logistic function, from those behind the product of both. */
function ungate(slopes: Float32Array, gate: Float32Array, state: Float32Array): void {
  for (let at = 0; at < state.length; at += 1) {
    const from = Math.floor(at / WIDTH) * GATED + (at % WIDTH);
    const value = gate[from] ?? 0;
    const open = gate[from + WIDTH] ?? 0;
    const slope = state[at] ?? 0;
    slopes[from] = slope * open * (1 - value * value);
    slopes[from + WIDTH] = slope * value * open * (1 - open);
  }
}

function unembed(
  numbers: Float32Array,
  gradient: Float32Array,
  { layout, rows, state }: { layout: Layout; rows: Rows; state: Float32Array },
): void {
  for (let step = 0; step < rows.words.length; step += 1) {
    const from = step * WIDTH;
    for (const part of partsOf(layout, rows, step)) {
      for (let at = 0; at < WIDTH; at += 1) {
        gradient[part + at] = (gradient[part + at] ?? 0) + (state[from + at] ?? 0);
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
    const slope = scaledBack(numbers, gradient, { row, count: WIDTH, value, slopes });
    gradient[place] = (gradient[place] ?? 0) + slope;
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
