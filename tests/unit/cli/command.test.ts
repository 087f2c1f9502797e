import { describe, expect, test } from "vitest";
import { type CommandContext, defineCommand, type Given } from "../../../server/src/cli/command.ts";
import { createIdSource } from "../../../server/src/core/ids.ts";
import { createManualClock } from "../../setup/manual-clock.ts";

const AGENT = "agt_01k9zq3v5te7kbn8w2r4c6d8fg";
const clock = createManualClock(new Date());

/** A command whose actions print what they were given, and what a call of it prints. */
function build(usages: Readonly<Record<string, string>>) {
  const show = ({ subject, get, has }: Given) => ({
    json: { subject, status: get("status"), reason: get("reason"), isOff: has("off") },
    text: `subject ${subject}\n`,
    exitCode: 3,
  });
  const command = defineCommand(
    "things",
    Object.fromEntries(
      Object.entries(usages).map(([name, usage]) => [
        name,
        { usage, run: (given: Given) => Promise.resolve(show(given)) },
      ]),
    ),
  );
  const run = async (...words: string[]) => {
    let text = "";
    const stdout = { write: (more: string) => (text += more) };
    const db: CommandContext["db"] = Object.create(null);
    const exitCode = await command(words, {
      db,
      ids: createIdSource(clock),
      clock,
      actor: "operator",
      stdout,
    });
    return { text, exitCode };
  };
  return { command, run };
}

const { command, run } = build({
  list: "[NAME] [--status open|closed] [--off]",
  end: "AGENT_ID --reason TEXT --yes",
});
const json = async (...words: string[]) => JSON.parse((await run(...words, "--json")).text);

test("the usage has a line for each action", () => {
  expect(command.usage).toBe(
    "things list [NAME] [--status open|closed] [--off] [--json]\n" +
      "things end AGENT_ID --reason TEXT --yes [--json]",
  );
});

describe("an action", () => {
  test("gets its word, options and flags, and answers as text or JSON", async () => {
    expect(await run("list", "lamp")).toEqual({ text: "subject lamp\n", exitCode: 3 });
    expect(await json("list", "--status", "open", "--off")).toEqual({
      subject: "",
      status: "open",
      isOff: true,
    });
    expect(await json("end", AGENT, "--reason", " late ", "--yes")).toMatchObject({
      subject: AGENT,
      reason: "late",
    });
  });

  test("without a name runs when none is given", async () => {
    const status = build({ "": "", wallet: "[NAME]" });
    expect((await status.run()).exitCode).toBe(3);
    expect((await status.run("--json")).text).toContain('"subject":""');
    await expect(build({ "": "" }).run("x")).rejects.toThrow('Unexpected word "x".');
  });
});

test.each([
  [[], "No action given. Actions of things: list, end."],
  [["move"], 'Unknown action "move".'],
  [["list", "a", "b"], 'Unexpected word "b".'],
  [["list", "--status", "lost"], "--status must be one of open, closed."],
  [["list", "--reason", "x"], "--reason"],
  [["end", "--reason", "x", "--yes"], "AGENT_ID is required."],
  [["end", "x", "--reason", "x", "--yes"], "AGENT_ID must be an id that begins with agt_."],
  [["end", AGENT, "--yes"], "--reason is required."],
  [["end", AGENT, "--reason", " ", "--yes"], "--reason must not be empty."],
  [["end", AGENT, "--reason", "x"], "Add --yes."],
])("%j is refused with the usage", async (words, message) => {
  await expect(run(...words)).rejects.toThrow(message);
  await expect(run(...words)).rejects.toMatchObject({
    code: "invalid_request",
    options: { suggestion: command.usage },
  });
});
