import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Context, Middleware } from "koa";
import type { FirstContent } from "./wire.ts";

const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Every file the demo's page loads, by its path; nothing else in the folders can be asked for. */
const FILES: Readonly<Record<string, { file: string; type: string }>> = {
  "/demo/assets/demo.js": { file: folder("../dist/demo.js"), type: "text/javascript" },
  "/demo/assets/demo.css": { file: folder("../dist/demo.css"), type: "text/css" },
  "/demo/assets/placard.js": {
    file: folder("../../widget/dist/placard.js"),
    type: "text/javascript",
  },
  "/demo/assets/placard.css": { file: folder("../../widget/dist/placard.css"), type: "text/css" },
};

const PAGE = folder("../index.html");
/** `page/server.tsx`, as Vite builds it. */
const RENDERER = new URL("../dist/server/page.js", import.meta.url);
const PAGE_PATHS = new Set(["/demo", "/demo/"]);
const SAFE_METHODS = new Set(["GET", "HEAD"]);

/** Serves the demo's page and its files. */
export function createStatic(options: {
  publicUrl: string;
  /** Takes the place of a comment in the page. */
  header: string;
  /** Runs before the page is sent. */
  onPage: (ctx: Context) => FirstContent;
}): Middleware {
  const send = createSender();
  const { host, origin } = new URL(options.publicUrl);
  return async (ctx, next) => {
    if (!SAFE_METHODS.has(ctx.method)) return next();
    const known = FILES[ctx.path];
    if (known !== undefined) return send(ctx, known.file, known.type);
    if (!PAGE_PATHS.has(ctx.path)) return next();
    const first = options.onPage(ctx);
    // Opened under another name of this machine, pictures still come from the public address.
    ctx.set("Content-Security-Policy", policyWith(ctx.host === host ? "" : ` ${origin}`));
    ctx.set("Cache-Control", "no-cache");
    ctx.type = "text/html; charset=utf-8";
    ctx.body = (await readFile(PAGE, "utf8"))
      .replace("<!-- header -->", () => options.header)
      .replace("<!-- first -->", await firstContent(ctx.search, first));
  };
}

/** Longer than every address the page makes. */
const SEARCH_LENGTH_MAX = 8_000;

/** The page's own elements, and what its script needs to make the same. */
async function firstContent(search: string, first: FirstContent): Promise<() => string> {
  const data = JSON.stringify(first).replaceAll("<", "\\u003c");
  const place = (inside: string) => () =>
    `<div id="demo">${inside}</div>
      <script type="application/json" id="demo-first">${data}</script>`;
  const built = await stat(RENDERER).catch(() => undefined);
  // While the page is being built, its script alone writes it.
  if (built === undefined) return place("");
  // A new build is another module.
  const { pageOf } = await import(`${RENDERER.href}?${built.mtimeMs}`);
  return place(pageOf(search.slice(0, SEARCH_LENGTH_MAX), first));
}

function policyWith(pictures: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    `img-src 'self'${pictures}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}

type Kept = { body: Buffer; etag: string; mtimeMs: number };

/** Keeps files in memory and reads them again when they have changed. */
function createSender() {
  const kept = new Map<string, Kept>();
  const load = async (file: string): Promise<Kept> => {
    const { mtimeMs } = await stat(file);
    const known = kept.get(file);
    if (known?.mtimeMs === mtimeMs) return known;
    const body = await readFile(file);
    const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
    const loaded = { body, etag, mtimeMs };
    kept.set(file, loaded);
    return loaded;
  };
  return async (ctx: Context, file: string, type: string): Promise<void> => {
    const { body, etag } = await load(file);
    ctx.set("Cache-Control", "no-cache");
    ctx.set("ETag", etag);
    ctx.type = `${type}; charset=utf-8`;
    ctx.status = 200;
    if (ctx.fresh) ctx.status = 304;
    else ctx.body = body;
  };
}
