import type { Context, Middleware } from "koa";
import { ExchangeError, errorBodyOf, notFound } from "../contract/errors.ts";
import { redactKeys } from "../contract/keys.ts";
import { createBoundedMap } from "../core/cache.ts";
import type { Clock } from "../core/clock.ts";
import type { IdSource } from "../core/ids.ts";
import type { Logger } from "../core/log.ts";
import { systemScheduler } from "../core/scheduler.ts";
import { html } from "../render/markdown.ts";
import { DOCUMENT_SHEET, PAGE_POLICY, PAGE_TYPE, pageText, searchForm } from "../render/pages.ts";
import type { EndpointDeps } from "./deps.ts";
import { requestIdOf } from "./request.ts";

/** Turns every exception into the error body; an unexpected one becomes `internal`. */
export function errorHandler(
  deps: Pick<EndpointDeps, "baseUrl" | "environment" | "logger">,
): Middleware {
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
export function errorTextOf(error: ExchangeError, context: { requestId: string; baseUrl: string }) {
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

/** Each refusal of a caller waits longer than the one before by this. **Units** ms. */
const STEP_MS = 50;
/** After this time without a refusal the delay of a caller starts at 0 again. **Units** ms. */
const FORGOTTEN_AFTER_MS = 10_000;
const CALLERS_MAX = 10_000;
/** Refusals that wait in a process; those beyond are answered at once. */
const WAITING_MAX = 1_000;

/** Resolves when a caller may be told that it is refused. */
export type DelayRefusal = (who: string) => Promise<void>;

/**
 * Holds up refusals of a caller who goes on beyond its limit, longer each time. A client that waits
 * for its answers then makes about one call a second on each connection, instead of thousands that
 * are read, parsed and refused. A client that obeys `Retry-After` does not wait.
 *
 * **Units** `maxMs`, the longest wait; 0 turns it off.
 */
export function createRefusalDelay(clock: Pick<Clock, "monotonicMs">, maxMs: number): DelayRefusal {
  const callers = createBoundedMap<string, { delayMs: number; untilMs: number }>(CALLERS_MAX);
  let waiting = 0;
  return async (who) => {
    const nowMs = clock.monotonicMs();
    const last = callers.get(who);
    const isRecent = last !== undefined && last.untilMs > nowMs;
    const delayMs = isRecent ? Math.min(maxMs, last.delayMs + STEP_MS) : 0;
    callers.set(who, { delayMs, untilMs: nowMs + delayMs + FORGOTTEN_AFTER_MS });
    if (delayMs === 0 || waiting >= WAITING_MAX) return;
    waiting += 1;
    await new Promise<void>((resolve) => systemScheduler.after(delayMs, resolve));
    waiting -= 1;
  };
}

/** Renders the response to bytes that are not an HTTP request, which never reach the app. */
export type AnswerMalformed = (error: Error) => string;

interface Fault {
  /** 400 unless set. */
  readonly status?: string;
  readonly message: string;
  readonly suggestion: string;
}

/** By the code of Node's error. */
const FAULTS: Readonly<Record<string, Fault>> = {
  HPE_HEADER_OVERFLOW: {
    message: "The headers are too long.",
    suggestion: "Send shorter headers.",
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: "408 Request Timeout",
    message: "The request did not arrive within 15 seconds.",
    suggestion: "Send the whole request at once.",
  },
};

/** The error body with a request id. The connection is closed, since what follows is unknown. */
export function answerMalformed(deps: { ids: IdSource; baseUrl: string }): AnswerMalformed {
  return (error) => {
    const requestId = deps.ids.id("req");
    const code = "code" in error ? String(error.code) : "";
    const { status = "400 Bad Request", ...texts } = FAULTS[code] ?? {
      message: "This is not an HTTP request.",
      suggestion: "Send HTTP/1.1.",
    };
    const refusal = new ExchangeError("invalid_request", texts);
    const body = JSON.stringify(errorBodyOf(refusal, { requestId, baseUrl: deps.baseUrl }));
    return [
      `HTTP/1.1 ${status}`,
      "Connection: close",
      "Cache-Control: no-store",
      "Content-Type: application/json; charset=utf-8",
      `Content-Length: ${Buffer.byteLength(body)}`,
      "X-Content-Type-Options: nosniff",
      `X-Request-Id: ${requestId}`,
      "",
      body,
    ].join("\r\n");
  };
}

/** Addresses of programs answer JSON also in a browser. */
const OF_PROGRAMS = /^\/(?:api|mcp|webhooks|metrics|healthz|readyz|assets)(?:\/|$)/;

/** Whether a person looks at the answer: a browser asked for a page. */
export function isForBrowser(ctx: Context): boolean {
  return !OF_PROGRAMS.test(ctx.path) && ctx.accepts("json", "text", "html") === "html";
}

const TITLES: Readonly<Record<number, string>> = {
  404: "Not found",
  405: "This page does not take such a request",
  410: "This link has expired",
  429: "Too many requests",
  503: "Not available",
};

/** What a person can do, by the start of the path; the first that fits counts. */
const ADVICE = [
  [/^\/checkout\//, "Ask the agent that gave you this link to order again with buy_credits."],
  [/^\/r\//, "Go back to the chat that showed it and ask again; new offers have new links."],
] as const;

/** Answers a browser with a page; the status is set already. */
export function showProblem(ctx: Context, message: string): void {
  const { environment = "live" } = ctx.state;
  const title = TITLES[ctx.status] ?? "The request failed";
  const waitSeconds = ctx.response.get("Retry-After") ?? "";
  const [, advice = "Check the address, search the docs, or start from the home page."] =
    ADVICE.find(([start]) => start.test(ctx.path)) ?? [];
  ctx.vary("Accept");
  ctx.set("Content-Security-Policy", PAGE_POLICY);
  ctx.type = PAGE_TYPE;
  ctx.body = pageText({
    environment,
    path: ctx.path,
    title,
    head: DOCUMENT_SHEET,
    main: html`
      <h1>${title}</h1>
      <p>${redactKeys(message)}</p>
      <p>${waitSeconds === "" ? advice : `Try again in ${waitSeconds} seconds.`}</p>
      ${searchForm()}
      <p><a href="/">Home</a> · <a href="/docs">Docs</a> · <a href="/explore">Explore</a> ·
        <a href="/console">Console</a></p>
      <p class="soft">Request <code>${requestIdOf(ctx)}</code></p>
    `,
  });
}
