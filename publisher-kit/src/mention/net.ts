import { DISTANCES, ROLES, type Sequence } from "./sequence.ts";

/** Numbers for a step, for a word, and in the last layer before the answers. */
export const WIDTH = 48;
export const WORD_WIDTH = 16;
export const LAST_WIDTH = 32;
/** A layer looks at the step itself and at those so far before and after it. */
export const DILATIONS = [1, 2, 4, 1] as const;
/** How many steps a layer looks at. */
export const TAPS = 3;
const GATED = 2 * WIDTH;
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
    layers: DILATIONS.map(() => ({ weights: take(TAPS * WIDTH * GATED), bias: take(GATED) })),
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
export function read({ layout, numbers }: Net, rows: Rows): Reading {
  let state = embedded(numbers, layout, rows);
  const states = [state];
  const gates = layout.layers.map(({ weights, bias }, layer) => {
    const gate = convolved(numbers, state, { weights, bias, reach: DILATIONS[layer] ?? 1 });
    state = passed(state, gate);
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

function embedded(numbers: Float32Array, layout: Layout, rows: Rows): Float32Array {
  const count = rows.words.length;
  const state = new Float32Array(count * WIDTH);
  for (let step = 0; step < count; step += 1) {
    const to = step * WIDTH;
    const parts = [
      layout.classes + (rows.classes[step] ?? 0) * WIDTH,
      layout.zones + (rows.zones[step] ?? 0) * WIDTH,
      layout.roles + (rows.roles[step] ?? 0) * WIDTH,
      layout.distances + (rows.distances[step] ?? 0) * WIDTH,
    ];
    for (const part of parts) addScaled(numbers, part, 1, { to: state, at: to, count: WIDTH });
    const word = rows.words[step] ?? 0;
    if (word === 0) continue;
    for (let one = 0; one < WORD_WIDTH; one += 1) {
      const value = numbers[layout.words + word * WORD_WIDTH + one] ?? 0;
      const spread = layout.spread + one * WIDTH;
      addScaled(numbers, spread, value, { to: state, at: to, count: WIDTH });
    }
  }
  return state;
}

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

export type Layer = { readonly weights: number; readonly bias: number; readonly reach: number };

/** Values through tanh, gates through the logistic function. */
function convolved(numbers: Float32Array, state: Float32Array, layer: Layer): Float32Array {
  const count = state.length / WIDTH;
  const gate = new Float32Array(count * GATED);
  for (let step = 0; step < count; step += 1) {
    const out = step * GATED;
    addScaled(numbers, layer.bias, 1, { to: gate, at: out, count: GATED });
    for (let tap = 0; tap < TAPS; tap += 1) {
      const source = sourceOf(step, tap, layer.reach);
      if (source < 0 || source >= count) continue;
      const weights = layer.weights + tap * WIDTH * GATED;
      addProduct(numbers, state, { weights, from: source * WIDTH, gate, out });
    }
    for (let at = out; at < out + WIDTH; at += 1) {
      gate[at] = Math.tanh(gate[at] ?? 0);
      gate[at + WIDTH] = 1 / (1 + Math.exp(-(gate[at + WIDTH] ?? 0)));
    }
  }
  return gate;
}

/** One step of the state times one matrix: nearly all the time of a reading goes in here. */
function addProduct(
  numbers: Float32Array,
  state: Float32Array,
  { weights, from, gate, out }: { weights: number; from: number; gate: Float32Array; out: number },
): void {
  for (let one = 0; one < WIDTH; one += 1) {
    const value = state[from + one] ?? 0;
    const row = weights + one * GATED;
    for (let to = 0; to < GATED; to += 1) {
      gate[out + to] = (gate[out + to] ?? 0) + value * (numbers[row + to] ?? 0);
    }
  }
}

/** The step that a tap of the convolution looks at. */
export const sourceOf = (step: number, tap: number, reach: number): number =>
  step + (tap - (TAPS - 1) / 2) * reach;

function passed(state: Float32Array, gate: Float32Array): Float32Array {
  return state.map((value, at) => {
    const from = Math.floor(at / WIDTH) * GATED + (at % WIDTH);
    return value + (gate[from] ?? 0) * (gate[from + WIDTH] ?? 0);
  });
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
