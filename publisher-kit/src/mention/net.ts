import { DISTANCES, ROLES, type Sequence } from "./sequence.ts";

/** Numbers for a step (a multiple of four), for a word, in the last layer before the answers. */
export const WIDTH = 64;
export const WORD_WIDTH = 16;
export const LAST_WIDTH = 64;
/** A layer looks at the step itself and at those so far before and after it. */
export const DILATIONS = [1, 2, 4, 8, 1] as const;
/** How many steps a layer looks at. */
export const TAPS = 3;
/** The values and the gates of a step. */
export const GATED = 2 * WIDTH;
/** Numbers that a tap of a layer has. */
export const MATRIX = WIDTH * GATED;
const POOLED = 2 * WIDTH;
export const ANSWERS = 2;

/** What the net knows by name; the first row of each table is for what it does not know. */
export type Names = {
  /** By place: the row of the word, 0 for none. */
  readonly words: Uint16Array;
  readonly classes: readonly string[];
  readonly zones: readonly string[];
};

/** Where each part of the numbers begins; `end` is how many there are. */
export type Layout = {
  readonly words: number;
  readonly spread: number;
  readonly classes: number;
  readonly zones: number;
  readonly roles: number;
  readonly distances: number;
  readonly layers: readonly { readonly weights: number; readonly bias: number }[];
  readonly last: number;
  readonly lastBias: number;
  readonly answers: number;
  readonly answersBias: number;
  readonly end: number;
};

/** A net that reads a sequence. `layout` says what the numbers of `numbers` are for. */
export type Net = {
  readonly names: Names;
  readonly layout: Layout;
  readonly numbers: Float32Array;
};

/** `words`, `classes` and `zones` count the rows, the first ones included. */
export function layoutOf(words: number, classes: number, zones: number): Layout {
  let end = 0;
  const take = (count: number): number => {
    end += count;
    return end - count;
  };
  return {
    words: take(words * WORD_WIDTH),
    spread: take(WORD_WIDTH * WIDTH),
    classes: take(classes * WIDTH),
    zones: take(zones * WIDTH),
    roles: take(ROLES.length * WIDTH),
    distances: take(DISTANCES * WIDTH),
    layers: DILATIONS.map(() => ({ weights: take(TAPS * MATRIX), bias: take(GATED) })),
    last: take(POOLED * LAST_WIDTH),
    lastBias: take(LAST_WIDTH),
    answers: take(LAST_WIDTH * ANSWERS),
    answersBias: take(ANSWERS),
    end,
  };
}

/** A sequence in rows of the tables of one net. */
export type Rows = {
  readonly words: Uint16Array;
  readonly classes: Uint8Array;
  readonly zones: Uint8Array;
  readonly roles: Uint8Array;
  readonly distances: Uint8Array;
};

export function rowsOf({ words, classes, zones }: Names, sequence: Sequence): Rows {
  const rowIn = (table: readonly string[], name: string): number => table.indexOf(name) + 1;
  return {
    words: Uint16Array.from(sequence.words, (place) => words[place] ?? 0),
    classes: Uint8Array.from(sequence.classes, (name) => rowIn(classes, name)),
    zones: Uint8Array.from(sequence.zones, (name) => rowIn(zones, name)),
    roles: sequence.roles,
    distances: sequence.distances,
  };
}

/** How many rows and columns a sum of products has, and how many products go into each sum. */
export type Size = { readonly rows: number; readonly inner: number; readonly columns: number };

/** Where a reading takes its arrays from and how it multiplies; learning has a faster one. */
export type Maths = {
  /** So many zeros. */
  zeros(count: number): Float32Array;
  /** Adds to each row of `to` a row of `left` times the matrix `right`, all stored row by row. */
  addProducts(to: Float32Array, left: Float32Array, right: Float32Array, size: Size): void;
};

/** Everything that came about on the way to the answers, for whoever learns from it. */
export type Reading = {
  /** Of each layer, what goes in, step by step; last what comes out of the last layer. */
  readonly states: readonly Float32Array[];
  /** Of each layer, the values and behind them the gates, step by step. */
  readonly gates: readonly Float32Array[];
  /** From which step each pooled number comes: of all steps, then of the offer's names. */
  readonly from: Int32Array;
  readonly pooled: Float32Array;
  readonly last: Float32Array;
  /** Log-odds that the offer is affirmed, and, if it is, that it is chosen. */
  readonly answers: Float32Array;
};

/** Gated convolutions over the steps, then the largest of each number, then two layers. */
export function read(net: Net, rows: Rows, maths: Maths = plain): Reading {
  const { layout, numbers } = net;
  let state = maths.zeros(rows.words.length * WIDTH);
  embed(state, net, rows);
  const states = [state];
  const gates = layout.layers.map(({ weights, bias }, layer) => {
    const reach = DILATIONS[layer] ?? 1;
    const gate = convolved(numbers, state, { weights, bias, reach, maths });
    state = passed(state, gate, maths);
    states.push(state);
    return gate;
  });
  const from = pooledFrom(state, rows.roles);
  const pooled = Float32Array.from(from, (step, at) =>
    step < 0 ? 0 : (state[step * WIDTH + (at % WIDTH)] ?? 0),
  );
  const last = dense(numbers, pooled, layout.last, layout.lastBias);
  for (let at = 0; at < LAST_WIDTH; at += 1) last[at] = Math.max(0, last[at] ?? 0);
  const answers = dense(numbers, last, layout.answers, layout.answersBias);
  return { states, gates, from, pooled, last, answers };
}

function embed(state: Float32Array, { layout, numbers }: Net, rows: Rows): void {
  for (let step = 0; step < rows.words.length; step += 1) {
    const to = step * WIDTH;
    for (const part of partsOf(layout, rows, step)) {
      addScaled(numbers, part, 1, { to: state, at: to, count: WIDTH });
    }
    const word = rows.words[step] ?? 0;
    if (word === 0) continue;
    for (let one = 0; one < WORD_WIDTH; one += 1) {
      const value = numbers[layout.words + word * WORD_WIDTH + one] ?? 0;
      const spread = layout.spread + one * WIDTH;
      addScaled(numbers, spread, value, { to: state, at: to, count: WIDTH });
    }
  }
}

/** Where the numbers begin that stand for a step, its word aside. */
export const partsOf = (layout: Layout, rows: Rows, step: number): number[] => [
  layout.classes + (rows.classes[step] ?? 0) * WIDTH,
  layout.zones + (rows.zones[step] ?? 0) * WIDTH,
  layout.roles + (rows.roles[step] ?? 0) * WIDTH,
  layout.distances + (rows.distances[step] ?? 0) * WIDTH,
];

type Target = { readonly to: Float32Array; readonly at: number; readonly count: number };

/** Adds `count` numbers from `from` on, times `scale`, to those of the target. */
function addScaled(
  numbers: Float32Array,
  from: number,
  scale: number,
  { to, at, count }: Target,
): void {
  for (let one = 0; one < count; one += 1) {
    to[at + one] = (to[at + one] ?? 0) + scale * (numbers[from + one] ?? 0);
  }
}

type Layer = {
  readonly weights: number;
  readonly bias: number;
  readonly reach: number;
  readonly maths: Maths;
};

/** Values through tanh, gates through the logistic function. */
function convolved(numbers: Float32Array, state: Float32Array, layer: Layer): Float32Array {
  const { bias, reach, maths } = layer;
  const count = state.length / WIDTH;
  const gate = maths.zeros(count * GATED);
  for (let step = 0; step < count; step += 1) {
    addScaled(numbers, bias, 1, { to: gate, at: step * GATED, count: GATED });
  }
  for (let tap = 0; tap < TAPS; tap += 1) {
    const { offset, from, rows } = reachOf(tap, reach, count);
    const matrix = numbers.subarray(layer.weights + tap * MATRIX);
    const sources = state.subarray((from + offset) * WIDTH);
    const size = { rows, inner: WIDTH, columns: GATED };
    maths.addProducts(gate.subarray(from * GATED), sources, matrix, size);
  }
  for (let out = 0; out < gate.length; out += GATED) {
    for (let at = out; at < out + WIDTH; at += 1) {
      gate[at] = Math.tanh(gate[at] ?? 0);
      gate[at + WIDTH] = 1 / (1 + Math.exp(-(gate[at + WIDTH] ?? 0)));
    }
  }
  return gate;
}

/** For a tap: which steps have a source, the first of them and how many, and how far away it is. */
export function reachOf(
  tap: number,
  reach: number,
  count: number,
): { offset: number; from: number; rows: number } {
  const offset = (tap - (TAPS - 1) / 2) * reach;
  const from = Math.min(count, Math.max(0, -offset));
  return { offset, from, rows: Math.max(0, Math.min(count, count - offset) - from) };
}

const plain: Maths = {
  zeros: (count) => new Float32Array(count),
  // Four products at a time, so that each sum is loaded and stored a quarter as often: most of the
  // time of a reading goes in here.
  addProducts(to, left, right, { rows, inner, columns }) {
    for (let row = 0; row < rows; row += 1) {
      const out = row * columns;
      for (let one = 0; one < inner; one += 4) {
        const from = row * inner + one;
        const first = left[from] ?? 0;
        const second = left[from + 1] ?? 0;
        const third = left[from + 2] ?? 0;
        const fourth = left[from + 3] ?? 0;
        for (let at = one * columns; at < (one + 1) * columns; at += 1) {
          const sum = out + at - one * columns;
          to[sum] =
            (to[sum] ?? 0) +
            first * (right[at] ?? 0) +
            second * (right[at + columns] ?? 0) +
            third * (right[at + 2 * columns] ?? 0) +
            fourth * (right[at + 3 * columns] ?? 0);
        }
      }
    }
  },
};

function passed(state: Float32Array, gate: Float32Array, maths: Maths): Float32Array {
  const next = maths.zeros(state.length);
  for (let at = 0; at < state.length; at += 1) {
    const from = Math.floor(at / WIDTH) * GATED + (at % WIDTH);
    next[at] = (state[at] ?? 0) + (gate[from] ?? 0) * (gate[from + WIDTH] ?? 0);
  }
  return next;
}

function pooledFrom(state: Float32Array, roles: Uint8Array): Int32Array {
  const from = new Int32Array(POOLED).fill(-1);
  for (const [step, role] of roles.entries()) {
    for (let at = 0; at < WIDTH; at += 1) {
      const value = state[step * WIDTH + at] ?? 0;
      if (value > valueAt(state, from[at] ?? -1, at)) from[at] = step;
      if (role !== 1) continue;
      if (value > valueAt(state, from[WIDTH + at] ?? -1, at)) from[WIDTH + at] = step;
    }
  }
  return from;
}

const valueAt = (state: Float32Array, step: number, at: number): number =>
  step < 0 ? Number.NEGATIVE_INFINITY : (state[step * WIDTH + at] ?? 0);

function dense(
  numbers: Float32Array,
  from: Float32Array,
  weights: number,
  bias: number,
): Float32Array {
  const count = weights < bias ? (bias - weights) / from.length : 0;
  const to = new Float32Array(count);
  addScaled(numbers, bias, 1, { to, at: 0, count });
  for (const [one, value] of from.entries()) {
    addScaled(numbers, weights + one * count, value, { to, at: 0, count });
  }
  return to;
}
