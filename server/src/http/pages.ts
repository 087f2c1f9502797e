import type { Context } from "koa";
import {
  createDocsSite,
  type DocsOptions,
  findInDocs,
  searchPageText,
} from "../render/docs-site.ts";
import { html, Markup } from "../render/markdown.ts";
import {
  type Environment,
  homePageText,
  PAGE_TYPE,
  pageText,
  SCRIPTED_PAGE_POLICY,
} from "../render/pages.ts";
import { noSuchAddress } from "./errors.ts";
import { answerCached, DOCUMENT_CACHE, open } from "./public.ts";
import { loadRenderer } from "./renderer.ts";
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

export function createPages(options: { environment: Environment }): Endpoint {
  const { environment } = options;
  return {
    async handle(ctx) {
      ctx.set("Cache-Control", "no-cache");
      ctx.set("Content-Security-Policy", SCRIPT_POLICY);
      ctx.type = PAGE_TYPE;
      const app = APPS.find(({ path }) => path === ctx.state.route);
      if (app !== undefined) ctx.body = await textOf(app, environment);
    },
  };
}

interface Renderer {
  pageOf(given: { isDemo: boolean }): string;
}

async function textOf(app: (typeof APPS)[number], environment: Environment): Promise<string> {
  const { path, name, title, noScript } = app;
  const renderer = await loadRenderer<Renderer>(name);
  const first = new Markup(renderer?.pageOf({ isDemo: environment === "demo" }) ?? "");
  return pageText({
    environment,
    path,
    title,
    head: html`<link rel="stylesheet" href="/assets/${name}.css">
    <link rel="modulepreload" href="/assets/shared.js">
    <script type="module" src="/assets/${name}.js"></script>`,
    main: html`<noscript><p>${noScript} <a href="/docs">the docs</a>.</p></noscript>
      <div id="${name}">${first}</div>`,
  });
}

export function createHome(options: { environment: Environment; baseUrl: string }): Endpoint {
  const text = homePageText(options.environment, options.baseUrl);
  return {
    handle(ctx) {
      ctx.set("Content-Security-Policy", SCRIPTED_PAGE_POLICY);
      answerCached(ctx, text, DOCUMENT_CACHE, PAGE_TYPE);
    },
  };
}

const SEARCH_PATH = "/docs/search";
const QUERY_MAX = 200;
const RESULTS_MAX = 10;

export function createDocs(options: DocsOptions): Endpoint {
  const site = createDocsSite(options);
  const endpoint = open((ctx) => {
    if (ctx.path === SEARCH_PATH) return search(ctx, options);
    const document = site.find(ctx.path);
    if (document === undefined) throw noSuchAddress();
    ctx.set(document.headers ?? {});
    answerCached(ctx, document.text, DOCUMENT_CACHE, document.type);
  });
  return {
    ...endpoint,
    guard(ctx) {
      const isKnown = ctx.path === SEARCH_PATH || site.find(ctx.path) !== undefined;
      if (!isKnown) throw noSuchAddress();
      return endpoint.guard?.(ctx) ?? true;
    },
  };
}

/** A page, or for the page's own script the results as JSON. */
function search(ctx: Context, { environment }: DocsOptions): void {
  const { q } = ctx.query;
  const query = String(Array.isArray(q) ? q.at(-1) : (q ?? ""))
    .trim()
    .slice(0, QUERY_MAX);
  const found = query === "" ? [] : findInDocs(query, RESULTS_MAX);
  ctx.set("Cache-Control", "no-cache");
  ctx.vary("Accept");
  if (ctx.accepts("html", "json") === "json") {
    ctx.body = { items: found.map(({ title, text, path }) => ({ title, text, path })) };
    return;
  }
  ctx.set("Content-Security-Policy", SCRIPTED_PAGE_POLICY);
  ctx.set("X-Robots-Tag", "noindex");
  ctx.type = PAGE_TYPE;
  ctx.body = searchPageText(environment, query, found);
}
