import { expect, test } from "vitest";
import { NO_FAULTS } from "../../../demo-chat/console/faults/defaults.ts";
import { browserTestOf } from "../../../demo-chat/console/recording/browser-test.ts";
import { differencesOf } from "../../../demo-chat/console/recording/differences.ts";
import { normalised, withoutChance } from "../../../demo-chat/console/recording/normalise.ts";
import { replayRecording } from "../../../demo-chat/console/recording/replay.ts";
import {
  createWatchedFetch,
  GIVEN_UP,
  type SeenCall,
} from "../../../demo-chat/console/turns/calls.ts";
import { movesOf } from "../../../demo-chat/console/turns/moves.ts";
import { redact, shortened, withLinks } from "../../../demo-chat/console/turns/redact.ts";
import type {
  DemoSettings,
  Recording,
  StepKind,
  TimelineStep,
  TurnLog,
} from "../../../demo-chat/console/wire.ts";

const ID = "01m80wzyvbfvqsr83y1c0f3e8y";
const OTHER_ID = "01m80wzyvbfvqsr83y1c0f3e8z";
const PARTIES = { advertiser: "Tea", adUnitType: "cpc", publisher: "Chat" };

const step = (id: number, kind: StepKind, text: string, atMs = id): TimelineStep => ({
  id,
  kind,
  text,
  atMs,
});

function logOf(steps: TimelineStep[], more: Partial<TurnLog> = {}): TurnLog {
  const about = { id: 1, text: "tea", startedAtMs: 1_000, mode: "both" as const };
  return { ...about, steps, context: "", said: "", answer: "", ...more };
}

const settings: DemoSettings = {
  publisher: "Chat",
  mode: "both",
  model: "scripted",
  faults: NO_FAULTS,
};

function recordingOf(log: TurnLog, more: Partial<Recording["turns"][number]> = {}): Recording {
  const { text, startedAtMs } = log;
  return { version: 2, settings, turns: [{ text, startedAtMs, calls: [], log, ...more }] };
}

test("keys, secrets and tracked links are left out wherever they stand", () => {
  const link = `https://x.example/r/${"A-".repeat(32)}`;
  expect(redact({ apiKey: "rk_live_abc123", list: [`see ${link}`, 1, null] })).toEqual({
    apiKey: "rk_live_…",
    list: [expect.stringMatching(/^see https:\/\/x\.example\/r\/\.\.\.[0-9a-f]{8}$/), 1, null],
  });
  expect(redact("whsec_a+b/c==")).toBe("whsec_…");
  expect(redact(link)).not.toBe(redact(link.replaceAll("A-", "B-")));
  expect(redact(redact(link))).toBe(redact(link));
  expect(redact(withLinks(String(redact(link))))).toBe(redact(link));
  expect(new URL(withLinks(String(redact(link)))).pathname).toMatch(/^\/r\/[\w-]{64}$/);
});

test("a long list is shown by its first items, and says how many are left", () => {
  expect(shortened({ items: [1, 2, 3, 4, 5], page: 1 })).toEqual({
    items: [1, 2, 3, "… and 2 more"],
    page: 1,
  });
  expect(shortened({ items: [1, 2, 3] })).toEqual({ items: [1, 2, 3] });
});

test("the credits of an event sum to zero, to the last micro-credit", () => {
  const moves = movesOf({ chargedCredits: 0.3, earnedCredits: 0.240001 }, PARTIES);
  expect(moves).toEqual([
    { account: "Tea, escrow", amountCredits: -0.3 },
    { account: "Chat, pending earnings", amountCredits: 0.240001 },
    { account: "Platform, fee", amountCredits: 0.059999 },
  ]);
  expect(movesOf({ chargedCredits: 0, earnedCredits: 0 }, PARTIES)).toEqual([]);
});

test("a call is seen from start to end, with what came back or why nothing did", async () => {
  const seen: SeenCall[] = [];
  const clock = [100, 130, 200, 260];
  const giveUp = new AbortController();
  const watched = createWatchedFetch({
    fetch: async (_input, init) => {
      if (init?.signal?.aborted) throw init.signal.reason;
      return Response.json({ items: [] }, { headers: { "x-request-id": "req_1" } });
    },
    now: () => clock.shift() ?? 0,
    listener: { onStart: (call) => seen.push(call), onEnd: () => undefined },
    attempt: ({ send }) => send(),
  });
  const body = JSON.stringify({ tool: "list_campaigns", arguments: { limit: 1 } });
  const response = await watched("http://x.example/api/agent", { method: "POST", body });
  expect(await response.json()).toEqual({ items: [] });
  giveUp.abort();
  await expect(watched("http://x.example/", { body, signal: giveUp.signal })).rejects.toThrow();
  expect(seen.map(({ wire }) => wire)).toEqual([
    {
      title: "POST /api/agent list_campaigns",
      status: 200,
      durationMs: 30,
      requestId: "req_1",
      request: { tool: "list_campaigns", arguments: { limit: 1 } },
      response: { items: [] },
    },
    expect.objectContaining({ status: null, durationMs: 60, response: { failed: GIVEN_UP } }),
  ]);
});

test("ids made anew are counted, and random marks are left out", () => {
  const text = `trn_${ID} evt_${OTHER_ID} trn_${ID} cmp_${ID} [offers abcdefghij123456]`;
  expect(withoutChance(text)).toBe(`trn_1 evt_2 trn_1 cmp_${ID} [offers …]`);
  expect(withoutChance("Tea Shop [[pick:tea-shop-k7qd]].")).toBe("Tea Shop [[pick:tea-shop-…]].");
});

test("a replayed log has reports where they were answered, and what came from outside", () => {
  const outside = { ...step(3, "sale", "Bought.", 70), isOutside: true as const };
  const recorded = recordingOf(logOf([step(1, "intent", "Wants tea."), outside]), {
    calls: [
      {
        path: "/api/agent",
        body: { tool: "report_events", arguments: { events: [] } },
        status: 200,
        response: {},
        durationMs: 20,
        atMs: 40,
      },
    ],
  }).turns[0];
  const replayed = logOf([step(1, "report", "Settled.", 999), step(2, "intent", "Wants tea.", 1)]);
  const { steps } = normalised(replayed, recorded);
  expect(steps.map(({ id, text, atMs }) => [id, text, atMs])).toEqual([
    [1, "Wants tea.", 1],
    [2, "Settled.", 60],
    [3, "Bought.", 70],
  ]);
});

test("differences name the step, and the order of steps is none", () => {
  const recorded = logOf([step(1, "search", "a"), step(2, "delivery", "b"), step(3, "cards", "c")]);
  const swapped = logOf([step(1, "delivery", "b"), step(2, "search", "a"), step(3, "cards", "c")]);
  expect(differencesOf(recordingOf(recorded), [swapped])).toEqual([]);
  const other = logOf([step(1, "search", "a"), step(2, "cards", "d")], {
    answer: "one\ntwo",
    said: "[[ad:tea-…]]",
  });
  expect(
    differencesOf(recordingOf({ ...recorded, answer: "one\n2", said: "tea" }), [other]),
  ).toEqual([
    { turn: 1, step: 2, recorded: "delivery: b", replayed: "cards: d" },
    { turn: 1, step: 3, recorded: "cards: c", replayed: "" },
    { turn: 1, step: 0, recorded: "model: tea", replayed: "model: [[ad:tea-…]]" },
    { turn: 1, step: 0, recorded: "answer: 2", replayed: "answer: two" },
  ]);
});

test("a turn nobody shops in replays without a call", async () => {
  const text = "Why is the sky blue?";
  const { turns } = await replayRecording(recordingOf(logOf([], { text })));
  expect(turns[0]?.steps.map(({ kind }) => kind)).toEqual(["intent", "cards"]);
});

test("calls that are not recorded fail like a network that is gone", async () => {
  const { turns } = await replayRecording(recordingOf(logOf([], { text: "I want to buy a tent" })));
  expect(turns[0]?.steps.map(({ text }) => text)).toContain(
    "No offers: the exchange could not answer.",
  );
});

test("the exported test holds the questions as data, whatever they say", () => {
  const text = ["`$", '{process.exit(7)}` */ " \\ tent'].join("");
  const source = browserTestOf(
    recordingOf(logOf([step(1, "cards", "4 cards for the reader.")], { text })),
    "http://127.0.0.1:8787",
  );
  expect(source).toContain(JSON.stringify(text));
  expect(source).toContain('"cards": 4');
  expect(source).not.toContain("__");
});
