import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { createExpressMiddleware } from "@placard/publisher-kit/express";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ASK, cpmExchange, kitFor, reported } from "../../kit/browser-double.ts";
import { examplesOf, runExample, writeModule } from "../../kit/examples.ts";
import { launchBrowser } from "../../setup/browser.ts";
import { buildWidget } from "../../widget/built.ts";

const WAIT = { timeout: 10_000, interval: 50 };
let browser: Browser;
let files: Awaited<ReturnType<typeof buildWidget>>;
beforeAll(async () => {
  [browser, files] = await Promise.all([launchBrowser(), buildWidget()]);
});
afterAll(() => browser?.close());

type Route = (request: Request) => Promise<Response>;
const isRoute = (value: unknown): value is Route => typeof value === "function";

const PAGE = (script: string) => `<!doctype html><html lang="en"><head><title>Chat</title>
<link rel="stylesheet" href="/placard.css"><script src="/placard.js" defer></script>
</head><body><main></main><script>${script}
async function ask(text) {
  const message = document.createElement("article");
  document.querySelector("main").append(message);
  await send(text, message);
}</script></body></html>`;

/** The page of the recipe and its route, as they stand there, before a real kit. */
async function openChat(exchange: Awaited<ReturnType<typeof cpmExchange>>) {
  const { kit } = kitFor(exchange, { mode: "both" });
  Object.assign(globalThis, { placardTestKit: kit });
  const chat = writeModule(
    `export const kit = globalThis.placardTestKit;
    export async function* ask(system, user) {
      yield "Look at ";
      yield user.includes("[end of offers") ? "these." : "this.";
    }`,
    "chat of the stream",
  );
  const [code = ""] = examplesOf("docs/stream.md");
  const { POST } = await runExample(code, "stream", { "./chat.ts": chat });
  if (!isRoute(POST)) throw new Error("The example exports no route.");
  const html = PAGE(examplesOf("docs/stream.md", "js").join("\n"));
  const offers = createExpressMiddleware(kit);
  const server = createServer((req, res) => offers(req, res, () => answer(req, res)));
  const answer: RequestListener = async (req, res) => {
    const path = req.url ?? "/";
    if (path === "/chat") {
      const body = await textOf(req);
      const said = await POST(new Request("http://chat.example/chat", { method: "POST", body }));
      for await (const part of said.body ?? []) res.write(part);
      res.end();
      return;
    }
    res.setHeader("content-type", path.endsWith(".css") ? "text/css" : "text/html");
    if (path.endsWith(".js")) res.setHeader("content-type", "text/javascript");
    res.end(path === "/" ? html : files.get(path.slice(1)));
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    kit,
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test("the recipe as it stands: each message has its own cards and reports its views", async () => {
  await using exchange = await cpmExchange();
  await using chat = await openChat(exchange);
  const tab = await browser.newPage({ viewport: { width: 900, height: 1_400 } });
  const complaints: string[] = [];
  tab.on("pageerror", (error) => complaints.push(String(error)));
  await tab.goto(chat.url);
  await tab.evaluate((text) => Reflect.get(window, "ask")(text), ASK);
  await tab.evaluate(() => Reflect.get(window, "ask")("Write a poem."));
  await tab.evaluate(() => Reflect.get(window, "ask")("I'm looking for a tent for four"));
  const messages = tab.locator("article");
  expect(await messages.allInnerTexts()).toMatchObject([
    expect.stringContaining("Look at these."),
    expect.stringMatching(/^Look at this\.$/),
    expect.stringContaining("Look at these."),
  ]);
  const counts = await Promise.all(
    [0, 1, 2].map((at) => messages.nth(at).getByRole("listitem").count()),
  );
  expect(counts).toEqual([2, 0, 2]);
  // Cards come below the complete answer.
  const lastOf = (message: Element) => message.lastChild?.nodeName;
  expect(await messages.first().evaluate(lastOf)).toBe("PLACARD-OFFERS");
  // Each box is as high as its cards.
  const heights = await tab.locator("placard-offers").evaluateAll((boxes) =>
    boxes.map((box) => {
      const list = box.shadowRoot?.querySelector("ul");
      return [box.clientHeight, list?.offsetHeight];
    }),
  );
  expect(heights).toHaveLength(2);
  for (const [box, list] of heights) expect(box).toBe(list);
  expect(Math.max(...heights.map(([box = 0]) => box))).toBeLessThan(300);
  await tab.addStyleTag({ content: "placard-offers { --placard-height: 100px }" });
  const scrolls = await tab.locator("placard-offers").evaluateAll((boxes) =>
    boxes.map((box) => {
      const list = box.shadowRoot?.querySelector("aside");
      return [box.clientHeight, (list?.scrollHeight ?? 0) > (list?.clientHeight ?? 0)];
    }),
  );
  expect(scrolls).toEqual([
    [100, true],
    [100, true],
  ]);
  await tab.addStyleTag({ content: "placard-offers { --placard-height: 30rem }" });
  await messages.nth(2).scrollIntoViewIfNeeded();
  const turnsSeen = () => new Set(reported(exchange).map(({ turnId }) => turnId)).size;
  await expect.poll(turnsSeen, WAIT).toBe(2);
  expect(complaints).toEqual([]);
  await chat.kit.close();
  expect(new Set(reported(exchange).map(({ type }) => type))).toEqual(new Set(["impression"]));
  await tab.close();
});
