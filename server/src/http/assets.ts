import { readFile } from "node:fs/promises";
import type { Context } from "koa";
import { noSuchAddress } from "./errors.ts";
import { APPS, SCRIPT_POLICY } from "./pages.ts";
import { answerCached } from "./public.ts";
import type { Endpoint } from "./routes.ts";

const PAGES = new URL("../../pages/", import.meta.url);
const CSS = "text/css; charset=utf-8";
const SVG = "image/svg+xml";

interface Asset {
  readonly file: URL;
  readonly type: string;
  readonly cache: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The names carry no version, so a browser asks again soon and mostly gets a 304. */
const FIXED_CACHE = "public, max-age=300, stale-while-revalidate=86400";

/** Of files as they are in the repository. */
const FIXED_HEADERS = {
  // A picture opened as a page may load and run nothing.
  "Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
  // Chats on other origins show the placeholder picture in their sidebar.
  "Cross-Origin-Resource-Policy": "cross-origin",
};

const ASSETS: ReadonlyMap<string, Asset> = new Map([
  fixed("page.css", CSS),
  fixed("document.css", CSS),
  fixed("icon.svg", SVG),
  fixed("no-image.svg", SVG),
  // Written by `npm run pictures`.
  ...["demo", "explore"].flatMap((name) =>
    ["light", "dark"].map((scheme) => picture(`${name}-${scheme}.webp`)),
  ),
  built("shared.js"),
  // The docs page is a document to which a script and a style sheet are added.
  ...[...APPS.map(({ name }) => name), "docs", "explore"].flatMap((name) => [
    built(`${name}.js`),
    built(`${name}.css`),
  ]),
]);

function fixed(name: string, type: string): [string, Asset] {
  const file = new URL(`assets/${name}`, PAGES);
  return [name, { file, type, cache: FIXED_CACHE, headers: FIXED_HEADERS }];
}

function picture(name: string): [string, Asset] {
  const [, asset] = fixed(`pictures/${name}`, "image/webp");
  return [name, asset];
}

function built(name: string): [string, Asset] {
  const type = name.endsWith(".js") ? "text/javascript; charset=utf-8" : CSS;
  const headers = { "Content-Security-Policy": SCRIPT_POLICY };
  return [name, { file: new URL(`dist/${name}`, PAGES), type, cache: "no-cache", headers }];
}

/** `GET /assets/{file}`: the files that the exchange's own pages load. */
export function createAssets(): Endpoint {
  const assetOf = (ctx: Context): Asset => {
    const asset = ASSETS.get(String(ctx.params.file));
    if (asset === undefined) throw noSuchAddress();
    return asset;
  };
  return {
    guard: (ctx) => assetOf(ctx) !== undefined,
    handle: (ctx) => send(ctx, assetOf(ctx)),
  };
}

/** `GET /favicon.ico`: for browsers that look for the icon at its usual address. */
export function createFavicon(): Endpoint {
  const [, icon] = fixed("icon.svg", SVG);
  return { handle: (ctx) => send(ctx, icon) };
}

async function send(ctx: Context, { file, type, headers, cache }: Asset): Promise<void> {
  ctx.set(headers);
  const body = await readFile(file).catch(() => undefined);
  if (body !== undefined) return answerCached(ctx, body, cache, type);
  // The first start builds the pages while it already answers.
  ctx.status = 503;
  ctx.set("Cache-Control", cache);
  ctx.set("Retry-After", "2");
  ctx.body = "This file is still being built.";
}
