import type { Context } from "koa";
import { redactKeys } from "../contract/keys.ts";
import {
  DOCUMENT_SHEET,
  PAGE_POLICY,
  PAGE_TYPE,
  pageText,
  searchForm,
} from "../render/home-page.ts";
import { html } from "../render/markdown.ts";
import { requestIdOf } from "./request.ts";

/** Addresses of programs answer JSON also in a browser. */
const OF_PROGRAMS = /^\/(?:api|mcp|webhooks|metrics|healthz|readyz|assets)(?:\/|$)/;

/** Whether a person looks at the answer: a browser asked for a page. */
export function isForBrowser(ctx: Context): boolean {
  return !OF_PROGRAMS.test(ctx.path) && ctx.accepts("json", "text", "html") === "html";
}

const TITLES: Readonly<Record<number, string>> = {
  404: "Not found",
  405: "This page does not take such a request",
  410: "This link has expired",
  429: "Too many requests",
  503: "Not available",
};

/** What a person can do, by the start of the path; the first that fits counts. */
const ADVICE = [
  [/^\/checkout\//, "Ask the agent that gave you this link to order again with buy_credits."],
  [/^\/r\//, "Go back to the chat that showed it and ask again; new offers have new links."],
] as const;

/** Answers a browser with a page; the status is set already. */
export function showProblem(ctx: Context, message: string): void {
  const { environment = "live" } = ctx.state;
  const title = TITLES[ctx.status] ?? "The request failed";
  const waitSeconds = ctx.response.get("Retry-After") ?? "";
  const [, advice = "Check the address, search the docs, or start from the home page."] =
    ADVICE.find(([start]) => start.test(ctx.path)) ?? [];
  ctx.vary("Accept");
  ctx.set("Content-Security-Policy", PAGE_POLICY);
  ctx.type = PAGE_TYPE;
  ctx.body = pageText({
    environment,
    path: ctx.path,
    title,
    head: DOCUMENT_SHEET,
    main: html`
      <h1>${title}</h1>
      <p>${redactKeys(message)}</p>
      <p>${waitSeconds === "" ? advice : `Try again in ${waitSeconds} seconds.`}</p>
      ${searchForm()}
      <p><a href="/">Home</a> · <a href="/docs">Docs</a> · <a href="/explore">Explore</a> ·
        <a href="/console">Console</a></p>
      <p class="soft">Request <code>${requestIdOf(ctx)}</code></p>
    `,
  });
}
