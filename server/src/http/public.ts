import { createHash } from "node:crypto";
import type { Context } from "koa";
import { invalidArguments } from "../contract/define-tool.ts";
import { ExchangeError } from "../contract/errors.ts";
import { holdsKey } from "../core/log.ts";
import type { Services } from "../tools/context.ts";
import type { RateLimiter } from "../tools/dispatch.ts";
import { productItemQuery, productListQuery } from "../tools/feed/product-query.ts";
import { searchTextOf } from "../tools/feed/search_shopfeed_products.ts";
import { brandListQuery } from "../tools/sell/brand-query.ts";
import { findOffers } from "../tools/sell/search_affiliate_offers.ts";
import { requireMethod } from "./errors.ts";
import { addressOf, isLoopback, keyOf } from "./request.ts";

const LIST_CACHE = "public, max-age=30, stale-while-revalidate=120";
const DOCUMENT_CACHE = "public, max-age=300, stale-while-revalidate=600";
const LIMIT_DEFAULT = 6;

export interface PublicDeps {
  readonly services: Services;
  readonly limiter: RateLimiter;
  readonly trustedHops: number;
}

/** `GET /api/public/shopfeed-products`. */
export function createProductList(deps: PublicDeps) {
  return openToAll(async (ctx: Context): Promise<void> => {
    await takeSearch(ctx, deps);
    const parsed = productListQuery.safeParse(queryOf(ctx));
    if (!parsed.success) throw invalidArguments(parsed.error, "search_shopfeed_products");
    const { q, query, pageSize, ...filters } = parsed.data;
    const list = await deps.services.catalog.search({
      ...filters,
      query: searchTextOf({ q, query }),
      page: filters.page ?? 1,
      // The explorer's page size wins over the chat's limit.
      limit: pageSize ?? filters.limit ?? LIMIT_DEFAULT,
    });
    const cache = list.status === "feed_pending" ? "no-store" : LIST_CACHE;
    answerCached(ctx, JSON.stringify(list), cache);
  });
}

/** `GET /api/public/brands`. */
export function createBrandList(deps: PublicDeps) {
  return openToAll(async (ctx: Context): Promise<void> => {
    await takeSearch(ctx, deps);
    const parsed = brandListQuery.safeParse(queryOf(ctx));
    if (!parsed.success) throw invalidArguments(parsed.error, "search_affiliate_offers");
    const list = await findOffers(deps.services.db, parsed.data);
    answerCached(ctx, JSON.stringify(list), LIST_CACHE);
  });
}

/** `GET /api/public/shopfeed-products/{id}`. */
export function createProductItem(
  deps: PublicDeps,
  run: (ctx: Context, input: object) => Promise<string>,
) {
  return openToAll(async (ctx: Context, id: string): Promise<void> => {
    await takeSearch(ctx, deps);
    const parsed = productItemQuery.safeParse(queryOf(ctx));
    if (!parsed.success) throw invalidArguments(parsed.error, "get_shopfeed_product");
    answerCached(ctx, await run(ctx, { id, ...parsed.data }), LIST_CACHE);
  });
}

/** A document that changes only with the server's version. */
export function createDocument(document: {
  readonly type: string;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}) {
  return openToAll((ctx: Context): void => {
    if (document.headers !== undefined) ctx.set(document.headers);
    answerCached(ctx, document.text, DOCUMENT_CACHE, document.type);
  });
}

type Handler = (ctx: Context, rest: string) => void | Promise<void>;

const PREFLIGHT_SECONDS = 86_400;

/** Anyone may read the public catalogue from a page, and ask first whether it may. */
function openToAll(read: Handler): Handler {
  return (ctx, rest) => {
    ctx.set("Access-Control-Allow-Origin", "*");
    ctx.set(
      "Access-Control-Expose-Headers",
      "X-Request-Id, RateLimit, RateLimit-Policy, Retry-After, ETag",
    );
    requireMethod(ctx, ["GET", "HEAD", "OPTIONS"]);
    return ctx.method === "OPTIONS" ? preflight(ctx) : read(ctx, rest);
  };
}

function preflight(ctx: Context): void {
  ctx.set("Access-Control-Allow-Methods", "GET, HEAD");
  ctx.set("Access-Control-Allow-Headers", "Content-Type, If-None-Match");
  ctx.set("Access-Control-Max-Age", String(PREFLIGHT_SECONDS));
  ctx.status = 204;
}

async function takeSearch(ctx: Context, deps: PublicDeps): Promise<void> {
  const address = addressOf(ctx.req, deps.trustedHops);
  await deps.limiter.take({
    rateClass: "search",
    who: address ?? "unknown",
    isLoopback: isLoopback(address),
  });
}

/**
 * A repeated parameter keeps its last value, as in a form.
 *
 * **Errors** `key_in_arguments`: an address is kept in histories and logs of others.
 */
function queryOf(ctx: Context): Record<string, string | undefined> {
  if (holdsKey(JSON.stringify(ctx.query))) {
    throw new ExchangeError("key_in_arguments", {
      suggestion: "Ask without the key, and rotate it: addresses are kept in many places.",
    });
  }
  return Object.fromEntries(
    Object.entries(ctx.query).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.at(-1) : value,
    ]),
  );
}

function answerCached(ctx: Context, text: string, cache: string, type = "application/json"): void {
  ctx.status = 200;
  // An answer to a call with a key is nobody else's to keep.
  ctx.set("Cache-Control", keyOf(ctx.req) === undefined ? cache : "no-store");
  const etag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 27)}"`;
  ctx.set("ETag", etag);
  ctx.type = type;
  if (isKnown(ctx.get("If-None-Match"), etag)) {
    ctx.status = 304;
    return;
  }
  ctx.body = text;
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
