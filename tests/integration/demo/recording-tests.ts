import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { NO_FAULTS } from "../../../demo-chat/console/faults/defaults.ts";
import { withoutChance } from "../../../demo-chat/console/recording/normalise.ts";
import type { Recording, TurnLog, WireCall } from "../../../demo-chat/console/wire.ts";
import { textsOf, Visitor } from "./visitor.ts";

const REPLAYS = 20;
const SECRET = /rk_live_\w+|whsec_\w+|\/r\/[\w-]{64}/;
const CONVERSATION_MAX_MS = 60_000;
/** Node finds playwright-core from here; the folder is kept out of the repository. */
const artifacts = fileURLToPath(new URL("../../.artifacts/", import.meta.url));

let reader: Visitor;
let recording: Recording;

/** What a recording can do, on a demo that runs already: a start costs more than all of this. */
export function recordingTests(demoUrl: () => string): void {
  beforeAll(async () => {
    reader = new Visitor(demoUrl());
    recording = await converse();
  }, CONVERSATION_MAX_MS);
  test("a recorded conversation replayed 20 times gives identical timelines", replaysAlike);
  test("an answer that came after its turn comes after it again", staysLate);
  test("a replay asks nobody, and says where it differs", replaysAlone);
  test("a recording holds nothing secret, and a wrong one is refused", keepsSecrets);
  test("the exported browser test passes, and fails when something is missing", exportsTest);
}

/** A conversation with a view, a recommendation, a fault, a late answer and a change of topic. */
async function converse(): Promise<Recording> {
  await reader.newToken();
  await reader.ask("Recommend noise cancelling headphones under $200");
  await reader.step(({ kind }) => kind === "report");
  const text = "Which tent should I buy for two people?";
  const { card, turnId } = await reader.cardOf("Northfold Outfitters", text);
  for (const type of ["viewable", "hide"] as const) await reader.tell(type, card, turnId);
  await reader.step(({ kind }) => kind === "report");
  await switchTo({ exchange: "server_error" });
  await reader.sidebar("I need running shoes for wide feet");
  await switchTo({ latencyMs: 2_000 });
  await reader.sidebar("Help me choose a standing desk under $600");
  await switchTo({ card: "bad_link" });
  await reader.ask("Recommend a coffee maker for one person");
  await switchTo({});
  await reader.ask("I feel depressed since I lost my job");
  return reader.recording();
}

/** In the middle of the conversation, which goes on. */
async function switchTo(faults: object): Promise<void> {
  const { settings } = await reader.state();
  const body = { ...settings, faults: { ...NO_FAULTS, ...faults } };
  expect((await reader.send("PUT", "/demo/settings", body)).status).toBe(200);
}

async function replaysAlike(): Promise<void> {
  const replays = await Promise.all(
    Array.from({ length: REPLAYS }, () => reader.replay(recording)),
  );
  const [first] = replays;
  expect(first?.turns).toHaveLength(recording.turns.length);
  expect(new Set(replays.map((replay) => JSON.stringify(replay))).size).toBe(1);
  // The recorded one too, up to the order of answers that came together.
  expect(first?.differences).toEqual([]);
  const steps = (log: TurnLog | undefined) => (log === undefined ? [] : textsOf(log).toSorted());
  first?.turns.forEach((log, index) => {
    expect(steps(log)).toEqual(steps(recording.turns[index]?.log));
    expect(log.answer).toBe(recording.turns[index]?.log.answer);
    expect(log.said).toBe(withoutChance(recording.turns[index]?.log.said ?? ""));
  });
  expect(first?.turns[0]?.steps.find(({ kind }) => kind === "report")?.moves).toHaveLength(3);
  expect(first?.turns.flatMap(textsOf)).toContain("No offers: the exchange was too slow.");
}

/** The list of bookings of a kit that is asked for the first time, which the turn waited for. */
async function staysLate(): Promise<void> {
  const late = new Visitor(reader.url);
  await late.choose({}, { ...NO_FAULTS, latencyMs: 1_200 });
  const turn = await late.sidebar("Recommend noise cancelling headphones under $200");
  expect(turn).toEqual({ status: "no_fill", reason: "timeout" });
  const isListed = ({ title, status }: WireCall) => status === 200 && /list_campaigns$/.test(title);
  await late.step(({ calls }) => calls?.some(isListed) === true);
  const kept = await late.recording();
  const replays = await Promise.all([1, 2, 3].map(() => reader.replay(kept)));
  expect(new Set(replays.map((replay) => JSON.stringify(replay))).size).toBe(1);
  expect(replays[0]?.differences).toEqual([]);
}

async function replaysAlone(): Promise<void> {
  const [turn] = recording.turns;
  if (turn === undefined) throw new Error("Nothing was recorded.");
  const calls = turn.calls.filter(({ body }) => !JSON.stringify(body).includes("deliver_ad"));
  const before = await reader.state();
  const { turns, differences } = await reader.replay({
    ...recording,
    turns: [{ ...turn, calls }],
  });
  expect(differences).toContainEqual(
    expect.objectContaining({
      turn: 1,
      recorded: expect.stringMatching(/^report: Settled: Quietwave Audio \(cpr\)\.; .+, fee 3\.6$/),
    }),
  );
  expect(turns.flatMap(textsOf)).toContain("No offer of Quietwave Audio (cpr): network.");
  expect((await reader.state()).money).toEqual(before.money);
}

async function keepsSecrets(): Promise<void> {
  expect(SECRET.exec(JSON.stringify(recording))?.[0]).toBeUndefined();
  expect(recording.turns.length).toBeGreaterThanOrEqual(6);
  for (const [wrong, message] of [
    [{ ...recording, version: 1 }, /^version /],
    [{ ...recording, turns: [{ text: "" }] }, /^text /],
    [{ ...recording, baseUrl: "file:///" }, /^baseUrl /],
  ] as const) {
    const refused = await reader.send("POST", "/demo/replay", wrong);
    expect(refused.status).toBe(422);
    const { error }: { error: { message: string } } = await refused.json();
    expect(error.message).toMatch(message);
  }
}

async function exportsTest(): Promise<void> {
  const kept = {
    ...recording,
    turns: recording.turns.filter((_, place) => [0, 5].includes(place)),
  };
  const response = await reader.send("POST", "/demo/recording/test", kept);
  expect(response.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  const source = await response.text();
  const other = source.replaceAll("6 cards for the reader.", "7 cards for the reader.");
  expect(other).not.toBe(source);
  const [passed, failed] = await Promise.all([runTest("kept", source), runTest("other", other)]);
  expect(passed).toMatchObject({ exitCode: 0 });
  expect(failed.exitCode).toBe(1);
  expect(failed.output).toContain("missing: 7 cards for the reader.");
}

async function runTest(name: string, source: string) {
  await mkdir(artifacts, { recursive: true });
  const file = join(artifacts, `conversation-${name}-${process.pid}.test.mjs`);
  await writeFile(file, source);
  const chromium = ["/usr/bin/chromium", "/usr/bin/google-chrome"].find(existsSync) ?? "";
  const child = spawn(process.execPath, ["--test", file], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DEMO_URL: reader.url,
      CHROMIUM: chromium,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const [exitCode] = await once(child, "close");
  await rm(file);
  return { exitCode, output };
}
