import type { PublisherKit } from "../types.ts";
import { abortOnClose, type NodeResponse } from "./abort-on-close.ts";
import { readStream } from "./body.ts";
import { adviseBasePath } from "./origin.ts";
import type { RouteOptions } from "./route.ts";
import { BODY_MAX_BYTES, handleRoute, routeOf } from "./routes.ts";

/** What the middleware uses of an Express 4 or 5 request, or of a plain Node one. */
export type ExpressRequest = AsyncIterable<unknown> & {
  method?: string;
  url?: string;
  originalUrl?: string;
  headers: Record<string, string | string[] | undefined>;
  body?: unknown;
  ip?: string | undefined;
  app?: { get(name: string): unknown };
};
export type ExpressResponse = NodeResponse & {
  statusCode: number;
  setHeader(name: string, value: string): unknown;
  end(body?: string | Uint8Array): unknown;
};

export type ExpressOptions<Req extends ExpressRequest> = RouteOptions<Req>;

/**
 * The three routes as Express middleware under `basePath` (default `/offers`); the rest goes on.
 */
export function createExpressMiddleware<Req extends ExpressRequest>(
  kit: PublisherKit,
  options: ExpressOptions<Req> = {},
): (req: Req, res: ExpressResponse, next: (error?: unknown) => void) => void {
  const advise = adviseBasePath(kit, options);
  return (req, res, next) => {
    const path = (req.originalUrl ?? req.url ?? "/").split("?")[0] ?? "/";
    const route = routeOf(path, options.basePath);
    if (route === undefined) {
      advise(path);
      return next();
    }
    handleRoute(kit, options, route, {
      native: req,
      method: req.method ?? "GET",
      header: (name) => oneOf(req.headers[name]),
      body: async () => req.body ?? readStream(req, BODY_MAX_BYTES),
      signal: abortOnClose(res),
      address: () => (req.app?.get("trust proxy") ? req.ip : undefined),
    }).then(({ status, headers, body }) => {
      res.statusCode = status;
      for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
      res.end(body);
    }, next);
  };
}

const oneOf = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;
