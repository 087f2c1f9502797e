import { brotliCompressSync } from "node:zlib";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { ensureBundles, PAGES } from "../../../server/src/wiring/bundles.ts";
import { launchBrowser } from "../../setup/browser.ts";
import { startExchange, type TestExchange } from "../../setup/exchange.ts";
import { lookFindings } from "../../setup/looks.ts";
import { openPage, photograph, shiftsOf } from "../../setup/page.ts";

const SCRIPT_BYTES_MAX = 80_000;
/** One page of each kind. */
const PATHS = [
  "/",
  "/docs",
  "/docs/tools/create_campaign",
  "/docs/kit/sidecar",
  "/docs/search?q=webhook",
  "/checkout/ord_nope",
];

let exchange: TestExchange;
let browser: Browser;
beforeAll(async () => {
  await ensureBundles([PAGES], () => undefined);
  [exchange, browser] = await Promise.all([startExchange(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await exchange?.close();
});

async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
  return (await browser.newContext(options)).newPage();
}

test.each(PATHS)("%s is whole in every look, and axe finds nothing", async (path) => {
  // The checker is put into the page, which its policy would not allow.
  const page = await newPage({ bypassCSP: true });
  await page.goto(exchange.baseUrl + path);
  const name = path.replace(/\W+/g, "-");
  expect(await lookFindings(page, (look) => photograph(page, "docs", `${name}-${look}`))).toEqual(
    [],
  );
  await page.context().close();
});

const SCRIPTS = `performance.getEntriesByType("resource").flatMap(({ name }) =>
  name.endsWith(".js") ? [name] : [])`;

/** Of all scripts that a page loaded. **Units** bytes, brotli. */
async function scriptBytes(page: Page): Promise<number> {
  const addresses = z.array(z.string()).parse(await page.evaluate(SCRIPTS));
  const sizes = await Promise.all(
    addresses.map(async (address) => {
      const script = await (await fetch(address)).arrayBuffer();
      return brotliCompressSync(Buffer.from(script)).length;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

const ALL = [...PATHS, "/explore?q=lamp", "/console"];
test.each(ALL)("%s loads little and from here, breaks no policy, does not shift", async (path) => {
  for (const width of [360, 1280]) {
    const opened = await openPage(browser, exchange.baseUrl + path, { width });
    await opened.page.locator("h1").waitFor();
    expect(await shiftsOf(opened.page)).toBe(0);
    expect(await scriptBytes(opened.page)).toBeLessThanOrEqual(SCRIPT_BYTES_MAX);
    // The browser itself notes the missing page.
    const troubles = opened.troubles.filter((text) => !/status of 404/.test(text));
    expect([opened.outside, troubles]).toEqual([[], []]);
    await opened.context.close();
  }
});

test("without a script a page is the same", async () => {
  const [bare, full] = await Promise.all([newPage({ javaScriptEnabled: false }), newPage()]);
  for (const path of ["/docs/tools/create_campaign", "/docs/guides/publisher"]) {
    await Promise.all([bare, full].map((page) => page.goto(exchange.baseUrl + path)));
    const texts = await Promise.all(
      [bare, full].map((page) => page.locator("article h1, article h2, article p").allInnerTexts()),
    );
    const [without = [], withScript = []] = texts.map((all) =>
      all
        .map((text) => text.replace(/\s*Copy$/, ""))
        .filter((text) => text !== "" && !/needs JavaScript/.test(text)),
    );
    expect(without.length).toBeGreaterThan(5);
    expect(withScript).toEqual(without);
  }
  await Promise.all([bare, full].map((page) => page.context().close()));
});

test("without a script the console has its header, its text and the form for a key", async () => {
  const page = await newPage({ javaScriptEnabled: false });
  await page.goto(`${exchange.baseUrl}/console`);
  await page.getByRole("heading", { level: 1, name: "Open an agent's account" }).waitFor();
  expect(await page.getByLabel("API key of the agent").isVisible()).toBe(true);
  // Without the script the key could only be sent as a form, which no key may be.
  expect(await page.getByRole("button", { name: "Open the console" }).isDisabled()).toBe(true);
  await page.getByRole("navigation", { name: "Site" }).getByRole("link", { name: "Docs" }).click();
  await page.waitForURL(/\/docs$/);
  await page.context().close();
});

const isFocused = (element: Element) => element === document.activeElement;

test("by keyboard a reader skips the header, searches and opens an error's meaning", async () => {
  const { page, context, troubles } = await openPage(browser, `${exchange.baseUrl}/docs`);
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  expect(await skip.evaluate(isFocused)).toBe(true);
  await page.keyboard.press("Enter");
  expect(await page.locator("main").evaluate(isFocused)).toBe(true);
  await page.keyboard.press("/");
  await page.keyboard.type("insufficient credits");
  await page.locator(".found a").first().waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/docs\/errors#insufficient_credits$/);
  const heading = page.locator("#insufficient_credits");
  await expect
    .poll(() => heading.evaluate((element) => element.getBoundingClientRect().top))
    .toBeLessThan(300);
  expect(troubles).toEqual([]);
  await context.close();
});

test("by mouse a reader chooses a language, copies the code and goes on", async () => {
  const { page, context } = await openPage(browser, `${exchange.baseUrl}/docs/tools/whoami`);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByText("TypeScript", { exact: true }).first().click();
  const panel = page.locator(".panel.ts");
  await panel.getByRole("button", { name: "Copy" }).click();
  await panel.getByRole("button", { name: "Copied" }).waitFor();
  const copied: unknown = await page.evaluate("navigator.clipboard.readText()");
  expect(copied).toBe(await panel.locator("pre").textContent());
  expect(String(copied)).toContain("await fetch(");
  await page.getByRole("link", { name: "Next: wallet" }).click();
  await page.waitForURL(/\/docs\/tools\/wallet$/);
  await context.close();
});

test("on a telephone the menu leads to every page", async () => {
  const { page, context } = await openPage(browser, `${exchange.baseUrl}/docs`, { width: 360 });
  const link = page.locator("#pages").getByRole("link", { name: "Going live" });
  expect(await link.isVisible()).toBe(false);
  await page.getByRole("button", { name: "Menu" }).click();
  await link.click();
  await page.waitForURL(/\/docs\/guides\/going-live$/);
  await context.close();
});

test("the search works without a script, and answers programs with JSON", async () => {
  const page = await newPage({ javaScriptEnabled: false });
  await page.goto(`${exchange.baseUrl}/docs`);
  await page.getByLabel("Search the docs").fill("rotate a webhook secret");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Rotate the secret" }).getByRole("link").click();
  await page.waitForURL(/\/docs\/guides\/postbacks#rotate-the-secret$/);
  await page.context().close();
  const found = await fetch(`${exchange.baseUrl}/docs/search?q=refund`, {
    headers: { Accept: "application/json" },
  });
  expect(await found.json()).toMatchObject({
    items: expect.arrayContaining([
      expect.objectContaining({ path: "/docs/tools/request_refund" }),
    ]),
  });
});

test("the address that an error gives shows what the code means", async () => {
  const answer = await exchange.call("whoami", {});
  expect(answer.status).toBe(401);
  const page = await newPage();
  await page.goto(JSON.parse(answer.text).error.docUrl);
  const heading = page.getByRole("heading", { name: "missing_key" });
  await heading.waitFor();
  const { y = 0 } = (await heading.boundingBox()) ?? {};
  expect(y).toBeLessThan(800);
  await page.context().close();
});

test("a page of the docs is kept by caches and asked for again by its tag", async () => {
  const first = await fetch(`${exchange.baseUrl}/docs`);
  expect(first.headers.get("cache-control")).toContain("public");
  expect(first.headers.get("content-security-policy")).toMatch(/^default-src 'none';/);
  const etag = first.headers.get("etag") ?? "";
  // Without a word about caching, fetch would ask for a fresh copy.
  const headers = { "If-None-Match": etag, "Cache-Control": "max-age=0" };
  const again = await fetch(`${exchange.baseUrl}/docs`, { headers });
  expect(again.status).toBe(304);
});

test("a printed page has its text without navigation and buttons", async () => {
  const page = await newPage();
  await page.goto(`${exchange.baseUrl}/docs/tools/whoami`);
  await page.emulateMedia({ media: "print" });
  for (const hidden of [".side", ".top nav", ".bottom", ".try", ".copy"]) {
    expect(await page.locator(hidden).first().isVisible(), hidden).toBe(false);
  }
  expect(await page.getByRole("heading", { name: "Arguments" }).isVisible()).toBe(true);
  await page.context().close();
});

test("browsers find an icon at its usual address", async () => {
  const icon = await fetch(`${exchange.baseUrl}/favicon.ico`);
  expect([icon.status, icon.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
});
