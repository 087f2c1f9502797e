import type { PublisherKit } from "../types.ts";
import { chunksOf, readStream } from "./body.ts";
import { adviseBasePath } from "./origin.ts";
import type { RouteOptions } from "./route.ts";
import { BODY_MAX_BYTES, handleRoute, routeOf } from "./routes.ts";

export type FetchHandlerOptions = RouteOptions<Request>;

/**
 * The three routes as `(Request) => Promise<Response>`, for every runtime with the Fetch API. A
 * path outside `basePath` (default `/offers`) answers 404.
 */
export function createFetchHandler(
  kit: PublisherKit,
  options: FetchHandlerOptions = {},
): (request: Request) => Promise<Response> {
  const advise = adviseBasePath(kit, options);
  return async (request) => {
    const url = new URL(request.url);
    const route = routeOf(url.pathname, options.basePath);
    if (route === undefined) {
      advise(url.pathname);
      return new Response(null, { status: 404 });
    }
    const { status, headers, body } = await handleRoute(kit, options, route, {
      native: request,
      method: request.method,
      // Runtimes leave the Host header out of a Request; its address carries the same.
      header: (name) => request.headers.get(name) ?? (name === "host" ? url.host : undefined),
      body: async () =>
        request.body === null ? "" : readStream(chunksOf(request.body), BODY_MAX_BYTES),
      signal: request.signal,
    });
    return new Response(status === 204 ? null : body, { status, headers });
  };
}
