import type { Context } from "koa";
import { redactKeys } from "../contract/keys.ts";
import { html, PAGE_POLICY, PAGE_TYPE, pageText } from "../render/markup.ts";
import { requestIdOf } from "./request-id.ts";

/** Addresses of programs answer JSON also in a browser. */
const OF_PROGRAMS = /^\/(?:api|mcp|webhooks|metrics|healthz|readyz|assets)(?:\/|$)/;

/** Whether a person looks at the answer: a browser asked for a page. */
export function isForBrowser(ctx: Context): boolean {
  return !OF_PROGRAMS.test(ctx.path) && ctx.accepts("json", "text", "html") === "html";
}

const TITLES: Readonly<Record<number, string>> = {
  404: "Not found",
  410: "This link has expired",
  429: "Too many requests",
  503: "Not available",
};

/** Answers a browser with a page; the status is set already. */
export function showProblem(ctx: Context, message: string): void {
  const title = TITLES[ctx.status] ?? "This did not work";
  ctx.vary("Accept");
  ctx.set("Content-Security-Policy", PAGE_POLICY);
  ctx.type = PAGE_TYPE;
  ctx.body = pageText({
    title,
    main: html`
      <h1>${title}</h1>
      <p>${redactKeys(message)}</p>
      <p class="soft">Request <code>${requestIdOf(ctx)}</code></p>
    `,
  });
}
