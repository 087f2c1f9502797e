import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { launchBrowser } from "../../setup/browser.ts";
import { buildWidget } from "../../widget/built.ts";
import { bundleHost, REACT_19 } from "./hosts/bundle.ts";
import { expectContract } from "./hosts/keeps-contract.ts";
import { sample } from "./samples.ts";
import { type Page, type StrictHost, serveStrictHost } from "./strict-host.ts";

/** Hosts by the path of their page; those with a server draw there first. */
const HOSTS = {
  plain: { file: "plain.ts" },
  preact: { file: "preact.tsx" },
  "react-18": { file: "react.tsx" },
  "react-18-server": { file: "react.tsx", server: "react-server.tsx" },
  "react-19": { file: "react.tsx", alias: REACT_19 },
  "react-19-server": { file: "react.tsx", server: "react-server.tsx", alias: REACT_19 },
  vue: { file: "vue.ts" },
  "vue-server": { file: "vue.ts", server: "vue-server.ts" },
} as const;

const renderSchema = z.object({ render: z.function({ output: z.unknown() }) });

/** Runs what a framework draws on a server, in Node, where there is no document. */
async function drawOnServer(folder: string, name: string, code: string): Promise<string> {
  const path = join(folder, `${name}.mjs`);
  await writeFile(path, code);
  const { render } = renderSchema.parse(await import(pathToFileURL(path).href));
  return String(await render());
}

function pageOf(name: string, content: string): Page {
  return {
    html: `<!doctype html><html lang="en"><head><title>Chat</title>
<link rel="icon" href="/picture.svg"><link rel="stylesheet" href="/placard.css">
</head><body><div id="app">${content}</div><script type="module">
import { start } from "/hosts/${name}.js";
start();
</script></body></html>`,
  };
}

let browser: Browser;
let host: StrictHost;
let folder: string;
let readme = "";
/** In the repository, so that the examples find the packages by name. */
const scratch = join(import.meta.dirname, "../../.artifacts/widget-readme");
const drawn: Record<string, string> = {};
beforeAll(async () => {
  readme = await readFile(join(import.meta.dirname, "../../../widget/README.md"), "utf8");
  await mkdir(scratch, { recursive: true });
  folder = await mkdtemp(join(tmpdir(), "placard-hosts-"));
  const files = new Map(await buildWidget());
  const pages: Record<string, Page> = {};
  for (const [name, spec] of Object.entries(HOSTS)) {
    const alias = "alias" in spec ? spec.alias : {};
    files.set(`hosts/${name}.js`, await bundleHost(spec.file, { alias }));
    if ("server" in spec) {
      const code = await bundleHost(spec.server, { alias, isServer: true });
      drawn[name] = await drawOnServer(folder, name, code);
    }
    pages[`/${name}`] = pageOf(name, drawn[name] ?? "");
  }
  host = await serveStrictHost(files, pages);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await host?.close();
  if (folder) await rm(folder, { recursive: true });
});

/** The first code of a kind below a heading of the README. */
function example(heading: string, kind: string, place = 0): string {
  const section = readme.split(`## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  const found = [...section.matchAll(/```(\w+)\n([\s\S]*?)```/g)].filter(
    ([, name]) => name === kind,
  );
  const code = found[place]?.[2];
  if (code === undefined) throw new Error(`${heading} has no ${kind}`);
  return code;
}

/** Bundles the README's own text, with a few lines that put it on a page. */
async function bundleExample(name: string, code: string): Promise<string> {
  const path = join(scratch, name);
  await writeFile(path, code);
  return bundleHost(path);
}

test("the README's examples for one script and another language run as they stand", async () => {
  const heading = "With one script";
  host.pages["/one-script"] = {
    html: `<!doctype html><html lang="en"><head><title>Chat</title>
<link rel="icon" href="/picture.svg"></head><body>${example(heading, "html")}
<script>const composer = new EventTarget();
const send = (text) => composer.dispatchEvent(Object.assign(new Event("send"), { text }));
${example(heading, "js")}</script>${example(heading, "html", 1)}</body></html>`,
  };
  host.onTurn = () => ({ body: { status: "filled", turnId: "t", cards: [sample()] } });
  const tab = await browser.newPage();
  await tab.goto(`${host.url}/one-script`);
  await tab.evaluate('send("boots")');
  await tab.getByRole("complementary", { name: "Anzeigen" }).getByRole("listitem").waitFor();
  await tab.close();
});

test.each([
  ["With a bundler", "js", "mount.ts", (code: string) => `// @ts-nocheck\n${code}`],
  [
    "With React 18 or 19",
    "tsx",
    "react.tsx",
    (code: string) => `/** @jsxImportSource react */\n${code}
import { createRoot } from "react-dom/client";
createRoot(document.querySelector("#app")).render(<Chat />);`,
  ],
  [
    "With Vue 3",
    "ts",
    "vue.ts",
    (code: string) => `${code}
import { createApp } from "vue";
createApp(Chat).mount("#app");`,
  ],
] as const)("the README's example %s runs as it stands", async (heading, kind, name, onPage) => {
  const bundle = await bundleExample(name, onPage(example(heading, kind)));
  host.files.set(`example-${name}.js`, bundle);
  host.pages[`/example-${name}`] = {
    html: `<!doctype html><html lang="en"><head><title>Chat</title>
<link rel="icon" href="/picture.svg"><link rel="stylesheet" href="/placard.css"></head><body>
<div id="app"></div><div id="offers" class="placard-box"></div>
<script type="module" src="/example-${name}.js"></script></body></html>`,
  };
  host.onTurn = () => ({ body: { status: "filled", turnId: "t", cards: [sample()] } });
  const tab = await browser.newPage();
  await tab.goto(`${host.url}/example-${name}`);
  if (kind !== "js") await tab.getByRole("button", { name: "Send" }).click();
  await tab.getByRole("listitem").getByRole("link").waitFor();
  await tab.close();
});

test("a server draws an empty element that keeps the place", () => {
  expect(Object.keys(drawn)).toEqual(["react-18-server", "react-19-server", "vue-server"]);
  for (const html of Object.values(drawn))
    expect(html).toContain('<div class="placard-box"></div>');
});

test.each(Object.keys(HOSTS))("%s keeps the contract of a host", async (name) => {
  const tab = await browser.newPage();
  const complaints: string[] = [];
  tab.on("pageerror", (error) => complaints.push(String(error)));
  tab.on("console", (said) => {
    if (["error", "warning"].includes(said.type())) complaints.push(said.text());
  });
  host.onTurn = () => ({ body: { status: "filled", turnId: "t", cards: [sample(), sample()] } });
  host.asked.length = 0;
  await tab.goto(`${host.url}/${name}`);
  await tab.waitForFunction("window.host");
  await tab.getByRole("heading", { name: "Chat" }).waitFor();
  const box = tab.locator("placard-offers, .placard-box");
  await expect.poll(() => box.evaluate((element) => element.shadowRoot !== null)).toBe(true);
  expect(await box.evaluate((element) => element.clientHeight)).toBe(480);
  const routes = () => host.asked.filter((path) => path.startsWith("/offers"));
  expect(routes()).toEqual([]);

  const results: unknown[] = [];
  await expectContract({
    inside: tab,
    turn: async () => results.push(await tab.evaluate('host.turn("boots")')),
    speakGerman: () =>
      tab.evaluate('host.redraw({ locale: "de", messages: { region: "Anzeigen" } })'),
    leave: () => tab.evaluate("host.leave()"),
  });
  expect(results).toMatchObject([{ status: "filled" }, { status: "filled" }]);
  // One session for both turns: a new drawing of the host is no new conversation.
  expect(routes().filter((path) => path !== "/offers/events")).toEqual([
    "/offers/session",
    "/offers/turn",
    "/offers/turn",
  ]);
  // A card in sight for a second is reported between them or not, as fast as the machine is.
  const heard = await tab.evaluate("host.heard.filter((type) => type !== 'viewable')");
  expect(heard).toEqual(["filled", "filled"]);

  const [, major] = /^react-(\d+)/.exec(name) ?? [];
  if (major) expect(await tab.evaluate("react")).toMatch(new RegExp(`^${major}\\.`));
  expect(complaints).toEqual([]);
  await tab.close();
});

test.each(["react-18-server", "react-19", "vue", "vue-server"])(
  "%s shows the cards of the turn that it is given, once for each turn",
  async (name) => {
    const tab = await browser.newPage();
    await tab.goto(`${host.url}/${name}`);
    await tab.waitForFunction("window.host");
    const redraw = (turnId: string, cards: readonly object[]) => {
      const offers = JSON.stringify({ turnId, cards });
      return tab.evaluate(`host.redraw({ locale: "en", offers: ${offers} })`);
    };
    const count = () => tab.getByRole("listitem").count();
    const first = [sample(), sample()];
    await redraw("turn one", first);
    await expect.poll(count).toBe(2);
    // The same turn in a new object is no new fill.
    await redraw("turn one", first);
    await redraw("turn two", [sample()]);
    await expect.poll(count).toBe(1);
    expect(await tab.evaluate("host.heard")).toEqual(["filled", "filled"]);
    await tab.close();
  },
);
