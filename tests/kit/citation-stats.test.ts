import { expect, test } from "vitest";
import { createCounter } from "../../publisher-kit/src/citations/citation-stats.ts";
import { createAnswerReader } from "../../publisher-kit/src/citations/citing.ts";
import type { CitationOffer } from "../../publisher-kit/src/citations/types.ts";

const lamp: CitationOffer = {
  offerId: "lamp",
  tag: "velmora-k7qd",
  label: "Ad",
  sponsor: "Velmora",
  title: "Lumen 300",
  clickUrl: "https://exchange.example/r/lamp",
};
const desk = { ...lamp, offerId: "desk", tag: "velmora-0aaa", title: "Plank 2" };

/** What `stats()` counts of answers with both offers. */
function counted(answers: readonly string[], model?: string) {
  const counter = createCounter();
  for (const answer of answers) {
    const reader = createAnswerReader([lamp, desk], { render: "text", appendDisclosure: true });
    const part = reader.part();
    part.push(answer);
    part.end();
    counter.add(reader.end(), model);
  }
  return counter.stats();
}

test("an offer that is named again without its mark counts as marked", () => {
  const answer = "The Lumen 300 [[rec:velmora-k7qd]] is bright.\n\nSo take the Lumen 300.";
  expect(counted([answer])).toMatchObject({ answers: 1, marked: 1, unmarked: 0 });
});

test("an offer named by sponsor and product without a mark counts once", () => {
  expect(counted(["The Velmora Lumen 300 is bright."])).toMatchObject({ marked: 0, unmarked: 1 });
});

test("a mark of one offer does not stand for another of the same sponsor", () => {
  const answer = "Lumen 300 [[rec:velmora-k7qd]].\n\nThe Plank 2 is a desk.";
  expect(counted([answer])).toMatchObject({ marked: 1, unmarked: 1 });
});

test("answers are counted by the model that wrote them", () => {
  const answers = ["The Lumen 300.", "The Lumen 300 [[ad:velmora-k7qd]].", "Neither."];
  const own = { answers: 3, marked: 1, unmarked: 1 };
  expect(counted(answers, "small")).toEqual({ ...own, byModel: { small: own } });
});
