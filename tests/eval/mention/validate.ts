import { type MentionModel, marginOf } from "../../../publisher-kit/src/mention/scorer.ts";
import { foldOf } from "../../train/intent/fit.ts";
import type { Candidate, Prepared, TrainingSet } from "../../train/mention/data.ts";
import { prepareFrames, prepareSet, TRAINING_SETS } from "../../train/mention/data.ts";
import { fitModel } from "../../train/mention/fit.ts";
import type { Tally } from "./score.ts";

export interface Validation {
  readonly name: string;
  readonly recommendation: Tally;
  readonly decision: Tally;
}

/** A fold per file of answers and more would only repeat the same wordings. */
const FOLDS = 5;

/**
 * How well models read answers they were not learnt from, thresholds included: each file by a model
 * of the other files (`without`), and each fifth of all answers by a model of the rest.
 */
export function validateMention(): Validation[] {
  const frames = prepareFrames().candidates;
  const sets = TRAINING_SETS.map((set): [TrainingSet, Prepared] => [set, prepareSet(set)]);
  const apart = sets.map(([own, { candidates, missed }]): Validation => {
    const others = sets.flatMap(([set, prepared]) => (set === own ? [] : prepared.candidates));
    const read = readBy(fitModel(others, frames), candidates);
    return { name: `${own}, learnt without it`, ...withMissed(read, missed) };
  });
  const folded = TRAINING_SETS.map(() => emptyTallies());
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const isOut = ({ answerId }: Candidate): boolean => foldOf(answerId, FOLDS) === fold;
    const rest = sets.flatMap(([, { candidates }]) => candidates.filter((own) => !isOut(own)));
    const model = fitModel(rest, frames);
    for (const [at, [, { candidates }]] of sets.entries()) {
      const tallies = folded[at];
      if (tallies !== undefined) add(tallies, readBy(model, candidates.filter(isOut)));
    }
  }
  const within = sets.map(([set, { missed }], at): Validation => {
    const tallies = withMissed(folded[at] ?? emptyTallies(), missed);
    return { name: `${set}, in five folds of all`, ...tallies };
  });
  return [...apart, ...within];
}

type Tallies = Omit<Validation, "name">;

const emptyTallies = (): Tallies => ({
  recommendation: { right: 0, wrong: 0, missed: 0 },
  decision: { right: 0, wrong: 0, missed: 0 },
});

function readBy({ affirmed, decided }: MentionModel, rows: readonly Candidate[]): Tallies {
  const tallies = emptyTallies();
  for (const row of rows) {
    const yes = marginOf(affirmed, row.features) >= affirmed.threshold;
    const chosen = yes && marginOf(decided, row.features) >= decided.threshold;
    count(tallies.recommendation, yes, row.affirmed);
    count(tallies.decision, chosen, row.decided);
  }
  return tallies;
}

function count(tally: Tally, found: boolean, labelled: boolean): void {
  if (found && labelled) tally.right += 1;
  else if (found) tally.wrong += 1;
  else if (labelled) tally.missed += 1;
}

function add(into: Tallies, more: Tallies): void {
  for (const type of ["recommendation", "decision"] as const) {
    into[type].right += more[type].right;
    into[type].wrong += more[type].wrong;
    into[type].missed += more[type].missed;
  }
}

function withMissed(tallies: Tallies, missed: Prepared["missed"]): Tallies {
  const { recommendation, decision } = tallies;
  return {
    recommendation: { ...recommendation, missed: recommendation.missed + missed.affirmed },
    decision: { ...decision, missed: decision.missed + missed.decided },
  };
}
