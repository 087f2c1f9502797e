import { timingSafeEqual } from "node:crypto";
import type { Context, Middleware } from "koa";
import { ExchangeError } from "../contract/errors.ts";
import type { Clock } from "../core/clock.ts";
import { DURATION_BUCKETS, type Metrics } from "../core/metrics.ts";
import { sha256 } from "../core/signing.ts";
import { isTracing, withSpan } from "../core/tracing.ts";
import type { EndpointDeps } from "./deps.ts";
import { noSuchAddress } from "./errors.ts";
import { keyOf, originOf } from "./request.ts";
import type { Endpoint } from "./routes.ts";

const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

type Deps = Pick<EndpointDeps, "metricsText" | "metricsToken" | "trustedHops" | "keyGuard">;

/** `GET /metrics`: Prometheus text, for callers with the token. */
export function createMetricsEndpoint(deps: Deps): Endpoint {
  return {
    // Before the method: a refused method would show a stranger that the address exists.
    guard: (ctx) => hasAccess(ctx, deps),
    async handle(ctx) {
      ctx.set("Cache-Control", "no-store");
      ctx.set("Content-Type", CONTENT_TYPE);
      ctx.body = await deps.metricsText();
    },
  };
}

/** **Errors** `not_found`, `missing_key`, `invalid_key`, `rate_limited`. */
async function hasAccess(ctx: Context, deps: Deps): Promise<boolean> {
  const { metricsToken: token, trustedHops, keyGuard } = deps;
  const from = originOf(ctx.req, trustedHops);
  if (token === undefined) {
    if (!from.isLoopback) throw noSuchAddress();
    return true;
  }
  const given = keyOf(ctx.req);
  const suggestion = "Send METRICS_TOKEN as `Authorization: Bearer <token>`.";
  if (given === undefined) throw new ExchangeError("missing_key", { suggestion });
  return keyGuard.check(given, from, async () => {
    // Hashes have one length, which a comparison in constant time asks for.
    if (timingSafeEqual(sha256(given), sha256(token))) return true;
    throw new ExchangeError("invalid_key", { suggestion });
  });
}

/** The path of the row in `ROUTES`: never text from a caller. */
export function routeOf(ctx: Context): string {
  const { route } = ctx.state;
  if (typeof route === "string") return route;
  return ctx.status === 404 ? "none" : "pages";
}

/** Counts and times every request, and makes it a span when traces are wanted. */
export function measureRequests(metrics: Metrics, clock: Clock): Middleware {
  const requests = metrics.counter({
    name: "placard_http_requests_total",
    help: "HTTP requests, by route and class of status.",
    labels: ["route", "status"],
  });
  const durations = metrics.histogram({
    name: "placard_http_request_duration_seconds",
    help: "From the head of a request to its answer, by route.",
    labels: ["route"],
    buckets: DURATION_BUCKETS,
  });
  return async (ctx, next) => {
    const startedMs = clock.monotonicMs();
    try {
      await (isTracing() ? tracedRequest(ctx, next) : next());
    } finally {
      const route = routeOf(ctx);
      // Answers that bypass Koa set only the status of the raw response.
      const status = ctx.respond === false ? ctx.res.statusCode : ctx.status;
      requests.add(1, route, `${Math.floor(status / 100)}xx`);
      durations.observe((clock.monotonicMs() - startedMs) / 1_000, route);
    }
  };
}

function tracedRequest(ctx: Context, next: () => Promise<void>): Promise<void> {
  const parent = ctx.get("traceparent");
  return withSpan(
    ctx.method,
    { "http.request.method": ctx.method },
    async (span) => {
      await next();
      const route = routeOf(ctx);
      span.rename(`${ctx.method} ${route}`);
      span.set({ "http.route": route, "http.response.status_code": ctx.status });
    },
    { kind: "server", isRoot: true, parent },
  );
}
