import { bookOf } from "../../../publisher-kit/src/mention/book.ts";
import { featuresOf } from "../../../publisher-kit/src/mention/features.ts";
import { namedOffers, readAnswer } from "../../../publisher-kit/src/mention/index.ts";
import { type Answer, answersOf } from "../../eval/mention/score.ts";
import { frameAnswers } from "./frames.ts";

/** The labelled answers a model may learn from; `held` is none of them. */
export const TRAINING_SETS = ["tune", "more", "third", "fourth"] as const;
export type TrainingSet = (typeof TRAINING_SETS)[number];

/** An offer that an answer names, and what the label says of it. */
export interface Candidate {
  readonly answerId: string;
  readonly offerId: string;
  readonly affirmed: boolean;
  readonly decided: boolean;
  readonly features: Uint16Array;
}

/** `missed`: labelled offers whose name was not found at all, which no model can make good. */
export interface Prepared {
  readonly candidates: readonly Candidate[];
  readonly missed: { readonly affirmed: number; readonly decided: number };
}

export const prepareSet = (set: TrainingSet): Prepared => prepare(answersOf(set));
export const prepareFrames = (): Prepared => prepare(frameAnswers());

export function prepare(answers: readonly Answer[]): Prepared {
  const candidates: Candidate[] = [];
  const missed = { affirmed: 0, decided: 0 };
  for (const { id, offers, answer, mentions } of answers) {
    const phrases = readAnswer(answer.normalize("NFKC"), bookOf(offers));
    const types = new Map(mentions.map(({ offer, type }) => [offer, type]));
    for (const offer of namedOffers(phrases)) {
      const type = types.get(offer.offerId);
      types.delete(offer.offerId);
      candidates.push({
        answerId: id,
        offerId: offer.offerId,
        affirmed: type !== undefined,
        decided: type === "decision",
        features: featuresOf(phrases, offer),
      });
    }
    missed.affirmed += types.size;
    missed.decided += [...types.values()].filter((type) => type === "decision").length;
  }
  return { candidates, missed };
}
