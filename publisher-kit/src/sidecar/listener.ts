import { createHash, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { createFetchHandler, type FetchHandlerOptions } from "@placard/publisher-kit/fetch";
import type { PublisherKit, Turn } from "@placard/publisher-kit/types";
import { SIDECAR_OPENAPI } from "../generated/sidecar.ts";
import type { SessionClaims, TurnInput } from "../generated/wire.ts";
import { problemOf, type Schema } from "./check.ts";
import type { Spool } from "./spool.ts";

/** A conversation of 1,000 turns fits. */
const BODY_MAX_BYTES = 1024 * 1024;
const DISCARDED_MAX_BYTES = 16 * BODY_MAX_BYTES;
/** Output that a client has not read. Clients that send all before they read need it. */
const UNREAD_MAX_BYTES = 8 * 1024 * 1024;
/** Below the 10,000 reports that a kit queues. */
const QUEUED_MAX = 8_000;
/** Of one request to `/events`. */
const EVENTS_MAX = 100;

export type SidecarOptions = {
  kit: PublisherKit;
  /** Absent: reports wait in memory, as in any kit. */
  spool?: Spool;
  /** What requests must have in `X-Placard-Secret`; "" requires nothing. */
  secret?: string;
  /** Whether requests of other names than loopback's are refused, against DNS rebinding. */
  onlyLoopback?: boolean;
  /** Of the routes below `basePath`, which are the adapters' own. */
  routes?: FetchHandlerOptions;
};

/**
 * The kit over HTTP: `/turn`, `/observe`, `/session`, `/events`, `/healthz` and `/openapi.json` for
 * the chat's server, and the widget's routes below `routes.basePath` for its proxy. The listener
 * takes over every request.
 */
export function createSidecar(options: SidecarOptions): RequestListener {
  return (request, response) => {
    answer(options, request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else if (error instanceof Refusal) refuse(response, error);
      else refuse(response, new Refusal(500, "internal", "The request failed. Try again later."));
    });
  };
}

class Refusal extends Error {
  status: number;
  code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

function refuse(response: ServerResponse, { status, code, message }: Refusal): void {
  if (status === 503) response.setHeader("retry-after", "1");
  // What was not read of the body would be taken for the next request.
  response.setHeader("connection", "close");
  send(response, status, { error: { code, message } });
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  response.end(JSON.stringify(body));
}

async function answer(
  options: SidecarOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? "/", "http://sidecar");
  const path = url.pathname;
  if (path === "/healthz" && request.method === "GET") return sendHealth(options, response);
  requireSecret(options, request);
  const { basePath = "/offers" } = options.routes ?? {};
  if (path.startsWith(`${basePath.replace(/\/+$/, "")}/`)) {
    return forward(options, request, response, options.routes ?? {});
  }
  requireLoopback(options, request);
  if (path === "/openapi.json" && request.method === "GET") {
    return send(response, 200, SIDECAR_OPENAPI);
  }
  requireOperation(path, request.method);
  if (path === "/observe") return observe(options, url, request, response);
  if (path === "/events") return forwardEvents(options, request, response);
  if (path === "/turn") return answerTurn(options, request, response);
  const claims = await readBody<SessionClaims>(request, "SessionClaims");
  send(response, 200, await options.kit.session(claims));
}

function requireOperation(path: string, method: string | undefined): void {
  if (!Object.hasOwn(SIDECAR_OPENAPI.paths, path)) {
    const known = Object.keys(SIDECAR_OPENAPI.paths).join(", ");
    throw new Refusal(404, "not_found", `There is no ${path}. There are ${known}.`);
  }
  const accepted = path === "/healthz" ? "GET" : "POST";
  if (method === accepted) return;
  throw new Refusal(405, "method_not_allowed", `Send the request with ${accepted}.`);
}

function sendHealth({ kit, spool }: SidecarOptions, response: ServerResponse): void {
  const status = spool?.hasFailed() === true ? "spool_failed" : "ok";
  const { queued } = kit.stats().reports;
  send(response, status === "ok" ? 200 : 503, { status, queuedReports: queued });
}

function requireSecret({ secret = "" }: SidecarOptions, { headers }: IncomingMessage): void {
  if (secret === "" || isEqual(String(headers["x-placard-secret"] ?? ""), secret)) return;
  throw new Refusal(401, "unauthorized", "`X-Placard-Secret` must be the sidecar's secret.");
}

/** In constant time. The hashes have one length, which the comparison needs. */
function isEqual(given: string, secret: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(given), hash(secret));
}

function requireLoopback({ onlyLoopback = false }: SidecarOptions, request: IncomingMessage) {
  const name = (request.headers.host ?? "").replace(/:\d*$/, "");
  if (!onlyLoopback || /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i.test(name)) return;
  const message = "`Host` must be a loopback name. Set PLACARD_SIDECAR_SECRET to accept others.";
  throw new Refusal(403, "host_refused", message);
}

async function answerTurn(
  { kit }: SidecarOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const input = await readBody<TurnInput>(request, "TurnInput");
  const { signal } = gone;
  const turn = await kit.turn(input, { signal });
  if (signal.aborted) return;
  const prompt = kit.prompt(turn);
  const { status } = turn;
  if (status === "no_fill") return send(response, 200, { status, reason: turn.reason, prompt });
  send(response, 200, { status, turnId: turn.turnId, cards: turn.cards, prompt });
}

async function observe(
  { kit }: SidecarOptions,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const turnId = url.searchParams.get("turnId") ?? "";
  const model = url.searchParams.get("model") ?? undefined;
  const text: AsyncIterable<string> = textOf(request);
  const turn: Turn = { status: "filled", turnId, cards: [] };
  const shown = kit.observeAnswer(turn, text, model === undefined ? {} : { model });
  response.writeHead(200, {
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    // Nginx would hold a stream back.
    "x-accel-buffering": "no",
  });
  response.flushHeaders();
  // Where there is nothing to read, the kit returns the stream it was given.
  for await (const piece of shown === text ? request : shown) {
    response.write(piece);
    if (response.writableLength > UNREAD_MAX_BYTES) {
      await Promise.race([once(response, "drain"), once(response, "close")]);
    }
  }
  response.end();
}

async function* textOf(request: IncomingMessage): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of request) {
    const text = decoder.decode(chunk, { stream: true });
    if (text !== "") yield text;
  }
  const rest = decoder.decode();
  if (rest !== "") yield rest;
}

/** The chat's server stands for the page: its origin is the one it forwards. */
function forwardEvents(
  options: SidecarOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { origin = "" } = request.headers;
  return forward(options, request, response, {
    ...options.routes,
    basePath: "",
    origins: [origin],
  });
}

/** Answers one of the adapters' routes, after its reports are on disk. */
async function forward(
  { kit, spool }: SidecarOptions,
  request: IncomingMessage,
  response: ServerResponse,
  routes: FetchHandlerOptions,
): Promise<void> {
  const isEvents = request.url?.split("?")[0]?.endsWith("/events") === true;
  if (isEvents && spool !== undefined) spool.reserve(EVENTS_MAX);
  try {
    if (isEvents && kit.stats().reports.queued + (spool?.reserved() ?? 0) > QUEUED_MAX) {
      throw new Refusal(503, "queue_full", "Too many reports wait for the exchange.");
    }
    const handle = createFetchHandler(kit, { address: lastForwarded, ...routes });
    const answered = await handle(await requestOf(request, response));
    if (isEvents && spool !== undefined) await stored(spool);
    const headers = Object.fromEntries(answered.headers);
    response.writeHead(answered.status, headers).end(new Uint8Array(await answered.arrayBuffer()));
  } finally {
    if (isEvents) spool?.reserve(-EVENTS_MAX);
  }
}

async function stored(spool: Spool): Promise<void> {
  try {
    await spool.synced();
  } catch {
    throw new Refusal(503, "spool_failed", "The reports could not be written to the spool.");
  }
}

/** The chat's server or proxy appends the address that it saw. */
const lastForwarded = (request: Request): string | undefined =>
  request.headers.get("x-forwarded-for")?.split(",").at(-1)?.trim();

async function requestOf(request: IncomingMessage, response: ServerResponse): Promise<Request> {
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const { method = "GET", headers, url = "/" } = request;
  const host = URL.canParse(`http://${headers.host}`) ? headers.host : "sidecar";
  const given = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  );
  const init = { method, headers: given, signal: gone.signal };
  if (method !== "POST") return new Request(`http://${host}${url}`, init);
  return new Request(`http://${host}${url}`, { ...init, body: await readText(request) });
}

async function readBody<Body>(
  request: IncomingMessage,
  name: "TurnInput" | "SessionClaims",
): Promise<Body> {
  // Pages of other origins cannot send this type without asking first.
  if (!/^application\/json\b/i.test(request.headers["content-type"] ?? "")) {
    const message = "Set `content-type` to application/json.";
    throw new Refusal(415, "unsupported_media_type", message);
  }
  const body = parsed(await readText(request));
  const schema: Schema = SIDECAR_OPENAPI.components.schemas[name];
  if (!fits<Body>(body, schema)) {
    throw new Refusal(400, "invalid_request", problemOf(schema, body) ?? "");
  }
  return body;
}

/** The types of the bodies are rendered from the schemas. */
function fits<Body>(value: unknown, schema: Schema): value is Body {
  return problemOf(schema, value) === undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, "invalid_json", "The body must be JSON.");
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Read to its end, so that a client that is still sending gets the answer; with a limit.
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= BODY_MAX_BYTES) chunks.push(chunk);
    else if (size > DISCARDED_MAX_BYTES) break;
  }
  if (size <= BODY_MAX_BYTES) return Buffer.concat(chunks).toString("utf8");
  const message = `The body must not exceed ${BODY_MAX_BYTES} bytes.`;
  throw new Refusal(413, "payload_too_large", message);
}
