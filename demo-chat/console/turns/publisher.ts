import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createPublisherKit } from "@placard/publisher-kit";
import type { Context, Middleware } from "koa";
import { OTHER_TOPIC } from "../../goods/market/plan.ts";
import type { DemoSettings } from "../wire.ts";
import {
  answerCitations,
  answerEvents,
  answerSession,
  forBrowser,
  REFUSED,
  wantsNewToken,
} from "./browser-routes.ts";
import { createDesks, type DeskOptions, type Desks, OFFERS_PATH } from "./desks.ts";
import { type ModelEndpoint, streamEndpointAnswer } from "./endpoint.ts";
import { streamAnswer } from "./model.ts";
import { redactText } from "./redact.ts";
import { readJsonBody, refuse, wantMethod } from "./requests.ts";
import type { ReaderSession, Sessions, SharedTurn } from "./sessions.ts";
import { createSharedTurns, type SharedTurns } from "./shared-turns.ts";
import type { TurnRun } from "./turn-run.ts";

const WARM_UP_TEXT = "I want to buy a garden hose";
const TEXT_MAX = 2_000;
const CONVERSATION_MAX = 16;
/** The name of the script in the statistics of the kit. */
const SCRIPT = "demo-script";

export type PublisherOptions = DeskOptions & {
  sessions: Sessions;
  /** What is away for everybody, in words. */
  goneNow: () => readonly string[];
  /** The first publisher's name, whose way of a turn is warmed up. */
  firstPublisher: string;
  endpoint: ModelEndpoint | undefined;
};

export type Publisher = {
  middleware: Middleware;
  /** Begins a new conversation with new kits. */
  forget(session: ReaderSession): void;
  /** Runs the way of a turn once, so that the first reader does not wait for cold code. */
  warmUp(): Promise<void>;
  close(): Promise<void>;
};

type Chat = PublisherOptions & { desks: Desks; turns: SharedTurns; closing: AbortSignal };

/**
 * The chat apps of the demo, which earn from the exchange. The kit decides whether a turn is about
 * shopping, asks the exchange, and reports what happened; this file only connects it to the chat's
 * own routes. The keys stay in here.
 */
export function createPublisher(options: PublisherOptions): Publisher {
  const { sessions } = options;
  const desks = createDesks(options);
  const stopping = new AbortController();
  const turns = createSharedTurns({ ...options, desks });
  const chat: Chat = { ...options, desks, turns, closing: stopping.signal };
  return {
    middleware: (ctx, next) => answerRoute(chat, ctx, next),
    forget: (session) => forget(chat, session),
    async warmUp() {
      const { baseUrl, fetch, firstPublisher, sellerOf } = options;
      const kit = createPublisherKit({ baseUrl, fetch, apiKey: sellerOf(firstPublisher).apiKey });
      // A topic that every placement excludes: nothing is delivered, counted or shown.
      await kit.turn({ text: WARM_UP_TEXT, topics: [OTHER_TOPIC] });
      await kit.close({ drainMs: 0 });
    },
    async close() {
      stopping.abort();
      await Promise.all([...sessions.all()].map((session) => desks.close(session)));
    },
  };
}

async function answerRoute(chat: Chat, ctx: Context, next: () => Promise<void>): Promise<void> {
  if (ctx.path === "/demo/chat") return converse(chat, ctx);
  if (ctx.path === "/demo/chat/new") {
    wantMethod(ctx, "POST");
    forget(chat, chat.sessions.open(ctx));
    ctx.status = 204;
    return;
  }
  if (!ctx.path.startsWith(`${OFFERS_PATH}/`)) return next();
  const session = chat.sessions.open(ctx);
  if (ctx.method === "POST") {
    const { timeline, desks } = chat;
    const desk = desks.deskOf(session);
    if (ctx.path === `${OFFERS_PATH}/turn`) return sidebar(chat, ctx, session);
    if (ctx.path === `${OFFERS_PATH}/session`) return answerSession(ctx, session, desk, next);
    if (ctx.path === `${OFFERS_PATH}/citations`) {
      return answerCitations({ ctx, session, desk, timeline }, next);
    }
    if (ctx.path === `${OFFERS_PATH}/events`) {
      return answerEvents({ ctx, session, desk, timeline, now: chat.now }, next);
    }
  }
  return chat.desks.deskOf(session).routes(ctx, next);
}

/** `POST /demo/chat`: the answer as a stream of JSON lines. */
async function converse(chat: Chat, ctx: Context): Promise<void> {
  wantMethod(ctx, "POST");
  const text = textOf(await readJsonBody(ctx));
  const gone = new AbortController();
  ctx.res.once("close", () => gone.abort());
  const signal = AbortSignal.any([gone.signal, chat.closing]);
  ctx.set("Cache-Control", "no-store");
  ctx.set("X-Accel-Buffering", "no");
  ctx.type = "application/x-ndjson";
  const words = Readable.from(answer(chat, chat.sessions.open(ctx), text, signal));
  // Sent past Koa, which takes a reader who closes the page for a fault.
  ctx.status = 200;
  ctx.respond = false;
  await pipeline(words, ctx.res).catch((error: unknown) => {
    if (!signal.aborted) chat.warn("An answer broke off.", { error: String(error) });
  });
}

/** Streams the answer; the kit replaces its marks by labels and reports what they earn. */
async function* answer(chat: Chat, session: ReaderSession, text: string, signal: AbortSignal) {
  const { timeline, turns } = chat;
  const shared = turns.turnFor(session, text, "answer");
  const { run } = shared;
  const previous = [...session.conversation];
  let said = "";
  try {
    for await (const words of await wordsOf(chat, shared, { previous, signal })) {
      said += words;
      run.answer = said;
      run.log.answer = redactText(said);
      yield line({ type: "text", text: words });
    }
    timeline.add(run, { kind: "answer", text: "The answer is complete." });
  } catch (error) {
    if (signal.aborted) return;
    const reason = error instanceof Error ? error.message : String(error);
    const step = { kind: "answer" as const, text: `The model did not answer: ${reason}` };
    timeline.add(run, { ...step, isOutside: true });
    yield line({ type: "text", text: `The language model did not answer: ${reason}` });
  }
  remember(session, text, said);
  yield line({ type: "end" });
}

type Hearing = { previous: ReaderSession["conversation"]; signal: AbortSignal };

async function wordsOf(
  { timeline, endpoint }: Chat,
  { run, desk, turn: asked, text }: SharedTurn,
  { previous, signal }: Hearing,
): Promise<AsyncIterable<string>> {
  const { kit } = desk;
  const { settings, log } = run;
  const turn = await asked;
  if (settings.model === "endpoint" && endpoint !== undefined) {
    // Counted as used by the middleware, once the model has taken it.
    if (turn.status === "filled") log.context = redactText(turn.context ?? "");
    const onWords = (words: string) => {
      log.said += words;
    };
    return streamEndpointAnswer(endpoint, { kit, turn, text, previous, signal, onWords });
  }
  const context = timeline.during(run, () => kit.context(turn));
  log.context = redactText(context);
  const question = { text, previous, context, hasCards: hasCards(turn.status, settings) };
  return kit.observeAnswer(turn, noted(streamAnswer(question, signal), run), { model: SCRIPT });
}

/** Keeps what the model wrote before the kit has replaced its marks. */
async function* noted(words: AsyncIterable<string>, { log }: TurnRun): AsyncGenerator<string> {
  for await (const word of words) {
    log.said += word;
    yield word;
  }
}

export function hasCards(status: "filled" | "no_fill", { mode }: DemoSettings): boolean {
  return status === "filled" && mode !== "context";
}

/** The widget's turn route, served from the chat's own turn. */
async function sidebar(chat: Chat, ctx: Context, session: ReaderSession): Promise<void> {
  const { desks, timeline, turns } = chat;
  const desk = desks.deskOf(session);
  if (await wantsNewToken(ctx, session, desk)) return desk.routes(ctx, () => Promise.resolve());
  const text = textOf(await readJsonBody(ctx));
  const { run, turn } = turns.turnFor(session, text, "sidebar");
  if (session.wasRefused) timeline.add(run, REFUSED);
  session.wasRefused = false;
  const body = forBrowser(await turn, run.settings);
  if (run.settings.mode === "context") {
    const text = "The sidebar stays empty: offers go to the model.";
    timeline.add(run, { kind: "cards", text, isOutside: true });
  }
  ctx.set("Cache-Control", "no-store");
  ctx.body = body;
}

function forget({ desks, warn }: Chat, session: ReaderSession): void {
  session.conversation = [];
  session.runs = [];
  delete session.shared;
  // What is queued is still sent; nobody waits for it.
  desks
    .close(session)
    .catch((error: unknown) => warn("Reports were lost.", { error: String(error) }));
}

function textOf(body: Readonly<Record<string, unknown>>): string {
  const text = typeof body.text === "string" ? body.text.trim() : "";
  if (text === "" || text.length > TEXT_MAX) {
    refuse(400, `text must have 1 to ${TEXT_MAX} characters.`);
  }
  return text;
}

function remember(session: ReaderSession, text: string, said: string): void {
  const turns = [
    ...session.conversation,
    { role: "user" as const, text },
    { role: "assistant" as const, text: said },
  ];
  session.conversation = turns.slice(-CONVERSATION_MAX);
}

function line(event: object): string {
  return `${JSON.stringify(event)}\n`;
}
