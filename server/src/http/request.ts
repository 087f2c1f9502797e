import type { IncomingMessage } from "node:http";
import { isbot } from "isbot";
import type { Context, Middleware } from "koa";
import type { Authenticator, KeyOrigin } from "../domain/identity/index.ts";
import { bareIp, isDeclaredAgent, type TrafficGuard } from "../domain/traffic/index.ts";
import type { EndpointDeps } from "./deps.ts";

const BEARER = /^Bearer ([^\s]{1,200})$/i;

/** The key of a request, or undefined when none was sent. Never taken from query or body. */
export function keyOf(req: IncomingMessage): string | undefined {
  const { authorization } = req.headers;
  if (authorization === undefined) return undefined;
  // A header of another form is a wrong key, not an anonymous caller.
  return BEARER.exec(authorization)?.[1] ?? "malformed";
}

/** Who sends a request, before anything of its body is read. */
export interface Sender extends KeyOrigin {
  readonly requestId: string;
  readonly key: string | undefined;
}

/** **Units** `trustedHops` is how many of our own proxies stand in front. */
export function senderOf(ctx: Context, trustedHops: number): Sender {
  return { requestId: requestIdOf(ctx), key: keyOf(ctx.req), ...originOf(ctx.req, trustedHops) };
}

/**
 * The client's IP address: the socket's, or what the trusted proxies in front wrote. Behind a
 * proxy, also one that is not configured, no request comes from this machine itself.
 */
export function originOf(req: IncomingMessage, trustedHops: number): KeyOrigin {
  const socketIp = unmapped(req.socket.remoteAddress);
  if (trustedHops === 0) {
    return { ip: socketIp, isLoopback: isLoopback(socketIp) && !isForwarded(req) };
  }
  const forwarded = req.headers["x-forwarded-for"];
  const chain = (Array.isArray(forwarded) ? forwarded.join(",") : (forwarded ?? "")).split(",");
  const written = chain.filter((part) => part.trim() !== "").at(-trustedHops);
  return { ip: bareIp(written ?? "") ?? socketIp, isLoopback: false };
}

function isForwarded({ headers }: IncomingMessage): boolean {
  return ["x-forwarded-for", "forwarded", "x-real-ip"].some((name) => headers[name] !== undefined);
}

export function isLoopback(ip: string | undefined): boolean {
  return ip !== undefined && (ip === "::1" || ip.startsWith("127."));
}

/** IPv4 as such, also where a socket writes it as IPv6. */
export function unmapped(ip: string | undefined): string | undefined {
  return ip?.startsWith("::ffff:") ? ip.slice(7) : ip;
}

/** The id of this request in answers, logs and tickets; never one that the caller sent. */
export function requestIdOf(ctx: Context): string {
  return String(ctx.state.requestId);
}

/** Gives each request its id and writes one log line when it is done. */
export function requestId(
  deps: Pick<EndpointDeps, "ids" | "clock" | "logger" | "logsRequests">,
): Middleware {
  const level = deps.logsRequests ? "info" : "debug";
  return async (ctx, next) => {
    const startedMs = deps.clock.monotonicMs();
    const id = deps.ids.id("req");
    ctx.state.requestId = id;
    ctx.res.setHeader("X-Request-Id", id);
    await next();
    if (!deps.logger.isLevelEnabled(level)) return;
    const line = {
      requestId: id,
      method: ctx.method,
      // The query may contain what people typed, and a link's token is a secret.
      path: ctx.path.startsWith("/r/") ? ctx.state.route : ctx.path,
      status: ctx.status,
      durationMs: Math.round(deps.clock.monotonicMs() - startedMs),
    };
    if (deps.logsRequests) deps.logger.info(line, "request_handled");
    else deps.logger.debug(line, "request_handled");
  };
}

/**
 * Writes an answer without Koa's `respond`, which takes a tenth of the time of a request that
 * reports one event (2026-11-20).
 */
export function sendWhole(
  ctx: Context,
  answer: { status: number; type: string; body: string | Buffer },
): void {
  const { res } = ctx;
  ctx.respond = false;
  res.statusCode = answer.status;
  if (answer.type !== "") res.setHeader("Content-Type", answer.type);
  res.setHeader("Content-Length", Buffer.byteLength(answer.body));
  res.end(answer.body);
}

/** An authenticator that records the IPs that agents call from: clicks from there are their own. */
export function noteOwnIps(authenticator: Authenticator, traffic: TrafficGuard): Authenticator {
  return {
    async authenticate(key, from) {
      const caller = await authenticator.authenticate(key, from);
      traffic.noteOwn(caller.agentId, from?.ip);
      return caller;
    },
  };
}

/** Bounds the time of the patterns. **Units** characters. */
const USER_AGENT_MAX = 512;

/** Whether a user agent names a crawler, a library or an AI agent. */
export function isBot(userAgent: string): boolean {
  const text = userAgent.slice(0, USER_AGENT_MAX);
  return isbot(text) || isDeclaredAgent(text);
}
