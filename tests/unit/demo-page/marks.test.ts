import { expect, test } from "vitest";
import { piecesOf } from "../../../demo-chat/src/page/marks.ts";

const ANSWER = "Start small.\n\nI'd go with Deskbound over Glenhaver.\n\nBoth are sturdy.";

function mentionOf(name: string) {
  const start = ANSWER.indexOf(name);
  return { start, end: start + name.length, name, decision: true, advertiser: `${name} Ltd` };
}

test("a mention is cut out of its own paragraph, at its own place", () => {
  const mention = mentionOf("Deskbound");
  expect(piecesOf(ANSWER, [mention])).toEqual([
    [{ text: "Start small." }],
    [{ text: "I'd go with " }, { text: "Deskbound", mention }, { text: " over Glenhaver." }],
    [{ text: "Both are sturdy." }],
  ]);
});

test.each([
  ["none", []],
  ["in any order", [mentionOf("Glenhaver"), mentionOf("Deskbound")]],
  ["twice the same", [mentionOf("Deskbound"), mentionOf("Deskbound")]],
  ["one that overlaps", [mentionOf("Deskbound"), { ...mentionOf("bound over"), decision: false }]],
  ["beyond the end", [{ ...mentionOf("Deskbound"), start: 500, end: 510 }]],
  ["over two paragraphs", [{ ...mentionOf("Deskbound"), start: 4, end: 30 }]],
  ["empty or backwards", [{ ...mentionOf("Deskbound"), start: 20, end: 20 }]],
])("no word of the answer is lost or said twice, with mentions: %s", (_name, mentions) => {
  const paragraphs = piecesOf(ANSWER, mentions);
  const said = paragraphs.map((pieces) => pieces.map(({ text }) => text).join("")).join("\n\n");
  expect(said).toBe(ANSWER);
});

test("a mention at the start and at the end of an answer leaves no empty piece", () => {
  const whole = { start: 0, end: 9, name: "Deskbound", decision: false, advertiser: "Deskbound" };
  expect(piecesOf("Deskbound", [whole])).toEqual([[{ text: "Deskbound", mention: whole }]]);
});
