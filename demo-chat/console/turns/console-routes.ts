import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Context, Middleware } from "koa";
import { offersOf } from "../../src/chat.ts";
import { faultWords } from "../faults/defaults.ts";
import { browserTestOf } from "../recording/browser-test.ts";
import { readRecording, recordingOf } from "../recording/recording.ts";
import { replayRecording } from "../recording/replay.ts";
import type { DemoState, Recording } from "../wire.ts";
import type { Parties } from "./moves.ts";
import { readJsonBody, refuse, wantFromHere, wantMethod } from "./requests.ts";
import type { ReaderSession, Sessions } from "./sessions.ts";
import { type Choices, readSettings } from "./settings.ts";
import type { TurnRun } from "./turn-run.ts";

/** Twenty turns with everything the exchange answered. **Units** bytes. */
const RECORDING_MAX = 4 * 1024 * 1024;

/** A kit reports within a second; what the exchange does not take is not waited for. */
const REPORT_MS = 50;
const REPORT_ROUNDS = 60;

export type ConsoleOptions = {
  sessions: Sessions;
  publicUrl: string;
  /** Whether visitors from other machines may switch faults on. */
  isPublic: boolean;
  choices: () => Choices;
  partiesOf: (campaignId: string) => Parties | undefined;
  /** The parts of the state that are the same for everybody, and those of other modules. */
  stateOf(session: ReaderSession): Promise<Omit<DemoState, OwnState>>;
};

/** The parts of the state that this file adds. */
type OwnState = "turns" | "answers" | "offers" | "settings" | "exchangeUrl";

type Route = (options: ConsoleOptions, ctx: Context) => void | Promise<void>;

const ROUTES: Readonly<Record<string, Route>> = {
  "/demo/state": sendState,
  "/demo/settings": takeSettings,
  "/demo/recording": sendRecording,
  "/demo/recording/test": sendTest,
  "/demo/replay": sendReplay,
};

/** The QA console's own routes; other requests go to the next middleware. */
export function createConsole(options: ConsoleOptions): Middleware {
  return async (ctx, next) => {
    const route = ROUTES[ctx.path];
    if (route === undefined) return next();
    ctx.set("Cache-Control", "no-store");
    await route(options, ctx);
  };
}

/** `GET /demo/state`. The page polls every second; an unchanged state is not sent again. */
async function sendState(options: ConsoleOptions, ctx: Context): Promise<void> {
  wantMethod(ctx, "GET");
  const session = options.sessions.open(ctx);
  const { settings, runs } = session;
  const others = await options.stateOf(session);
  const state: DemoState = {
    ...others,
    exchangeUrl: options.publicUrl,
    settings,
    turns: runs.map(({ log }) => log),
    answers: runs.map(answerOf),
    ...offersOfLast(runs),
  };
  const text = JSON.stringify(state);
  ctx.set("Cache-Control", "private, no-cache");
  ctx.set("ETag", `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`);
  ctx.type = "json";
  ctx.status = 200;
  if (ctx.fresh) ctx.status = 304;
  else ctx.body = text;
}

function answerOf({ log, answer, turn }: TurnRun): DemoState["answers"][number] {
  const cards = turn?.status === "filled" ? turn.cards : [];
  const cited = cards.filter(({ clickUrl }) => answer.includes(clickUrl));
  return { turnId: log.id, text: answer, cited };
}

function offersOfLast(runs: readonly TurnRun[]): Pick<DemoState, "offers"> {
  const last = runs.at(-1);
  if (last?.turn === undefined) return {};
  const result = offersOf(last.turn, last.settings.mode);
  return { offers: { result, afterMs: last.turnMs ?? 0 } };
}

/** `PUT /demo/settings`: what holds from the next turn on. */
async function takeSettings(options: ConsoleOptions, ctx: Context): Promise<void> {
  wantMethod(ctx, "PUT");
  const choices = options.choices();
  const settings = readSettings(await readJsonBody(ctx), choices);
  if (faultWords(settings.faults).length > 0) wantFromHere(ctx, options.isPublic);
  const session = options.sessions.open(ctx);
  const ranOut = session.settings.faults.tokenExpired;
  // Tokens handed out before this moment are the ones that have run out.
  if (settings.faults.tokenExpired && !ranOut) session.freshTokens.clear();
  session.settings = settings;
  ctx.body = settings;
}

async function sendRecording(options: ConsoleOptions, ctx: Context): Promise<void> {
  wantMethod(ctx, "GET");
  await untilReported(options.sessions.open(ctx));
  ctx.body = recordingOf(options.sessions.open(ctx), options.partiesOf, options.publicUrl);
}

/** `POST /demo/replay`: of the recording that is sent. */
async function sendReplay(_options: ConsoleOptions, ctx: Context): Promise<void> {
  wantMethod(ctx, "POST");
  ctx.body = await replayRecording(readRecording(await readJsonBody(ctx, RECORDING_MAX)));
}

/** `POST /demo/recording/test`: of the recording that is sent, or of the present conversation. */
async function sendTest(options: ConsoleOptions, ctx: Context): Promise<void> {
  wantMethod(ctx, "POST");
  const recording = await recordingFor(options, ctx);
  if (recording.turns.length === 0) refuse(409, "There is nothing to export: ask something first.");
  ctx.set("Content-Disposition", 'attachment; filename="conversation.test.mjs"');
  ctx.type = "text/javascript; charset=utf-8";
  ctx.body = browserTestOf(recording, options.publicUrl);
}

/** Reports that are still queued belong to the conversation. */
async function untilReported({ kits }: ReaderSession): Promise<void> {
  const isWaiting = () => [...kits.values()].some(({ kit }) => kit.stats().reports.queued > 0);
  for (let rounds = 0; rounds < REPORT_ROUNDS && isWaiting(); rounds += 1) await sleep(REPORT_MS);
}

async function recordingFor(options: ConsoleOptions, ctx: Context): Promise<Recording> {
  const body = await readJsonBody(ctx, RECORDING_MAX);
  if (Object.keys(body).length > 0) return readRecording(body);
  const session = options.sessions.open(ctx);
  await untilReported(session);
  return recordingOf(session, options.partiesOf, options.publicUrl);
}
