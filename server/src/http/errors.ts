import type { Context, Middleware } from "koa";
import { ExchangeError, errorBodyOf, notFound } from "../contract/errors.ts";
import { redactKeys } from "../contract/keys.ts";
import type { Logger } from "../core/log.ts";
import type { Environment } from "../render/frame.ts";
import { isForBrowser, showProblem } from "./problem-page.ts";
import { requestIdOf } from "./request-id.ts";

/** Turns every exception into the error body; an unexpected one becomes `internal`. */
export function errorHandler(deps: {
  baseUrl: string;
  environment: Environment;
  logger: Logger;
}): Middleware {
  return async (ctx, next) => {
    ctx.state.environment = deps.environment;
    try {
      await next();
      // A response that bypassed Koa may be a 404 of MCP.
      const isOpen = ctx.respond !== false && ctx.body === undefined;
      if (ctx.status === 404 && isOpen) throw noSuchAddress();
    } catch (error) {
      answerError(ctx, asExchangeError(error, ctx, deps.logger), deps.baseUrl);
    }
  };
}

export function asExchangeError(error: unknown, ctx: Context, logger: Logger): ExchangeError {
  if (error instanceof ExchangeError) return error;
  logger.error({ err: error, requestId: requestIdOf(ctx), path: ctx.path }, "request_failed");
  return new ExchangeError("internal", {
    suggestion: "Retry. If it happens again, call report_bug with this requestId in its context.",
    nextTools: ["report_bug"],
    cause: error,
  });
}

export function answerError(ctx: Context, error: ExchangeError, baseUrl: string): void {
  ctx.status = error.status;
  ctx.set("Cache-Control", "no-store");
  if (error.status === 401) ctx.set("WWW-Authenticate", challengeOf(error));
  setWaitHeaders(ctx, error);
  if (isForBrowser(ctx)) {
    showProblem(ctx, error.message);
    return;
  }
  ctx.type = "json";
  ctx.body = errorTextOf(error, { requestId: requestIdOf(ctx), baseUrl });
}

/**
 * The error body as JSON, with keys redacted: messages repeat names that the caller sent, one of
 * them may be a key, and the caller's logs may be read by others.
 */
export function errorTextOf(
  error: ExchangeError,
  context: { requestId: string; baseUrl: string },
): string {
  return redactKeys(JSON.stringify(errorBodyOf(error, context)));
}

/** **Source** RFC 6750 section 3: only a key that was sent and rejected is called invalid. */
function challengeOf(error: ExchangeError): string {
  const challenge = 'Bearer realm="placard"';
  return error.code === "missing_key" ? challenge : `${challenge}, error="invalid_token"`;
}

/** The error for a path without a route. */
export function noSuchAddress(): ExchangeError {
  return notFound("address", {
    message: "There is nothing at this address.",
    suggestion: "See /api/public/info and /llms.txt.",
  });
}

/** Sets `Retry-After` and the rate limit headers, also for an error that MCP answers with 200. */
export function setWaitHeaders(ctx: Context, error: ExchangeError): void {
  const { retryAfterSeconds } = error.options;
  if (ctx.headerSent || retryAfterSeconds === undefined) return;
  ctx.set("Retry-After", String(retryAfterSeconds));
  if (error.code === "rate_limited") setRateLimitHeaders(ctx, error);
}

/** **Source** the IETF draft's structured fields: a quota for a window, and what is left of it. */
function setRateLimitHeaders(ctx: Context, error: ExchangeError): void {
  const { details = {}, retryAfterSeconds = 1 } = error.options;
  const { policy, quota, windowSeconds } = details;
  ctx.set("RateLimit-Policy", `"${policy}";q=${quota};w=${windowSeconds}`);
  ctx.set("RateLimit", `"${policy}";r=0;t=${retryAfterSeconds}`);
}

/** **Errors** `method_not_allowed`. */
export function requireMethod(ctx: Context, methods: readonly string[]): void {
  if (methods.includes(ctx.method)) return;
  ctx.set("Allow", methods.join(", "));
  throw new ExchangeError("method_not_allowed", {
    details: { allowed: methods },
    suggestion: `Use ${methods.join(" or ")}.`,
  });
}
