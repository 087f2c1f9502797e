import type { Context, Next } from "koa";
import { type Json, listOf, parseJson, recordOf, textOf } from "../../goods/market/json.ts";
import type { RecordedEvent } from "../wire.ts";
import { readText } from "./requests.ts";
import { kitNameOf, type SessionKit } from "./session-kits.ts";
import type { ReaderSession } from "./sessions.ts";
import type { NewStep } from "./step-words.ts";
import type { Timeline } from "./timeline.ts";
import { recordEvent, type TurnRun } from "./turn-run.ts";

/** Added to the turn it happened in. */
const REFUSED = {
  kind: "fault",
  text: "The sidebar's session had expired: refused with 401; it requests a new one.",
  isOutside: true,
} as const;

/** A widget asks for one token in fifteen minutes. */
const FRESH_TOKENS_MAX = 20;

type Arrival = {
  ctx: Context;
  session: ReaderSession;
  /** The kit of what is chosen now. */
  own: SessionKit;
  timeline: Timeline;
  now: () => number;
};

/** The widget's routes: those of the kit that served the turn, whatever was chosen since. */
export async function answerRoute(arrival: Arrival, next: Next): Promise<void> {
  const { ctx, own } = arrival;
  const route = ctx.method === "POST" ? ctx.path.split("/").at(-1) : undefined;
  if (route === "session") await answerSession(arrival, next);
  else if (route === "events") await answerEvents(arrival, next);
  else if (route === "citations") await answerCitations(arrival, next);
  else await own.routes(ctx, next);
}

/** Issues a session token, and stores it as a valid one while all others have expired. */
async function answerSession({ ctx, session, own }: Arrival, next: Next): Promise<void> {
  await own.routes(ctx, next);
  const token = textOf(recordOf(parseJson(String(ctx.body)))?.token);
  if (token !== undefined) {
    session.freshTokens = new Set([...session.freshTokens, token].slice(-FRESH_TOKENS_MAX));
  }
}

async function answerEvents(arrival: Arrival, next: Next): Promise<void> {
  const { ctx, session, timeline, now } = arrival;
  const body = recordOf(parseJson(await readText(ctx))) ?? {};
  const events = listOf(body.events).map((event) => ({ event, run: runOf(session, event) }));
  const run = events[0]?.run;
  const kit = kitOf(arrival, run);
  const { tokenExpired } = session.settings.faults;
  const isOld = tokenExpired && !session.freshTokens.has(textOf(body.token) ?? "");
  if (isOld && run !== undefined) timeline.add(run, REFUSED);
  await pass(arrival, kit, isOld ? { ...body, token: await kit.expiredToken() } : body, next);
  if (ctx.status !== 202) return;
  for (const { event, run: own } of events) {
    const type = typeOf(event.type);
    if (own === undefined || type === undefined) continue;
    const card = own.cards.indexOf(textOf(event.cardToken) ?? "");
    const isRepeat = own.events.some((one) => one.type === "click" && one.card === card);
    const atMs = now() - own.log.startedAtMs;
    const isNew = recordEvent(own, { atMs, type, card }, textOf(event.id));
    if (isNew && isRepeat && type === "click") timeline.add(own, clickedAgain(own, card));
  }
}

/** The kit notes a card's first click alone, and the exchange sends no webhook for a repeat. */
function clickedAgain({ turn }: TurnRun, place: number): NewStep {
  const card = turn?.status === "filled" ? turn.cards[place] : undefined;
  const [why, rule] =
    card?.kind === "product"
      ? ["clicks of products cost nothing", "Only booked offers are billed."]
      : ["repeated click", "The exchange counts one click of each delivery."];
  const text = `Not billed: ${why}. ${card?.sponsor ?? card?.title ?? "A card"}`;
  return { kind: "click", text, fields: [{ name: "Rule", value: rule }], isOutside: true };
}

/** Which cards the answer cites. */
async function answerCitations(arrival: Arrival, next: Next): Promise<void> {
  const { ctx, session, timeline } = arrival;
  const body = recordOf(parseJson(await readText(ctx))) ?? {};
  const run = timeline.runOf(textOf(body.turnId) ?? "");
  const isOwn = run !== undefined && session.runs.includes(run);
  await pass(arrival, kitOf(arrival, isOwn ? run : undefined), body, next);
}

/** The kit's route takes the body that was read before it. */
async function pass({ ctx }: Arrival, kit: SessionKit, body: Json, next: Next): Promise<void> {
  Object.assign(ctx.request, { body });
  await kit.routes(ctx, next);
}

/** The turn of this reader that brought a card. */
function runOf({ runs }: ReaderSession, { cardToken }: Json): TurnRun | undefined {
  return runs.findLast(({ cards }) => cards.includes(textOf(cardToken) ?? ""));
}

function kitOf({ session, own }: Arrival, run: TurnRun | undefined): SessionKit {
  return (run && session.kits.get(kitNameOf(run.settings))) ?? own;
}

function typeOf(value: unknown): RecordedEvent["type"] | undefined {
  return (["viewable", "click", "hide", "why"] as const).find((type) => type === value);
}
