import type { Context, Middleware } from "koa";
import { type Json, parseJson, recordOf } from "../../goods/market/json.ts";
import { readBody } from "../read-body.ts";

/** A question and three earlier ones fit many times. **Units** bytes. */
const BODY_MAX = 64 * 1024;

/** Ends the request with a plain answer, which `answerRefusals` sends. */
export function refuse(status: number, message: string): never {
  throw Object.assign(new Error(message), { status, expose: true });
}

/** Answers what the middleware after it refused; anything else is a fault of ours. */
export const answerRefusals: Middleware = async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    ctx.status = error.status;
    ctx.set("Cache-Control", "no-store");
    ctx.body = { error: { message: error.message } };
  }
};

/** As Koa's own `ctx.throw` makes them. */
function isRefusal(error: unknown): error is Error & { status: number } {
  return error instanceof Error && "expose" in error && error.expose === true && "status" in error;
}

export function wantMethod(ctx: Context, method: string): void {
  if (ctx.method === method) return;
  ctx.set("Allow", method);
  refuse(405, `Use ${method}.`);
}

const FORWARDED = ["forwarded", "x-forwarded-for", "x-real-ip"];

/** Refuses a request from another machine, or passed on by a proxy, unless all may send it. */
export function wantFromHere({ req }: Context, isForAll: boolean): void {
  const ip = req.socket.remoteAddress?.replace(/^::ffff:/, "") ?? "";
  const isForwarded = FORWARDED.some((name) => req.headers[name] !== undefined);
  if (isForAll || ((ip === "::1" || ip.startsWith("127.")) && !isForwarded)) return;
  refuse(403, "Only the machine that runs the demo may do this; see DEMO_PUBLIC.");
}

/**
 * Reads a JSON body. A page of another site cannot send this type without a preflight request,
 * which this server does not allow.
 */
export async function readJsonBody(ctx: Context, sizeMaxBytes = BODY_MAX): Promise<Json> {
  if (!ctx.is("application/json")) refuse(415, "Send application/json.");
  const body = recordOf(parseJson(await readText(ctx, sizeMaxBytes)));
  return body ?? refuse(400, "The body must be a JSON object.");
}

/** The body as text. **Errors** refuses one that is longer than `sizeMaxBytes`. */
export async function readText(ctx: Context, sizeMaxBytes = BODY_MAX): Promise<string> {
  if (Number(ctx.get("Content-Length") || 0) > sizeMaxBytes) refuse(413, "That is too long.");
  const body = await readBody(ctx.req, sizeMaxBytes);
  return body?.toString("utf8") ?? refuse(413, "That is too long.");
}
