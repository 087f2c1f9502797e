import Koa, { type Context, type Middleware } from "koa";
import type { Clock } from "../core/clock.ts";
import type { IdSource } from "../core/ids.ts";
import type { Logger } from "../core/log.ts";
import type { Metrics } from "../core/metrics.ts";
import type { PaymentWebhook } from "../domain/checkout/index.ts";
import type { ClickHop } from "../domain/events/index.ts";
import type { Authenticator } from "../domain/identity/index.ts";
import type { Services } from "../tools/context.ts";
import type { Dispatch, RateLimiter } from "../tools/dispatch.ts";
import { createAgentEndpoint } from "./agent-endpoint.ts";
import { createApps } from "./apps.ts";
import { createAssets } from "./assets.ts";
import { createCheckout } from "./checkout.ts";
import { errorHandler, requireMethod } from "./errors.ts";
import { createHopEndpoint } from "./hop.ts";
import { createMcpEndpoint } from "./mcp.ts";
import { createMcpOffers } from "./mcp-server.ts";
import { createMetricsEndpoint, measureRequests } from "./metrics.ts";
import { createBrandList, createDocument, createProductItem, createProductList } from "./public.ts";
import { requestId, requestIdOf } from "./request-id.ts";
import { createSecurityHeaders } from "./security-headers.ts";
import { createStripeWebhook } from "./stripe-webhook.ts";

/** A text that is served as it is, such as the OpenAPI document. */
export interface Document {
  readonly path: string;
  readonly type: string;
  readonly text: string;
  /** Beyond those that every document gets. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface AppDeps {
  readonly services: Services;
  readonly dispatch: Dispatch;
  readonly authenticator: Authenticator;
  readonly limiter: RateLimiter;
  readonly hop: ClickHop;
  readonly ids: IdSource;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly trustedHops: number;
  readonly documents: readonly Document[];
  /** What kind of exchange this is, for the badge of its pages: demo, sandbox or live. */
  readonly environment: string;
  /** What is not ready yet, for `/readyz`; empty when all is. */
  readonly notReady: () => Promise<string[]>;
  /** Whether the sandbox's page may take payments. */
  readonly hasSandboxCheckout: boolean;
  /** Reads the payment provider's messages; absent with the sandbox, which sends none. */
  readonly paymentWebhook?: PaymentWebhook | undefined;
  readonly metrics: Metrics;
  /** What `/metrics` answers: the numbers of all processes on this port. */
  readonly metricsText: () => Promise<string>;
  readonly metricsToken: string | undefined;
  /** Served before our own 404: pages, and under `npm start` the demo. */
  readonly mounted: readonly Middleware[];
}

type Handler = (ctx: Context, rest: string) => void | Promise<void>;

interface Route {
  readonly prefix: string;
  readonly handler: Handler;
}

/** The exchange's HTTP face. */
export function createApp(deps: AppDeps): Koa {
  const app = new Koa();
  const baseUrl = deps.services.settings.baseUrl;
  app.use(measureRequests(deps.metrics, deps.clock));
  app.use(requestId(deps));
  app.use(errorHandler({ baseUrl, logger: deps.logger }));
  app.use(createSecurityHeaders({ baseUrl }));
  app.use(router(routesOf(deps)));
  app.use(createAssets());
  app.use(createApps({ environment: deps.environment, baseUrl }));
  for (const middleware of deps.mounted) app.use(middleware);
  // Koa's own handler only sees what happens after an answer was begun.
  app.on("error", (error: Error) => deps.logger.warn({ err: error.message }, "answer broke off"));
  return app;
}

function routesOf(deps: AppDeps): Map<string, Handler | Route> {
  const list = createProductList(deps);
  const item = createProductItem(deps, async (ctx, input) => {
    const answer = await deps.dispatch({
      tool: "get_shopfeed_product",
      arguments: input,
      key: undefined,
      requestId: requestIdOf(ctx),
      address: undefined,
      isLoopback: true,
    });
    return answer.text;
  });
  const agent = createAgentEndpoint(deps);
  const { baseUrl } = deps.services.settings;
  const mcp = createMcpEndpoint({ ...deps, baseUrl, offers: createMcpOffers(deps) });
  const checkout = createCheckout(deps);
  const hop = createHopEndpoint(deps);
  const { metricsText: text, metricsToken: token, trustedHops } = deps;
  const metrics = createMetricsEndpoint({ text, token, trustedHops });
  const exact: [string, Handler][] = [
    ["/api/agent", agent],
    ["/api/public/brands", createBrandList(deps)],
    ["/api/public/shopfeed-products", list],
    ...webhooksOf(deps),
    ["/healthz", health],
    ["/readyz", (ctx) => ready(ctx, deps)],
    ["/metrics", metrics],
    ...deps.documents.map((document): [string, Handler] => [
      document.path,
      createDocument(document),
    ]),
  ];
  const prefixed: Route[] = [
    { prefix: "/api/public/shopfeed-products/", handler: item },
    { prefix: "/r/", handler: hop },
    { prefix: "/checkout/", handler: checkout },
    { prefix: "/mcp", handler: mcp },
  ];
  return new Map<string, Handler | Route>([
    ...exact,
    ...prefixed.map((route): [string, Route] => [`${route.prefix}*`, route]),
  ]);
}

function webhooksOf(deps: AppDeps): [string, Handler][] {
  const { paymentWebhook: webhook } = deps;
  if (webhook === undefined) return [];
  return [["/webhooks/stripe", createStripeWebhook({ ...deps, webhook })]];
}

/** Exact paths first, then prefixes; what is ours to know nothing of passes on. */
function router(routes: ReadonlyMap<string, Handler | Route>): Middleware {
  const prefixes = [...routes.values()].filter((route) => typeof route !== "function");
  return async (ctx, next) => {
    const exact = routes.get(ctx.path);
    if (typeof exact === "function") {
      ctx.state.route = ctx.path;
      return exact(ctx, "");
    }
    const route = prefixes.find(({ prefix }) => ctx.path.startsWith(prefix));
    if (route === undefined) return next();
    ctx.state.route = `${route.prefix}*`;
    return route.handler(ctx, decodePath(ctx.path.slice(route.prefix.length)));
  };
}

function decodePath(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function health(ctx: Context): void {
  requireMethod(ctx, ["GET", "HEAD"]);
  ctx.set("Cache-Control", "no-store");
  ctx.body = { status: "ok" };
}

async function ready(ctx: Context, deps: AppDeps): Promise<void> {
  requireMethod(ctx, ["GET", "HEAD"]);
  const missing = await deps.notReady();
  ctx.set("Cache-Control", "no-store");
  ctx.status = missing.length === 0 ? 200 : 503;
  ctx.body = { status: missing.length === 0 ? "ready" : "starting", missing };
}
