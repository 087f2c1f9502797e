import { type LinearModel, marginOf } from "../../publisher-kit/src/language/intent/model.ts";
import { type Example, type LearnOptions, learn } from "./learn.ts";

/** Folds inside a training set, to choose the threshold on turns the weights have not seen. */
const INNER_FOLDS = 4;

/** A labelled turn as its model sees it. Turns of a group are never split between folds. */
export interface Prepared {
  readonly row: { readonly group: string };
  readonly example: Example;
}

/** A turn with the log-odds of a model that did not learn from its group. */
export interface Scored<Turn extends Prepared> {
  readonly turn: Turn;
  readonly margin: number;
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

/** Learns the weights from all turns, and the threshold from folds inside them by `choose`. */
export function fitModel<Turn extends Prepared>(
  turns: readonly Turn[],
  options: LearnOptions,
  choose: (scored: readonly Scored<Turn>[]) => number,
): LinearModel {
  const threshold = choose(outOfFold(turns, options));
  const model = learnSteps(turns, options);
  return { ...model, threshold: Math.round(threshold / model.scale) };
}

/** Each turn judged by a model that learnt from the other folds, without a threshold. */
export function outOfFold<Turn extends Prepared>(
  turns: readonly Turn[],
  options: LearnOptions,
): Scored<Turn>[] {
  const folds = turns.map(({ row }) => foldOf(`inner ${row.group}`, INNER_FOLDS));
  return Array.from({ length: INNER_FOLDS }, (_, fold) => {
    const model = learnSteps(
      turns.filter((_, at) => folds[at] !== fold),
      options,
    );
    const own = turns.filter((_, at) => folds[at] === fold);
    return own.map((turn) => ({ turn, margin: marginOf(model, turn.example.features) }));
  }).flat();
}

/** Weights of this share are no larger than the last step; a few larger ones are cut to it. */
const WITHIN_STEPS = 0.998;

/** Weights in whole steps. */
function learnSteps(turns: readonly Prepared[], options: LearnOptions): LinearModel {
  const weights = learn(
    turns.map(({ example }) => example),
    options,
  );
  const { steps: most } = options;
  const own = weights.subarray(0, -1);
  const sizes = own.filter((weight) => weight !== 0).map(Math.abs);
  const large = sizes.sort()[Math.floor(WITHIN_STEPS * (sizes.length - 1))] ?? most;
  const scale = Number((large / most).toPrecision(6));
  const steps = Int8Array.from(own, (weight) =>
    Math.max(-most, Math.min(most, Math.round(weight / scale))),
  );
  return { steps, scale, bias: Math.round((weights.at(-1) ?? 0) / scale), threshold: 0 };
}
