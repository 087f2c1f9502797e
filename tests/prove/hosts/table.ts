import { CHATS } from "./chats.ts";
import { EMIT, type Host, NODE } from "./host.ts";

const HTML = "widget/docs/html.md";
/** The page without a framework, its script and its form. */
const OWN_PAGE = [
  /^<(!doctype|html|meta|title|main)/,
  /chat\.js/,
  /^<form>/,
  /^const composer/,
  /^composer\./,
  /preventDefault/,
];
const BOX = { shows: "box", cites: false } as const;
const express = (version: string): Host => ({
  name: `express-${version}`,
  pages: ["publisher-kit/docs/express.md", HTML],
  packages: [`express@${version}`, `@types/express@${version}`, ...NODE],
  own: [...OWN_PAGE, /^import express/, /^export const app/],
  files: {
    "start.ts": `import express from "express";
import { app } from "./server.ts";
app.use(express.static("public"));
app.listen(Number(process.env.PORT), "127.0.0.1");
`,
  },
  builds: [EMIT],
  start: "node dist/start.js",
  linesMax: 10,
  drive: BOX,
});

const server = (host: Pick<Host, "name" | "packages" | "own"> & { start: string }): Host => ({
  pages: [`publisher-kit/docs/${host.name}.md`, HTML],
  builds: [EMIT],
  linesMax: 10,
  drive: BOX,
  ...host,
  packages: [...host.packages, ...NODE],
  own: [...OWN_PAGE, ...host.own],
  files: { "start.ts": host.start },
  start: "node dist/start.js",
});

const koa = server({
  name: "koa",
  packages: ["koa@3", "@types/koa@3", "koa-static@5", "@types/koa-static@4"],
  own: [/^import Koa/, /^export const app/],
  start: `import serve from "koa-static";
import { app } from "./server.ts";
app.use(serve("public"));
app.listen(Number(process.env.PORT), "127.0.0.1");
`,
});

const fastify = server({
  name: "fastify",
  packages: ["fastify@5", "@fastify/static@9"],
  own: [/^import Fastify/, /^export const app/],
  start: `import { join } from "node:path";
import files from "@fastify/static";
import { app } from "./server.ts";
await app.register(files, { root: join(process.cwd(), "public") });
await app.listen({ port: Number(process.env.PORT), host: "127.0.0.1" });
`,
});

const hono = server({
  name: "hono",
  packages: ["hono@4", "@hono/node-server@2"],
  own: [/^import \{ Hono/, /^export const app/],
  start: `import { serve } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { app } from "./server.ts";
app.use("*", serveStatic({ root: "public" }));
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: "127.0.0.1" });
`,
});

const fetchHandler = server({
  name: "fetch",
  packages: ["hono@4", "@hono/node-server@2"],
  own: [],
  start: `import { serve } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { POST } from "./server.ts";
const pages = new Hono().use("*", serveStatic({ root: "public" }));
const route = (request: Request) =>
  new URL(request.url).pathname.startsWith("/offers/") ? POST(request) : pages.fetch(request);
serve({ fetch: route, port: Number(process.env.PORT), hostname: "127.0.0.1" });
`,
});

const nestjs: Host = {
  name: "nestjs",
  pages: ["publisher-kit/docs/nestjs.md", HTML],
  packages: [
    ...["common", "core", "platform-express"].map((name) => `@nestjs/${name}@12`),
    ...["reflect-metadata", "rxjs", "@types/express@5", ...NODE],
  ],
  own: [...OWN_PAGE, /NestFactory/, /app\.module/, /^await app\.listen/],
  files: {
    "app.module.ts": `import "reflect-metadata";
import { Controller, Get, Module, Param, Res } from "@nestjs/common";
import type { Response } from "express";
@Controller()
class Pages {
  @Get(["", ":file"])
  send(@Param("file") file: string | undefined, @Res() response: Response): void {
    response.sendFile(file ?? "index.html", { root: "public" });
  }
}
@Module({ controllers: [Pages] })
export class AppModule {}
`,
  },
  compilerOptions: { experimentalDecorators: true, emitDecoratorMetadata: true },
  builds: [EMIT],
  start: "node dist/main.js",
  linesMax: 10,
  drive: BOX,
};

/** Both bundlers build it; StrictMode runs effects twice in a development server only. */
const next = (version: string, builds: readonly string[], dev: string): Host => ({
  name: `next-${version}`,
  pages: ["publisher-kit/docs/next.md"],
  packages: [`next@${version}`, "react@19", "react-dom@19", "@types/react@19", "@types/node@24"],
  own: [
    /^"use client"/,
    /useRef } from/,
    /function Page/,
    /^return \(/,
    /^<\/?(form|input|button)/,
  ],
  linesMax: 16,
  manifest: { devDependencies: { typescript: "^5" } },
  compilerOptions: { types: ["node"], plugins: [{ name: "next" }] },
  files: {
    "next.config.mjs": "export default { reactStrictMode: true };\n",
    "app/layout.tsx": `import type { ReactNode } from "react";
export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
`,
  },
  builds,
  start: "npx next start -H 127.0.0.1",
  alsoStart: dev,
  drive: BOX,
});

const vue: Host = {
  name: "vue",
  pages: ["publisher-kit/docs/koa.md", "widget/docs/vue.md"],
  packages: [
    ...["vue@3", "vite@8", "@vitejs/plugin-vue@6", "vue-tsc@3", "typescript@5", "@types/node@24"],
    ...["koa@3", "@types/koa@3", "koa-static@5", "@types/koa-static@4"],
  ],
  own: [
    ...[/^import Koa/, /^export const app/, /script/, /template/, /^<input/, /const text/],
    /^import \{ ref \}/,
  ],
  files: {
    "index.html": `<div id="app"></div><script type="module" src="/main.ts"></script>`,
    "main.ts": `import { createApp } from "vue";
import Chat from "./Chat.vue";
createApp(Chat).mount("#app");
`,
    "start.ts": `import serve from "koa-static";
import { app } from "./server.ts";
app.use(serve("site"));
app.listen(Number(process.env.PORT), "127.0.0.1");
`,
    "vite.config.mjs": `import vue from "@vitejs/plugin-vue";
export default { publicDir: false, build: { outDir: "site" }, plugins: [vue()] };
`,
  },
  compiler: "vue-tsc",
  builds: [
    "npx vite build",
    "npx tsc start.ts --module nodenext --outDir dist --skipLibCheck --types node " +
      "--rewriteRelativeImportExtensions",
  ],
  start: "node dist/start.js",
  linesMax: 10,
  drive: BOX,
};

/** Every host that can run here. Those with a page of their own are made from it. */
export const HOSTS: readonly Host[] = [
  express("5"),
  express("4"),
  koa,
  fastify,
  hono,
  fetchHandler,
  nestjs,
  next("16", ["npx next build --webpack", "npx next build"], "npx next dev -H 127.0.0.1"),
  next(
    "15",
    ["npx next build --turbopack", "npx next build"],
    "npx next dev --turbopack -H 127.0.0.1",
  ),
  vue,
  ...CHATS,
];
