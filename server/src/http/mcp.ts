import {
  hostHeaderValidation,
  originValidation,
  type ToNodeHandlerOptions,
  toNodeHandler,
} from "@modelcontextprotocol/node";
import { createMcpHandler, INVALID_REQUEST, PARSE_ERROR } from "@modelcontextprotocol/server";
import type { Context } from "koa";
import { ExchangeError, errorBodyOf } from "../contract/errors.ts";
import type { Logger } from "../core/log.ts";
import type { Authenticator } from "../domain/identity/index.ts";
import { createMcpSurfaces, type McpSurface } from "../render/mcp-surfaces.ts";
import type { Services } from "../tools/context.ts";
import type { Dispatch } from "../tools/dispatch.ts";
import { noSuchAddress, requireMethod } from "./errors.ts";
import { callOf, createMcpServer, McpCall } from "./mcp-server.ts";
import { addressOf, isLoopback, keyOf, parseJson, readJsonText } from "./request.ts";
import { requestIdOf } from "./request-id.ts";

/** The largest tool call, `report_events`, with the little that JSON-RPC puts around it. */
const MCP_BODY_MAX_BYTES = 1_048_576 + 4_096;
/** Streams that wait for changes of the lists; ours never change while the server runs. */
const SUBSCRIPTIONS_MAX = 64;
const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"];

export interface McpDeps {
  readonly services: Services;
  readonly dispatch: Dispatch;
  readonly authenticator: Authenticator;
  readonly logger: Logger;
  readonly trustedHops: number;
}

/**
 * Remote MCP at `/mcp` and at its narrower addresses: stateless, and in both generations of the
 * protocol (2026-07-28; 2025-11-25 and older).
 */
export function createMcpEndpoint(deps: McpDeps) {
  const { baseUrl } = deps.services.settings;
  const handlers = new Map(
    createMcpSurfaces(baseUrl).map((surface) => [surface.path, createHandler(surface, deps)]),
  );
  const guard = createGuard(new URL(baseUrl).hostname);

  return async (ctx: Context, rest: string): Promise<void> => {
    const handler = handlers.get(rest.replace(/\/$/, ""));
    if (handler === undefined) throw noSuchAddress(ctx);
    if (!guard(ctx)) return;
    if (ctx.method === "OPTIONS") return preflight(ctx);
    requireMethod(ctx, ["POST"]);
    const { text, sizeBytes } = await readJsonText(ctx.req, MCP_BODY_MAX_BYTES);
    const body = messageOrRefused(ctx, text, baseUrl);
    if (body === undefined) return;
    const key = keyOf(ctx.req);
    const address = addressOf(ctx.req, deps.trustedHops);
    const from = { address, isLoopback: isLoopback(address) };
    // Also for requests that need no key: a wrong one must never quietly become no key.
    if (key !== undefined) await deps.authenticator.authenticate(key, from);
    const call = new McpCall({
      ctx,
      key,
      ...from,
      sizeBytes,
    });
    ctx.respond = false;
    await handler(Object.assign(ctx.req, { auth: call.toAuthInfo() }), ctx.res, body);
  };
}

function createHandler(surface: McpSurface, deps: McpDeps) {
  const onerror = (error: Error) =>
    deps.logger.debug({ err: error.message, path: `/mcp${surface.path}` }, "MCP refused");
  const options: ToNodeHandlerOptions = { maxRequestBodySize: MCP_BODY_MAX_BYTES, onerror };
  const handler = createMcpHandler(
    ({ authInfo }) => createMcpServer(surface, callOf(authInfo), deps),
    { ...options, maxSubscriptions: SUBSCRIPTIONS_MAX },
  );
  return toNodeHandler(handler, options);
}

/**
 * Answers 403 to names and pages that are not ours, so that a web page cannot reach a server on
 * its reader's machine by rebinding a name (MCP 2026-07-28, transports). Ours may read the answer.
 */
function createGuard(hostname: string) {
  const names = [...new Set([hostname, ...LOOPBACK_NAMES])];
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
      ctx.set("Access-Control-Expose-Headers", "X-Request-Id, Retry-After, WWW-Authenticate");
    }
    return true;
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
    checkDepth(message, text.length);
    return message;
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

function checkDepth(message: unknown, length: number): void {
  // Each level takes two characters: most messages are too short to be looked at.
  if (length < 2 * DEPTH_MAX) return;
  const open = [{ value: message, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next;
    if (typeof value !== "object" || value === null) continue;
    if (depth === DEPTH_MAX) {
      throw new ExchangeError("invalid_request", { message: "The body is nested too deeply." });
    }
    for (const member of Object.values(value)) open.push({ value: member, depth: depth + 1 });
  }
}
