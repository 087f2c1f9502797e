import type { Context } from "koa";
import { notFound } from "../contract/errors.ts";
import type { Authenticator } from "../domain/identity/index.ts";
import type { Finding } from "../domain/traffic/index.ts";
import type { EndpointDeps } from "./deps.ts";
import { isForBrowser, showProblem } from "./errors.ts";
import { isBot, type Sender, senderOf } from "./request.ts";
import type { Endpoint } from "./routes.ts";

const HEADERS = {
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex, nofollow",
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'",
};

/** Cards of a publisher kit in test mode lead to these. */
const TEST_TOKEN = /^test(-card-\d-+)?$/;

function answerTest(ctx: Context): void {
  ctx.set(HEADERS);
  ctx.type = "text/plain";
  ctx.body = "This is a test link. Nothing is counted or billed.";
}

/** `GET /r/{token}`: counts the click and redirects to its destination. */
export function createClickRedirect(
  deps: Pick<EndpointDeps, "clickRedirect" | "authenticator" | "trustedHops">,
): Endpoint {
  return { handle };

  async function handle(ctx: Context): Promise<void> {
    if (TEST_TOKEN.test(String(ctx.params.token))) return answerTest(ctx);
    const sender = senderOf(ctx, deps.trustedHops);
    const caller = await callerOf(sender, deps.authenticator);
    const answer = await deps.clickRedirect.follow({
      token: String(ctx.params.token),
      isCounted: ctx.method === "GET",
      finding: caller.finding ?? findingOf(ctx),
      agentId: caller.agentId,
      ip: sender.ip,
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
      if (isForBrowser(ctx)) return showProblem(ctx, "Links work for 30 days.");
      ctx.type = "text/plain";
      ctx.body = "This link has expired.";
      return;
    }
    throw notFound("link", { message: "This link is unknown." });
  }
}

/** Browsers send no key. A caller with a key is a program; it is redirected all the same. */
async function callerOf(
  sender: Sender,
  authenticator: Authenticator,
): Promise<{ agentId?: string; finding?: Finding }> {
  const { key } = sender;
  if (key === undefined || !key.startsWith("rk_")) return {};
  try {
    const { agentId } = await authenticator.authenticate(key, sender);
    return { agentId };
  } catch {
    return { finding: { reason: "declared_bot", rule: "agent_key" } };
  }
}

/** Why the headers of a click show that no person clicked; undefined if they do not. */
function findingOf(ctx: Context): Finding | undefined {
  if (isPrefetch(ctx)) return { reason: "declared_bot", rule: "prefetch" };
  // Agents that browse with an ordinary browser's name sign their requests (RFC 9421).
  if (ctx.get("Signature-Agent") !== "") return { reason: "declared_bot", rule: "signature_agent" };
  const userAgent = ctx.get("User-Agent");
  if (isBot(userAgent)) return { reason: "declared_bot", rule: "user_agent" };
  if (userAgent === "") return { reason: "invalid_traffic", rule: "no_user_agent" };
  // Only a page that opens was clicked; an image, a script or a hidden frame was not.
  const target = ctx.get("Sec-Fetch-Dest");
  if (target === "" || target === "document") return undefined;
  return { reason: "invalid_traffic", rule: "fetch_target" };
}

/** A browser that loads a page in advance. */
function isPrefetch(ctx: Context): boolean {
  const purpose = `${ctx.get("Sec-Purpose")} ${ctx.get("Purpose")} ${ctx.get("X-Moz")}`;
  return /prefetch|prerender|preview/i.test(purpose);
}
