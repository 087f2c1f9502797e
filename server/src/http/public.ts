import { createHash } from "node:crypto";
import type { Context } from "koa";
import type { RenderedDocument } from "../render/documents.ts";
import type { ToolCall } from "../tools/dispatch.ts";
import { brandsByQuery, productsByQuery } from "../tools/public-queries.ts";
import type { EndpointDeps } from "./deps.ts";
import { noSuchAddress } from "./errors.ts";
import { keyOf, senderOf } from "./request.ts";
import type { Endpoint, Endpoints } from "./routes.ts";

const LIST_CACHE = "public, max-age=30, stale-while-revalidate=120";
export const DOCUMENT_CACHE = "public, max-age=300, stale-while-revalidate=600";
/** Quotation marks inside of a JSON string are escaped, so no product's text matches. */
const FEED_PENDING = '"status":"feed_pending"';
const PREFLIGHT_SECONDS = 86_400;

export function createPublicEndpoints(
  deps: Pick<EndpointDeps, "dispatch" | "documents" | "trustedHops">,
): Pick<Endpoints, "productList" | "product" | "brandList" | "document"> {
  const documents = new Map<unknown, RenderedDocument>(
    deps.documents.map((one) => [one.path, one]),
  );
  const tool = (tool: ToolCall["tool"], argumentsOf: (ctx: Context) => object) =>
    open(async (ctx) => {
      const { text } = await deps.dispatch({
        ...senderOf(ctx, deps.trustedHops),
        tool,
        arguments: argumentsOf(ctx),
        // A key in the header is ignored: the answer is the same for every caller.
        key: undefined,
      });
      answerCached(ctx, text, text.includes(FEED_PENDING) ? "no-store" : LIST_CACHE);
    });
  return {
    productList: tool(productsByQuery, queryOf),
    product: tool("get_shopfeed_product", (ctx) => ({ ...queryOf(ctx), id: ctx.params.id })),
    brandList: tool(brandsByQuery, queryOf),
    document: open((ctx) => {
      const document = documents.get(ctx.state.route);
      if (document === undefined) throw noSuchAddress();
      ctx.set(document.headers ?? {});
      answerCached(ctx, document.text, DOCUMENT_CACHE, document.type);
    }),
  };
}

/** A JSON document of another protocol, which any page may read. */
export function openDocument(cache: string, render: (ctx: Context) => Promise<string>): Endpoint {
  return open(async (ctx) => answerCached(ctx, await render(ctx), cache));
}

export function open(handle: Endpoint["handle"]): Endpoint {
  return {
    guard(ctx) {
      ctx.set("Access-Control-Allow-Origin", "*");
      ctx.set(
        "Access-Control-Expose-Headers",
        "X-Request-Id, RateLimit, RateLimit-Policy, Retry-After, ETag",
      );
      if (ctx.method !== "OPTIONS") return true;
      ctx.set("Access-Control-Allow-Methods", "GET, HEAD");
      ctx.set("Access-Control-Allow-Headers", "Content-Type, If-None-Match");
      ctx.set("Access-Control-Max-Age", String(PREFLIGHT_SECONDS));
      ctx.status = 204;
      return false;
    },
    handle,
  };
}

/** The query parameters; of a repeated one the last value counts, as in a form. */
function queryOf(ctx: Context): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(ctx.query).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.at(-1) : value,
    ]),
  );
}

/** Answers with a tag by which the caller may ask again. */
export function answerCached(
  ctx: Context,
  content: string | Buffer,
  cache: string,
  type = "application/json",
): void {
  ctx.status = 200;
  // An answer to a call with a key must not be cached by anybody else.
  ctx.set("Cache-Control", keyOf(ctx.req) === undefined ? cache : "no-store");
  const etag = `"${createHash("sha256").update(content).digest("base64url").slice(0, 27)}"`;
  ctx.set("ETag", etag);
  ctx.type = type;
  if (isKnown(ctx.get("If-None-Match"), etag)) {
    ctx.status = 304;
    return;
  }
  ctx.body = content;
}

/**
 * Whether the client has this version. Koa's own check also heeds the request's `no-cache`, which
 * some clients send with every conditional request; it asks for validation, which this is.
 */
function isKnown(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch.split(",").some((known) => {
    const tag = known.trim().replace(/^W\//, "");
    return tag === etag || tag === "*";
  });
}
