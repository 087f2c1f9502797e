import type { Middleware } from "koa";
import { ExchangeError } from "../contract/errors.ts";
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

/** Sets the security headers of every answer, also of errors and mounted pages. */
export function createSecurityHeaders(options: { baseUrl: string }): Middleware {
  const isHttps = new URL(options.baseUrl).protocol === "https:";
  const extra = isHttps ? { "Strict-Transport-Security": HTTPS_ONLY } : {};
  const headers = Object.entries({ ...ALWAYS, ...extra });
  return async (ctx, next) => {
    // Past Koa, which would take the object apart again for each of thousands of reports a second.
    for (const [name, value] of headers) ctx.res.setHeader(name, value);
    requireHost(ctx.req.httpVersion, ctx.req.headers.host);
    const hasKey = keyOf(ctx.req) !== undefined;
    // No cache between may store what an authenticated caller reads.
    if (hasKey) ctx.set("Cache-Control", "no-store");
    await next();
    if (hasKey && !ctx.headerSent) ctx.set("Cache-Control", "no-store");
  };
}

/** **Source** RFC 9112 section 3.2. Node would refuse it by itself, without a request id. */
function requireHost(httpVersion: string, host: string | undefined): void {
  if (httpVersion !== "1.1" || host !== undefined) return;
  throw new ExchangeError("invalid_request", {
    message: "The request has no Host header.",
    suggestion: "Send the header `Host`.",
  });
}
