import type { Context } from "koa";
import { html, Markup } from "../render/markdown.ts";
import { type Environment, PAGE_TYPE, pageText } from "../render/pages.ts";
import type { ToolCall } from "../tools/dispatch.ts";
import { productsByQuery } from "../tools/public-queries.ts";
import type { EndpointDeps } from "./deps.ts";
import { SCRIPT_POLICY } from "./pages.ts";
import { loadRenderer } from "./renderer.ts";
import { senderOf } from "./request.ts";
import type { Endpoint } from "./routes.ts";

/** `server/pages/explore/server.tsx`, as Vite builds it. */
interface Renderer {
  questionsOf(search: string): { list: Record<string, string>; product: string };
  pageOf(given: { search: string; list?: unknown; product?: unknown }): string;
}

type Deps = Pick<EndpointDeps, "dispatch" | "logger" | "environment" | "trustedHops" | "baseUrl">;

/** `GET /explore`: the list in the page itself; its script goes on from there. */
export function createExplore(deps: Deps): Endpoint {
  const { origin } = new URL(deps.baseUrl);
  // Products bring pictures from their shops; a picture runs no code.
  const policy = SCRIPT_POLICY.replace("img-src 'self'", `img-src 'self' ${origin} https:`).replace(
    "form-action 'none'",
    "form-action 'self'",
  );
  return {
    async handle(ctx) {
      ctx.set("Cache-Control", "no-cache");
      ctx.set("Content-Security-Policy", policy);
      ctx.type = PAGE_TYPE;
      ctx.body = textOf(deps.environment, await contentOf(ctx, deps));
    },
  };
}

async function contentOf(ctx: Context, deps: Deps): Promise<Markup> {
  const renderer = await loadRenderer<Renderer>("explore");
  if (renderer === undefined) return html`<div id="explore"></div>`;
  const search = ctx.search.slice(0, SEARCH_LENGTH_MAX);
  const questions = renderer.questionsOf(search);
  const ask = async (tool: ToolCall["tool"], given: object): Promise<unknown> => {
    const sender = senderOf(ctx, deps.trustedHops);
    const call = deps.dispatch({ ...sender, tool, arguments: given, key: undefined });
    // The script asks again, and says what is wrong.
    return call.then(({ text }) => JSON.parse(text)).catch(() => undefined);
  };
  const list = await ask(productsByQuery, questions.list);
  const { product: id } = questions;
  const product =
    id === "" ? undefined : await ask("get_shopfeed_product", { id, origin: "explore" });
  const given = { search, list, product };
  const data = JSON.stringify(given).replaceAll("<", "\\u003c");
  return html`<div id="explore">${new Markup(renderer.pageOf(given))}</div>
    <script type="application/json" id="explore-data">${new Markup(data)}</script>`;
}

/** Longer than every address the page makes. */
const SEARCH_LENGTH_MAX = 8_000;

function textOf(environment: Environment, content: Markup): string {
  return pageText({
    environment,
    path: "/explore",
    title: "Explore",
    description: "Search the product feed of this exchange by words, category, brand and price.",
    head: html`<link rel="stylesheet" href="/assets/explore.css">
    <link rel="modulepreload" href="/assets/shared.js">
    <script type="module" src="/assets/explore.js"></script>`,
    main: content,
  });
}
