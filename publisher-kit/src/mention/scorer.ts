import { MENTION_MODEL } from "./generated/weights.ts";
import { layoutOf, type Names, type Net, type Rows, read, rowsOf } from "./net.ts";
import { BUCKETS } from "./places.ts";
import type { Sequence } from "./sequence.ts";

/** 64 characters: of a weight, the middle is zero; of a gap, the last goes on. */
export const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
export const STEPS_MAX = 31;
const GAP_MAX = ALPHABET.length - 1;
/** Numbers of a net share one scale in blocks of so many. */
export const BLOCK = 16;
/** A scale is two characters: a power of this step times the smallest scale. */
export const SCALE_MIN = 1e-6;
export const SCALE_STEP = 1.004;

/** One question put to the features of an offer: weights in steps of `scale` log-odds. */
export type Scorer = {
  readonly bias: number;
  readonly scale: number;
  /** By place. */
  readonly steps: Int8Array;
};

/** Whether an answer speaks for an offer at all, and whether it chooses it. */
export type MentionModel = {
  readonly affirmed: Scorer;
  readonly decided: Scorer;
  /** All read the same names; what they say is averaged. */
  readonly nets: readonly Net[];
  /** **Units** log-odds; at least so much means yes. */
  readonly thresholds: Margins;
};

/** **Units** log-odds that an answer affirms an offer, and that it chooses an affirmed one. */
export type Margins = { readonly affirmed: number; readonly decided: number };

/** An answer as one offer sees it: features for the scorers, steps for the net. */
export type View = { readonly features: Uint32Array; readonly sequence: Sequence };

/** What the scorers say and what the nets say on average, together. */
export function marginsOf(model: Omit<MentionModel, "thresholds">, view: View): Margins {
  const { nets } = model;
  let affirmed = 0;
  let decided = 0;
  let rows: Rows | undefined;
  for (const net of nets) {
    rows ??= rowsOf(net.names, view.sequence);
    const { answers } = read(net, rows);
    affirmed += (answers[0] ?? 0) / nets.length;
    decided += (answers[1] ?? 0) / nets.length;
  }
  return {
    affirmed: marginOf(model.affirmed, view.features) + affirmed,
    decided: marginOf(model.decided, view.features) + decided,
  };
}

/**
 * **Units** log-odds. The sum is divided by the root of the number of features, so that a long
 * answer is no surer than a short one.
 */
export function marginOf({ bias, scale, steps }: Scorer, features: Uint32Array): number {
  let sum = 0;
  for (const feature of features) sum += steps[feature] ?? 0;
  return bias + (scale * sum) / Math.sqrt(Math.max(1, features.length));
}

const values = (): Uint8Array => {
  const byCode = new Uint8Array(128);
  for (let at = 0; at < ALPHABET.length; at += 1) byCode[ALPHABET.charCodeAt(at)] = at;
  return byCode;
};

/** Calls back for each place that a text lists, with where in the text its own characters begin. */
function decodePlaces(text: string, width: number, found: (place: number, at: number) => void) {
  const numberOf = values();
  let place = -1;
  for (let at = 0; at < text.length; at += 1) {
    const gap = numberOf[text.charCodeAt(at)] ?? 0;
    place += gap;
    if (gap === GAP_MAX) continue;
    place += 1;
    found(place, at + 1);
    at += width;
  }
}

/** Steps of the two scorers: each place as its distance from the one before, and two weights. */
export function decodeSteps(text: string): readonly [Int8Array, Int8Array] {
  const numberOf = values();
  const affirmed = new Int8Array(BUCKETS);
  const decided = new Int8Array(BUCKETS);
  decodePlaces(text, 2, (place, at) => {
    affirmed[place] = (numberOf[text.charCodeAt(at)] ?? 0) - STEPS_MAX;
    decided[place] = (numberOf[text.charCodeAt(at + 1)] ?? 0) - STEPS_MAX;
  });
  return [affirmed, decided];
}

/** The rows of words by place, in the order of their places; and how many there are. */
export function decodeWords(text: string): { readonly rows: Uint16Array; readonly count: number } {
  const rows = new Uint16Array(BUCKETS);
  let count = 0;
  decodePlaces(text, 0, (place) => {
    count += 1;
    rows[place] = count;
  });
  return { rows, count };
}

/** How many characters so many numbers take. */
const lettersOf = (count: number): number => count + 2 * Math.ceil(count / BLOCK);

/** Numbers in blocks: two characters of scale, then a character each. */
export function decodeNumbers(text: string, count: number): Float32Array {
  const byCode = values();
  const valueAt = (at: number): number => byCode[text.charCodeAt(at)] ?? 0;
  const numbers = new Float32Array(count);
  let at = 0;
  for (let block = 0; block < count; block += BLOCK) {
    const power = valueAt(at) * ALPHABET.length + valueAt(at + 1);
    const scale = SCALE_MIN * SCALE_STEP ** power;
    at += 2;
    for (let one = block; one < Math.min(count, block + BLOCK); one += 1) {
      numbers[one] = (valueAt(at) - STEPS_MAX) * scale;
      at += 1;
    }
  }
  return numbers;
}

/** What the generated module holds. */
export type MentionText = {
  readonly affirmed: { readonly bias: number; readonly scale: number };
  readonly decided: { readonly bias: number; readonly scale: number };
  readonly thresholds: Margins;
  readonly weights: string;
  readonly words: string;
  readonly classes: string;
  readonly zones: string;
  /** Of one net after the other. */
  readonly numbers: string;
};

export function modelOf(text: MentionText): MentionModel {
  const plain = (lines: string): string => lines.replaceAll("\n", "");
  const [yes, chosen] = decodeSteps(plain(text.weights));
  const { rows, count } = decodeWords(plain(text.words));
  const names: Names = {
    words: rows,
    classes: text.classes.split(" "),
    zones: text.zones.split(" "),
  };
  const layout = layoutOf(count + 1, names.classes.length + 1, names.zones.length + 1);
  const numbers = plain(text.numbers);
  const letters = lettersOf(layout.end);
  const nets: Net[] = [];
  for (let from = 0; from < numbers.length; from += letters) {
    const own = numbers.slice(from, from + letters);
    nets.push({ names, layout, numbers: decodeNumbers(own, layout.end) });
  }
  return {
    affirmed: { ...text.affirmed, steps: yes },
    decided: { ...text.decided, steps: chosen },
    nets,
    thresholds: text.thresholds,
  };
}

let shipped: MentionModel | undefined;

/** The model in the package, decoded on first use so that importing costs nothing. */
export function shippedModel(): MentionModel {
  shipped ??= modelOf(MENTION_MODEL);
  return shipped;
}
