import type { PublisherKit } from "../types.ts";
import { abortOnClose, type NodeResponse } from "./abort-on-close.ts";
import { readStream } from "./body.ts";
import { adviseBasePath } from "./origin.ts";
import type { RouteOptions } from "./route.ts";
import { BODY_MAX_BYTES, handleRoute, routeOf } from "./routes.ts";

/** What the middleware uses of a Koa context, so that the kit needs no Koa. */
export type KoaContext = {
  method: string;
  path: string;
  ip: string;
  app?: { proxy?: boolean };
  status: number;
  body: unknown;
  req: AsyncIterable<unknown>;
  res: NodeResponse;
  request: object;
  get(name: string): string;
  set(name: string, value: string): void;
};

export type KoaOptions<Context extends KoaContext> = RouteOptions<Context>;

/** The three routes as Koa middleware under `basePath` (default `/offers`); the rest goes on. */
export function createKoaMiddleware<Context extends KoaContext>(
  kit: PublisherKit,
  options: KoaOptions<Context> = {},
): (ctx: Context, next: () => Promise<unknown>) => Promise<void> {
  const advise = adviseBasePath(kit, options);
  return async (ctx, next) => {
    const route = routeOf(ctx.path, options.basePath);
    if (route === undefined) {
      advise(ctx.path);
      await next();
      return;
    }
    const answer = await handleRoute(kit, options, route, {
      native: ctx,
      method: ctx.method,
      header: (name) => ctx.get(name) || undefined,
      body: () => bodyOf(ctx),
      signal: abortOnClose(ctx.res),
      address: () => (ctx.app?.proxy === true ? ctx.ip : undefined),
    });
    ctx.status = answer.status;
    for (const [name, value] of Object.entries(answer.headers)) ctx.set(name, value);
    // Koa knows bytes by Node's own class only.
    ctx.body = typeof answer.body === "string" ? answer.body : Buffer.from(answer.body);
  };
}

/** A body parser before us has the stream already and leaves what it read. */
async function bodyOf(ctx: KoaContext): Promise<unknown> {
  if ("body" in ctx.request && ctx.request.body !== undefined) return ctx.request.body;
  return readStream(ctx.req, BODY_MAX_BYTES);
}
