import { METHODS } from "node:http";
import Router from "@koa/router";
import type { Context } from "koa";
import { requireMethod } from "./errors.ts";

const READ = ["GET", "HEAD"];
const SHARED = ["GET", "HEAD", "OPTIONS"];
const CALL = ["POST"];

/**
 * Every address of the exchange: methods, path, handler, what it is. A path is written as in
 * OpenAPI: `{name}` stands for one segment. No path matches two rows. Each row's path is also the
 * route's name in metrics and traces.
 */
export const ROUTES = [
  [READ, "/r/{token}", "clickRedirect", "click redirect"],
  [CALL, "/api/agent", "agent", "every tool"],
  [CALL, "/mcp", "mcp", "MCP, every tool"],
  [CALL, "/mcp/sell", "mcp", "MCP, tools of publishers"],
  [CALL, "/mcp/buy", "mcp", "MCP, tools of advertisers"],
  [CALL, "/mcp/feed", "mcp", "MCP, product search"],
  [CALL, "/adcp/mcp", "adcp", "AdCP 3.0, tasks of a seller; with DIALECTS=adcp"],
  [CALL, "/ucp/{release}/mcp", "ucp", "UCP, product catalogue; with DIALECTS=ucp"],
  [SHARED, "/ucp/profiles/{file}", "ucpProfile", "UCP profiles of older releases"],
  [SHARED, "/.well-known/ucp", "ucpProfile", "UCP profile"],
  [SHARED, "/.well-known/adagents.json", "adagents", "AdCP: publishers, and who sells for them"],
  [SHARED, "/api/public/shopfeed-products", "productList", "product search"],
  [SHARED, "/api/public/shopfeed-products/{id}", "product", "one product"],
  [SHARED, "/api/public/brands", "brandList", "brand catalogue"],
  [SHARED, "/api/public/info", "document", "tools, floors, credit packs, limits"],
  [SHARED, "/openapi.json", "document", "OpenAPI"],
  [SHARED, "/recipes.arazzo.json", "document", "recipes as an Arazzo document"],
  [SHARED, "/llms.txt", "document", "short description for agents"],
  [SHARED, "/llms-full.txt", "document", "full description for agents"],
  [SHARED, "/docs.md", "document", "every tool as Markdown"],
  [SHARED, "/docs", "docs", "documentation"],
  [SHARED, "/docs/{page}", "docs", "errors, search and the main pages"],
  [SHARED, "/docs/{group}/{page}", "docs", "a page, or with .md its Markdown"],
  [SHARED, "/robots.txt", "document", "rules for crawlers"],
  [SHARED, "/.well-known/security.txt", "document", "security contact, RFC 9116"],
  [READ, "/", "home", "home page"],
  [READ, "/console", "page", "console of an agent"],
  [READ, "/explore", "explore", "product explorer"],
  [READ, "/favicon.ico", "favicon", "icon, for browsers that ask here"],
  [READ, "/assets/{file}", "asset", "scripts, style sheets and pictures of the pages"],
  [READ, "/checkout/{orderId}", "checkout", "an order"],
  [CALL, "/checkout/{orderId}/pay", "payment", "sandbox payment; only in the demo"],
  [CALL, "/webhooks/stripe", "stripeWebhook", "Stripe's messages; only with Stripe"],
  [READ, "/healthz", "health", "liveness"],
  [READ, "/readyz", "readiness", "readiness"],
  [READ, "/readyz/links", "linkReadiness", "readiness for links and searches alone"],
  [READ, "/metrics", "metrics", "Prometheus metrics"],
] as const;

export type HandlerName = (typeof ROUTES)[number][2];

export interface Endpoint {
  /** Runs before the method is checked; false if it has answered the request itself. */
  readonly guard?: (ctx: Context) => boolean | Promise<boolean>;
  handle(ctx: Context): void | Promise<void>;
}

/** An absent endpoint is not configured: its addresses do not exist. */
export type Endpoints = Readonly<Record<HandlerName, Endpoint | undefined>>;

/** MCP clients are configured by hand, and some addresses end in a slash. */
const SLASH_ALLOWED: readonly HandlerName[] = ["mcp"];

/** Routes requests to their endpoints. An unknown address goes to the next middleware. */
export function createRouter(endpoints: Partial<Endpoints>): ReturnType<Router["routes"]> {
  const router = new Router({ sensitive: true });
  for (const [methods, path, name] of ROUTES) {
    const endpoint = endpoints[name];
    if (endpoint === undefined) continue;
    const pattern = path.replaceAll(/\{(\w+)\}/g, ":$1");
    const strict = !SLASH_ALLOWED.includes(name);
    router.register(pattern, METHODS, answerWith(endpoint, path, methods), { strict });
  }
  return router.routes();
}

/** Answers also refused methods, because guards and headers are the same for them. */
function answerWith(endpoint: Endpoint, path: string, methods: readonly string[]) {
  return async (ctx: Context): Promise<void> => {
    ctx.state.route = path;
    if (endpoint.guard !== undefined && !(await endpoint.guard(ctx))) return;
    requireMethod(ctx, methods);
    await endpoint.handle(ctx);
  };
}
