import { createServer, type RequestListener } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { createExpressMiddleware } from "@placard/publisher-kit/express";
import { createFetchHandler } from "@placard/publisher-kit/fetch";
import { createKoaMiddleware } from "@placard/publisher-kit/koa";
import type { PublisherKit, Turn } from "@placard/publisher-kit/types";
import Koa from "koa";
import { createSidecar } from "../../../publisher-kit/src/sidecar/listener.ts";
import { importForeign } from "./foreign.ts";

/** What the suite sets of the routes' options, alike in every adapter. */
export type WebOptions = {
  basePath?: string;
  origins?: readonly string[];
  images?: "proxy";
  claims?: () => { sessionKey: string };
  onTurn?: (turn: Turn, request: object) => void | Promise<void>;
};

export type WebHost = {
  name: string;
  /** A listener whose own page `/other` says `other`. With `parsed`, a JSON parser runs first. */
  open(kit: PublisherKit, options: WebOptions, parsed: boolean): Promise<RequestListener>;
  /** Whether the host has parsers that run before the kit. */
  parses: boolean;
};

type Handler = (req: object, res: { end(text: string): void }) => void;
type Express = {
  default: {
    (): RequestListener & {
      use(handler: unknown): void;
      get(path: string, handler: Handler): void;
    };
    json(): unknown;
  };
};

const koaHost: WebHost = {
  name: "Koa",
  parses: true,
  async open(kit, options, parsed) {
    const app = new Koa();
    if (parsed) {
      app.use(async (ctx, next) => {
        const body = await textOf(ctx.req);
        // As koa-bodyparser leaves it.
        if (body !== "") Object.assign(ctx.request, { body: JSON.parse(body) });
        await next();
      });
    }
    app.use(createKoaMiddleware(kit, options));
    app.use((ctx) => {
      ctx.body = "other";
    });
    return app.callback();
  },
};

const expressHost = (version: 4 | 5): WebHost => ({
  name: `Express ${version}`,
  parses: true,
  async open(kit, options, parsed) {
    const { default: express } = await importForeign<Express>(`express${version}/index.js`);
    const app = express();
    if (parsed) app.use(express.json());
    app.use(createExpressMiddleware(kit, options));
    app.get("/other", (_req, res) => res.end("other"));
    return app;
  },
});

const fetchHost: WebHost = {
  name: "Fetch handler",
  parses: false,
  async open(kit, options) {
    const handle = createFetchHandler(kit, options);
    return async (req, res) => {
      // As every runtime with the Fetch API does.
      const gone = new AbortController();
      res.once("close", () => gone.abort());
      const parts: Uint8Array<ArrayBuffer>[] = [];
      for await (const part of req) parts.push(Uint8Array.from(part));
      const url = `http://${req.headers.host}${req.url}`;
      const headers = Object.entries(req.headers).flatMap(([name, value]): [string, string][] =>
        typeof value === "string" ? [[name, value]] : [],
      );
      const hasBody = req.method === "POST";
      const request = new Request(url, {
        method: req.method ?? "GET",
        headers,
        ...(hasBody && { body: new Blob(parts) }),
        signal: gone.signal,
      });
      // A host routes what is its own before the handler; here, whatever the handler does not know.
      const answer = req.url === "/other" ? new Response("other") : await handle(request);
      res.writeHead(answer.status, Object.fromEntries(answer.headers));
      res.end(new Uint8Array(await answer.arrayBuffer()));
    };
  },
};

/** A page whose proxy sends `/offers/` on to a sidecar. */
const sidecarHost: WebHost = {
  name: "Sidecar",
  parses: false,
  async open(kit, options) {
    const sidecar = createSidecar({ kit, routes: options });
    return (req, res) => (req.url === "/other" ? res.end("other") : sidecar(req, res));
  },
};

/** Every web adapter of the kit inside the real package it is for. */
export const webHosts: readonly WebHost[] = [
  koaHost,
  expressHost(4),
  expressHost(5),
  fetchHost,
  sidecarHost,
];

/** A page's server on this machine; `send` is a browser's request from a page of `origin`. */
export async function openWebHost(
  host: WebHost,
  kit: PublisherKit,
  options: WebOptions = {},
  parsed = false,
) {
  const server = createServer(await host.open(kit, options, parsed));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    send(
      path: string,
      body: unknown,
      headers: Record<string, string> = {},
      signal: AbortSignal | null = null,
    ) {
      return fetch(`${origin}${path}`, {
        method: "POST",
        signal,
        headers: { origin, "content-type": "application/json", ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
      });
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
