import { detectIntent } from "@placard/publisher-kit/intent";
import { expect, test } from "vitest";
import {
  FOLLOW_MODEL,
  FOLLOW_PROVENANCE,
} from "../../publisher-kit/src/language/intent/generated/follow.ts";
import {
  encodeSteps,
  marginOf,
  unpackModel,
} from "../../publisher-kit/src/language/intent/model.ts";
import { foldOf } from "../train/fit.ts";
import { chatBytes, ownTurns, writtenTurns } from "../train/follow/data.ts";
import { fitFollow, OPTIONS, prepare } from "../train/follow/fit.ts";
import { authoredRows } from "../train/intent/data.ts";
import { featuresSha256, sha256 } from "../train/write.ts";

const FOLDS = 5;

const own = ownTurns().map(prepare);

test("the shipped weights are the ones their provenance names", () => {
  const { weights } = FOLLOW_MODEL;
  expect(sha256(weights)).toBe(FOLLOW_PROVENANCE.weightsSha256);
  expect(encodeSteps(unpackModel(FOLLOW_MODEL).steps)).toBe(weights);
  expect(FOLLOW_PROVENANCE.options).toEqual(OPTIONS);
});

test("they were learnt from our chats as they stand here, and from permissive licences", () => {
  const { chatsSha256, featuresSha256: learnt, sources, command } = FOLLOW_PROVENANCE;
  expect(sha256(chatBytes())).toBe(chatsSha256);
  expect(featuresSha256(own), `learn them again: ${command}`).toBe(learnt);
  for (const { license } of sources) expect(license).toMatch(/^(Apache|MIT|CC0|CC BY \d)/);
});

test("a model learnt from four fifths of our turns tells follow-ups of the last fifth", () => {
  const isMeasured = ({ row }: { row: { group: string } }) => foldOf(row.group, FOLDS) === 0;
  const model = fitFollow(own.filter((one) => !isMeasured(one)));
  const shareOf = (label: 0 | 1) => {
    const turns = own.filter((one) => isMeasured(one) && one.row.label === label);
    const found = turns.filter(({ example }) => marginOf(model, example.features) >= 0);
    return found.length / turns.length;
  };
  // Our turns are written to be hard: a turn that leaves a wish often has its words.
  expect(shareOf(1)).toBeGreaterThan(0.88);
  expect(shareOf(0)).toBeLessThan(0.55);
});

test("what anybody may ask an assistant gets no offer for standing behind a wish", () => {
  const wishes = writtenTurns().filter(({ label, prev }) => label === 1 && prev.length > 1);
  const asks = authoredRows().filter(({ kind, prev }) => kind === "task_prompt" && !prev);
  const loud = asks.filter(({ text }, at) => {
    const { prev = [] } = wishes[at % wishes.length] ?? {};
    return detectIntent(text, prev).shopping;
  });
  expect(asks.length).toBeGreaterThan(300);
  expect(loud.length / asks.length).toBeLessThan(0.1);
});
