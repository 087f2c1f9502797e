import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { registerAgent, type TestAgent } from "../../../setup/agents.ts";
import { newKey } from "../market.ts";
import { startSession } from "./session.ts";

let session: Awaited<ReturnType<typeof startSession>>;
let agent: TestAgent;
beforeAll(async () => {
  session = await startSession();
  agent = await registerAgent(session.call, "advertiser");
});
afterAll(() => session.close());

const WORDS = {
  journeyStep: "first booking",
  whatWorked: "The errors.",
  whatFailed: "Finding the floor.",
};
const report = (args: object, by = agent) => session.open("report_experience", args, by);

describe("works", () => {
  test("the rating and all words are kept, and the answer names the ticket", async () => {
    const { ticket, row } = await report({ rating: 4, ...WORDS });
    expect(ticket).toEqual({ ticketId: expect.stringMatching(/^tkt_/), status: "open" });
    expect(row).toMatchObject({ kind: "experience", rating: 4, severity: null, content: WORDS });
  });

  test.each([1, 5])("a rating of %i is enough, from any agent", async (rating) => {
    const publisher = await registerAgent(session.call, "publisher");
    expect((await report({ rating }, publisher)).row).toMatchObject({ rating, content: {} });
  });
});

describe("a key is taken out before anything is kept", () => {
  test.each(Object.keys(WORDS))("from %s", async (field) => {
    const args = { rating: 1, [field]: `I sent ${agent.key}!`, idempotencyKey: newKey() };
    const { row, text } = await report(args);
    expect(text).not.toContain(agent.key);
    expect(row.content).toEqual({ [field]: "I sent rk_live_[redacted]!" });
    await session.expectNowhere(agent.key.slice(8));
  });
});
