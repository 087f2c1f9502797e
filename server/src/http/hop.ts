import { isbot } from "isbot";
import type { Context } from "koa";
import { ExchangeError } from "../contract/errors.ts";
import type { ClickHop } from "../domain/events/index.ts";
import { requireMethod } from "./errors.ts";
import { addressOf } from "./request.ts";

/** `GET /r/{token}`: counts the click and sends the reader on, in one answer without a body. */
export function createHopEndpoint(deps: { hop: ClickHop; trustedHops: number }) {
  return async (ctx: Context, token: string): Promise<void> => {
    requireMethod(ctx, ["GET", "HEAD"]);
    const answer = await deps.hop.follow({
      token,
      isCounted: ctx.method === "GET",
      isBot: isPrefetch(ctx) || isbot(ctx.get("User-Agent")),
      address: addressOf(ctx.req, deps.trustedHops),
    });
    ctx.set("Cache-Control", "no-store");
    ctx.set("Referrer-Policy", "no-referrer");
    ctx.set("X-Robots-Tag", "noindex, nofollow");
    ctx.set("X-Content-Type-Options", "nosniff");
    ctx.set("Content-Security-Policy", "default-src 'none'");
    if (answer.status === 302) {
      ctx.status = 302;
      ctx.set("Location", answer.location);
      ctx.body = "";
      return;
    }
    if (answer.status === 410) {
      ctx.status = 410;
      ctx.type = "text/plain";
      ctx.body = "This link has expired.";
      return;
    }
    throw new ExchangeError("not_found", {
      message: "This link is not one of ours.",
      details: { resource: "link" },
    });
  };
}

/** A browser that looks ahead has not clicked. */
function isPrefetch(ctx: Context): boolean {
  const purpose = `${ctx.get("Sec-Purpose")} ${ctx.get("Purpose")} ${ctx.get("X-Moz")}`;
  return /prefetch|prerender|preview/i.test(purpose);
}
