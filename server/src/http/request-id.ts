import type { Context, Middleware } from "koa";
import type { Clock } from "../core/clock.ts";
import type { IdSource } from "../core/ids.ts";
import type { Logger } from "../core/log.ts";

/** The id of this request in answers, logs and tickets; never one that the caller sent. */
export function requestIdOf(ctx: Context): string {
  return String(ctx.state.requestId);
}

/** Gives each request its id and writes one log line when it is done. */
export function requestId(deps: {
  ids: IdSource;
  clock: Clock;
  logger: Logger;
  logsRequests?: boolean;
}): Middleware {
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
