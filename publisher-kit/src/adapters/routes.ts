import { answerImage, cardsFor } from "#images";
import {
  finiteOf,
  guarded,
  hasOnly,
  isRecord,
  type Json,
  parseJson,
  textOf,
} from "../core/guards.ts";
import { type ClientInfo, EVENTS_MAX } from "../reports/widget-events.ts";
import type { Session } from "../turn/claims.ts";
import type { Asking } from "../turn/limits.ts";
import type {
  ChatTurn,
  ConsentSignals,
  PublisherKit,
  Turn,
  TurnRequest,
  TurnResponse,
} from "../types.ts";
import { internalsOf } from "./internals.ts";
import { callOnTurn } from "./on-turn.ts";
import { allowedOrigin, bearerOf, corsHeaders, requireDevice, withoutOrigin } from "./origin.ts";
import { Refusal } from "./refusal.ts";
import {
  type ImageRoute,
  isImageRoute,
  type RouteAnswer,
  type RouteName,
  type RouteOptions,
  type RouteRequest,
} from "./route.ts";

export const BODY_MAX_BYTES = 64 * 1024;
const TEXT_MAX = 16_000;
const PREVIOUS_MAX = 50;
const USER_AGENT_MAX = 512;
const ADDRESS_MAX = 64;

const BASE_HEADERS = { "cache-control": "no-store", "x-content-type-options": "nosniff" };

export function routeOf(pathname: string, basePath = "/offers"): RouteName | undefined {
  const base = basePath.replace(/\/+$/, "");
  if (!pathname.startsWith(`${base}/`)) return undefined;
  const name = pathname.slice(base.length + 1).replace(/\/$/, "");
  if (name === "turn" || name === "events" || name === "session" || name === "citations") {
    return name;
  }
  const token = /^img\/([\w.-]+)$/.exec(name)?.[1];
  return token === undefined ? undefined : `img/${token}`;
}

/**
 * Answers one of the routes. Never rejects; an answer never says more than the caller knew.
 */
export async function handleRoute<Native>(
  kit: PublisherKit,
  options: RouteOptions<Native>,
  route: RouteName,
  request: RouteRequest<Native>,
): Promise<RouteAnswer> {
  const { warn } = internalsOf(kit);
  try {
    if (isImageRoute(route)) return await answerImage(kit, options, route, request.method);
    const origin = allowedOrigin(kit, options, request);
    const cors = corsHeaders(origin, request, options.origins ?? []);
    if (request.method === "OPTIONS") return { status: 204, headers: cors, body: "" };
    if (request.method !== "POST")
      throw new Refusal(405, "method_not_allowed", "Send the request with POST.");
    const { status, body } = await answerRoute(kit, options, route, { request, origin });
    return json(status, body, cors);
  } catch (error) {
    if (error instanceof Refusal) {
      const { status, code, message, headers } = error;
      return json(status, { error: { code, message } }, headers);
    }
    warn("route_failed", { route, error: String(error) });
    return json(
      500,
      {
        error: { code: "internal", message: "The request failed on the server. Try again later." },
      },
      {},
    );
  }
}

type Arrived<Native> = { request: RouteRequest<Native>; origin: string };
type Result = { status: number; body: Json };

async function answerRoute<Native>(
  kit: PublisherKit,
  options: RouteOptions<Native>,
  route: Exclude<RouteName, ImageRoute>,
  { request, origin }: Arrived<Native>,
): Promise<Result> {
  const body = await readBody(request, route === "events");
  if (route === "session") return openSession(kit, options, body, { request, origin });
  const internals = internalsOf(kit);
  if (route === "turn" || route === "citations") {
    const session = await requireSession(kit, bearerOf(request), origin);
    if (route === "citations") {
      const turnId = readTurnId(body);
      return { status: 200, body: await internals.citations(session, turnId, request.signal) };
    }
    const input = readTurn(body);
    requireRoom(kit, "turns", { sid: session.sid, address: addressOf(options, request) });
    const turn = await internals.turnOf(session, input, request.signal);
    callOnTurn(kit, options.onTurn, turn, request.native);
    return { status: 200, body: await turnAnswer(kit, options, turn, request) };
  }
  const session = await requireSession(kit, body.token, origin);
  const { events } = body;
  if (!hasOnly(body, ["token", "events"]) || !Array.isArray(events)) {
    throw invalid(
      "The body must have `token`, a string, and `events`, an array, and no other field.",
    );
  }
  if (events.length > EVENTS_MAX) {
    throw new Refusal(
      413,
      "payload_too_large",
      `\`events\` must have at most ${EVENTS_MAX} items. Send the others in another request.`,
    );
  }
  const address = addressOf(options, request);
  requireRoom(kit, "events", { sid: session.sid, address }, events.length);
  return { status: 202, body: await internals.record(session, events, clientOf(request, address)) };
}

async function openSession<Native>(
  kit: PublisherKit,
  options: RouteOptions<Native>,
  body: Json,
  { request, origin }: Arrived<Native>,
): Promise<Result> {
  if (!hasOnly(body, [])) throw invalid("The body must be an empty JSON object, {}.");
  requireRoom(kit, "sessions", { address: addressOf(options, request) });
  const device = origin === "" ? await requireDevice(kit, options, request) : {};
  const claims = options.claims === undefined ? {} : await options.claims(request.native);
  if (claims === undefined)
    throw new Refusal(403, "forbidden", "`claims` returned no session for this request.");
  return { status: 200, body: await kit.session({ ...device, ...claims, origin }) };
}

function requireRoom(
  kit: PublisherKit,
  what: "sessions" | "turns" | "events",
  asking: Asking,
  cost = 1,
): void {
  const { isWithin, warn } = internalsOf(kit);
  if (isWithin(what, asking, cost)) return;
  warn("route_limited", { what, help: `Raise \`limits.${what}\`, or set \`address\`.` });
  const message = `Too many ${what} in a minute. Try again later.`;
  throw new Refusal(429, "rate_limited", message, { "retry-after": "60" });
}

/** The context is for the model, and the model is asked by the server: it stays there. */
async function turnAnswer<Native>(
  kit: PublisherKit,
  options: RouteOptions<Native>,
  turn: Turn,
  request: RouteRequest<Native>,
): Promise<TurnResponse> {
  if (turn.status === "no_fill") return { status: "no_fill", reason: turn.reason };
  const { turnId } = turn;
  const cards = await cardsFor(kit, options, turn.cards, request);
  const mayCite = turn.context !== undefined;
  return { status: "filled", turnId, cards, ...(mayCite && { citations: true }) };
}

function addressOf<Native>({ address }: RouteOptions<Native>, request: RouteRequest<Native>) {
  const given = guarded(() =>
    address === undefined ? request.address?.() : address(request.native),
  );
  return textOf(given, ADDRESS_MAX);
}

/** Nothing of a reader who sends Global Privacy Control. */
function clientOf<Native>({ header }: RouteRequest<Native>, ip: string | undefined): ClientInfo {
  if (header("sec-gpc") === "1") return {};
  const ua = textOf(header("user-agent"), USER_AGENT_MAX);
  return { ...(ua !== undefined && { ua }), ...(ip !== undefined && { ip }) };
}

async function readBody<Native>(request: RouteRequest<Native>, beacon: boolean): Promise<Json> {
  const type = (request.header("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json" && !(beacon && type === "text/plain")) {
    throw new Refusal(415, "unsupported_media_type", "Set `content-type` to application/json.");
  }
  // Told beforehand, a large body is not even read.
  const announced = Number(request.header("content-length") ?? 0);
  const raw = announced > BODY_MAX_BYTES ? undefined : await request.body();
  if (raw === undefined)
    throw new Refusal(
      413,
      "payload_too_large",
      `The body must not exceed ${BODY_MAX_BYTES} bytes.`,
    );
  const parsed = typeof raw === "string" ? parseJson(raw) : raw;
  if (!isRecord(parsed)) throw new Refusal(400, "invalid_json", "The body must be a JSON object.");
  return parsed;
}

async function requireSession(kit: PublisherKit, token: unknown, origin: string): Promise<Session> {
  const text = textOf(token, 4096);
  const session = text === undefined ? undefined : await internalsOf(kit).readSession(text, origin);
  if (session === undefined) {
    if (origin === "" && text === undefined) throw withoutOrigin(kit);
    throw new Refusal(
      401,
      "invalid_session",
      "The session token is missing, expired or not valid.",
    );
  }
  return session;
}

const invalid = (message: string): Refusal => new Refusal(400, "invalid_request", message);

function readTurn(body: Json): TurnRequest {
  if (!hasOnly(body, ["text", "previous", "consent"])) {
    throw invalid("The body may only have the fields `text`, `previous` and `consent`.");
  }
  const text = textOf(body.text, TEXT_MAX);
  if (text === undefined)
    throw invalid(`\`text\` must be a string of 1 to ${TEXT_MAX} characters.`);
  const previous = body.previous === undefined ? undefined : readPrevious(body.previous);
  const consent = body.consent === undefined ? undefined : readConsent(body.consent);
  return { text, ...(previous && { previous }), ...(consent && { consent }) };
}

function readTurnId(body: Json): string {
  const turnId = textOf(body.turnId, 64);
  if (turnId === undefined || !hasOnly(body, ["turnId"])) {
    throw invalid("The body must have `turnId`, a string, and no other field.");
  }
  return turnId;
}

function readPrevious(value: unknown): ChatTurn[] {
  if (!Array.isArray(value) || value.length > PREVIOUS_MAX) {
    throw invalid(`\`previous\` must be an array of at most ${PREVIOUS_MAX} turns.`);
  }
  return value.map((turn: unknown): ChatTurn => {
    const { role, text } = isRecord(turn) ? turn : {};
    const known = role === "user" || role === "assistant";
    if (!known || typeof text !== "string" || text.length > TEXT_MAX) {
      throw invalid('Each item of `previous` must have `role`, "user" or "assistant", and `text`.');
    }
    return { role, text };
  });
}

function readConsent(value: unknown): ConsentSignals {
  if (!isRecord(value)) throw invalid("`consent` must be an object.");
  const consent: ConsentSignals = {};
  for (const name of ["gdpr", "coppa", "gpc"] as const) {
    const flag = readFlag(value[name]);
    if (flag !== undefined) consent[name] = flag;
  }
  for (const name of ["gdprConsent", "gpp", "usPrivacy"] as const) {
    const text = textOf(value[name], 4096);
    if (text !== undefined) consent[name] = text;
  }
  const { gppSid } = value;
  if (typeof gppSid === "string" && gppSid.length <= 200) consent.gppSid = gppSid;
  if (Array.isArray(gppSid)) consent.gppSid = gppSid.slice(0, 20).flatMap(sectionOf);
  return consent;
}

const sectionOf = (value: unknown): number[] => {
  const section = finiteOf(value);
  return section !== undefined && Number.isInteger(section) ? [section] : [];
};

/** Consent tools write true as `true`, `1` or `"1"`. */
function readFlag(value: unknown): boolean | undefined {
  if (value === true || value === 1 || value === "1") return true;
  return value === false || value === 0 || value === "0" ? false : undefined;
}

function json(status: number, body: unknown, headers: Record<string, string>): RouteAnswer {
  return {
    status,
    headers: { ...BASE_HEADERS, "content-type": "application/json; charset=utf-8", ...headers },
    body: JSON.stringify(body),
  };
}
