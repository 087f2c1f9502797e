import { bookOf, type NameBook } from "../../../publisher-kit/src/mention/book.ts";
import { namedOffers, readAnswer, viewOf } from "../../../publisher-kit/src/mention/index.ts";
import type { View } from "../../../publisher-kit/src/mention/scorer.ts";
import {
  ANSWER_SETS,
  type Answer,
  type AnswerSet,
  answerBytes,
  answersOf,
  isMeasured,
  type MeasuredSet,
} from "../../eval/mention/score.ts";
import { frameAnswers } from "./frames.ts";
import { WRITTEN_SETS, type WrittenSet, writtenAnswers, writtenBytes } from "./written.ts";

/** The labelled answers a model may learn from; `held` and `fresh` are none of them. */
export type TrainingSet = Exclude<AnswerSet, MeasuredSet> | WrittenSet;
export const TRAINING_SETS: readonly TrainingSet[] = [
  ...ANSWER_SETS.filter((set) => !isMeasured(set)),
  ...WRITTEN_SETS,
];

/** All answers of one hand are in one fold: who wrote them must not help to read them. */
export const FOLDS = 3;

/** An offer that an answer names, and what the label says of it. */
export interface Candidate {
  readonly set: string;
  readonly fold: number;
  readonly affirmed: boolean;
  readonly decided: boolean;
  readonly view: View;
}

/** `missed`: labelled offers whose name was not found at all, which no model can make good. */
export interface Prepared {
  readonly candidates: readonly Candidate[];
  readonly missed: { readonly affirmed: number; readonly decided: number };
}

export const prepareSet = (set: TrainingSet): Prepared =>
  prepare(isWritten(set) ? writtenAnswers(set) : answersOf(set), {
    set,
    fold: TRAINING_SETS.indexOf(set) % FOLDS,
  });

/** The bytes of the answers of one set, for their checksum. */
export const trainingBytes = (set: TrainingSet): Buffer =>
  isWritten(set) ? writtenBytes(set) : answerBytes(set);

const isWritten = (set: TrainingSet): set is WrittenSet =>
  WRITTEN_SETS.some((written) => written === set);

export const prepareFrames = (): Prepared => prepare(frameAnswers(), { set: "frames", fold: -1 });

/** All that a model learns from. */
export const candidatesOf = (): { answers: Candidate[]; frames: readonly Candidate[] } => ({
  answers: TRAINING_SETS.flatMap((set) => prepareSet(set).candidates),
  frames: prepareFrames().candidates,
});

function prepare(answers: readonly Answer[], of: { set: string; fold: number }): Prepared {
  const candidates: Candidate[] = [];
  const missed = { affirmed: 0, decided: 0 };
  const books = new Map<Answer["offers"], NameBook>();
  for (const { offers, answer, mentions } of answers) {
    // Written answers share the offers of their file.
    const book = books.get(offers) ?? bookOf(offers);
    books.set(offers, book);
    const phrases = readAnswer(answer.normalize("NFKC"), book);
    const types = new Map(mentions.map(({ offer, type }) => [offer, type]));
    for (const offer of namedOffers(phrases)) {
      const type = types.get(offer.offerId);
      types.delete(offer.offerId);
      candidates.push({
        ...of,
        affirmed: type !== undefined,
        decided: type === "decision",
        view: viewOf(phrases, offer),
      });
    }
    missed.affirmed += types.size;
    missed.decided += [...types.values()].filter((type) => type === "decision").length;
  }
  return { candidates, missed };
}
