import { BUCKETS } from "../../../publisher-kit/src/mention/places.ts";
import {
  ALPHABET,
  BLOCK,
  type MentionModel,
  type MentionText,
  SCALE_MIN,
  SCALE_STEP,
  type Scorer,
  STEPS_MAX,
} from "../../../publisher-kit/src/mention/scorer.ts";

const GAP_MAX = ALPHABET.length - 1;
const SCALES = ALPHABET.length ** 2;

/** What the generated module holds of a model; `modelOf` reads it again. */
export function textOf(model: MentionModel): MentionText {
  const { affirmed, decided, nets, thresholds } = model;
  const [first] = nets;
  if (first === undefined) throw new RangeError("The model has no net.");
  const { words, classes, zones } = first.names;
  const scalars = ({ bias, scale }: Scorer) => ({ bias, scale });
  return {
    affirmed: scalars(affirmed),
    decided: scalars(decided),
    thresholds,
    weights: encodeSteps(affirmed.steps, decided.steps),
    words: encodeWords(words),
    classes: classes.join(" "),
    zones: zones.join(" "),
    numbers: nets.map(({ numbers }) => encodeNumbers(numbers)).join(""),
  };
}

/** Places that have a weight, each as its distance from the one before and its two weights. */
export function encodeSteps(affirmed: Int8Array, decided: Int8Array): string {
  const characters = (place: number): string | undefined => {
    const steps = [affirmed[place] ?? 0, decided[place] ?? 0];
    if (steps.every((step) => step === 0)) return undefined;
    return steps.map((step) => ALPHABET.charAt(step + STEPS_MAX)).join("");
  };
  return encodePlaces(characters);
}

/** Places of words; their rows count up. */
export const encodeWords = (rows: Uint16Array): string =>
  encodePlaces((place) => (rows[place] === 0 ? undefined : ""));

function encodePlaces(charactersOf: (place: number) => string | undefined): string {
  let text = "";
  let last = -1;
  for (let place = 0; place < BUCKETS; place += 1) {
    const characters = charactersOf(place);
    if (characters === undefined) continue;
    const gap = place - last - 1;
    text += ALPHABET.charAt(GAP_MAX).repeat(Math.floor(gap / GAP_MAX));
    text += ALPHABET.charAt(gap % GAP_MAX) + characters;
    last = place;
  }
  return text;
}

/** Blocks of numbers: the scale in two characters, each number in one. */
export function encodeNumbers(numbers: Float32Array): string {
  let text = "";
  for (let from = 0; from < numbers.length; from += BLOCK) {
    const block = numbers.subarray(from, from + BLOCK);
    const largest = block.reduce((most, number) => Math.max(most, Math.abs(number)), 0);
    const power = Math.log(largest / STEPS_MAX / SCALE_MIN) / Math.log(SCALE_STEP);
    const exponent = Math.max(0, Math.min(SCALES - 1, Math.ceil(power)));
    const scale = SCALE_MIN * SCALE_STEP ** exponent;
    text += ALPHABET.charAt(Math.floor(exponent / ALPHABET.length));
    text += ALPHABET.charAt(exponent % ALPHABET.length);
    for (const number of block) {
      const step = Math.max(-STEPS_MAX, Math.min(STEPS_MAX, Math.round(number / scale)));
      text += ALPHABET.charAt(step + STEPS_MAX);
    }
  }
  return text;
}
