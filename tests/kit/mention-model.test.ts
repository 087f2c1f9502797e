import { expect, test } from "vitest";
import { BUCKETS } from "../../publisher-kit/src/mention/features.ts";
import {
  MENTION_MODEL,
  MENTION_PROVENANCE,
} from "../../publisher-kit/src/mention/generated/weights.ts";
import {
  decodeSteps,
  encodeSteps,
  marginOf,
  STEPS_MAX,
  shippedModel,
} from "../../publisher-kit/src/mention/scorer.ts";
import { sha256 } from "../train/intent/write.ts";
import { prepareFrames, prepareSet, TRAINING_SETS } from "../train/mention/data.ts";
import { fitModel, OPTIONS } from "../train/mention/fit.ts";
import { frameAnswers } from "../train/mention/frames.ts";
import { moduleText, sources } from "../train/mention/write.ts";

/** The package may not grow by more; the rules that the scorer replaced took as much. */
const WEIGHTS_LENGTH_MAX = 65_536;

test("the weights are the ones their provenance names, from the answers as they stand", () => {
  const weights = MENTION_MODEL.weights.replaceAll("\n", "");
  expect(sha256(weights)).toBe(MENTION_PROVENANCE.weightsSha256);
  expect(MENTION_PROVENANCE.sources).toEqual(sources());
  expect(MENTION_PROVENANCE.options).toEqual(OPTIONS);
  expect(Object.keys(sources())).not.toContain("held");
  expect(weights.length).toBeLessThanOrEqual(WEIGHTS_LENGTH_MAX);
});

test("weights are read as they were written", () => {
  const model = shippedModel();
  const text = encodeSteps(model);
  expect(text).toBe(MENTION_MODEL.weights.replaceAll("\n", ""));
  const edges = new Int8Array(BUCKETS);
  edges.set([STEPS_MAX], 0);
  edges.set([-STEPS_MAX], BUCKETS - 1);
  const scorer = { ...model.affirmed, steps: edges };
  const none = { ...model.decided, steps: new Int8Array(BUCKETS) };
  const written = encodeSteps({ affirmed: scorer, decided: none });
  expect(decodeSteps(written)).toEqual([edges, none.steps]);
});

test("learning twice gives the same module", () => {
  const answers = prepareSet("tune").candidates;
  const frames = prepareFrames().candidates.filter((_, index) => index % 4 === 0);
  const first = moduleText(fitModel(answers, frames));
  expect(moduleText(fitModel(answers, frames))).toBe(first);
});

test("a model learnt without some answers reads them better than chance and rarely falsely", () => {
  const rows = prepareSet("more").candidates;
  const frames = prepareFrames().candidates;
  const { affirmed } = fitModel(prepareSet("tune").candidates, frames);
  const found = rows.filter(({ features }) => marginOf(affirmed, features) >= affirmed.threshold);
  const right = found.filter((row) => row.affirmed).length;
  expect(right / found.length).toBeGreaterThanOrEqual(0.9);
  expect(right / rows.filter((row) => row.affirmed).length).toBeGreaterThanOrEqual(0.5);
});

test("names are found in labelled answers, whatever is said of them", () => {
  for (const set of TRAINING_SETS) {
    const { candidates, missed } = prepareSet(set);
    const labelled = candidates.filter(({ affirmed }) => affirmed).length + missed.affirmed;
    expect(missed.affirmed / labelled, set).toBeLessThan(0.07);
  }
});

test("every frame is another, and its names are found", () => {
  const answers = frameAnswers();
  expect(new Set(answers.map(({ id }) => id)).size).toBe(answers.length);
  for (const { answer, offers } of answers) {
    expect(answer).not.toMatch(/\{[a-z]\}/);
    for (const { brand } of offers) expect(answer).toContain(brand);
  }
  const { affirmed } = prepareFrames().missed;
  expect(affirmed / answers.length).toBeLessThan(0.03);
});
