import Koa, { type Context } from "koa";
import { createAgentEndpoint } from "./agent-endpoint.ts";
import { createAssets, createFavicon } from "./assets.ts";
import { createBodyReader } from "./body.ts";
import { createCheckout, createStripeWebhook } from "./checkout.ts";
import { createClickRedirect } from "./click-redirect.ts";
import type { AppDeps, EndpointDeps } from "./deps.ts";
import { createDialectEndpoints } from "./dialects.ts";
import { errorHandler } from "./errors.ts";
import { createExplore } from "./explore.ts";
import { createMcpEndpoint } from "./mcp.ts";
import { createMcpOffers } from "./mcp-server.ts";
import { createMetricsEndpoint, measureRequests } from "./metrics.ts";
import { createDocs, createHome, createPages } from "./pages.ts";
import { createPublicEndpoints } from "./public.ts";
import { requestId } from "./request.ts";
import { createRouter, type Endpoints } from "./routes.ts";
import { createSecurityHeaders } from "./security-headers.ts";

export function createApp(given: AppDeps): Koa {
  const { baseUrl } = given.services.settings;
  const deps = { ...given, baseUrl, bodies: createBodyReader() };
  const app = new Koa();
  app.use(measureRequests(deps.metrics, deps.clock));
  app.use(requestId(deps));
  app.use(errorHandler(deps));
  app.use(createSecurityHeaders(deps));
  app.use(createRouter(endpointsOf(deps)));
  for (const middleware of deps.mounted) app.use(middleware);
  // Koa emits this only for errors after an answer was begun.
  app.on("error", (error: Error) => deps.logger.warn({ err: error.message }, "response_aborted"));
  return app;
}

function endpointsOf(deps: EndpointDeps): Endpoints {
  const { paymentWebhook: webhook } = deps;
  return {
    ...createPublicEndpoints(deps),
    ...createCheckout(deps),
    ...createDialectEndpoints(deps),
    clickRedirect: createClickRedirect(deps),
    agent: createAgentEndpoint(deps),
    mcp: createMcpEndpoint({ ...deps, offers: createMcpOffers(deps) }),
    page: createPages(deps),
    explore: createExplore(deps),
    asset: createAssets(),
    favicon: createFavicon(),
    docs: createDocs(deps),
    home: createHome(deps),
    stripeWebhook: webhook === undefined ? undefined : createStripeWebhook({ ...deps, webhook }),
    health: { handle: health },
    readiness: { handle: async (ctx) => ready(ctx, await deps.notReady("calls")) },
    linkReadiness: { handle: async (ctx) => ready(ctx, await deps.notReady("links")) },
    metrics: createMetricsEndpoint(deps),
  };
}

function health(ctx: Context): void {
  ctx.set("Cache-Control", "no-store");
  ctx.body = { status: "ok" };
}

function ready(ctx: Context, missing: readonly string[]): void {
  ctx.set("Cache-Control", "no-store");
  ctx.status = missing.length === 0 ? 200 : 503;
  ctx.body = { status: missing.length === 0 ? "ready" : "starting", missing };
}
