import { BUCKETS } from "./features.ts";
import { MENTION_MODEL } from "./generated/weights.ts";

/** 64 characters: of a weight, the middle is zero; of a gap, the last goes on. */
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
export const STEPS_MAX = 31;
const GAP_MAX = ALPHABET.length - 1;

/** One question put to the features of an offer: weights in steps of `scale` log-odds. */
export type Scorer = {
  readonly bias: number;
  /** **Units** log-odds; at least so much means yes. */
  readonly threshold: number;
  readonly scale: number;
  /** By place. */
  readonly steps: Int8Array;
};

/** Whether an answer speaks for an offer at all, and whether it chooses it. */
export type MentionModel = { readonly affirmed: Scorer; readonly decided: Scorer };

/** Places that have a weight, each as its distance from the one before and its two weights. */
export function encodeSteps({ affirmed, decided }: MentionModel): string {
  let text = "";
  let last = -1;
  for (let place = 0; place < BUCKETS; place += 1) {
    const steps = [affirmed.steps[place] ?? 0, decided.steps[place] ?? 0];
    if (steps.every((step) => step === 0)) continue;
    const gap = place - last - 1;
    text += ALPHABET.charAt(GAP_MAX).repeat(Math.floor(gap / GAP_MAX));
    text += ALPHABET.charAt(gap % GAP_MAX);
    for (const step of steps) text += ALPHABET.charAt(step + STEPS_MAX);
    last = place;
  }
  return text;
}

/** What `encodeSteps` wrote: the steps of the two scorers by place. */
export function decodeSteps(text: string): readonly [Int8Array, Int8Array] {
  const values = new Uint8Array(128);
  for (let at = 0; at < ALPHABET.length; at += 1) values[ALPHABET.charCodeAt(at)] = at;
  const valueAt = (at: number): number => values[text.charCodeAt(at)] ?? 0;
  const affirmed = new Int8Array(BUCKETS);
  const decided = new Int8Array(BUCKETS);
  let place = -1;
  for (let at = 0; at < text.length; at += 1) {
    const gap = valueAt(at);
    place += gap;
    if (gap === GAP_MAX) continue;
    place += 1;
    affirmed[place] = valueAt(at + 1) - STEPS_MAX;
    decided[place] = valueAt(at + 2) - STEPS_MAX;
    at += 2;
  }
  return [affirmed, decided];
}

let shipped: MentionModel | undefined;

/** The model in the package, decoded on first use so that importing costs nothing. */
export function shippedModel(): MentionModel {
  if (shipped === undefined) {
    const { affirmed, decided, weights } = MENTION_MODEL;
    const [yes, chosen] = decodeSteps(weights.replaceAll("\n", ""));
    shipped = { affirmed: { ...affirmed, steps: yes }, decided: { ...decided, steps: chosen } };
  }
  return shipped;
}

/**
 * **Units** log-odds. The sum is divided by the root of the number of features, so that a long
 * answer is no surer than a short one.
 */
export function marginOf({ bias, scale, steps }: Scorer, features: Uint16Array): number {
  let sum = 0;
  for (const feature of features) sum += steps[feature] ?? 0;
  return bias + (scale * sum) / Math.sqrt(Math.max(1, features.length));
}
