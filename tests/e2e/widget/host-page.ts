import { createServer } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { z } from "zod";

/** What a browser says to the server of the page that holds the widget. */
const saidSchema = z.object({
  events: z.array(z.object({ id: z.string(), type: z.string(), cardToken: z.string() })),
});

export interface HostPage {
  readonly port: number;
  /** The ids under which a card was reported as viewable, each once however often it was sent. */
  views(cardToken: string): string[];
  /** The cards that were reported as viewable. */
  viewed(): string[];
  close(): Promise<void>;
}

/** Serves pages by path, with the widget's routes beside them, on all names of this machine. */
export async function serveHostPage(
  outputs: ReadonlyMap<string, string>,
  pages: Readonly<Record<string, string>>,
): Promise<HostPage> {
  const views = new Map<string, Set<string>>();
  const record = (body: string): void => {
    for (const { id, type, cardToken } of saidSchema.parse(JSON.parse(body)).events) {
      if (type !== "viewable") continue;
      views.set(cardToken, (views.get(cardToken) ?? new Set()).add(id));
    }
  };
  const server = createServer(async (req, res) => {
    const path = new URL(req.url ?? "/", "http://host").pathname;
    const send = (type: string, body = "", status = 200) => {
      res.writeHead(status, { "content-type": type }).end(body);
    };
    if (path === "/offers/events") {
      record(await textOf(req));
      send("application/json", "{}", 202);
    } else if (path === "/offers/session") {
      send("application/json", '{"token":"t","expiresAt":"2999-01-01T00:00:00Z"}');
    } else if (outputs.has(path.slice(1))) {
      const type = path.endsWith(".css") ? "text/css" : "text/javascript";
      send(type, outputs.get(path.slice(1)));
    } else {
      send("text/html; charset=utf-8", pages[path], path in pages ? 200 : 404);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port was given");
  return {
    port: address.port,
    views: (cardToken) => [...(views.get(cardToken) ?? [])],
    viewed: () => [...views.keys()].sort(),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** A page with the widget's script, where `offer(id)` shows one card in the element of that id. */
export function pageOf(content: string, script: string): string {
  return `<!doctype html><html lang="en"><head><title>Chat</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/placard.css">
<style>placard-offers { --placard-height: 200px; inline-size: 300px }</style>
<script src="/placard.js"></script></head><body>${content}<script>
const box = (id) => document.getElementById(id);
const offer = (id, cardToken = id) => box(id).show([{
  cardToken, kind: "campaign", title: "Trailhead boots", disclosure: "Sponsored",
  sponsor: "Northbound", clickUrl: "https://exchange.example/r/${"a".repeat(64)}",
}]);
const viewed = (id) => new Promise((resolve) => {
  box(id).addEventListener("placard", ({ detail }) => detail.type === "viewable" && resolve());
});
${script}</script></body></html>`;
}

export function offersIn(id: string): string {
  return `<placard-offers id="${id}" endpoint="/offers"></placard-offers>`;
}
