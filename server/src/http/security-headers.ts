import type { Context, Middleware } from "koa";
import { ExchangeError } from "../contract/errors.ts";
import type { EndpointDeps } from "./deps.ts";
import { keyOf } from "./request.ts";

/** Headers of every answer; a page replaces the policy by one that allows what it loads. */
const ALWAYS = {
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  // An answer for programs that is opened in a browser loads and runs nothing.
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
};

/** A year, after which browsers ask over http once more. */
const HTTPS_ONLY = "max-age=31536000";

export function createSecurityHeaders(
  options: Pick<EndpointDeps, "baseUrl" | "hosts">,
): Middleware {
  const isHttps = new URL(options.baseUrl).protocol === "https:";
  const extra = isHttps ? { "Strict-Transport-Security": HTTPS_ONLY } : {};
  const headers = Object.entries({ ...ALWAYS, ...extra });
  return async (ctx, next) => {
    // Past Koa, which would take the object apart again for each of thousands of reports a second.
    for (const [name, value] of headers) ctx.res.setHeader(name, value);
    requireHost(ctx, options.hosts);
    const hasKey = keyOf(ctx.req) !== undefined;
    // No cache between may store what an authenticated caller reads.
    if (hasKey) ctx.set("Cache-Control", "no-store");
    await next();
    if (hasKey && !ctx.headerSent) ctx.set("Cache-Control", "no-store");
  };
}

/** Probes address the machine itself, and MCP refuses in its own words. */
const ANY_HOST = /^\/(?:healthz|readyz(?:\/links)?|metrics|mcp(?:\/.*)?)$/;

/**
 * One Host header with a name of ours, so that a web page cannot reach a server on its reader's
 * machine by rebinding a name.
 *
 * **Errors** `invalid_request`.
 * **Source** RFC 9112 section 3.2. Node would refuse a missing one without a request id.
 */
function requireHost(ctx: Context, hosts: ReadonlySet<string>): void {
  const { httpVersion, rawHeaders, headers } = ctx.req;
  const count = rawHeaders.filter((name, index) => index % 2 === 0 && HOST.test(name)).length;
  if (count === 0 && httpVersion !== "1.1") return;
  if (count !== 1) {
    throw new ExchangeError("invalid_request", {
      message: `The request has ${count === 0 ? "no" : "more than one"} Host header.`,
      suggestion: "Send the header `Host` once.",
    });
  }
  if (hosts.has(nameOf(headers.host ?? "")) || ANY_HOST.test(ctx.path)) return;
  throw new ExchangeError("invalid_request", {
    message: "The Host header names another server.",
    suggestion:
      "Use the public address of the exchange. Its operator adds names with ALLOWED_HOSTS.",
  });
}

const HOST = /^host$/i;

/** Without the port. */
function nameOf(host: string): string {
  return host.replace(/:\d*$/, "").toLowerCase();
}
