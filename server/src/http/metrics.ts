import { timingSafeEqual } from "node:crypto";
import type { Context, Middleware } from "koa";
import { ExchangeError } from "../contract/errors.ts";
import type { Clock } from "../core/clock.ts";
import { DURATION_BUCKETS, type Metrics } from "../core/metrics.ts";
import { sha256 } from "../core/signing.ts";
import { isTracing, withSpan } from "../core/tracing.ts";
import { noSuchAddress, requireMethod } from "./errors.ts";
import { addressOf, isLoopback, keyOf } from "./request.ts";

const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

export interface MetricsEndpointDeps {
  readonly text: () => Promise<string>;
  /** `METRICS_TOKEN`; without one only this very machine may look. */
  readonly token: string | undefined;
  readonly trustedHops: number;
}

/** `GET /metrics`: Prometheus text, for who holds the token. */
export function createMetricsEndpoint(deps: MetricsEndpointDeps) {
  return async (ctx: Context): Promise<void> => {
    // First who asks: a refused method would tell a stranger that there is something here.
    checkAccess(ctx, deps);
    requireMethod(ctx, ["GET", "HEAD"]);
    ctx.set("Cache-Control", "no-store");
    ctx.set("Content-Type", CONTENT_TYPE);
    ctx.body = await deps.text();
  };
}

function checkAccess(ctx: Context, { token, trustedHops }: MetricsEndpointDeps): void {
  if (token === undefined) {
    if (!isLocalPeer(ctx, trustedHops)) throw noSuchAddress();
    return;
  }
  const given = keyOf(ctx.req);
  const suggestion = "Send METRICS_TOKEN as `Authorization: Bearer <token>`.";
  if (given === undefined) throw new ExchangeError("missing_key", { suggestion });
  // Hashes have one length, which a comparison in constant time asks for.
  if (!timingSafeEqual(sha256(given), sha256(token))) {
    throw new ExchangeError("invalid_key", { suggestion });
  }
}

/** A proxy on this machine that nobody told us of makes every caller look like a local one. */
function isLocalPeer(ctx: Context, trustedHops: number): boolean {
  const isForwarded = ["x-forwarded-for", "forwarded", "x-real-ip"].some(
    (header) => ctx.req.headers[header] !== undefined,
  );
  if (isForwarded && trustedHops === 0) return false;
  return isLoopback(addressOf(ctx.req, trustedHops));
}

/** The part of the address that is ours to name: never what a caller made up. */
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
      // What MCP answers by itself is only known to the raw response.
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
