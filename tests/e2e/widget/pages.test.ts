import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { countLines } from "../../prove/hosts/page-blocks.ts";
import { launchBrowser } from "../../setup/browser.ts";
import { overflowOf } from "../../setup/page.ts";
import { buildWidget } from "../../widget/built.ts";
import { bundleHost, REACT_19 } from "./hosts/bundle.ts";
import { sample } from "./samples.ts";
import { type StrictHost, serveStrictHost } from "./strict-host.ts";

const LINES_MAX = 10;
const docs = join(import.meta.dirname, "../../../widget/docs");
/** In the repository, so that the examples find the packages by name. */
const scratch = join(import.meta.dirname, "../../.artifacts/widget-docs");
const pageSchema = z.object({ page: z.function({ output: z.unknown() }) });
const shellSchema = z.object({ places: z.array(z.number()), shift: z.number() });

let browser: Browser;
let host: StrictHost;
beforeAll(async () => {
  host = await serveStrictHost(new Map(await buildWidget()), {});
  host.onTurn = () => ({ body: { status: "filled", turnId: "t", cards: [sample(), sample()] } });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await host?.close();
});

interface Example {
  readonly kind: string;
  readonly code: string;
}

async function examplesOf(page: string): Promise<Example[]> {
  const text = await readFile(join(docs, `${page}.md`), "utf8");
  return [...text.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, kind = "", code = ""]) => ({
    kind,
    code,
  }));
}

/** The place of an example on its page, and the name that its neighbours import it by. */
type Files = Readonly<Record<string, Example | undefined>>;

/** Writes examples beside each other as they stand, and nothing but how their JSX is read. */
async function write(folder: string, files: Files): Promise<(file: string) => string> {
  await mkdir(join(scratch, folder), { recursive: true });
  for (const [file, example] of Object.entries(files)) {
    if (example === undefined) throw new Error(`There is no example for ${file}.`);
    const jsx = example.kind === "tsx" ? "/** @jsxImportSource react */\n" : "";
    await writeFile(join(scratch, folder, file), jsx + example.code);
  }
  return (file) => join(scratch, folder, file);
}

const shell = (content: string) => `<!doctype html><html lang="en"><head><title>Chat</title>
<link rel="stylesheet" href="/placard.css"></head><body>${content}</body></html>`;

/** Counts what moves from the first drawing on, and says where the box is. */
const WATCH = `window.shift = 0;
new PerformanceObserver((list) => {
  for (const { value } of list.getEntries()) shift += value;
}).observe({ type: "layout-shift", buffered: true });
const boxes = () => [...document.querySelectorAll("placard-offers, .placard-box")];
const places = () => boxes().flatMap((box) => [box.offsetTop, box.offsetHeight]);
window.shell = () => ({ shift, places: places() });`;

/** A reader sends a text: the box was there before, asks only then, shows cards, moves nothing. */
async function expectChat(html: string): Promise<void> {
  host.pages["/page"] = { html };
  host.asked.length = 0;
  const tab = await browser.newPage();
  const complaints: string[] = [];
  tab.on("pageerror", (error) => complaints.push(String(error)));
  tab.on("console", (said) => {
    const isAboutIcon = said.location().url.endsWith("favicon.ico");
    if (["error", "warning"].includes(said.type()) && !isAboutIcon) complaints.push(said.text());
  });
  await tab.addInitScript(WATCH);
  await tab.goto(`${host.url}/page`);
  await tab.waitForFunction(() =>
    [...document.querySelectorAll("placard-offers, .placard-box")].some((box) => box.shadowRoot),
  );
  const routes = () => host.asked.filter((path) => path.startsWith("/offers"));
  expect(routes()).toEqual([]);
  const before = shellSchema.parse(await tab.evaluate("shell()"));
  expect(before.places[1]).toBe(480);

  const text = tab.getByRole("textbox");
  if (await text.count()) await text.fill("hiking boots");
  await tab.getByRole("button", { name: "Send" }).click();
  const cards = tab.getByRole("complementary", { name: "Sponsored" }).getByRole("listitem");
  await expect.poll(() => cards.count()).toBe(2);
  await tab.evaluate(
    () => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r))),
  );
  expect(routes()).toEqual(["/offers/session", "/offers/turn"]);
  expect(await tab.evaluate("shell()")).toEqual({ shift: 0, places: before.places });
  expect(complaints).toEqual([]);
  await tab.close();
}

test("every host has a page whose examples need ten lines at most and are run", async () => {
  const names = (await readdir(docs)).sort();
  const run = ["html", "mcp-app", "preact", "react", "server-rendered", "vue"];
  // The page of the MCP App is run by tests/mcp/app.test.ts.
  expect(names).toEqual(run.map((name) => `${name}.md`));
  for (const name of run) {
    const examples = await examplesOf(name);
    expect(examples.length, name).toBeGreaterThan(0);
    // The lines of the single-file component are counted with those of its server.
    for (const { kind, code } of examples.filter((one) => one.kind !== "vue")) {
      const lines = countLines([{ file: `${name}.${kind}`, code }], []);
      expect(lines, name).toBeLessThanOrEqual(LINES_MAX);
    }
  }
});

test("the page without a framework runs as it stands", async () => {
  const [html, js] = await examplesOf("html");
  host.files.set("chat.js", js?.code ?? "");
  await expectChat(html?.code ?? "");
});

test("on a narrow page the cards stand in one row, and the page never overflows", async () => {
  const script = '<script src="/placard.js"></script><placard-offers endpoint="/offers">';
  host.pages["/narrow"] = { html: shell(`${script}</placard-offers>`) };
  const tab = await browser.newPage({ viewport: { width: 360, height: 780 } });
  await tab.goto(`${host.url}/narrow`);
  await tab.evaluate('document.querySelector("placard-offers").turn("boots")');
  const cards = tab.getByRole("complementary").getByRole("listitem");
  await expect.poll(() => cards.count()).toBe(2);
  const [first, second] = await cards.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect()),
  );
  expect(second?.top).toBe(first?.top);
  expect(second?.left).toBeGreaterThan(first?.right ?? Infinity);
  expect(await overflowOf(tab)).toBe(0);
  await tab.close();
});

const APPS = {
  "React 18": ["react", "tsx", {}],
  "React 19": ["react", "tsx", REACT_19],
  Vue: ["vue", "ts", {}],
  Preact: ["preact", "ts", {}],
} as const;

/** What puts an app's `Chat` on the page, which is the host's own affair. */
const STARTS = {
  react: `import { createElement } from "react"; import { createRoot } from "react-dom/client";
import { Chat } from "./chat.tsx";
createRoot(document.querySelector("#app")).render(createElement(Chat));`,
  vue: `import { createApp } from "vue"; import { Chat } from "./chat.ts";
createApp(Chat).mount("#app");`,
  preact: `import { h, render } from "preact"; import { Chat } from "./chat.ts";
render(h(Chat), document.querySelector("#app"));`,
};

test.each(Object.entries(APPS))("the page of %s runs as it stands", async (name, app) => {
  const [page, kind, alias] = app;
  const [chat] = await examplesOf(page);
  const start = { kind: "js", code: STARTS[page] };
  const at = await write(name, { [`chat.${kind}`]: chat, "start.js": start });
  host.files.set("start.js", await bundleHost(at("start.js"), { alias }));
  await expectChat(shell('<div id="app"></div><script type="module" src="/start.js"></script>'));
});

const SERVERS = {
  "React 18": ["react", "tsx", 0, {}],
  "React 19": ["react", "tsx", 0, REACT_19],
  Vue: ["vue", "ts", 2, {}],
} as const;

test.each(Object.entries(SERVERS))(
  "a page that %s draws on a server is taken over",
  async (name, app) => {
    const [page, kind, first, alias] = app;
    const [chat] = await examplesOf(page);
    const examples = await examplesOf("server-rendered");
    const [server, client] = examples.slice(first);
    const at = await write(`${name} server`, {
      [`chat.${kind}`]: chat,
      [`server.${kind}`]: server,
      [`client.${kind}`]: client,
    });
    const drawn = at("drawn.mjs");
    await writeFile(drawn, await bundleHost(at(`server.${kind}`), { alias, isServer: true }));
    const html = String(await pageSchema.parse(await import(pathToFileURL(drawn).href)).page());
    expect(html).toContain('<div class="placard-box"></div>');
    host.files.set("client.js", await bundleHost(at(`client.${kind}`), { alias }));
    await expectChat(html);
  },
);
