import type { Middleware } from "koa";
import { textOf } from "../../goods/market/json.ts";
import { readJsonBody, refuse, wantFromHere, wantMethod } from "./requests.ts";

/**
 * `POST /demo/console-key`: the key of one of the demo's agents, with which the page opens the
 * console. Only for the machine that runs the demo, also where the demo is public.
 */
export function createConsoleKey(keyOf: (agent: string) => string | undefined): Middleware {
  return async (ctx, next) => {
    if (ctx.path !== "/demo/console-key") return next();
    wantMethod(ctx, "POST");
    wantFromHere(ctx, false);
    const agent = textOf((await readJsonBody(ctx)).agent) ?? "";
    const apiKey = keyOf(agent);
    if (apiKey === undefined) refuse(404, `agent must name an agent of the demo; got "${agent}".`);
    ctx.set("Cache-Control", "no-store");
    ctx.body = { apiKey };
  };
}
