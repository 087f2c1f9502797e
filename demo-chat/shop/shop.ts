import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Context, Middleware } from "koa";
import { drawPicture } from "../goods/drawings/draw.ts";
import { buyFromCampaign, buyProduct, install, landingOf, signUp } from "./actions.ts";
import { clickOf, type RunningShop, sendMessage, sendPage } from "./answers.ts";
import { campaignPage } from "./landing.ts";
import { createOrderBook } from "./orders.ts";
import { frontPage, productPage, resultsPage } from "./pages.ts";
import { SEARCH_SIZE, TOTAL_MAX } from "./search.ts";
import { thanksPage } from "./thanks.ts";
import type { ShopOptions } from "./types.ts";

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; " +
  "base-uri 'none'; frame-ancestors 'none'";

/** A picture opened as a page may load and run nothing. */
const PICTURE_POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'";

const PAGE_SIZE = 24;

/** Deeper pages only serve crawlers, and finding them costs time. */
const PAGE_MAX = 500;

/** A price tag, in the accent colour of the pages. */
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#0b7186" ' +
  'd="M4 4h13l12 12a2 2 0 0 1 0 3L19 29a2 2 0 0 1-3 0L4 17z"/>' +
  '<circle cx="10.5" cy="10.5" r="2.5" fill="#fff"/></svg>';

const SAFE_METHODS = ["GET", "HEAD"];

type Handler = (ctx: Context, shop: RunningShop, name: string) => void | Promise<void>;
type Route = { path: RegExp; methods: readonly string[]; handle: Handler };

const ROUTES: readonly Route[] = [
  { path: /^\/shop\/?$/, methods: SAFE_METHODS, handle: showFront },
  { path: /^\/shop\/shop\.css$/, methods: SAFE_METHODS, handle: sendStyles },
  { path: /^\/shop\/icon\.svg$/, methods: SAFE_METHODS, handle: sendIcon },
  { path: /^\/shop\/img\/([^/]+)\.svg$/, methods: SAFE_METHODS, handle: sendPicture },
  { path: /^\/shop\/p\/([^/]+)$/, methods: SAFE_METHODS, handle: showProduct },
  { path: /^\/shop\/p\/([^/]+)\/buy$/, methods: ["POST"], handle: buyProduct },
  { path: /^\/shop\/c\/([^/]+)$/, methods: SAFE_METHODS, handle: showCampaign },
  { path: /^\/shop\/c\/([^/]+)\/buy$/, methods: ["POST"], handle: buyFromCampaign },
  { path: /^\/shop\/c\/([^/]+)\/sign-up$/, methods: ["POST"], handle: signUp },
  { path: /^\/shop\/c\/([^/]+)\/install$/, methods: ["POST"], handle: install },
  { path: /^\/shop\/thanks\/([^/]+)$/, methods: SAFE_METHODS, handle: showThanks },
];

/**
 * The demo shop as one Koa middleware: it answers everything at and below `/shop` and passes the
 * rest on. Nothing is sold; buying only reports a conversion, as a real shop's server would.
 */
export function createShop(options: ShopOptions): Middleware {
  const css = readFileSync(join(import.meta.dirname, "shop.css"), "utf8");
  const shop = { ...options, orders: createOrderBook(options.newOrderId), css };
  return async (ctx, next) => {
    if (ctx.path !== "/shop" && !ctx.path.startsWith("/shop/")) return next();
    setCommonHeaders(ctx);
    for (const route of ROUTES) {
      const match = route.path.exec(ctx.path);
      if (match === null) continue;
      if (!route.methods.includes(ctx.method)) {
        ctx.set("Allow", route.methods.join(", "));
        return sendMessage(ctx, 405, "This page cannot be used that way.");
      }
      return route.handle(ctx, shop, match[1] ?? "");
    }
    return sendMessage(ctx, 404, "There is no such page in the shop.");
  };
}

function setCommonHeaders(ctx: Context): void {
  ctx.set("Content-Security-Policy", PAGE_POLICY);
  ctx.set("X-Content-Type-Options", "nosniff");
  ctx.set("Referrer-Policy", "same-origin");
  // Pages carry the click id and the key of their form; they belong to one visitor.
  ctx.set("Cache-Control", "no-store");
}

function pageOf(wanted: URLSearchParams, max: number): number {
  const number = Number(wanted.get("page") ?? "1");
  return Number.isInteger(number) ? Math.min(Math.max(number, 1), max) : 1;
}

const QUERY_MAX = 200;
const COUNT = new Intl.NumberFormat("en-US");

async function showResults(ctx: Context, shop: RunningShop, wanted: URLSearchParams) {
  const query = (wanted.get("q") ?? "").trim().slice(0, QUERY_MAX);
  const page = pageOf(wanted, TOTAL_MAX / SEARCH_SIZE);
  const found = await shop.search(query, page).catch(() => undefined);
  if (found === undefined) {
    return sendMessage(ctx, 503, "The product search does not answer. Try again in a moment.");
  }
  if (found.isPending) {
    return sendMessage(ctx, 503, "The product search is still being built. Try again in a moment.");
  }
  const { ids, total, hasMore } = found;
  const items = ids.flatMap((id) => shop.products.find(id) ?? []);
  const first = (page - 1) * SEARCH_SIZE + 1;
  const all = total >= TOTAL_MAX ? `${COUNT.format(TOTAL_MAX)} or more` : COUNT.format(total);
  const range = `${first}–${first + ids.length - 1}`;
  const summary = ids.length === 0 ? "No results" : `${range} of ${all} results`;
  sendPage(ctx, 200, resultsPage({ query, page, items, summary, hasMore }));
}

async function showFront(ctx: Context, shop: RunningShop): Promise<void> {
  const { products } = shop;
  const wanted = new URLSearchParams(ctx.querystring);
  if (wanted.get("q")?.trim()) return showResults(ctx, shop, wanted);
  const department = products.departments.find(({ key }) => key === wanted.get("department"));
  const page = pageOf(wanted, PAGE_MAX);
  const found = products.list({
    ...(department && { department: department.key }),
    offset: (page - 1) * PAGE_SIZE,
    limit: PAGE_SIZE + 1,
  });
  const hasMore = found.length > PAGE_SIZE && page < PAGE_MAX;
  const items = found.slice(0, PAGE_SIZE);
  const { departments } = products;
  sendPage(ctx, 200, frontPage({ departments, department, items, page, hasMore }));
}

function showProduct(ctx: Context, { products, orders }: RunningShop, id: string): void {
  const product = products.find(id);
  if (product === undefined) {
    sendMessage(ctx, 404, "The shop does not have this product.");
    return;
  }
  const click = clickOf(new URLSearchParams(ctx.querystring));
  sendPage(ctx, 200, productPage(product, { ...click, formKey: orders.newFormKey() }));
}

function showCampaign(ctx: Context, shop: RunningShop, slug: string): void {
  const advertiser = shop.products.findAdvertiser(slug);
  if (advertiser === undefined) {
    sendMessage(ctx, 404, "This campaign does not exist.");
    return;
  }
  const fields = new URLSearchParams(ctx.querystring);
  sendPage(ctx, 200, campaignPage(landingOf(shop, advertiser, fields)));
}

async function showThanks(ctx: Context, { orders }: RunningShop, orderId: string): Promise<void> {
  const order = orders.find(orderId);
  if (order === undefined)
    return sendMessage(ctx, 404, "This order does not exist, or is too old to be shown.");
  sendPage(ctx, 200, thanksPage(order, await order.outcome));
}

function sendStyles(ctx: Context, { css }: RunningShop): void {
  ctx.type = "css";
  sendCached(ctx, css, "no-cache");
}

function sendIcon(ctx: Context): void {
  ctx.type = "image/svg+xml";
  ctx.set("Content-Security-Policy", PICTURE_POLICY);
  sendCached(ctx, ICON, "public, max-age=86400");
}

function sendPicture(ctx: Context, { products }: RunningShop, id: string): void {
  const product = products.find(id);
  if (product === undefined) {
    sendMessage(ctx, 404, "The shop does not have this picture.");
    return;
  }
  ctx.type = "image/svg+xml";
  ctx.set("Content-Security-Policy", PICTURE_POLICY);
  // Chats on other origins show these pictures in their sidebar.
  ctx.set("Cross-Origin-Resource-Policy", "cross-origin");
  ctx.set("Access-Control-Allow-Origin", "*");
  sendCached(ctx, drawPicture(product), "public, max-age=31536000, immutable");
}

function sendCached(ctx: Context, body: string, cacheControl: string): void {
  ctx.set("Cache-Control", cacheControl);
  ctx.set("ETag", `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`);
  ctx.status = 200;
  if (ctx.fresh) ctx.status = 304;
  else ctx.body = body;
}
