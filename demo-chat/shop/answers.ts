import type { Context } from "koa";
import { fieldOf } from "./form.ts";
import type { Html } from "./html.ts";
import type { OrderBook } from "./orders.ts";
import { messagePage } from "./parts.ts";
import type { ShopOptions } from "./types.ts";

export type RunningShop = ShopOptions & { orders: OrderBook; css: string };

const CLICK_ID = /^[A-Za-z0-9_-]{1,128}$/;

export function sendPage(ctx: Context, status: number, page: Html): void {
  ctx.status = status;
  ctx.type = "html";
  ctx.body = page.markup;
}

export function sendMessage(ctx: Context, status: number, message: string): void {
  sendPage(ctx, status, messagePage(message));
}

/** A macro that was not replaced contains braces and is therefore no click id. */
export function clickOf(fields: URLSearchParams): { clickId?: string } {
  const clickId = fieldOf(fields, "click_id", CLICK_ID);
  return clickId === undefined ? {} : { clickId };
}
