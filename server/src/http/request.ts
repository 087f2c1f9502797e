import type { IncomingMessage } from "node:http";
import type { Context } from "koa";
import type { KeyOrigin } from "../domain/identity/index.ts";
import { bareIp } from "../domain/traffic/index.ts";
import { requestIdOf } from "./request-id.ts";

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
