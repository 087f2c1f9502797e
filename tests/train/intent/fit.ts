import { weigh } from "../../../publisher-kit/src/language/intent/evidence.ts";
import { BUCKETS, featuresOf } from "../../../publisher-kit/src/language/intent/features.ts";
import { isForeign } from "../../../publisher-kit/src/language/intent/language.ts";
import {
  type IntentModel,
  marginOf,
  STEPS_MAX,
} from "../../../publisher-kit/src/language/intent/model.ts";
import { sensitiveTopic } from "../../../publisher-kit/src/language/intent/sensitive.ts";
import { talkBefore } from "../../../publisher-kit/src/language/intent/talk.ts";
import { type Example, type LearnOptions, learn, type Weights } from "../learn.ts";
import { OWN_SOURCE, type Row } from "./data.ts";

/** How the shipped model is learnt; no setting of it is chosen on rows it is measured on. */
export const OPTIONS: LearnOptions = {
  buckets: BUCKETS,
  seed: 1,
  epochs: 10,
  rate: 0.03,
  decay: 0.02,
  squaresStart: 1,
  countMin: 1,
};

/** Folds inside a training set, to choose the threshold on turns the weights have not seen. */
const INNER_FOLDS = 4;
/**
 * The threshold is the lowest that keeps this precision on the inner folds: offers are rarely
 * wanted in real chat, so a wrong one weighs more than a missed one. Above the 0.95 that must hold.
 */
const PRECISION_MIN = 0.97;

/** A row with what the detector makes of it before the weights come in. */
export interface Prepared {
  readonly row: Row;
  readonly example: Example;
  /** Refused before any score: a sensitive subject, another language, nothing said. */
  readonly isRefused: boolean;
}

export function prepare(row: Row): Prepared {
  const previous = row.prev ?? [];
  const evidence = weigh(row.text);
  const features = Uint16Array.from(featuresOf(evidence, talkBefore(previous)));
  const isRefused =
    evidence.text === "" ||
    isForeign(evidence.tokens) ||
    sensitiveTopic(row.text, previous) !== undefined;
  return { row, example: { features, label: row.label }, isRefused };
}

/** The fold of a group among so many; a group is never split. */
export function foldOf(group: string, folds: number): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < group.length; index += 1) {
    hash = Math.imul(hash ^ group.charCodeAt(index), 0x01000193);
  }
  hash ^= hash >>> 15;
  return (Math.imul(hash, 0x2c1b3c6d) >>> 0) % folds;
}

/** Learns the weights from all rows and the threshold from folds inside them. */
export function fitModel(rows: readonly Prepared[]): IntentModel {
  const threshold = chooseThreshold(outOfFold(rows));
  const model = quantise(learn(examplesOf(rows), OPTIONS));
  return { ...model, threshold: Math.round(threshold / model.scale) };
}

/** **Units** log-odds; minus infinity for a row that is refused whatever the weights say. */
export function marginWith(model: IntentModel, { example, isRefused }: Prepared): number {
  return isRefused ? Number.NEGATIVE_INFINITY : marginOf(model, example.features);
}

interface Scored {
  readonly row: Row;
  readonly margin: number;
}

function outOfFold(rows: readonly Prepared[]): Scored[] {
  const folds = rows.map(({ row }) => foldOf(`inner ${row.group}`, INNER_FOLDS));
  return Array.from({ length: INNER_FOLDS }, (_, fold) => {
    const model = quantise(learn(examplesOf(rows.filter((_, at) => folds[at] !== fold)), OPTIONS));
    const own = rows.filter((_, at) => folds[at] === fold);
    return own.map((prepared) => ({ row: prepared.row, margin: marginWith(model, prepared) }));
  }).flat();
}

function chooseThreshold(scored: readonly Scored[]): number {
  const falling = scored
    .filter(({ row }) => row.source !== OWN_SOURCE)
    .toSorted((left, right) => right.margin - left.margin);
  let wanted = 0;
  let threshold = falling[0]?.margin ?? 0;
  for (const [index, { row, margin }] of falling.entries()) {
    if (margin === Number.NEGATIVE_INFINITY) break;
    wanted += row.label;
    if (wanted / (index + 1) >= PRECISION_MIN) threshold = margin;
  }
  return threshold;
}

const examplesOf = (rows: readonly Prepared[]): Example[] => rows.map(({ example }) => example);

/** Weights in whole steps; the largest in size becomes the last step. */
function quantise(weights: Weights): IntentModel {
  const own = weights.subarray(0, BUCKETS);
  const largest = own.reduce((max, weight) => Math.max(max, Math.abs(weight)), 0);
  const scale = largest === 0 ? 1 : Number((largest / STEPS_MAX).toPrecision(6));
  const steps = Int8Array.from(own, (weight) =>
    Math.max(-STEPS_MAX, Math.min(STEPS_MAX, Math.round(weight / scale))),
  );
  return { steps, scale, bias: Math.round((weights[BUCKETS] ?? 0) / scale), threshold: 0 };
}
