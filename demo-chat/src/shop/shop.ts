import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Context, Middleware } from "koa";
import { drawPicture } from "../pictures/draw.ts";
import { fieldOf, readForm } from "./form.ts";
import type { Html } from "./html.ts";
import { createOrderBook, type OrderBook } from "./orders.ts";
import { campaignPage, frontPage, messagePage, productPage, thanksPage } from "./pages.ts";
import type { Purchase, PurchaseOutcome, ShopOptions } from "./types.ts";

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; " +
  "base-uri 'none'; frame-ancestors 'none'";

/** A picture opened by itself may load and run nothing. */
const PICTURE_POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'";

const PAGE_SIZE = 24;

/** A buyer waits for the report at most this long. */
const REPORT_TIMEOUT_MS = 5_000;

/** Deeper pages only serve crawlers, and finding them costs time. */
const PAGE_MAX = 500;

/** A price tag, in the accent colour of the pages. */
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#0b7186" ' +
  'd="M4 4h13l12 12a2 2 0 0 1 0 3L19 29a2 2 0 0 1-3 0L4 17z"/>' +
  '<circle cx="10.5" cy="10.5" r="2.5" fill="#fff"/></svg>';

const CLICK_ID = /^[A-Za-z0-9_-]{1,128}$/;
const COUPON_CODE = /^[A-Za-z0-9_-]{1,40}$/;
const FORM_KEY = /^[0-9a-f]{24}$/;
const SAFE_METHODS = ["GET", "HEAD"];

type Shop = ShopOptions & { orders: OrderBook; css: string };
type Handler = (ctx: Context, shop: Shop, name: string) => void | Promise<void>;
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

function sendPage(ctx: Context, status: number, page: Html): void {
  ctx.status = status;
  ctx.type = "html";
  ctx.body = page.markup;
}

function sendMessage(ctx: Context, status: number, message: string): void {
  sendPage(ctx, status, messagePage(message));
}

function showFront(ctx: Context, { products }: Shop): void {
  const wanted = new URLSearchParams(ctx.querystring);
  const department = products.departments.find(({ key }) => key === wanted.get("department"));
  const number = Number(wanted.get("page") ?? "1");
  const page = Number.isInteger(number) ? Math.min(Math.max(number, 1), PAGE_MAX) : 1;
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

function showProduct(ctx: Context, { products, orders }: Shop, id: string): void {
  const product = products.find(id);
  if (product === undefined) {
    sendMessage(ctx, 404, "The shop does not have this product.");
    return;
  }
  sendPage(ctx, 200, productPage(product, { ...clickOf(ctx), formKey: orders.newFormKey() }));
}

function showCampaign(ctx: Context, { products, orders }: Shop, slug: string): void {
  const advertiser = products.findAdvertiser(slug);
  if (advertiser === undefined) {
    sendMessage(ctx, 404, "This campaign does not exist.");
    return;
  }
  const offers = advertiser.productIds.flatMap((id) => products.find(id) ?? []);
  // Each offer has a form of its own, so buying two different ones makes two orders.
  const keyed = offers.map((product) => ({ product, formKey: orders.newFormKey() }));
  sendPage(ctx, 200, campaignPage(advertiser, keyed, clickOf(ctx)));
}

function buyProduct(ctx: Context, shop: Shop, id: string): Promise<void> {
  return buy(ctx, shop, { productId: () => id });
}

async function buyFromCampaign(ctx: Context, shop: Shop, slug: string): Promise<void> {
  const advertiser = shop.products.findAdvertiser(slug);
  if (advertiser === undefined) return sendMessage(ctx, 404, "This campaign does not exist.");
  await buy(ctx, shop, {
    campaignSlug: slug,
    productId: (fields) => advertiser.productIds.find((id) => id === fields.get("product_id")),
  });
}

type Intent = {
  campaignSlug?: string;
  productId(fields: URLSearchParams): string | undefined;
};

async function buy(ctx: Context, shop: Shop, intent: Intent): Promise<void> {
  // Another site must not be able to place orders in the name of its visitors.
  if (ctx.get("Sec-Fetch-Site") === "cross-site") {
    return sendMessage(ctx, 403, "Orders are taken from the pages of this shop only.");
  }
  const form = await readForm(ctx.req);
  if (!form.ok) return sendMessage(ctx, form.status, form.message);
  const product = shop.products.find(intent.productId(form.fields) ?? "");
  if (product === undefined) return sendMessage(ctx, 404, "The shop does not have this product.");
  if (product.row.availability === "out_of_stock") {
    return sendMessage(ctx, 409, "This product is sold out. Nothing was ordered.");
  }
  const coupon = form.fields.get("coupon")?.trim() ?? "";
  if (coupon !== "" && !COUPON_CODE.test(coupon)) {
    return sendMessage(ctx, 422, "A coupon code has letters, digits, - and _, 40 at most.");
  }
  const clickId = fieldOf(form.fields, "click_id", CLICK_ID);
  const formKey = fieldOf(form.fields, "form_key", FORM_KEY);
  const orderId = shop.orders.place(formKey, (newOrderId) => {
    const purchase: Purchase = {
      orderId: newOrderId,
      productId: product.row.id,
      valueUsd: product.row.price,
      ...(clickId !== undefined && { clickId }),
      ...(coupon !== "" && { couponCode: coupon }),
      ...(intent.campaignSlug !== undefined && { campaignSlug: intent.campaignSlug }),
    };
    return { purchase, title: product.row.title, outcome: report(shop, purchase) };
  });
  // The thank-you page tells what became of the report, so it is worth waiting for it here.
  await shop.orders.find(orderId)?.outcome;
  ctx.redirect(`/shop/thanks/${orderId}`);
  ctx.status = 303;
  ctx.body = "";
}

async function report(shop: Shop, purchase: Purchase): Promise<PurchaseOutcome> {
  const late = Promise.withResolvers<PurchaseOutcome>();
  const message = "The exchange has not answered yet; the report may still arrive.";
  const timer = setTimeout(
    () => late.resolve({ reported: false, message }),
    shop.reportTimeoutMs ?? REPORT_TIMEOUT_MS,
  );
  try {
    return await Promise.race([shop.reportPurchase(purchase), late.promise]);
  } catch (error) {
    // A shop does not lose a sale because its advertising could not be told.
    shop.onReportError?.(error, purchase);
    return { reported: false, message: "The exchange could not be reached." };
  } finally {
    clearTimeout(timer);
  }
}

async function showThanks(ctx: Context, { orders }: Shop, orderId: string): Promise<void> {
  const order = orders.find(orderId);
  if (order === undefined) return sendMessage(ctx, 404, "The shop does not remember this order.");
  sendPage(ctx, 200, thanksPage(order, await order.outcome));
}

/** A macro that nobody replaced contains braces and is therefore no click id. */
function clickOf(ctx: Context): { clickId?: string } {
  const clickId = fieldOf(new URLSearchParams(ctx.querystring), "click_id", CLICK_ID);
  return clickId === undefined ? {} : { clickId };
}

function sendStyles(ctx: Context, { css }: Shop): void {
  ctx.type = "css";
  sendCached(ctx, css, "no-cache");
}

function sendIcon(ctx: Context): void {
  ctx.type = "image/svg+xml";
  ctx.set("Content-Security-Policy", PICTURE_POLICY);
  sendCached(ctx, ICON, "public, max-age=86400");
}

function sendPicture(ctx: Context, { products }: Shop, id: string): void {
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
