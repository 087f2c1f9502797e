import { json } from "node:stream/consumers";
import type * as placard from "@placard/publisher-kit/types";
import type { Context, Middleware } from "koa";

/** A language model. `answer` streams what it writes, with its citation marks. */
export type Model = { name: string; answer(question: Question): AsyncGenerator<string> };
type Words = AsyncIterable<string>;

export type Question = {
  text: string;
  previous: readonly placard.ChatTurn[];
  /** The duty to cite and the offers; empty without offers. Await it only to name them. */
  prompt: Promise<placard.TurnPrompt>;
  signal: AbortSignal;
};

/** Who asks. An app with one kit and one model for everybody gives each reader the same ones. */
export type Reader = {
  /** Names the conversation to the exchange, for frequency caps. */
  key: string;
  kit: Pick<placard.PublisherKit, "turn" | "prompt"> & {
    observeAnswer(turn: placard.Turn, words: Words, options: placard.ObserveOptions): Words;
  };
  /** The kit's routes for the widget: `createKoaMiddleware(kit, { basePath })`. */
  routes: Middleware;
  mode: placard.KitMode;
  model: Model;
  conversation: placard.ChatTurn[];
  startOver(): void;
};

/** A line of the answer: words, the offers for the sidebar as soon as they are there, the end. */
export type ChatLine = OffersLine | { type: "text"; text: string } | { type: "end" };

export type OffersLine =
  | { type: "offers"; status: "filled"; turnId: string; cards: placard.Card[]; citations: boolean }
  | { type: "offers"; status: "no_fill"; reason: placard.NoFillReason };

/** `path/chat` answers questions; `path/offers` is the endpoint of the widget. */
export type ChatOptions = { path: string; readerOf(ctx: Context): Reader };

const TEXT_MAX = 2_000;
const BODY_MAX = 16 * 1_024;
const CONVERSATION_MAX = 16;

/** The routes of a chat that shows offers beside its answers and gives them to its model. */
export function createChat({ path, readerOf }: ChatOptions): Middleware {
  return async (ctx, next) => {
    if (ctx.path.startsWith(`${path}/offers/`)) return readerOf(ctx).routes(ctx, next);
    if (ctx.method !== "POST") return next();
    if (ctx.path === `${path}/chat`) return stream(ctx, readerOf(ctx), await readQuestion(ctx));
    if (ctx.path !== `${path}/chat/new`) return next();
    readerOf(ctx).startOver();
    ctx.status = 204;
  };
}

async function readQuestion(ctx: Context): Promise<string> {
  // A page of another site cannot send this type without a preflight, which is refused.
  if (!ctx.is("application/json")) ctx.throw(415, "Send application/json.");
  if (!(ctx.request.length <= BODY_MAX)) ctx.throw(413, `Send at most ${BODY_MAX} bytes.`);
  const body: { text?: unknown } = Object(await json(ctx.req).catch(() => undefined));
  const text = String(body.text ?? "").trim();
  if (text === "" || text.length > TEXT_MAX) ctx.throw(400, `Send 1 to ${TEXT_MAX} characters.`);
  return text;
}

/** Streams the answer as JSON lines, past Koa, which would log a closed page as an error. */
async function stream(ctx: Context, reader: Reader, text: string): Promise<void> {
  const gone = new AbortController();
  ctx.res.once("close", () => gone.abort());
  ctx.set({ "Cache-Control": "no-store", "X-Accel-Buffering": "no" });
  ctx.type = "application/x-ndjson";
  ctx.status = 200;
  ctx.respond = false;
  await answer(reader, { text, signal: gone.signal }, (line) => {
    if (!gone.signal.aborted) ctx.res.write(`${JSON.stringify(line)}\n`);
  });
  ctx.res.end();
}

type Asked = Pick<Question, "text" | "signal">;

/** One turn: the model's answer with labels for its marks, beside it the offers, and the end. */
async function answer(reader: Reader, asked: Asked, send: (line: ChatLine) => void) {
  const { key, kit, mode, model, conversation } = reader;
  const { text, signal } = asked;
  const previous = [...conversation];
  let settled: placard.Turn | undefined;
  // Always resolves, within 800 ms. The answer does not wait for it.
  const turning = kit.turn({ text, previous, sessionKey: key }).then((turn) => {
    settled = turn;
    send(offersOf(turn, mode));
    return turn;
  });
  const empty = { system: "", user: "" };
  const prompt =
    mode === "sidebar" ? Promise.resolve(empty) : turning.then((turn) => kit.prompt(turn));
  let said = "";
  const say = (words: string) => {
    said += words;
    send({ type: "text", text: words });
  };
  try {
    const words = model.answer({ ...asked, previous, prompt });
    let next = await words.next();
    // What is said before the offers are known cites none.
    for (; settled === undefined && next.done !== true; next = await words.next()) say(next.value);
    const rest = async function* () {
      if (next.done !== true) yield next.value;
      yield* words;
    };
    const options = { model: model.name, previous };
    for await (const piece of kit.observeAnswer(await turning, rest(), options)) say(piece);
  } catch (error) {
    await turning;
    if (!signal.aborted) say(`The language model did not answer. ${error}`);
  }
  conversation.push({ role: "user", text }, { role: "assistant", text: said });
  conversation.splice(0, conversation.length - CONVERSATION_MAX);
  send({ type: "end" });
}

/** The context is for the model alone and never reaches the browser. */
export function offersOf(turn: placard.Turn, mode: placard.KitMode): OffersLine {
  if (turn.status === "no_fill") return { type: "offers", ...turn };
  if (mode === "context") return { type: "offers", status: "no_fill", reason: "policy" };
  const { status, turnId, cards } = turn;
  return { type: "offers", status, turnId, cards, citations: turn.context !== undefined };
}
