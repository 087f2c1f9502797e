import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import type { Context } from "koa";
import { noSuchAddress } from "./errors.ts";
import { APPS, SCRIPT_POLICY } from "./pages.ts";
import type { Endpoint } from "./routes.ts";

const PAGES = new URL("../../pages/", import.meta.url);
const CSS = "text/css; charset=utf-8";
const SVG = "image/svg+xml";

interface Asset {
  readonly file: URL;
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Files as they are in the repository. */
const FIXED_HEADERS = {
  // The names carry no version, so a browser asks again soon and mostly gets a 304.
  "Cache-Control": "public, max-age=300, stale-while-revalidate=86400",
  // A picture opened as a page may load and run nothing.
  "Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
  // Chats on other origins show the placeholder picture in their sidebar.
  "Cross-Origin-Resource-Policy": "cross-origin",
};

const BUILT_HEADERS = {
  "Cache-Control": "no-cache",
  "Content-Security-Policy": SCRIPT_POLICY,
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
  return [name, { file: new URL(`assets/${name}`, PAGES), type, headers: FIXED_HEADERS }];
}

function picture(name: string): [string, Asset] {
  const file = new URL(`assets/pictures/${name}`, PAGES);
  return [name, { file, type: "image/webp", headers: FIXED_HEADERS }];
}

function built(name: string): [string, Asset] {
  const type = name.endsWith(".js") ? "text/javascript; charset=utf-8" : CSS;
  return [name, { file: new URL(`dist/${name}`, PAGES), type, headers: BUILT_HEADERS }];
}

/** `GET /assets/{file}`: the files that the exchange's own pages load. */
export function createAssets(): Endpoint {
  const read = createReader();
  const assetOf = (ctx: Context): Asset => {
    const asset = ASSETS.get(String(ctx.params.file));
    if (asset === undefined) throw noSuchAddress();
    return asset;
  };
  return {
    guard: (ctx) => assetOf(ctx) !== undefined,
    async handle(ctx) {
      const asset = assetOf(ctx);
      ctx.set(asset.headers);
      send(ctx, await read(asset.file), asset.type);
    },
  };
}

/** `GET /favicon.ico`: for browsers that look for the icon at its usual address. */
export function createFavicon(): Endpoint {
  const read = createReader();
  const [, icon] = fixed("icon.svg", SVG);
  return {
    async handle(ctx) {
      ctx.set(icon.headers);
      send(ctx, await read(icon.file), icon.type);
    },
  };
}

interface Content {
  readonly body: Buffer;
  readonly etag: string;
  readonly mtimeMs: number;
}

/** Caches files in memory and reads a file again when its modification time changes. */
function createReader(): (file: URL) => Promise<Content | undefined> {
  const cache = new Map<URL, Content>();
  return async (file) => {
    const info = await stat(file).catch(() => undefined);
    if (info === undefined) return undefined;
    const cached = cache.get(file);
    if (cached?.mtimeMs === info.mtimeMs) return cached;
    const body = await readFile(file);
    const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
    const content = { body, etag, mtimeMs: info.mtimeMs };
    cache.set(file, content);
    return content;
  };
}

function send(ctx: Context, content: Content | undefined, type: string): void {
  if (content === undefined) {
    // The first start builds the pages while it already answers.
    ctx.status = 503;
    ctx.set("Retry-After", "2");
    ctx.body = "This file is still being built.";
    return;
  }
  ctx.set("ETag", content.etag);
  ctx.type = type;
  ctx.status = 200;
  if (ctx.fresh) ctx.status = 304;
  else ctx.body = content.body;
}
