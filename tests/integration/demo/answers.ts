import { expect, test } from "vitest";
import { NO_FAULTS } from "../../../demo-chat/console/faults/defaults.ts";
import type { DemoSettings, ServerFaults } from "../../../demo-chat/console/wire.ts";
import { textsOf, Visitor } from "./visitor.ts";

const HEADPHONES = "Recommend noise cancelling headphones under $200";
const SKY = "Why is the sky blue?";
/** Two dozen answers, word by word, beside those of the other modes. */
const ANSWERS_MAX_MS = 60_000;
const MODES: readonly DemoSettings["mode"][] = ["both", "sidebar", "context"];

const FAULTS: readonly Partial<ServerFaults>[] = [
  { latencyMs: 2_000 },
  { exchange: "timeout" },
  { exchange: "empty" },
  { exchange: "feed_pending" },
  { exchange: "server_error" },
  { card: "bad_link" },
  { card: "no_disclosure" },
  { card: "script_title" },
  { images: "missing" },
  { clockSkewMinutes: 30 },
  { tokenExpired: true },
  { globalPrivacyControl: true },
  { childDirected: true },
];

/** A paragraph with a label is an offer; all others are the answer. */
function ownWordsOf(answer: string): string {
  return answer
    .split("\n\n")
    .filter((paragraph) => !paragraph.includes("/r/"))
    .join("\n\n");
}

/** When the first words arrive, and how many milliseconds that is before the offers. */
async function arrivals(reader: Visitor, text: string) {
  const response = await reader.send("POST", "/demo/chat", { text });
  const at = { words: 0, offers: 0 };
  if (response.body === null) throw new Error("The chat sent nothing.");
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    if (piece.includes('"type":"text"')) at.words ||= performance.now();
    if (piece.includes('"type":"offers"')) at.offers ||= performance.now();
  }
  return at;
}

/** What faults do to answers, on a demo that runs already. */
export function answerTests(demoUrl: () => string): void {
  test.concurrent.each(MODES)(
    "the answer under each fault is the answer without: %s",
    async (mode) => {
      // One reader for each, all at once: an answer comes as slowly as somebody writes.
      const ask = async (text: string, faults: Partial<ServerFaults>) => {
        const reader = new Visitor(demoUrl());
        await reader.choose({ mode }, { ...NO_FAULTS, ...faults });
        const { answer } = await reader.ask(text);
        // Without offers in its context the model says the same to the letter.
        return mode === "sidebar" ? answer : ownWordsOf(answer);
      };
      const asked = FAULTS.map(async (faults) => ({ faults, said: await ask(HEADPHONES, faults) }));
      const [without, other, late, ...all] = await Promise.all([
        ask(HEADPHONES, {}),
        ask(SKY, {}),
        ask(SKY, { exchange: "timeout" }),
        ...asked,
      ]);
      expect(without).toContain("closed headphones");
      for (const { faults, said } of all) expect(said, JSON.stringify(faults)).toBe(without);
      expect(other).toContain("Air scatters");
      expect(late).toBe(other);
    },
    ANSWERS_MAX_MS,
  );

  test("the first sample finds tents for two people before others", async () => {
    const text = "Which tent should I buy for two people?";
    const { cards } = await new Visitor(demoUrl()).askFor("Northfold Outfitters", text);
    const products = cards.filter(({ kind }) => kind === "product");
    const areForTwo = products.map(({ title }) => /Tent, 2-Person/.test(title));
    expect(areForTwo[0]).toBe(true);
    expect(areForTwo.lastIndexOf(true)).toBe(areForTwo.filter(Boolean).length - 1);
  });

  test("the answer does not wait for an exchange that never answers", async () => {
    const reader = new Visitor(demoUrl());
    await reader.choose({}, { ...NO_FAULTS, exchange: "timeout" });
    const { words, offers } = await arrivals(reader, HEADPHONES);
    // The kit gives up after 800 ms; the advice has been said by then.
    expect(offers - words).toBeGreaterThan(400);
    expect(textsOf(await reader.log())).toContain("No offers: the exchange was too slow.");
  });

  test("an answer that the reader stops ends there, and the conversation keeps it", async () => {
    const reader = new Visitor(demoUrl());
    await reader.sidebar(HEADPHONES);
    const stopped = await reader.step(({ kind }) => kind === "answer");
    expect(stopped.text).toBe("The reader stopped the answer.");
    const { answers, offers } = await reader.state();
    expect(answers[0]?.text).toMatch(/^On trains/);
    expect(answers[0]?.text).not.toContain("second hour.");
    expect(offers?.result.status).toBe("filled");
    const recording = await reader.recording();
    expect((await reader.replay(recording)).differences).toEqual([]);
  });

  test("the state has the offers of the latest turn, for a page that is opened again", async () => {
    const reader = new Visitor(demoUrl());
    const { answer, cards } = await reader.askFor("Quietwave Audio", HEADPHONES);
    const { offers, answers } = await reader.state();
    expect(offers?.result).toMatchObject({ status: "filled", cards, citations: true });
    const cited = answers.at(-1)?.cited ?? [];
    expect(cited.map(({ sponsor }) => sponsor)).toContain("Quietwave Audio");
    for (const { clickUrl } of cited) expect(answer).toContain(clickUrl);
    await reader.ask(SKY);
    expect((await reader.state()).offers?.result).toMatchObject({ reason: "no_intent" });
  });
}
