import type { Context } from "koa";
import { createDocsSite, type DocsOptions, searchPageText } from "../render/docs-site.ts";
import { PAGE_TYPE, SCRIPTED_PAGE_POLICY } from "../render/frame.ts";
import { findInDocs } from "../tools/catalogue.ts";
import { noSuchAddress } from "./errors.ts";
import { answerCached, DOCUMENT_CACHE, open } from "./public.ts";
import type { Endpoint } from "./routes.ts";

const SEARCH_PATH = "/docs/search";
const QUERY_MAX = 200;
const RESULTS_MAX = 10;

/** `/docs` and what is below it. */
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
