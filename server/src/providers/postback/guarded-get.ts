import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";
import type { Clock } from "../../core/clock.ts";
import { type AllowedHosts, hostOf } from "./address.ts";
import { createLocalResolver, createPublicResolver, type ResolveHost } from "./resolver.ts";
import { type Target, targetOf } from "./sender.ts";

/** A document that was read, or why it was not. */
export type ReadDocument =
  | { readonly kind: "fetched"; readonly status: number; readonly text: string }
  | { readonly kind: "blocked" | "failed" };

export interface GuardedGetOptions {
  readonly clock: Clock;
  readonly allowedHosts: AllowedHosts;
  /** For the whole request, from looking the host up. **Units** milliseconds. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** Replaced only by tests. */
  readonly resolve?: ResolveHost;
  readonly ca?: string;
}

/**
 * Reads an address that a stranger named, under the rules of postbacks: https on a public address
 * that is checked before the connection is opened to it, and no redirects.
 */
export function createGuardedGet(
  options: GuardedGetOptions,
): (url: string) => Promise<ReadDocument> {
  const resolvers = {
    everywhere: options.resolve ?? createPublicResolver(options.clock),
    allowed: options.resolve ?? createLocalResolver(options.clock),
  };
  return async (url) => {
    const signal = AbortSignal.timeout(options.timeoutMs);
    try {
      const target = await targetOf(url, { ...options, resolvers, signal });
      if (target === undefined) return { kind: "blocked" };
      return await get(target, signal, options);
    } catch {
      return { kind: "failed" };
    }
  };
}

function get(
  { url, address }: Target,
  signal: AbortSignal,
  { maxBytes, ca }: GuardedGetOptions,
): Promise<ReadDocument> {
  const isHttps = url.protocol === "https:";
  const host = hostOf(url);
  return new Promise((resolve, reject) => {
    const request = (isHttps ? requestHttps : requestHttp)({
      host: address,
      port: url.port === "" ? (isHttps ? 443 : 80) : Number(url.port),
      path: url.pathname + url.search,
      headers: { host: url.host, accept: "application/json" },
      signal,
      agent: false,
      ...(isHttps && isIP(host) === 0 ? { servername: host } : {}),
      ...(ca === undefined ? {} : { ca }),
    });
    request.once("error", reject);
    request.once("response", (answer) => {
      textOf(answer, maxBytes).then((text) => {
        resolve({ kind: "fetched", status: answer.statusCode ?? 0, text });
      }, reject);
    });
    request.end();
  });
}

async function textOf(answer: IncomingMessage, maxBytes: number): Promise<string> {
  const parts: Buffer[] = [];
  let readBytes = 0;
  for await (const part of answer) {
    const bytes = Buffer.from(part);
    readBytes += bytes.length;
    if (readBytes > maxBytes) {
      answer.destroy();
      throw new Error("The document is too large.");
    }
    parts.push(bytes);
  }
  return Buffer.concat(parts).toString("utf8");
}
