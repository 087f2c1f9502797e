import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { registerAgent, type TestAgent } from "../../../setup/agents.ts";
import { expectSafeToRepeat, newKey, refused } from "../market.ts";
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

describe("rejects bad input", () => {
  test.each([
    ["no rating", WORDS, "/arguments/rating"],
    ["a rating of 0", { rating: 0 }, "/arguments/rating"],
    ["a rating of 6", { rating: 6 }, "/arguments/rating"],
    ["half a point", { rating: 3.5 }, "/arguments/rating"],
    ["a rating in words", { rating: "5" }, "/arguments/rating"],
    ["a blank step", { rating: 3, journeyStep: " " }, "/arguments/journeyStep"],
    ["an unknown field", { rating: 3, mood: "fine" }, "/arguments/mood"],
  ])("%s is refused and opens no ticket", async (_case, args, field) => {
    const before = await session.tickets();
    const call = session.call("report_experience", args, agent.key);
    expect((await refused(call, "invalid_arguments")).field).toBe(field);
    expect(await session.tickets()).toBe(before);
  });
});

describe("rejects wrong caller", () => {
  test("without a key it is refused and register is named", async () => {
    const error = await refused(session.call("report_experience", { rating: 3 }), "missing_key");
    expect(error.nextTools).toEqual(["register"]);
  });
});

describe("is safe to repeat", () => {
  test("the same key opens one ticket", () =>
    expectSafeToRepeat(session, {
      tool: "report_experience",
      args: { rating: 2, ...WORDS },
      otherArgs: { rating: 3, ...WORDS },
      key: agent.key,
      count: session.tickets,
    }));

  test("reporting moves no money", async () => {
    expect(await session.moved(() => report({ rating: 5 }))).toEqual({});
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
