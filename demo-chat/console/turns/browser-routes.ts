import type { Turn } from "@placard/publisher-kit/types";
import type { Context, Next } from "koa";
import { type Json, listOf, parseJson, recordOf, textOf } from "../../goods/market/json.ts";
import type { DemoSettings, RecordedEvent } from "../wire.ts";
import { type Desk, deskName } from "./desks.ts";
import { readText } from "./requests.ts";
import type { ReaderSession } from "./sessions.ts";
import type { Timeline } from "./timeline.ts";
import { recordEvent } from "./turn-run.ts";

/** Told to the turn it happened in. */
export const REFUSED = {
  kind: "fault",
  text: "The sidebar's session had run out: refused with 401, and a new one was asked for.",
  isOutside: true,
} as const;

/** A widget asks for one token in fifteen minutes. */
const FRESH_TOKENS_MAX = 20;

/** The context is for the model alone and never reaches the browser. */
export function forBrowser(turn: Turn, { mode }: DemoSettings): object {
  if (turn.status === "no_fill") return turn;
  // Where offers are for the model alone, a sidebar has none by the publisher's own rule.
  if (mode === "context") return { status: "no_fill", reason: "policy" };
  const { status, turnId, cards } = turn;
  // The answer may cite the cards; the widget then asks which.
  const mayCite = turn.context !== undefined;
  return { status, turnId, cards, ...(mayCite && { citations: true }) };
}

/** Hands out a session token, and remembers it as a good one while all others have run out. */
export async function answerSession(
  ctx: Context,
  session: ReaderSession,
  desk: Desk,
  next: Next,
): Promise<void> {
  await desk.routes(ctx, next);
  const token = textOf(recordOf(parseJson(String(ctx.body)))?.token);
  if (token === undefined) return;
  session.freshTokens.add(token);
  if (session.freshTokens.size <= FRESH_TOKENS_MAX) return;
  for (const oldest of session.freshTokens) {
    session.freshTokens.delete(oldest);
    return;
  }
}

/**
 * Whether the fault of expired tokens meets this request. It then carries a token that has really
 * run out, so that the kit's own route refuses it; a new one passes.
 */
export async function wantsNewToken(
  ctx: Context,
  session: ReaderSession,
  desk: Desk,
): Promise<boolean> {
  const token = ctx.get("Authorization").replace(/^Bearer +/i, "");
  if (!session.settings.faults.tokenExpired || session.freshTokens.has(token)) return false;
  ctx.req.headers.authorization = `Bearer ${await desk.expiredToken()}`;
  session.wasRefused = true;
  return true;
}

type Arrival = {
  ctx: Context;
  session: ReaderSession;
  desk: Desk;
  timeline: Timeline;
  now: () => number;
};

/** `POST events`: the kit of the turn hears of it, whatever has been chosen since. */
export async function answerEvents(arrival: Arrival, next: Next): Promise<void> {
  const { ctx, session, timeline } = arrival;
  const body = recordOf(parseJson(await readText(ctx))) ?? {};
  const events = listOf(body.events);
  const run = timeline.runOf(textOf(events[0]?.turnId) ?? "");
  const isOwn = run !== undefined && session.runs.includes(run);
  const desk = isOwn ? deskNamed(session, run.settings, arrival.desk) : arrival.desk;
  const { tokenExpired } = session.settings.faults;
  const isOld = tokenExpired && !session.freshTokens.has(textOf(body.token) ?? "");
  if (isOld && isOwn) timeline.add(run, REFUSED);
  const given: Json = isOld ? { ...body, token: await desk.expiredToken() } : body;
  // The kit's route takes the body that was read before it.
  Object.assign(ctx.request, { body: given });
  await desk.routes(ctx, next);
  if (ctx.status === 202) keepEvents(events, arrival);
}

/** `POST citations`: which cards the answer cites; known by the kit that served the turn. */
export async function answerCitations(
  { ctx, session, desk, timeline }: Omit<Arrival, "now">,
  next: Next,
): Promise<void> {
  const body = recordOf(parseJson(await readText(ctx))) ?? {};
  const run = timeline.runOf(textOf(body.turnId) ?? "");
  const isOwn = run !== undefined && session.runs.includes(run);
  const { routes } = isOwn ? deskNamed(session, run.settings, desk) : desk;
  // The kit's route takes the body that was read before it.
  Object.assign(ctx.request, { body });
  await routes(ctx, next);
}

function deskNamed(session: ReaderSession, settings: DemoSettings, fallback: Desk): Desk {
  return session.desks.get(deskName(settings)) ?? fallback;
}

function keepEvents(events: readonly Json[], { session, timeline, now }: Arrival): void {
  for (const { turnId, cardToken, type } of events) {
    const run = timeline.runOf(textOf(turnId) ?? "");
    const card = run?.cards.indexOf(textOf(cardToken) ?? "") ?? -1;
    const known = typeOf(type);
    if (run === undefined || !session.runs.includes(run) || card < 0 || known === undefined)
      continue;
    recordEvent(run, { atMs: now() - run.log.startedAtMs, type: known, card });
  }
}

function typeOf(value: unknown): RecordedEvent["type"] | undefined {
  return (["viewable", "click", "hide", "why"] as const).find((type) => type === value);
}
