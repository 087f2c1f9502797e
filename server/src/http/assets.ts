import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Middleware } from "koa";
import { requireMethod } from "./errors.ts";

/** What the pages of the common frame load, with the types they are sent as. */
const FILES = [
  { name: "page.css", type: "text/css; charset=utf-8" },
  { name: "icon.svg", type: "image/svg+xml" },
  { name: "no-image.svg", type: "image/svg+xml" },
] as const;

/** The names carry no version, so a browser asks again soon and mostly gets a 304. */
const CACHE = "public, max-age=300, stale-while-revalidate=86400";

/** A picture opened by itself may load and run nothing. */
const POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'";

interface Asset {
  readonly type: string;
  readonly body: Buffer;
  readonly etag: string;
}

/** Serves `/assets/...`: the style sheet and the pictures of our own pages. Nothing else exists. */
export function createAssets(): Middleware {
  const assets = new Map(FILES.map(({ name, type }) => [`/assets/${name}`, load(name, type)]));
  return async (ctx, next) => {
    const asset = assets.get(ctx.path);
    if (asset === undefined) return next();
    requireMethod(ctx, ["GET", "HEAD"]);
    ctx.set("Cache-Control", CACHE);
    ctx.set("Content-Security-Policy", POLICY);
    // Chats on other origins show the neutral picture in their sidebar.
    ctx.set("Cross-Origin-Resource-Policy", "cross-origin");
    ctx.set("ETag", asset.etag);
    ctx.type = asset.type;
    ctx.status = 200;
    if (ctx.fresh) ctx.status = 304;
    else ctx.body = asset.body;
  };
}

function load(name: string, type: string): Asset {
  const body = readFileSync(new URL(`../../pages/assets/${name}`, import.meta.url));
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  return { type, body, etag };
}
