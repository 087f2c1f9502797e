import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createPublisherKit } from "@placard/publisher-kit";
import { createKoaMiddleware } from "@placard/publisher-kit/koa";
import type { PublisherKit } from "@placard/publisher-kit/types";
import type { Context, Middleware } from "koa";
import { OTHER_TOPIC } from "../seed/plan.ts";
import { streamAnswer } from "./model.ts";
import { readJsonBody, refuse, wantMethod } from "./requests.ts";
import type { ReaderSession, Sessions } from "./sessions.ts";
import { createSharedTurns, forBrowser, type SharedTurns } from "./shared-turns.ts";
import { createTimeline, type Timeline } from "./timeline.ts";

const WARM_UP_TEXT = "I want to buy a garden hose";
const OFFERS_PATH = "/demo/offers";
const TEXT_MAX = 2_000;
const CONVERSATION_MAX = 16;
/** Reports that wait get this long when the demo stops. */
const DRAIN_MS = 1_500;

export type PublisherOptions = {
  /** The exchange's public address: the only place a card may link to. */
  baseUrl: string;
  apiKey: string;
  fetch: typeof globalThis.fetch;
  sessions: Sessions;
  now: () => number;
  nameOf: (campaignId: string) => string;
  warn: (message: string, fields?: Record<string, unknown>) => void;
};

export type Publisher = {
  middleware: Middleware;
  timeline: Timeline;
  /** Runs the way of a turn once, so that the first reader does not wait for cold code. */
  warmUp(): Promise<void>;
  close(): Promise<void>;
};

type Chat = {
  kit: PublisherKit;
  timeline: Timeline;
  turns: SharedTurns;
  sessions: Sessions;
  closing: AbortSignal;
  warn: PublisherOptions["warn"];
};

/**
 * A chat app that earns from the exchange: all a publisher writes. The kit decides whether a turn
 * is about shopping, asks the exchange, and reports what happened; this file only connects it to
 * the chat's own routes. The key stays in here.
 */
export function createPublisher(options: PublisherOptions): Publisher {
  const { baseUrl, apiKey, sessions, now, warn } = options;
  const timeline = createTimeline(options);
  const kit = createPublisherKit({
    baseUrl,
    apiKey,
    mode: "both",
    fetch: options.fetch,
    onEvent: timeline.onKitEvent,
    logger: { warn },
    now,
  });
  const stopping = new AbortController();
  const turns = createSharedTurns({ kit, timeline, now });
  const chat: Chat = { kit, timeline, turns, sessions, warn, closing: stopping.signal };
  const routes = createKoaMiddleware<Context>(kit, {
    basePath: OFFERS_PATH,
    origins: [new URL(baseUrl).origin],
    claims: (ctx) => ({ sessionKey: sessions.open(ctx).key }),
  });
  return {
    timeline,
    middleware: async (ctx, next) => {
      if (ctx.path === "/demo/chat") return converse(chat, ctx);
      if (ctx.path === "/demo/chat/new") return forget(chat, ctx);
      const session = sessions.find(ctx);
      const isTurn = ctx.path === `${OFFERS_PATH}/turn` && ctx.method === "POST";
      if (isTurn && session !== undefined) return sidebar(chat, ctx, session);
      return routes(ctx, next);
    },
    async warmUp() {
      // A topic that every placement excludes: nothing is delivered, counted or shown.
      await kit.turn({ text: WARM_UP_TEXT, topics: [OTHER_TOPIC] });
    },
    async close() {
      stopping.abort();
      await kit.close({ drainMs: DRAIN_MS });
    },
  };
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

/** Streams the answer; the kit watches it pass and reports what the model recommended. */
async function* answer(chat: Chat, session: ReaderSession, text: string, signal: AbortSignal) {
  const { kit, timeline, turns } = chat;
  const { log, turn: asked } = turns.turnFor(session, text, "answer");
  const previous = [...session.conversation];
  const turn = await asked;
  const context = timeline.during(log, () => kit.context(turn));
  const question = { text, previous, context, hasCards: turn.status === "filled" };
  let said = "";
  for await (const words of kit.observeAnswer(turn, streamAnswer(question, signal))) {
    said += words;
    yield line({ type: "text", text: words });
  }
  timeline.add(log, "answer", "The answer is complete.");
  remember(session, text, said);
  yield line({ type: "end" });
}

/** The widget's turn route, served from the chat's own turn. */
async function sidebar({ turns }: Chat, ctx: Context, session: ReaderSession): Promise<void> {
  const text = textOf(await readJsonBody(ctx));
  const turn = await turns.turnFor(session, text, "sidebar").turn;
  ctx.set("Cache-Control", "no-store");
  ctx.body = forBrowser(turn);
}

function forget({ sessions }: Chat, ctx: Context): void {
  wantMethod(ctx, "POST");
  const session = sessions.open(ctx);
  session.conversation = [];
  session.logs = [];
  delete session.shared;
  ctx.status = 204;
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
