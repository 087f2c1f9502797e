import Koa, { type Context, type Middleware } from "koa";
import type { Foundation } from "../core/foundation.ts";
import type { Metrics } from "../core/metrics.ts";
import type { Dialects } from "../dialects/dialects.ts";
import type { PaymentWebhook } from "../domain/checkout/index.ts";
import type { ClickRedirect } from "../domain/events/index.ts";
import type { Authenticator } from "../domain/identity/index.ts";
import type { RenderedDocument } from "../render/documents.ts";
import type { Environment } from "../render/pages.ts";
import type { Dispatch } from "../tools/dispatch.ts";
import type { Services } from "../tools/tool.ts";
import { createAgentEndpoint } from "./agent-endpoint.ts";
import { createAssets, createFavicon } from "./assets.ts";
import { type BodyReader, createBodyReader } from "./body.ts";
import { createCheckout, createStripeWebhook } from "./checkout.ts";
import { createClickRedirect } from "./click-redirect.ts";
import { createDialectEndpoints } from "./dialects.ts";
import { errorHandler } from "./errors.ts";
import { createExplore } from "./explore.ts";
import type { KeyGuard } from "./limiter.ts";
import { createMcpEndpoint } from "./mcp.ts";
import { createMcpOffers } from "./mcp-server.ts";
import { createMetricsEndpoint, measureRequests } from "./metrics.ts";
import { createDocs, createHome, createPages } from "./pages.ts";
import { createPublicEndpoints } from "./public.ts";
import { requestId } from "./request.ts";
import { createRouter, type Endpoints } from "./routes.ts";
import { createSecurityHeaders } from "./security-headers.ts";

export interface AppDeps extends Pick<Foundation, "ids" | "clock" | "logger"> {
  readonly services: Services;
  readonly dispatch: Dispatch;
  readonly authenticator: Authenticator;
  readonly clickRedirect: ClickRedirect;
  readonly logsRequests?: boolean;
  readonly trustedHops: number;
  readonly keyGuard: KeyGuard;
  /** The names under which requests may come; of the public address and of this machine. */
  readonly hosts: ReadonlySet<string>;
  readonly documents: readonly RenderedDocument[];
  /** The badge of the pages. */
  readonly environment: Environment;
  /** What is not ready, for `/readyz` and `/readyz/links`; empty when all is. */
  readonly notReady: (use: "calls" | "links") => Promise<string[]>;
  readonly dialects: Dialects;
  readonly hasSandboxCheckout: boolean;
  /** Reads the payment provider's messages; absent with the sandbox, which sends none. */
  readonly paymentWebhook?: PaymentWebhook | undefined;
  readonly metrics: Metrics;
  readonly metricsText: () => Promise<string>;
  /** `METRICS_TOKEN`; without one only callers on this machine read the metrics. */
  readonly metricsToken: string | undefined;
  /** Runs before the 404 of the exchange; under `npm start` the demo. */
  readonly mounted: readonly Middleware[];
}

/** What endpoints choose from. */
export interface EndpointDeps extends AppDeps {
  readonly baseUrl: string;
  readonly bodies: BodyReader;
}

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
