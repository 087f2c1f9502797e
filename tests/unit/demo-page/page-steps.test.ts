import { expect, test } from "vitest";
import type { Kept } from "../../../demo-chat/console/page/network.ts";
import { type PageNote, withPageNotes } from "../../../demo-chat/console/page/page-steps.ts";
import type { TurnLog } from "../../../demo-chat/console/wire.ts";

const turn = (id: number): TurnLog => ({
  id,
  text: `Question ${id}`,
  startedAtMs: id,
  mode: "both",
  steps: [{ id: 1, atMs: 1, kind: "intent", text: "Shopping intent." }],
  context: "",
  said: "An answer.",
  answer: "An answer.",
});

function note(path: string, where: Partial<PageNote>): PageNote {
  const kept: Kept = { fault: "offline", path, title: `POST ${path}`, text: "Kept." };
  return { kept, question: 1, text: "Asked", turnId: 0, atMs: 5, ...where };
}

const EVENTS = "/demo/offers/events";

test("without notes the timeline is the server's own", () => {
  const turns = [turn(4), turn(5)];
  expect(withPageNotes(turns, [])).toEqual(turns);
});

test("a blocked report is a step of the turn that was on the screen", () => {
  const [first, second] = withPageNotes([turn(4), turn(5)], [note(EVENTS, { turnId: 4 })]);
  expect(first?.steps.map(({ kind }) => kind)).toEqual(["intent", "fault"]);
  expect(second?.steps).toHaveLength(1);
});

test("a blocked report stands among the server's steps at its time", () => {
  const late = { id: 2, atMs: 9, kind: "viewable" as const, text: "Seen for a second." };
  const log = { ...turn(4), steps: [...turn(4).steps, late] };
  const [shown] = withPageNotes([log], [note(EVENTS, { turnId: 4 })]);
  expect(shown?.steps.map(({ atMs }) => atMs)).toEqual([1, 5, 9]);
});

test("a question that never left has a turn of its own, where it was asked", () => {
  const unsent = [
    note("/demo/chat", { question: 2, turnId: 4, text: "Offline?" }),
    note("/demo/offers/turn", { question: 2, turnId: 4, text: "Offline?" }),
  ];
  const shown = withPageNotes([turn(4), turn(5)], unsent);
  expect(shown.map(({ text }) => text)).toEqual(["Question 4", "Offline?", "Question 5"]);
  expect(shown[1]?.steps).toHaveLength(2);
  expect(new Set(shown.map(({ id }) => id)).size).toBe(3);
});

test("a question that never left is shown first when the server knows no turn before it", () => {
  const shown = withPageNotes([turn(4)], [note("/demo/chat", { turnId: 0, text: "Offline?" })]);
  expect(shown.map(({ text }) => text)).toEqual(["Offline?", "Question 4"]);
});
