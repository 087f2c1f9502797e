import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Browser, Frame, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { productListSchema } from "../../../server/src/contract/resources/product.ts";
import { APP_PAGE, ensureBundles } from "../../../server/src/wiring/bundles.ts";
import { launchBrowser } from "../../setup/browser.ts";
import { startExchange, type TestExchange } from "../../setup/exchange.ts";
import { photograph } from "../../setup/page.ts";
import { expectContract } from "./hosts/keeps-contract.ts";
import { type McpAppHost, serveMcpAppHost } from "./mcp-app-host.ts";

let world: TestExchange;
let host: McpAppHost;
let browser: Browser;
let page: Page;
let client: Client;
/** Refusals of policies and errors, in whichever frame. */
const troubles: string[] = [];
const requests: string[] = [];

const QUERY = "running shoes under $100";
const shoe = (id: string, fields: object) => ({
  id,
  title: `Running shoes ${id}`,
  price: 79,
  currency: "USD",
  availability: "in_stock",
  seller: "Northbound Shop",
  imageUrl: `${host.pictures}/${id}.svg`,
  link: `https://shop.test/p/${id}`,
  ...fields,
});

beforeAll(async () => {
  await ensureBundles([APP_PAGE], () => undefined);
  host = await serveMcpAppHost();
  world = await startExchange();
  await world.loadProducts("shoes", [
    shoe("fell", { title: "Fell running shoes", price: 90, salePrice: 60 }),
    shoe("road", { title: "Road running shoes", rating: 4.5, ratingCount: 12 }),
    shoe("bare", { title: "Bare running shoes", imageUrl: undefined }),
  ]);
  client = new Client(
    { name: "placard-tests", version: "1.0.0" },
    {
      versionNegotiation: { mode: { pin: "2026-07-28" } },
      capabilities: {
        extensions: {
          "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] },
        },
      },
    },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(`${world.baseUrl}/mcp`)));
  browser = await launchBrowser();
  page = await browser.newPage({ viewport: { width: 420, height: 800 } });
  page.on("console", (message) => message.type() === "error" && troubles.push(message.text()));
  page.on("pageerror", (error) => troubles.push(error.message));
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(host.url);
  await page.waitForFunction(() => "mcpHost" in globalThis);
  await openApp();
});
afterAll(async () => {
  await client?.close();
  await browser?.close();
  await world?.close();
  await host?.close();
});

/** Calls the host in the browser. */
function ask(verb: string, ...args: readonly unknown[]): Promise<unknown> {
  return page.evaluate(`mcpHost.${verb}(...${JSON.stringify(args)})`);
}

/** Finds the page as a host does: from the listed tool to the resource to the frame. */
async function openApp(): Promise<void> {
  const { tools } = await client.listTools();
  const tool = tools.find(({ name }) => name === "search_shopfeed_products") ?? {};
  const uri = String(await ask("resourceOf", tool));
  const { contents } = await client.readResource({ uri });
  const { text, _meta } = Object(contents[0]);
  await ask("open", {
    html: String(text),
    csp: _meta.ui.csp,
    proxy: host.proxy,
    context: { theme: "light", locale: "en-US", containerDimensions: { width: 400 } },
  });
}

function appFrame(): Frame {
  const frame = page.frames().find((one) => one.url() === "about:srcdoc");
  if (frame === undefined) throw new Error("The page is in no frame.");
  return frame;
}

const search = (query: string) =>
  client.callTool({ name: "search_shopfeed_products", arguments: { query } });

type Result = Awaited<ReturnType<typeof search>>;

const show = (result: Result) => ask("show", QUERY, result);

/**
 * Presses what lies in the frame, again if the frame heard nothing of it: a browser under load may
 * still take a frame of another site to be as it was before it grew, and the press for its host's.
 */
async function press(target: Locator, options?: Parameters<Locator["click"]>[0]): Promise<void> {
  await target.evaluate((element) => {
    const heard = () => element.setAttribute("data-heard", "");
    element.addEventListener("pointerdown", heard, { once: true });
  });
  const isHeard = async () => {
    await target.click(options);
    return (await target.getAttribute("data-heard")) !== null;
  };
  await expect.poll(isHeard).toBe(true);
}

const cards = () => appFrame().getByRole("listitem");
const lastHeight = () => ask("height");

test("a host on the extension's own bridge shows an answer as the widget's cards", async () => {
  const result = await search(QUERY);
  await show(result);
  const { items } = productListSchema.parse(result.structuredContent);
  expect(items.map(({ id }) => id).sort()).toEqual(["bare", "fell", "road"]);
  await expect.poll(() => cards().count()).toBe(3);
  const fell = cards().filter({ hasText: "Fell running shoes" });
  const text = (await fell.innerText()).replaceAll(/\s+/g, " ");
  expect(text).toMatch(/^Ad · Sold by Northbound Shop Fell running shoes/);
  expect(text).toContain("$60.00");
  expect(text).toContain("33% off");
  await appFrame().getByRole("complementary", { name: "Sponsored" }).waitFor();
  expect(await ask("app")).toMatchObject({ name: "placard-offers" });

  const widths = () =>
    appFrame()
      .locator("img")
      .evaluateAll((images) =>
        images.map((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)),
      );
  await expect.poll(widths).toHaveLength(3);
  await expect.poll(async () => (await widths()).every((width) => width > 0)).toBe(true);
  // The frame is as high as its cards: nothing is cut off and nothing scrolls in itself.
  const needed = await appFrame().evaluate(() => document.documentElement.scrollHeight);
  await expect.poll(lastHeight).toBeGreaterThan(200);
  expect(needed).toBeLessThanOrEqual(Number(await lastHeight()));
  await photograph(page, "widget", "mcp-app-light");

  const outside = requests.filter((url) => /^https?:/.test(url)).map((url) => new URL(url).origin);
  const known = [host.url, host.proxy, host.pictures, world.baseUrl];
  const origins = known.map((url) => new URL(url).origin);
  expect(outside.filter((origin) => !origins.includes(origin))).toEqual([]);
  expect(troubles).toEqual([]);
});

test("the menu of a single card has room in the frame", async () => {
  const result = await search(QUERY);
  const list = productListSchema.parse(result.structuredContent);
  for (const locale of ["en-US", "de-DE", "pl-PL"]) {
    await ask("change", { locale });
    await show({ ...result, structuredContent: { ...list, items: list.items.slice(0, 1) } });
    await expect.poll(() => cards().count()).toBe(1);
    await press(cards().getByRole("button").first());
    await press(cards().locator("summary"));
    const { y = 0, height = 0 } = (await cards().locator("[popover]").boundingBox()) ?? {};
    expect(height).toBeGreaterThan(100);
    const frame = await page.locator("iframe").boundingBox();
    expect(y + height, locale).toBeLessThanOrEqual((frame?.y ?? 0) + (frame?.height ?? 0));
    expect(y).toBeGreaterThanOrEqual(frame?.y ?? 0);
    await page.keyboard.press("Escape");
  }
  await ask("change", { locale: "en-US" });
  await show(result);
  await expect.poll(() => cards().count()).toBe(3);
});

test("axe finds nothing wrong with the cards", async () => {
  const source = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
  await appFrame().evaluate(await readFile(source, "utf8"));
  // A frame is a part of its host's page, so the rules for whole pages are the host's.
  const run = "axe.run('#offers').then((all) => [...all.violations, ...all.incomplete])";
  const found = await appFrame().evaluate(run);
  expect(found).toEqual([]);
});

test("a link goes to the host, with the exchange's hop and nothing else", async () => {
  const { items } = productListSchema.parse((await search(QUERY)).structuredContent);
  const tabs = page.context().pages().length;
  const opened = () => ask("opened");
  const urlOf = (id: string) => items.find((item) => item.id === id)?.clickUrl;
  await press(appFrame().getByRole("link", { name: "Road running shoes" }));
  await expect.poll(opened).toEqual([urlOf("road")]);
  await press(appFrame().getByRole("link", { name: "Bare running shoes" }), { button: "middle" });
  await expect.poll(opened).toEqual([urlOf("road"), urlOf("bare")]);
  expect(page.context().pages()).toHaveLength(tabs);
  const answer = await fetch(String(urlOf("road")), { redirect: "manual" });
  expect([answer.status, answer.headers.get("location")]).toEqual([
    302,
    "https://shop.test/p/road",
  ]);
});

test("theme, colours and language follow the host while it runs", async () => {
  const change = (context: object) => ask("change", context);
  const looks = () =>
    cards()
      .first()
      .evaluate((card) => {
        const { backgroundColor, direction } = getComputedStyle(card);
        return { backgroundColor, direction };
      });
  await change({ theme: "dark" });
  await expect.poll(looks).toEqual({ backgroundColor: "rgb(17, 34, 51)", direction: "ltr" });
  await photograph(page, "widget", "mcp-app-dark");
  const variables = {
    "--color-text-primary": "light-dark(#111111, #fafafa)",
    "--color-background-primary": "light-dark(#ffffff, #010203)",
  };
  await change({ styles: { variables } });
  await expect.poll(looks).toEqual({ backgroundColor: "rgb(1, 2, 3)", direction: "ltr" });
  await change({ locale: "ar-EG" });
  await expect.poll(looks).toEqual({ backgroundColor: "rgb(1, 2, 3)", direction: "rtl" });
  await photograph(page, "widget", "mcp-app-arabic");
  await change({ locale: "de-DE", theme: "light" });
  await appFrame().getByRole("complementary", { name: "Anzeigen" }).waitFor();
  expect(await cards().filter({ hasText: "Fell" }).innerText()).toContain("60,00");
  await expect.poll(looks).toEqual({ backgroundColor: "rgb(255, 255, 255)", direction: "ltr" });
});

test("what may not be shown is left out, and nothing is shown of an empty answer", async () => {
  const result = await search(QUERY);
  const list = productListSchema.parse(result.structuredContent);
  const [first, second, third] = list.items;
  const foreign = new URL(first?.clickUrl ?? "");
  foreign.host = "elsewhere.test";
  const items = [{ ...first, clickUrl: foreign.href }, { ...second, disclosure: " " }, third];
  await show({ ...result, structuredContent: { ...list, items } });
  await expect.poll(() => cards().count()).toBe(1);

  // A host of an earlier revision hands on the text alone.
  const { structuredContent: _structured, ...textOnly } = result;
  await show(textOnly);
  await expect.poll(() => cards().count()).toBe(3);

  const empty = await search("zzzz qqqq");
  expect(Object(empty.structuredContent).status).toBe("empty");
  await show(empty);
  await expect.poll(() => cards().count()).toBe(0);
  await expect.poll(lastHeight).toBe(0);
  await show(result);
  await expect.poll(() => cards().count()).toBe(3);
  await show({ ...result, isError: true });
  await expect.poll(() => cards().count()).toBe(0);
  expect(troubles).toEqual([]);
});

test("the page answers its end and believes nobody but the host", async () => {
  await show(await search(QUERY));
  await expect.poll(() => cards().count()).toBe(3);
  // A message from the page's own window is not one of the host's.
  await appFrame().evaluate(() => {
    const method = "ui/notifications/tool-result";
    window.postMessage({ jsonrpc: "2.0", method, params: { content: [] } }, "*");
    return new Promise((resolve) => addEventListener("message", resolve, { once: true }));
  });
  expect(await cards().count()).toBe(3);
  await ask("leave");
  await expect.poll(() => cards().count()).toBe(0);
});

test("a host of MCP Apps keeps the contract of a host", async () => {
  await openApp();
  // The shaking of hands is over before the browser has told of the new frame.
  await expect.poll(() => page.frames().map((frame) => frame.url())).toContain("about:srcdoc");
  await expectContract({
    inside: appFrame(),
    turn: async () => show(await search(QUERY)),
    speakGerman: () => ask("change", { locale: "de-DE" }),
    leave: () => ask("leave"),
  });
  expect(troubles).toEqual([]);
});
