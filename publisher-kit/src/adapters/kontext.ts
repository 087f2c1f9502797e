import { systemNow } from "../core/clock.ts";
import { guarded, isRecord, type Json, parseJson, textOf } from "../core/guards.ts";
import { newId } from "../core/ids.ts";
import type { Session } from "../turn/claims.ts";
import type { Card, ChatTurn, ConsentSignals, NoFillReason, PublisherKit } from "../types.ts";
import { chunksOf, readStream } from "./body.ts";
import { internalsOf } from "./internals.ts";
import { expiredFrame, framePolicy, renderFrame } from "./kontext-frame.ts";

export type KontextOptions = {
  /** Placement codes that the app enables; each shows one offer of a turn. */
  codes: readonly string[];
  /** Pages that embed the offers, such as https://chat.example. */
  origins: readonly string[];
  /** The app's `publisherToken`; absent: any. It is not secret. */
  publisherToken?: string;
};

/** A whole chat arrives; only its end is read. */
const BODY_MAX_BYTES = 1_048_576;
const TEXT_MAX = 16_000;
const PREVIOUS_MAX = 4;
const CODES_MAX = 20;
const BIDS_MAX = 10_000;
/** How long a frame may be opened after its preload. */
const BID_TTL_MS = 30 * 60_000;

type Bid = { card: Card; turnId: string; session: Session; expiresAtMs: number };
type Bids = Map<string, Bid>;

const FRAME = /^\/api\/frame\/([\w-]{1,80})(\/view)?$/;
const DISCARDED = ["/log", "/error"];

/**
 * What the SDK of Kontext asks of its ad server, answered from a kit: the app sets `adServerUrl` to
 * the origin of this handler. The chat stays on this server; the exchange receives what
 * `kit.turn` sends. Paths are those of the SDK, so the handler needs an origin of its own or the
 * root of one.
 */
export function createKontextHandler(
  kit: PublisherKit,
  options: KontextOptions,
): (request: Request) => Promise<Response> {
  const door: Door = { kit, options, bids: new Map() };
  return async (request) => {
    const { pathname } = new URL(request.url);
    const isPost = request.method === "POST";
    const cors = corsHeaders(request, options.origins);
    if (request.method === "OPTIONS" || DISCARDED.includes(pathname)) {
      return new Response(null, { status: 204, headers: cors });
    }
    if (pathname === "/preload" && isPost) {
      return Response.json(await preloadSafely(door, request), {
        headers: { ...cors, ...NO_STORE },
      });
    }
    const [, bidId, view] = FRAME.exec(pathname) ?? [];
    if (bidId === undefined) return new Response(null, { status: 404 });
    const bid = bidOf(door.bids, bidId);
    if (view === undefined) return frameOf(request, bid, options);
    if (isPost && bid !== undefined) await recordView(kit, bid);
    return new Response(null, { status: 204 });
  };
}

const NO_STORE = { "cache-control": "no-store" };

type Door = { kit: PublisherKit; options: KontextOptions; bids: Bids };

/** The SDK repeats a 5xx three times, so a turn that failed is one without an offer. */
async function preloadSafely(door: Door, request: Request): Promise<object> {
  try {
    return await preload(door, request);
  } catch (error) {
    internalsOf(door.kit).warn("kontext_failed", { error: String(error) });
    return { sessionId: newId("ses", systemNow()), skip: true, skipCode: "http_error" };
  }
}

async function preload({ kit, options, bids }: Door, request: Request): Promise<object> {
  const text =
    request.body === null ? "" : await readStream(chunksOf(request.body), BODY_MAX_BYTES);
  const body = text === undefined ? undefined : parseJson(text);
  const token = request.headers.get("kontextso-publisher-token");
  if (options.publisherToken !== undefined && token !== options.publisherToken) {
    return { errCode: "publisher_unknown", permanent: true };
  }
  if (!isRecord(body)) return { errCode: "invalid_request" };
  const origin = request.headers.get("origin") ?? "";
  const { session, sessionId } = await sessionOf(kit, body, origin);
  const skip = (skipCode: NoFillReason | "disabled") => ({ sessionId, skip: true, skipCode });
  if (request.headers.get("kontextso-is-disabled") === "1") return skip("disabled");
  if (!options.origins.includes(origin)) return skip("policy");
  const consent = consentOf(body.regulatory);
  if (consent.coppa === true) return skip("consent");
  const turns = turnsOf(body.messages);
  const end = turns.findLastIndex(({ role }) => role === "user");
  const last = turns[end];
  const codes = codesOf(body.enabledPlacementCodes, options);
  if (last === undefined || codes.length === 0) return skip("no_intent");
  if (!internalsOf(kit).isWithin("turns", { sid: session.sid, address: undefined }, 1)) {
    return skip("capped");
  }
  const previous = turns.slice(Math.max(0, end - PREVIOUS_MAX), end);
  const input = { text: last.text, previous, consent };
  const turn = await internalsOf(kit).turnOf(session, input, request.signal);
  if (turn.status === "no_fill") return skip(turn.reason);
  const { turnId, cards } = turn;
  const made = codes.flatMap((code, place) => {
    const card = cards[place];
    return card === undefined ? [] : [{ code, bidId: keep(bids, { card, turnId, session }) }];
  });
  return made.length === 0 ? skip("empty") : { sessionId, bids: made };
}

/** The session that the SDK sends back, as long as it lives; else a new one. */
async function sessionOf(kit: PublisherKit, body: Json, origin: string) {
  const { readSession } = internalsOf(kit);
  const given = textOf(body.sessionId, 4096);
  const known = given === undefined ? undefined : await readSession(given, origin);
  if (given !== undefined && known !== undefined) return { session: known, sessionId: given };
  const { token } = await kit.session({ origin });
  const session = await readSession(token, origin);
  if (session === undefined) throw new Error("A session that was just made cannot be read.");
  return { session, sessionId: token };
}

/** Who the reader is, what they are called and which device they have is never read. */
function consentOf(regulatory: unknown): ConsentSignals {
  if (!isRecord(regulatory)) return {};
  const flag = (value: unknown) => (value === 1 || value === true ? true : undefined);
  const gdprConsent = textOf(regulatory.gdprConsent, 4096);
  const gpp = textOf(regulatory.gpp, 4096);
  const usPrivacy = textOf(regulatory.usPrivacy, 64);
  const { gppSid } = regulatory;
  const sections = Array.isArray(gppSid) ? gppSid.filter((id) => Number.isInteger(id)) : undefined;
  const gdpr = flag(regulatory.gdpr);
  const coppa = flag(regulatory.coppa);
  return {
    ...(gdpr !== undefined && { gdpr }),
    ...(coppa !== undefined && { coppa }),
    ...(gdprConsent !== undefined && { gdprConsent }),
    ...(gpp !== undefined && { gpp }),
    ...(usPrivacy !== undefined && { usPrivacy }),
    ...(sections !== undefined && { gppSid: sections.slice(0, 20) }),
  };
}

function turnsOf(messages: unknown): ChatTurn[] {
  if (!Array.isArray(messages)) return [];
  return messages.slice(-2 * PREVIOUS_MAX).flatMap((message: unknown): ChatTurn[] => {
    const { role, content } = isRecord(message) ? message : {};
    const text = typeof content === "string" ? content.slice(0, TEXT_MAX) : "";
    if ((role !== "user" && role !== "assistant") || text.trim() === "") return [];
    return [{ role, text }];
  });
}

function codesOf(enabled: unknown, { codes }: KontextOptions): string[] {
  const asked = Array.isArray(enabled) ? enabled.slice(0, CODES_MAX) : [];
  return codes.filter((code) => asked.includes(code));
}

function keep(bids: Bids, bid: Omit<Bid, "expiresAtMs">): string {
  const nowMs = systemNow();
  const [oldest] = bids.keys();
  if (bids.size >= BIDS_MAX && oldest !== undefined) bids.delete(oldest);
  const bidId = newId("bid", nowMs);
  bids.set(bidId, { ...bid, expiresAtMs: nowMs + BID_TTL_MS });
  return bidId;
}

function bidOf(bids: Bids, bidId: string): Bid | undefined {
  const bid = bids.get(bidId);
  if (bid === undefined || bid.expiresAtMs > systemNow()) return bid;
  bids.delete(bidId);
  return undefined;
}

async function recordView(kit: PublisherKit, { card, turnId, session }: Bid): Promise<void> {
  const { cardToken } = card;
  const event = { id: cardToken.slice(-24), type: "viewable", cardToken, turnId, at: systemNow() };
  await internalsOf(kit).record(session, [event], {});
}

function frameOf(request: Request, bid: Bid | undefined, { origins }: KontextOptions): Response {
  const query = new URL(request.url).searchParams;
  const code = (query.get("code") ?? "").slice(0, 200);
  const theme = query.get("theme") === "dark" ? "dark" : "light";
  const nonce = guarded(() => crypto.randomUUID()) ?? "0";
  const html =
    bid === undefined ? expiredFrame(code, nonce) : renderFrame(bid.card, { code, theme, nonce });
  return new Response(html, {
    headers: {
      ...NO_STORE,
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": framePolicy(nonce, origins),
      "referrer-policy": "strict-origin-when-cross-origin",
      "x-content-type-options": "nosniff",
    },
  });
}

function corsHeaders(request: Request, origins: readonly string[]): Record<string, string> {
  const origin = request.headers.get("origin") ?? "";
  if (!origins.includes(origin)) return {};
  return {
    "access-control-allow-origin": origin,
    "access-control-allow-methods": "POST",
    "access-control-allow-headers":
      "content-type, kontextso-publisher-token, kontextso-is-disabled",
    "access-control-max-age": "600",
    vary: "Origin",
  };
}
