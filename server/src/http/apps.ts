import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Context, Middleware } from "koa";
import { html, PAGE_TYPE, pageText } from "../render/markup.ts";
import { requireMethod } from "./errors.ts";

/** Pages that run in the browser, by their path; each has one script and one style sheet. */
const APPS = [
  {
    path: "/console",
    name: "console",
    title: "Console",
    noScript: "The console needs JavaScript. Every number in it is also an answer of a tool:",
  },
  {
    path: "/explore",
    name: "explore",
    title: "Explore",
    noScript: "The explorer needs JavaScript. The same list is a public address, described in",
    hasProductPictures: true,
  },
] as const;

/** Pages that are documents by themselves, to which a script and a style sheet are added. */
const ENRICHED = ["docs"];

/**
 * Only our own files and our own answers, no markup from strings. The key typed into the console
 * can therefore be sent nowhere else.
 */
const POLICY = [
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

/** What pages share; their own scripts import it. */
const SHARED = "shared.js";

/** Products bring pictures of their shops, which send nothing back that could run. */
function policyWithPictures(baseUrl: string): string {
  const { origin } = new URL(baseUrl);
  return POLICY.replace("img-src 'self'", `img-src 'self' ${origin} https:`);
}

/** Serves our own browser pages and their built files. */
export function createApps(options: { environment: string; baseUrl: string }): Middleware {
  const pages = new Map<string, string>(
    APPS.map((app) => [app.path, textOf(app, options.environment)]),
  );
  const files = new Map([...APPS.map(({ name }) => name), ...ENRICHED].flatMap(filesOf));
  files.set(`/assets/${SHARED}`, { place: placeOf(SHARED), type: "text/javascript" });
  const policies = new Map<string, string>(
    APPS.filter((app) => "hasProductPictures" in app).map(({ path }) => [
      path,
      policyWithPictures(options.baseUrl),
    ]),
  );
  const read = createReader();
  return async (ctx, next) => {
    const page = pages.get(ctx.path);
    const file = files.get(ctx.path);
    if (page === undefined && file === undefined) return next();
    requireMethod(ctx, ["GET", "HEAD"]);
    ctx.set("Cache-Control", "no-cache");
    ctx.set("Content-Security-Policy", policies.get(ctx.path) ?? POLICY);
    if (page !== undefined) {
      ctx.type = PAGE_TYPE;
      ctx.body = page;
    } else if (file !== undefined) await send(ctx, await read(file.place), file.type);
  };
}

function textOf(app: (typeof APPS)[number], environment: string): string {
  const { name, title, noScript } = app;
  return pageText({
    title,
    badge: environment,
    head: html`<link rel="stylesheet" href="/assets/${name}.css">
    <link rel="modulepreload" href="/assets/${SHARED}">
    <script type="module" src="/assets/${name}.js"></script>`,
    main: html`<div id="${name}"></div>
      <noscript><p>${noScript} <a href="/docs">the docs</a>.</p></noscript>`,
  });
}

function placeOf(file: string): string {
  return fileURLToPath(new URL(`../../pages/dist/${file}`, import.meta.url));
}

function filesOf(name: string): [string, { place: string; type: string }][] {
  return [
    [`/assets/${name}.js`, { place: placeOf(`${name}.js`), type: "text/javascript" }],
    [`/assets/${name}.css`, { place: placeOf(`${name}.css`), type: "text/css" }],
  ];
}

interface Kept {
  readonly body: Buffer;
  readonly etag: string;
  readonly mtimeMs: number;
}

/** Keeps files in memory and reads them again when they were built anew. */
function createReader(): (place: string) => Promise<Kept | undefined> {
  const kept = new Map<string, Kept>();
  return async (place) => {
    const info = await stat(place).catch(() => undefined);
    if (info === undefined) return undefined;
    const known = kept.get(place);
    if (known?.mtimeMs === info.mtimeMs) return known;
    const body = await readFile(place);
    const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
    const read = { body, etag, mtimeMs: info.mtimeMs };
    kept.set(place, read);
    return read;
  };
}

async function send(ctx: Context, file: Kept | undefined, type: string): Promise<void> {
  if (file === undefined) {
    // The first start builds while it already answers.
    ctx.status = 503;
    ctx.set("Retry-After", "2");
    ctx.body = "This page is still being built.";
    return;
  }
  ctx.set("ETag", file.etag);
  ctx.type = `${type}; charset=utf-8`;
  ctx.status = 200;
  if (ctx.fresh) ctx.status = 304;
  else ctx.body = file.body;
}
