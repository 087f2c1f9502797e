import { type Environment, PAGE_TYPE, pageText } from "../render/frame.ts";
import { html } from "../render/markup.ts";
import type { Endpoint } from "./routes.ts";

/** Pages that run in the browser, by their path; each has one script and one style sheet. */
export const APPS = [
  {
    path: "/console",
    name: "console",
    title: "Console",
    noScript: "The console needs JavaScript. Every number in it is also an answer of a tool:",
  },
] as const;

/**
 * Only our own files and our own answers, no markup from strings. The key typed into the console
 * can therefore be sent nowhere else.
 */
export const SCRIPT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/** Serves the pages that run in the browser alone. */
export function createPages(options: { environment: Environment }): Endpoint {
  const pages = new Map<unknown, string>(
    APPS.map((app) => [app.path, textOf(app, options.environment)]),
  );
  return {
    handle(ctx) {
      ctx.set("Cache-Control", "no-cache");
      ctx.set("Content-Security-Policy", SCRIPT_POLICY);
      ctx.type = PAGE_TYPE;
      ctx.body = pages.get(ctx.state.route);
    },
  };
}

function textOf(app: (typeof APPS)[number], environment: Environment): string {
  const { path, name, title, noScript } = app;
  return pageText({
    environment,
    path,
    title,
    head: html`<link rel="stylesheet" href="/assets/${name}.css">
    <link rel="modulepreload" href="/assets/shared.js">
    <script type="module" src="/assets/${name}.js"></script>`,
    main: html`<div id="${name}"></div>
      <noscript><p>${noScript} <a href="/docs">the docs</a>.</p></noscript>`,
  });
}
