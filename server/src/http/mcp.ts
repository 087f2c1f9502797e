import { Readable } from "node:stream";
import { hostHeaderValidation, originValidation } from "@modelcontextprotocol/node";
import {
  type AuthInfo,
  createMcpHandler,
  INVALID_REQUEST,
  type McpServerFactory,
  PARSE_ERROR,
} from "@modelcontextprotocol/server";
import type { Context } from "koa";
import { ExchangeError, errorBodyOf } from "../contract/errors.ts";
import { createBoundedMap } from "../core/cache.ts";
import { invariant } from "../core/invariant.ts";
import { isNestedBeyond } from "../core/nesting.ts";
import type { Authenticator } from "../domain/identity/index.ts";
import { parseJson } from "./body.ts";
import type { EndpointDeps } from "./deps.ts";
import { noSuchAddress } from "./errors.ts";
import { requestIdOf, type Sender, senderOf, sendWhole } from "./request.ts";
import {
  filled,
  PLACEHOLDER_RESULT,
  type Repeatable,
  repeatableOf,
  type Template,
  templateOf,
} from "./response-templates.ts";
import type { Endpoint } from "./routes.ts";

/** The largest tool call, `report_events`, with the little that JSON-RPC puts around it. */
const MCP_BODY_MAX_BYTES = 1_048_576 + 4_096;
/** Streams that wait for changes of the lists; ours never change while the server runs. */
const SUBSCRIPTIONS_MAX = 64;
const EXPOSED = "X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, WWW-Authenticate";
/** Kinds of clients times lists, and times tools. A list is large, a call's template is small. */
const LIST_TEMPLATES_MAX = 32;
const CALL_TEMPLATES_MAX = 1_024;
/** A request needs an address; nothing reads this one. */
const REQUEST_URL = "http://localhost/mcp";
/** The headers that the SDK reads; it never sees the key. */
const PROTOCOL_HEADER = /^(accept|content-type|mcp-.+)$/;

type McpHandler = ReturnType<typeof createMcpHandler>;

/** What one address below `/mcp` offers: a server that answers one request. */
export interface McpOffer {
  /** Empty for `/mcp` itself. */
  readonly path: string;
  createServer(call: McpCall): ReturnType<McpServerFactory>;
  /** Answers a call whose envelope was accepted; absent when the SDK answers. */
  readonly callTool?: CallTool;
}

interface McpDeps
  extends Pick<EndpointDeps, "baseUrl" | "hosts" | "bodies" | "logger" | "trustedHops"> {
  readonly offers: readonly McpOffer[];
  readonly authenticator: Pick<Authenticator, "authenticate">;
}

/**
 * Remote MCP at `/mcp` and at its narrower addresses: stateless, and in both generations of the
 * protocol (2026-07-28; 2025-11-25 and older).
 */
export function createMcpEndpoint(deps: McpDeps): Endpoint {
  const { baseUrl } = deps;
  const handlers = new Map<unknown, ReturnType<typeof createHandler>>(
    deps.offers.map((offer) => [`/mcp${offer.path}`, createHandler(offer, deps)]),
  );
  return { guard: createGuard([...deps.hosts]), handle };

  async function handle(ctx: Context): Promise<void> {
    const handler = handlers.get(ctx.state.route);
    if (handler === undefined) throw noSuchAddress();
    const sender = senderOf(ctx, deps.trustedHops);
    const isKnown = sender.key !== undefined;
    // Also for requests that need no key: a wrong one must never quietly become no key.
    if (sender.key !== undefined) await deps.authenticator.authenticate(sender.key, sender);
    const limit = { limitBytes: MCP_BODY_MAX_BYTES, isKnown };
    const { text, sizeBytes } = await deps.bodies.readJson(ctx.req, limit);
    const body = messageOrRefused(ctx, text, baseUrl);
    if (body !== undefined) await handler(ctx, body, { ctx, ...sender, sizeBytes });
  }
}

function createHandler(offer: McpOffer, deps: McpDeps) {
  const onerror = (error: Error) =>
    deps.logger.debug({ err: error.message, path: `/mcp${offer.path}` }, "mcp_request_refused");
  const handler = createMcpHandler(({ authInfo }) => offer.createServer(callOf(authInfo)), {
    maxRequestBodySize: MCP_BODY_MAX_BYTES,
    onerror,
    maxSubscriptions: SUBSCRIPTIONS_MAX,
  });
  const lists = createBoundedMap<string, Template>(LIST_TEMPLATES_MAX);
  const calls = createBoundedMap<string, Template>(CALL_TEMPLATES_MAX);

  /** The template of this kind of request; the SDK answers the first one. */
  const templateFor = async (asked: Repeatable, facts: McpCallFacts, isError = false) => {
    const cache = asked.call === undefined ? lists : calls;
    const key = isError ? `error ${asked.key}` : asked.key;
    const known = cache.get(key);
    if (known !== undefined) return known;
    const callTool = () => Promise.resolve({ text: PLACEHOLDER_RESULT, isError });
    const made = await answer(handler, asked.blank, new McpCall(facts, callTool));
    const template = templateOf({
      status: made.status,
      type: typeOf(made),
      text: await made.text(),
    });
    if (template.status === 200) cache.set(key, template);
    return template;
  };

  return async (ctx: Context, message: unknown, facts: McpCallFacts): Promise<void> => {
    const { callTool } = offer;
    const asked = repeatableOf(message, ctx.headers);
    if (asked === undefined || (asked.call !== undefined && callTool === undefined)) {
      return send(ctx, await answer(handler, message, new McpCall(facts, callTool)));
    }
    const template = await templateFor(asked, facts);
    if (asked.call === undefined || callTool === undefined || template.status !== 200) {
      return sendWhole(ctx, { ...template, body: filled(template, asked.idText) });
    }
    const { text, isError } = await callTool(asked.call, facts);
    const fitting = isError ? await templateFor(asked, facts, true) : template;
    sendWhole(ctx, { ...fitting, body: filled(fitting, asked.idText, text) });
  };
}

/**
 * Lets the SDK answer. The message goes beside the request, which therefore has no
 * body: the package's adapter writes the message out again for one (0.1 ms, 2026-11-21).
 */
function answer(handler: McpHandler, message: unknown, call: McpCall): Promise<Response> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(call.facts.ctx.headers)) {
    if (typeof value === "string" && PROTOCOL_HEADER.test(name)) headers.set(name, value);
  }
  const request = new Request(REQUEST_URL, { method: "POST", headers });
  const authInfo = { token: "", clientId: "", scopes: [], extra: { call } };
  return handler.fetch(request, { authInfo, parsedBody: message });
}

async function send(ctx: Context, response: Response): Promise<void> {
  const type = typeOf(response);
  if (!type.startsWith("text/event-stream") || response.body === null) {
    const body = Buffer.from(await response.arrayBuffer());
    return sendWhole(ctx, { status: response.status, type, body });
  }
  ctx.status = response.status;
  for (const [name, value] of response.headers) ctx.set(name, value);
  const reader = response.body.getReader();
  // When the client disconnects, what the SDK still does for it is cancelled. Closing Koa's stream
  // alone would wait for the next message.
  ctx.res.once("close", () => void reader.cancel().catch(() => {}));
  ctx.body = Readable.from(chunksOf(reader));
}

async function* chunksOf(reader: ReadableStreamDefaultReader<Uint8Array>) {
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

function typeOf(response: Response): string {
  return response.headers.get("Content-Type") ?? "";
}

/**
 * Answers 403 to names and pages that are not ours, so that a web page cannot reach a server on
 * its reader's machine by rebinding a name (MCP 2026-07-28, transports). Ours may read the answer.
 */
function createGuard(names: string[]) {
  const isKnownHost = hostHeaderValidation(names);
  const isKnownOrigin = originValidation(names);
  return (ctx: Context): boolean => {
    if (!isKnownHost(ctx.req, ctx.res) || !isKnownOrigin(ctx.req, ctx.res)) {
      // The guard has answered already.
      ctx.respond = false;
      return false;
    }
    const origin = ctx.get("Origin");
    if (origin !== "") {
      ctx.vary("Origin");
      ctx.set("Access-Control-Allow-Origin", origin);
      ctx.set("Access-Control-Expose-Headers", EXPOSED);
    }
    if (ctx.method === "OPTIONS") preflight(ctx);
    return ctx.method !== "OPTIONS";
  };
}

function preflight(ctx: Context): void {
  ctx.set("Access-Control-Allow-Methods", "POST");
  ctx.set(
    "Access-Control-Allow-Headers",
    "Authorization, Content-Type, Accept, MCP-Protocol-Version, Mcp-Method, Mcp-Name",
  );
  ctx.set("Access-Control-Max-Age", "86400");
  ctx.status = 204;
}

/**
 * The message, or undefined when the request was answered: what is no message has no id to answer
 * to, so it is a fault of the protocol, with our error beside it.
 */
function messageOrRefused(ctx: Context, text: string, baseUrl: string): unknown {
  try {
    const message = parseJson(text);
    // Each level takes two characters: most messages are too short to be looked at.
    if (text.length < 2 * DEPTH_MAX || !isNestedBeyond(DEPTH_MAX, message)) return message;
    throw new ExchangeError("invalid_request", { message: "The body is nested too deeply." });
  } catch (error) {
    if (!(error instanceof ExchangeError)) throw error;
    const data = errorBodyOf(error, { requestId: requestIdOf(ctx), baseUrl });
    const code = error.code === "invalid_json" ? PARSE_ERROR : INVALID_REQUEST;
    ctx.status = error.status;
    ctx.body = { jsonrpc: "2.0", id: null, error: { code, message: error.message, data } };
    return undefined;
  }
}

/** Deeper messages exhaust the stack of the protocol's own code, which would answer 500. */
const DEPTH_MAX = 500;

export interface McpCallFacts extends Sender {
  readonly ctx: Context;
  readonly sizeBytes: number;
}

export interface AskedTool {
  readonly name: string;
  readonly arguments?: Record<string, unknown> | undefined;
}

/** The result of a tool, or the error body, as the JSON text of an object. */
export interface ToolText {
  readonly text: string;
  readonly isError: boolean;
}

/** Answers a tool, whatever happens: it never throws. */
export type CallTool = (asked: AskedTool, facts: McpCallFacts) => Promise<ToolText>;

/** One request, carried through the protocol's own machinery, and what answers its tool. */
export class McpCall {
  readonly facts: McpCallFacts;
  readonly callTool: CallTool;

  constructor(facts: McpCallFacts, callTool: CallTool = unanswered) {
    this.facts = facts;
    this.callTool = callTool;
  }
}

const unanswered: CallTool = () => {
  throw new Error("A server that lets others answer says who does.");
};

function callOf(authInfo: AuthInfo | undefined): McpCall {
  const call = authInfo?.extra?.call;
  invariant(call instanceof McpCall, "every MCP request carries its call");
  return call;
}
