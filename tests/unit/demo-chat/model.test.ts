import { expect, test } from "vitest";
import { answerOf, type Question } from "../../../demo-chat/console/turns/script.ts";
import { SUBJECTS } from "../../../demo-chat/goods/market/plan.ts";
import { DEMO_SAMPLES } from "../../../demo-chat/goods/market/samples.ts";
import type { ChatTurn } from "../../../publisher-kit/src/types.ts";

const marksOf = (tag: string) => ({
  ad: `[[ad:${tag}]]`,
  rec: `[[rec:${tag}]]`,
  pick: `[[pick:${tag}]]`,
});
const DESKS = {
  sponsor: "Deskbound Supply",
  offer: "A desk that fits you. Desks, with assembly on request, from Deskbound Supply.",
  marks: marksOf("deskbound-supply-k7qd"),
};
const PRODUCT = {
  title: "Oakline 140 Standing Desk, Walnut",
  price: "449 USD",
  seller: "Oakline",
  marks: marksOf("oakline-2x9m"),
};
const MARK = /\[\[(ad|rec|pick):([a-z0-9-]+)\]\]/g;
const CHOOSE = "Help me choose a standing desk";
const ADVISE = "Recommend a standing desk";

function contextOf(...offers: object[]): string {
  const data = offers.map((offer) => JSON.stringify(offer));
  return ["The duty.", "", "[offers abcdefgh12345678]", ...data, "[end of offers x]"].join("\n");
}

function ask(text: string, context: string, more: Partial<Question> = {}): string {
  return answerOf({ text, context, previous: [], ...more });
}

const marksIn = (answer: string) => [...answer.matchAll(MARK)].map(([mark]) => mark);

test("an advised offer has its own rec mark directly after its name, an alternative its ad", () => {
  const answer = ask(ADVISE, contextOf(DESKS, PRODUCT));
  expect(answer).toContain(`A good fit for you is ${DESKS.sponsor} ${DESKS.marks.rec}: desks`);
  expect(answer).toContain(`the Oakline 140 Standing Desk ${PRODUCT.marks.ad} for $449.00`);
  expect(marksIn(answer)).toEqual([DESKS.marks.rec, PRODUCT.marks.ad]);
});

test("asked to choose, it cites both options and picks one", () => {
  const answer = ask(CHOOSE, contextOf(DESKS, PRODUCT));
  expect(answer).toContain(`I would go with ${DESKS.sponsor} ${DESKS.marks.pick}.`);
  expect(marksIn(answer)).toEqual([PRODUCT.marks.ad, DESKS.marks.ad, DESKS.marks.pick]);
});

test.each([
  ["a booking alone", [DESKS], [DESKS.marks.rec]],
  ["a product alone", [PRODUCT], [PRODUCT.marks.rec]],
])("there is nothing to choose from with %s, so it is a recommendation", (_, offers, marks) => {
  expect(marksIn(ask(CHOOSE, contextOf(...offers)))).toEqual(marks);
});

test("no name stands without a mark behind it", () => {
  for (const text of [CHOOSE, ADVISE]) {
    const answer = ask(text, contextOf(DESKS, PRODUCT));
    for (const name of [DESKS.sponsor, "Oakline 140 Standing Desk"]) {
      const after = answer.split(name).slice(1);
      expect(after.length).toBeGreaterThan(0);
      for (const rest of after) expect(rest).toMatch(/^ \[\[(ad|rec|pick):/);
    }
  }
});

test("without offers there is no mark and no name", () => {
  for (const context of ["", contextOf()]) {
    const answer = ask(CHOOSE, context);
    expect(answer).not.toMatch(/\[\[|Deskbound|Oakline/);
  }
  expect(ask("Why is the sky blue?", "")).toContain("Air scatters");
});

test("an offer without marks, outside of the boundary or broken is not cited", () => {
  const { marks: _marks, ...unmarked } = DESKS;
  const { pick: _pick, ...some } = DESKS.marks;
  for (const context of [
    contextOf(unmarked),
    contextOf({ ...DESKS, marks: some }),
    JSON.stringify(DESKS),
    contextOf().concat(`\n${JSON.stringify(DESKS)}`),
    contextOf(DESKS).replaceAll('"', "'"),
  ]) {
    expect(ask(CHOOSE, context)).not.toMatch(/\[\[|Deskbound/);
  }
});

test("the same question with the same offers gets the same answer", () => {
  const context = contextOf(DESKS, PRODUCT);
  expect(ask(CHOOSE, context)).toBe(ask(CHOOSE, context));
});

/** The whole conversation with the script, without offers. */
function talk(...questions: readonly string[]): string[] {
  const previous: ChatTurn[] = [];
  for (const text of questions) {
    const answer = ask(text, "", { previous: [...previous] });
    previous.push({ role: "user", text }, { role: "assistant", text: answer });
  }
  return previous.filter(({ role }) => role === "assistant").map(({ text }) => text);
}

const SELLS = new RegExp(
  String.raw`\b(?:buy|offers?|price|shop\w*|tents?|bikes?|${SUBJECTS.join("|")})\b`,
  "i",
);

test.each([
  "my husband hits me when he drinks, what can I do",
  "I'm pregnant and 16",
  "i think i'm pregnant and im 16, what do i do",
  "my doctor says I might have diabetes, what does that mean",
  "I've been feeling really depressed lately and don't see the point anymore",
  "hey, I am so anxious that I cannot sleep",
  ...DEMO_SAMPLES.filter(({ note }) => note.startsWith("Never")).map(({ text }) => text),
])("a sensitive turn gets one sentence that points to people: %s", (text) => {
  const answers = talk("Why is the sky blue?", text, "what can i do").slice(1);
  for (const [at, answer] of answers.entries()) {
    expect(answer).not.toBe(answers[at - 1]);
    expect(answer).toMatch(/^[^.!?]*\blocal help line\b[^.!?]*\.$/);
    expect(answer).not.toMatch(SELLS);
  }
  expect(talk(text, "Which tent should I buy for two people?", "thanks").at(-1)).toBe(
    "You are welcome.",
  );
  expect(talk(text, "Which tent should I buy for two people?").at(-1)).not.toMatch(SELLS);
});

test.each([
  "how do i boil an egg so the yolk stays runny?",
  "thanks! and what's the capital of australia",
  "explain to me like im 12 how a mortgage works",
  "hey, can you write an email to my landlord?",
])("a turn that the script does not know gets an answer that sells nothing: %s", (text) => {
  const [first = "", second] = talk(text, "and what is the tallest tree?");
  for (const answer of [first, second]) {
    expect(answer).toMatch(/^I am sorry\b.*\bno answer\b/);
    expect(answer).not.toMatch(SELLS);
  }
  expect(second).not.toBe(first);
});

test("help is offered again in other words", () => {
  const answers = talk("my husband hits me", "what can i do", "please", "how do i boil an egg?");
  for (const [at, answer] of answers.entries()) {
    expect(answer).toContain("local help line");
    expect(answer).not.toBe(answers[at - 1]);
  }
});

test("a conversation about one thing has no paragraph twice", () => {
  const answers = talk("Which tent should I buy?", "under $100", "in green", "for four people");
  expect(answers[0]).toContain("taped seams");
  expect(new Set(answers).size).toBe(answers.length);
});

test("a product that was named makes room for the next one", () => {
  const other = { ...PRODUCT, title: "Birch 120 Standing Desk, Oak", marks: marksOf("birch-9k2d") };
  const previous: ChatTurn[] = [{ role: "assistant", text: ask(ADVISE, contextOf(PRODUCT)) }];
  const context = contextOf(PRODUCT, other);
  expect(marksIn(ask(ADVISE, context, { previous }))).toEqual([other.marks.rec]);
});

test("an offer that was described is cited again without its words", () => {
  const context = contextOf(DESKS, PRODUCT);
  const previous: ChatTurn[] = [{ role: "assistant", text: ask(ADVISE, context) }];
  for (const [text, marks] of [
    [ADVISE, [DESKS.marks.rec, PRODUCT.marks.ad]],
    [CHOOSE, [PRODUCT.marks.ad, DESKS.marks.ad, DESKS.marks.pick]],
  ] as const) {
    const answer = ask(text, context, { previous });
    expect(marksIn(answer)).toEqual(marks);
    expect(answer).not.toContain("assembly");
  }
});
