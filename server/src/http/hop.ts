import type { Context } from "koa";
import { ExchangeError } from "../contract/errors.ts";
import type { ClickHop } from "../domain/events/index.ts";
import type { Authenticator } from "../domain/identity/index.ts";
import type { Finding } from "../domain/traffic/index.ts";
import { requireMethod } from "./errors.ts";
import { namesProgram } from "./programs.ts";
import { addressOf, isLoopback, keyOf } from "./request.ts";

export interface HopEndpointDeps {
  readonly hop: ClickHop;
  readonly authenticator: Authenticator;
  readonly trustedHops: number;
}

const HEADERS = {
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex, nofollow",
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'",
};

/** `GET /r/{token}`: counts the click and sends the reader on, in one answer without a body. */
export function createHopEndpoint(deps: HopEndpointDeps) {
  return async (ctx: Context, token: string): Promise<void> => {
    requireMethod(ctx, ["GET", "HEAD"]);
    const address = addressOf(ctx.req, deps.trustedHops);
    const caller = await callerOf(ctx, address, deps.authenticator);
    const answer = await deps.hop.follow({
      token,
      isCounted: ctx.method === "GET",
      finding: caller.finding ?? findingOf(ctx),
      agentId: caller.agentId,
      address,
    });
    ctx.set(HEADERS);
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

/** A browser sends no key. Whoever does is a program, known or not, and is sent on all the same. */
async function callerOf(
  ctx: Context,
  address: string | undefined,
  authenticator: Authenticator,
): Promise<{ agentId?: string; finding?: Finding }> {
  const key = keyOf(ctx.req);
  if (key === undefined || !key.startsWith("rk_")) return {};
  try {
    const from = { address, isLoopback: isLoopback(address) };
    const { agentId } = await authenticator.authenticate(key, from);
    return { agentId };
  } catch {
    return { finding: { reason: "declared_bot", rule: "agent_key" } };
  }
}

/** What the headers of a click say against a reader's being behind it. */
function findingOf(ctx: Context): Finding | undefined {
  if (isPrefetch(ctx)) return { reason: "declared_bot", rule: "prefetch" };
  // Agents that browse with an ordinary browser's name sign their requests (RFC 9421).
  if (ctx.get("Signature-Agent") !== "") return { reason: "declared_bot", rule: "signature_agent" };
  const userAgent = ctx.get("User-Agent");
  if (namesProgram(userAgent)) return { reason: "declared_bot", rule: "user_agent" };
  if (userAgent === "") return { reason: "invalid_traffic", rule: "no_user_agent" };
  // Only a page that opens was clicked; an image, a script or a hidden frame was not.
  const target = ctx.get("Sec-Fetch-Dest");
  if (target === "" || target === "document") return undefined;
  return { reason: "invalid_traffic", rule: "fetch_target" };
}

/** A browser that looks ahead has not clicked. */
function isPrefetch(ctx: Context): boolean {
  const purpose = `${ctx.get("Sec-Purpose")} ${ctx.get("Purpose")} ${ctx.get("X-Moz")}`;
  return /prefetch|prerender|preview/i.test(purpose);
}
