import type { Context } from "koa";
import { type Markup, PAGE_POLICY, PAGE_TYPE, pageText } from "../render/markup.ts";

export { html, Markup } from "../render/markup.ts";

/** Answers with a small server-rendered page in the common frame. */
export function page(ctx: Context, content: { title: string; badge: string; main: Markup }): void {
  ctx.set("Content-Security-Policy", PAGE_POLICY);
  ctx.type = PAGE_TYPE;
  ctx.body = pageText(content);
}
